import { type Command, Option } from 'commander';
import { useUrlRules } from '#engine/core/url-rules.js';
import type { UrlCleaningOptions } from '#engine/text/urls/url-cleaning.js';
import { type Io, UsageError } from '../core/io.js';
import { urlRulesOf } from '../core/url-rules.js';
import { addTextOptions, filesArgument, type TextOptions, transformText } from '../text/text-command.js';

/** `textmill sanitize`. */
export function addSanitize(program: Command, io: Io): void {
  const command = addSanitizeOptions(program.command('sanitize'))
    .summary('remove tracking parameters from URLs')
    .description(
      'Removes tracking parameters (utm_source, fbclid, gclid and the like) from URLs, one on each line, as ' +
        'POST /v1/sanitize does. Blank lines are skipped; everything else stays byte for byte, line ends included. Works without a server, ' +
        'in little memory whatever the size. The environment variable RULES_FILE names a file of rules of your own: ' +
        'gateway/README.md, "Rules for URLs".',
    )
    .argument(...filesArgument)
    .addHelpText('after', examples)
    .action(async (files: string[], { explain, ...options }: SanitizeOptions & TextOptions & { explain: boolean }) => {
      const { explainedText, sanitizedText } = await import('../text/sanitized-text.js');
      useUrlRules(await urlRulesOf(io));
      const write = explain ? explainedText : sanitizedText;
      await transformText(io, files, options, (pieces) => write(pieces, cleaningOptions(options)));
    });
  command.option('--explain', 'write a line of JSON for each URL: what came out, what was removed, and why', false);
  addTextOptions(command);
}

const examples = `
A byte order mark at the start is left out. White space around a URL goes.

Examples:
  $ textmill sanitize urls.txt > clean.txt
  $ cut -f2 log.tsv | textmill sanitize --profile extended --keep-param ref
  # what is removed most often
  $ textmill sanitize --explain --profile careful urls.txt | jq -r '.removed[].name' | sort | uniq -c | sort -rn
  # what redirectors lead to, without asking them
  $ textmill sanitize --unwrap --profile careful urls.txt
  # replace a file by its cleaned form
  $ textmill sanitize -o urls.txt urls.txt`;

/** The options in the form of commander. */
export interface SanitizeOptions {
  readonly keepParam: readonly string[];
  readonly extraParam: readonly string[];
  readonly ignoreCase: boolean;
  readonly profile: UrlCleaningOptions['profile'];
  readonly affiliateTags: boolean;
  readonly fragment: boolean;
  readonly normalize: boolean;
  readonly unwrap: boolean;
}

/** Declares an option for each field of `/v1/sanitize`. */
export function addSanitizeOptions(command: Command): Command {
  return command
    .option(
      '--keep-param <name>',
      'a parameter that always stays; may be given several times (keepParams)',
      collect,
      [],
    )
    .option(
      '--extra-param <name>',
      'a further parameter to remove; may be given several times (extraParams)',
      collect,
      [],
    )
    .option('--ignore-case', 'remove UTM_SOURCE like utm_source (ignoreCase)', false)
    .addOption(
      new Option(
        '--profile <profile>',
        'list of names; conservative and careful leave s, ref, referrer and source (profile)',
      )
        .choices(['standard', 'conservative', 'extended', 'careful'])
        .default('standard'),
    )
    .option('--affiliate-tags', 'remove what pays for a link as well, such as tag on amazon.com (affiliateTags)', false)
    .option('--fragment', 'clean the parameters after # as well (fragment)', false)
    .option('--normalize', 'write each URL as a browser would, except for its query (normalize)', false)
    .option('--unwrap', 'replace the URL of a redirector, such as l.facebook.com, by its target (unwrap)', false);
}

function collect(name: string, names: readonly string[]): string[] {
  if (name === '') throw new UsageError('The name of a parameter must not be empty');
  return [...names, name];
}

/** The fields of `/v1/sanitize`. */
export function cleaningOptions(options: SanitizeOptions): UrlCleaningOptions {
  const { keepParam, extraParam, ...fields } = options;
  const { ignoreCase, profile, affiliateTags, fragment, normalize, unwrap } = fields;
  const names = { keepParams: [...keepParam], extraParams: [...extraParam] };
  return { ...names, ignoreCase, profile, affiliateTags, fragment, normalize, unwrap };
}
