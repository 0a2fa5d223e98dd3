import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { CommandError, columnsText, type Io, jsonText, print, UsageError } from '../core/io.js';
import { ownToolSet, toolsDirOf } from '../core/own-tools.js';

/** The option of all commands that know the tools of the operator. */
export const toolsDirOption = [
  '--tools-dir <folder>',
  'also use the tools in this folder; by default those of TOOLS_DIR',
] as const;

interface ToolsDirOption {
  readonly toolsDir?: string;
}

/** `textmill tools new`, `test` and `show`: the tools of the operator. */
export function addOwnTools(tools: Command, io: Io): void {
  tools
    .command('new')
    .summary('write the file of a tool of your own')
    .description(
      'Writes a file with a tool that works, for you to change: NAME.json, a workflow of tools with options, or NAME.mjs, ' +
        'a module in JavaScript. It goes into the folder of --tools-dir or TOOLS_DIR, else into this one.',
    )
    .argument('<name>', 'the name of the tool, such as house-list; with .mjs, a module')
    .option(...toolsDirOption)
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill tools new house-list --tools-dir tools\n  $ textmill tools new shout.mjs',
    )
    .action(async (name: string, options: ToolsDirOption) => {
      const file = await writeTool(toolsDirOf(io, folderOf(tools, options)) ?? io.workingFolder, name);
      await print(io, `${relative(io.workingFolder, file)}\n`);
    });

  tools
    .command('test')
    .summary('check tools of your own')
    .description(
      'Checks the tools of a folder as a gateway does before it serves them: names, options, steps and examples. Also checks ' +
        'that they take linear time, and keep lines where they say so.',
    )
    .argument('[folder]', 'by default that of --tools-dir or TOOLS_DIR, else this one')
    .option(...toolsDirOption)
    .option('--json', 'print the documents of the tools')
    .addHelpText('after', '\nExamples:\n  $ textmill tools test /etc/textmill/tools')
    .action(async (folder: string | undefined, options: ToolsDirOption & { readonly json?: true }) => {
      const place = folder ?? folderOf(tools, options) ?? (io.environment.TOOLS_DIR || '.');
      const set = await ownToolSet(io, place, true);
      const found = set?.tools ?? [];
      if (found.length === 0) throw new CommandError(`${place} has no tools: they are files that end in .json or .mjs`);
      const rows = found.map(({ file, examples }) => [file, `ok: examples ${examples.length}`]);
      await print(io, options.json === true ? jsonText(found) : columnsText(rows));
    });

  tools
    .command('show')
    .summary('list tools of your own, or show one')
    .description('Lists the tools of --tools-dir or TOOLS_DIR; or shows one with its options, steps and examples.')
    .argument('[name]', 'the tool to show')
    .option(...toolsDirOption)
    .addHelpText('after', '\nExamples:\n  $ textmill tools show\n  $ textmill tools show house-list')
    .action(async (name: string | undefined, options: ToolsDirOption) => {
      const place = folderOf(tools, options);
      const set = await ownToolSet(io, place);
      if (set === undefined) throw new UsageError('Set TOOLS_DIR, or give --tools-dir');
      const one = set.tools.find(({ slug }) => slug === name);
      if (name === undefined) {
        await print(io, columnsText(set.tools.map(({ file, title }) => [file, title])));
        return;
      }
      if (one === undefined) throw new UsageError(`${set.folder.directory} has no tool ${name}`);
      const { toolText } = await import('../text/tool-texts.js');
      const text = await toolText(io, name, { ...(place !== undefined && { toolsDir: place }) });
      const { steps } = one.file.endsWith('.json')
        ? JSON.parse(set.folder.files.get(one.file) ?? '')
        : { steps: undefined };
      await print(io, steps === undefined ? text : `${text}\nSteps:\n${jsonText(steps)}`);
    });
}

/** `tools --tools-dir X new` is `tools new --tools-dir X`. */
function folderOf(tools: Command, { toolsDir }: ToolsDirOption): string | undefined {
  return toolsDir ?? tools.opts<ToolsDirOption>().toolsDir;
}

/** @throws {UsageError} if the name is not that of a tool. @throws {CommandError} if the file exists. */
async function writeTool(folder: string, name: string): Promise<string> {
  const invalid: typeof import('#engine/own-tools/invalid-tool.js') = await import('#engine/own-tools/invalid-tool.js');
  const slug = name.replace(/\.(?:mjs|json)$/, '');
  const builtIn = new Set(toolFiles(toolsDirectory).map((tool) => tool.slug));
  try {
    invalid.checkSlug(slug, (each) => builtIn.has(each));
  } catch (error) {
    if (error instanceof invalid.InvalidToolError)
      throw new UsageError(error.message.replace(/^slug /, `The name ${slug} `));
    throw error;
  }
  const file = join(folder, name.endsWith('.mjs') ? name : `${slug}.json`);
  for (const other of ['json', 'mjs', 'js'].map((ending) => join(folder, `${slug}.${ending}`))) {
    if (existsSync(other)) throw new CommandError(`${other} exists already`);
  }
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, name.endsWith('.mjs') ? moduleText(slug) : jsonText(workflow(slug)), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(`${file} exists already`);
    throw error;
  }
  return file;
}

function titleOf(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
}

function workflow(slug: string): object {
  return {
    title: titleOf(slug),
    description: 'Trims lines, drops blank ones and repeated ones, and sorts the rest.',
    options: {
      type: 'object',
      properties: {
        order: { type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Ascending or descending order' },
      },
    },
    steps: ['trim-lines', 'remove-blank-lines', { toolSlug: 'dedupe-sort', config: { order: '{{order}}' } }],
    examples: [
      { input: ' pear\n\napple\npear', output: 'apple\npear' },
      { input: 'apple\npear', config: { order: 'desc' }, output: 'pear\napple' },
    ],
  };
}

function moduleText(slug: string): string {
  return `import { defineTool, ToolError, Type } from 'textmill/engine';

export default defineTool({
  slug: '${slug}',
  title: '${titleOf(slug)}',
  description: 'Says in one to three sentences what the tool does, for a person who chooses one.',
  config: Type.Object({
    times: Type.Integer({ default: 1, minimum: 1, maximum: 10, description: 'What the option means, with its unit' }),
  }),
  examples: [
    { input: 'a', output: 'a' },
    { input: 'a', config: { times: 2 }, output: 'aa' },
    { input: '', output: '' },
  ],
  // Pure, synchronous, and in linear time.
  run(input, { times }, limit) {
    limit.check(input.length * times);
    if (input.includes('\\0')) throw new ToolError('a reason that a person can act on');
    return input.repeat(times);
  },
});
`;
}
