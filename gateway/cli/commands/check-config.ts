import { join } from 'node:path';
import type { Command } from 'commander';
import { ConfigError, type Environment, readConfig, type SettingFacts, settingFacts } from '../../config.js';
import { readEnvFile, withEnvFile } from '../../env-file.js';
import { columnsText, type Io, jsonText, write } from '../io.js';

/** Where a setting's value comes from. */
type Source = 'environment' | '.env' | 'default';

interface EffectiveSetting {
  readonly name: string;
  /** As it was written; null if there is none. A secret is `(set)`. */
  readonly value: string | null;
  readonly source: Source;
  /** Whether SIGHUP is enough for a change to take effect. */
  readonly reloads: boolean;
}

/** `textmill check-config`. */
export function addCheckConfig(program: Command, io: Io): void {
  program
    .command('check-config')
    .summary('show every setting, where it comes from, and what is wrong with it')
    .description(
      'Shows the settings that textmill serve would start with here: the value, and whether it comes from the ' +
        'environment, from .env in the working folder, or is the default. Secrets are not shown. Fails if a setting ' +
        'cannot be used, with a line for each.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ textmill check-config\n  $ PORT=80000 textmill check-config')
    .action((options: { json?: boolean }) => checkConfig(io, options.json === true));
}

async function checkConfig({ stdout, stderr, environment, workingFolder }: Io, asJson: boolean): Promise<void> {
  const file = join(workingFolder, '.env');
  const fromFile = readEnvFile(file);
  const settings = settingFacts.map((facts) => effectiveSetting(facts, environment, fromFile));
  const unknown = unknownNames(fromFile);
  const problems = problemsOf(withEnvFile(environment, file), workingFolder);
  if (asJson) {
    await write(stdout, jsonText({ settings, problems, unknownInEnvFile: unknown }));
  } else {
    const rows = settings.map(({ name, value, source }) => [name, value ?? '-', source]);
    await write(stdout, columnsText([['SETTING', 'VALUE', 'FROM'], ...rows]));
    for (const name of unknown) await write(stderr, `textmill: .env sets ${name}, which is no setting of Textmill\n`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

function effectiveSetting(
  { name, fallback, secret, reloads }: SettingFacts,
  environment: Environment,
  fromFile: Environment,
): EffectiveSetting {
  const [value, source]: [string | undefined, Source] = environment[name]
    ? [environment[name], 'environment']
    : fromFile[name]
      ? [fromFile[name], '.env']
      : [fallback, 'default'];
  const shown = secret && value !== undefined ? '(set)' : value;
  return { name, value: shown ? shown : null, source, reloads };
}

/** Other programs may read the same file, so that a name that is unknown is no error. */
function unknownNames(fromFile: Environment): string[] {
  const known = new Set<string>(settingFacts.map(({ name }) => name));
  return Object.keys(fromFile).filter((name) => !known.has(name));
}

function problemsOf(environment: Environment, workingFolder: string): readonly string[] {
  try {
    readConfig(environment, workingFolder);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
