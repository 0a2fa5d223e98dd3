import type { Readable, Writable } from 'node:stream';
import type { EnvironmentVariables } from '#gateway/server/config/setting.js';

/** The environment of a command: the process, or a replacement in tests. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: EnvironmentVariables;
  /** The working directory, which contains `.env`. */
  readonly workingFolder: string;
}

/** An error that stops a command. Only its message is shown; the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** An error that passes: with exit code 4 a script knows that it can run the command again later. */
export class LaterError extends CommandError {
  override readonly name = 'LaterError';
}

/** A wrong command line: exit code 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/** No gateway is running: exit code 3. */
export class NotRunningError extends CommandError {
  override readonly name = 'NotRunningError';

  constructor(dataDir: string) {
    super(`No gateway is running on ${dataDir}`);
  }
}

/** The gateway was replaced, but the new process does not accept work: exit code 5. */
export class NotReadyError extends CommandError {
  override readonly name = 'NotReadyError';
}

/** The reader of the output has closed the pipe (`| head`): it has what it wants, so this is not a failure. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

/** Returns whether colours may be used (https://no-color.org). */
export function allowsColour(
  { isTTY = false }: { readonly isTTY?: boolean },
  { NO_COLOR = '' }: EnvironmentVariables,
): boolean {
  return isTTY && NO_COLOR === '';
}

/**
 * Writes a text, and resolves once there is room for more: it waits for a slow reader.
 *
 * @throws {ReaderGoneError} (as a rejection) if the reader has closed the pipe. What a command does does not depend on
 *   who reads its messages: see {@link print} and {@link say}.
 */
export function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (stream.write(text)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      stream.off('drain', settle);
      stream.off('close', settle);
      stream.off('error', settle);
      if (error) reject(isReaderGone(error) ? new ReaderGoneError() : error);
      else resolve();
    };
    stream.once('drain', settle);
    stream.once('close', settle);
    stream.once('error', settle);
  });
}

/**
 * Returns whether a write failed because the reader has closed the pipe. Only for errors of the output: sockets have it
 * too.
 */
export function isReaderGone(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE';
}

/** Writes the whole result of a command. A reader that has gone changes nothing about how the command ends. */
export async function print({ stdout }: Pick<Io, 'stdout'>, text: string): Promise<void> {
  await write(stdout, text).catch((error: unknown) => {
    if (!(error instanceof ReaderGoneError)) throw error;
  });
}

/** Writes to standard error. If that fails, nobody can be told; the exit code still says how the command ended. */
export async function say({ stderr }: Pick<Io, 'stderr'>, text: string): Promise<void> {
  await write(stderr, text).catch(() => undefined);
}

/** Formats a document for programs: one JSON value and a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Formats rows as aligned columns, separated by two blanks, without trailing blanks. */
export function columnsText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
