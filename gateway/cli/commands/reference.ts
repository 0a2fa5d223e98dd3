import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { version } from '#gateway/core/version.js';
import { type Io, jsonText, print, UsageError } from '../core/io.js';
import { allTools } from '../core/own-tools.js';
import type { ToolsOptions } from '../text/tool-texts.js';
import { addOwnTools, toolsDirOption } from './own-tools.js';

/** `textmill tools`. */
export function addTools(program: Command, io: Io): void {
  const tools = program
    .command('tools')
    .summary('list the text tools, or describe one')
    .description(
      'Lists the text tools that textmill run and POST /v1/run take, by category; or shows one with its options and ' +
        'worked examples.',
    )
    .argument('[slug]', 'the tool to describe')
    .option('-s, --search <words>', 'only tools that fit the words, as in the console')
    .addOption(new Option('-c, --category <name>', 'only tools of a category').choices(categories()))
    .addOption(new Option('--line-by-line', 'only tools that textmill run streams, at least with some options'))
    .option(...toolsDirOption)
    .option('--json', 'print the documents of GET /v1/tools and GET /v1/tools/{slug}')
    .addHelpText('after', examples)
    .action(async (slug: string | undefined, options: ToolsOptions) => {
      const { search, category, lineByLine } = options;
      if (slug !== undefined && (search !== undefined || category !== undefined || lineByLine === true)) {
        throw new UsageError('Give either a tool or search words, not both');
      }
      const { toolText, toolListText } = await import('../text/tool-texts.js');
      await print(io, await (slug === undefined ? toolListText(io, options) : toolText(io, slug, options)));
    })
    .helpCommand(false);
  addOwnTools(tools, io);
}

/** The folders of the tools. */
function categories(): string[] {
  return [...new Set([...toolFiles(toolsDirectory).map(({ category }) => category), 'own'])].sort();
}

const examples = `
Examples:
  $ textmill tools
  $ textmill tools --search "json csv"
  $ textmill tools find-replace
  $ textmill tools new house-list --tools-dir tools`;

/** `textmill openapi`. */
export function addOpenApi(program: Command, io: Io): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document of the HTTP API')
    .description(
      'Prints the OpenAPI 3.1 document of the HTTP API, the same that a gateway serves at /openapi.json, without ' +
        'starting one: for client generators and API tools.',
    )
    .option('-o, --output <file>', 'write it to a file instead')
    .option('--full', 'the one at /docs/openapi-full.json, with the options of each tool as schemas of their own')
    .option(...toolsDirOption)
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill openapi --output openapi.json\n  $ textmill openapi | jq -r ".paths | keys[]"',
    )
    .action((options: DocumentOptions) => printDocument(io, options));
}

interface DocumentOptions {
  readonly output?: string;
  readonly full?: boolean;
  readonly toolsDir?: string;
}

async function printDocument(io: Io, { output: file, full = false, toolsDir }: DocumentOptions): Promise<void> {
  const { stdout, workingFolder } = io;
  const [catalogue, { openApiDocument }, { shortDocument }, { endpoints }] = await Promise.all([
    allTools(io, toolsDir),
    import('#gateway/server/endpoints/openapi/document.js'),
    import('#gateway/server/endpoints/openapi/short-document.js'),
    import('#gateway/server/endpoints/endpoints.js'),
  ]);
  const document = openApiDocument(catalogue, version, endpoints);
  const text = jsonText(full ? document : shortDocument(document));
  if (file === undefined) await print({ stdout }, text);
  else await writeFile(resolve(workingFolder, file), text);
}
