import { type Command, InvalidArgumentError } from 'commander';
import { ToolError } from '#engine/core/errors.js';
import { charsetName } from '#engine/text/encoding/charset-labels.js';
import { fileName } from '../core/file-name.js';
import type { Io } from '../core/io.js';
import { ProgressBar } from './progress-bar.js';
import { textInput } from './text-input.js';
import { textOutput } from './text-output.js';

/** The options of all commands that turn a text into another. */
export interface TextOptions {
  readonly output?: string;
  readonly progress: boolean;
  readonly encoding?: string;
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
    .option('--no-progress', 'show no progress bar (default: a bar if standard error is a terminal)')
    .option(...encodingOption);
}

/** Declares the encoding of the files that a command reads. */
export const encodingOption = [
  '--encoding <encoding>',
  'the encoding of the input: auto finds it out for each file, or a label such as windows-1252, Shift_JIS or UTF-16; ' +
    'the output is UTF-8 (default: UTF-8)',
  encodingLabel,
] as const;

/** Parses the name of an encoding. @throws {InvalidArgumentError} if it is unknown. */
function encodingLabel(text: string): string {
  if (text === 'auto') return text;
  try {
    return charsetName(text);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new InvalidArgumentError(error.message.endsWith('?') ? error.message : `${error.message}, or auto.`);
  }
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
  { output: file, progress, encoding }: TextOptions,
  transform: (pieces: AsyncIterable<string>, bar: ProgressBar) => AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const bar = new ProgressBar(io, progress, file);
  const input = textInput(io, files, bar.add, encoding ?? 'utf-8');
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
