import type { Command } from 'commander';
import { fileName } from '../core/file-name.js';
import type { Io } from '../core/io.js';
import { ProgressBar } from './progress-bar.js';
import { textInput } from './text-input.js';
import { textOutput } from './text-output.js';

/** The options of all commands that turn a text into another. */
export interface TextOptions {
  readonly output?: string;
  readonly progress: boolean;
}

/** Describes the files that a command reads, in its help. */
export const filesArgument = [
  '[file...]',
  'files to read, one after the other; - is standard input, the default',
] as const;

/** Declares {@link TextOptions}. */
export function addTextOptions(command: Command): Command {
  return command
    .option(
      '-o, --output <file>',
      'write to a file when everything is done; it may be the input (default: standard output)',
      fileName,
    )
    .option('--no-progress', 'show no progress bar (default: a bar if standard error is a terminal)');
}

/**
 * Reads a text in pieces and writes its transformation.
 *
 * @param files - see {@link textInput}.
 * @param transform - yields the pieces of the result, text or UTF-8. It may start another stage of the progress bar.
 */
export async function transformText(
  io: Io,
  files: readonly string[],
  { output: file, progress }: TextOptions,
  transform: (pieces: AsyncIterable<string>, bar: ProgressBar) => AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const bar = new ProgressBar(io, progress, file);
  const input = textInput(io, files, bar.add);
  bar.size = input.size;
  const output = await textOutput(io, file);
  try {
    for await (const piece of transform(input.pieces, bar)) await output.write(piece);
    await output.commit();
  } finally {
    bar.clear();
    output.discard();
  }
}
