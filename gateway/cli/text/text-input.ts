import { createReadStream, fstatSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, type Io, say, UsageError } from '../core/io.js';
import { type InputDecoder, inputDecoder } from './input-decoder.js';

/** Bytes per read: enough that the cost per batch does not matter. */
const chunkBytes = 65_536;

/** A text that is read in pieces. */
export interface TextInput {
  /** Size in bytes; undefined for a pipe. */
  readonly size: number | undefined;
  /**
   * The text in pieces that may end anywhere.
   *
   * @throws {CommandError} for a read error, or bytes that are not in the encoding.
   */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Reads files one after the other, or standard input if there are none or for the name `-`. A file whose last line has
 * no line end gets one if another file follows.
 *
 * @param onBytes - called with the bytes read.
 * @param encoding - a label of the WHATWG Encoding Standard; `auto` finds it out for each file, and says it on standard
 *   error.
 * @throws {CommandError} for a missing file.
 */
export function textInput(
  io: Io,
  files: readonly string[],
  onBytes: (bytes: number) => void,
  encoding: string = 'utf-8',
): TextInput {
  const sources = (files.length === 0 ? ['-'] : files).map((file) => sourceOf(io, file));
  const sizes = sources.map(({ size }) => size);
  const size = sizes.reduce((sum, next) => (sum === undefined || next === undefined ? undefined : sum + next), 0);
  const decoderOf = (name: string) =>
    inputDecoder(name, encoding, (found) => say(io, `textmill: ${name} is read as ${found}\n`));
  return { size, pieces: piecesOf(sources, decoderOf, onBytes) };
}

interface Source {
  readonly name: string;
  readonly size: number | undefined;
  open(): AsyncIterable<Buffer | string>;
}

function sourceOf(io: Io, file: string): Source {
  if (file === '-') return { name: 'standard input', size: sizeOfDescriptor(io.stdin), open: () => io.stdin };
  if (file === '') throw new UsageError('An input file has an empty name');
  const path = resolve(io.workingFolder, file);
  let size: number | undefined;
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new CommandError(`${file} is a folder`);
    if (status.isFile()) ({ size } = status);
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  return { name: file, size, open: () => createReadStream(path, { highWaterMark: chunkBytes }) };
}

/**
 * Returns the size of standard input if it is a file: `< urls.txt`.
 *
 * @throws {CommandError} if it is a folder, which Node.js reads as an empty text.
 */
function sizeOfDescriptor(stdin: Io['stdin']): number | undefined {
  const { fd } = stdin as { readonly fd?: unknown };
  if (typeof fd !== 'number') return undefined;
  const status = statusOf(fd);
  if (status?.isDirectory() === true) throw new CommandError('standard input is a folder');
  return status?.isFile() === true ? status.size : undefined;
}

function statusOf(fd: number): Stats | undefined {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}

async function* piecesOf(
  sources: readonly Source[],
  decoderOf: (name: string) => InputDecoder,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  let last = '\n';
  for (const { name, open } of sources) {
    // A line does not continue in the next file.
    if (last !== '\n' && last !== '\r') yield '\n';
    const decoder = decoderOf(name);
    try {
      for await (const chunk of open()) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        onBytes(bytes.length);
        const text = decoder.decode(bytes);
        if (text === '') continue;
        last = text.charAt(text.length - 1);
        yield text;
      }
    } catch (error) {
      if (error instanceof CommandError || !['open', 'read'].includes((error as NodeJS.ErrnoException).syscall ?? ''))
        throw error;
      throw new CommandError(`${name} cannot be read: ${(error as Error).message}`);
    }
    const rest = decoder.end();
    if (rest === '') continue;
    last = rest.charAt(rest.length - 1);
    yield rest;
  }
}
