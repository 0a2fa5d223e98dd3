import type { Command } from 'commander';
import type { Io } from '../core/io.js';
import { toolsDirOption } from './own-tools.js';
import type { AgentOptions } from './serve-agent.js';

/** `textmill mcp`. */
export function addMcp(program: Command, io: Io): void {
  program
    .command('mcp')
    .summary('offer the text tools to an AI agent')
    .description(
      'Offers the text tools to an AI agent by the Model Context Protocol over standard input and output. The host of ' +
        'the agent starts it. Texts are processed here, in this process: no server, no key, no network.',
    )
    .option('--expose <slugs>', 'text tools to offer under their own names as well, separated by commas', slugList)
    .option(
      '--files <folder>',
      'a folder whose files the agent may read and write, with :ro behind it only read; may be given several times',
      (folder: string, before: readonly string[] = []) => [...before, folder],
    )
    .option(...toolsDirOption)
    .addHelpText('after', examples)
    .action(async (options: AgentOptions) => {
      const { serveAgent } = await import('./serve-agent.js');
      await serveAgent(io, options);
    });
}

const examples = `
It ends when its standard input does. What it has to tell a person goes to standard error.

Examples:
  $ textmill mcp
  $ textmill mcp --expose csv-json-converter,find-replace
  # files of any size, whose text does not pass through the model
  $ textmill mcp --files data:ro --files out
  # in the settings of an agent host
  { "mcpServers": { "textmill": { "command": "textmill", "args": ["mcp"] } } }`;

/** @param before - the values of earlier uses of the option. */
function slugList(text: string, before: readonly string[] = []): string[] {
  const slugs = text.split(',').map((slug) => slug.trim());
  return [...new Set([...before, ...slugs.filter((slug) => slug !== '')])];
}
