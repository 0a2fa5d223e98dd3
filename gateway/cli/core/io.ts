import type { Readable, Writable } from 'node:stream';
import type { EnvironmentVariables } from '../../config/config.js';

/** What a command works with, in place of the process: a test gives its own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment: EnvironmentVariables;
  /** Where relative paths begin, and `.env` lies. */
  readonly workingFolder: string;
}

/** Something that stops a command: its message is all that is shown, and the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Something that stops a command until a moment: exit code 4, so that a script knows to run it again later. */
export class LaterError extends CommandError {
  override readonly name = 'LaterError';
}

/** A command line that cannot be carried out: exit code 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/** There is no gateway to do something to: exit code 3. */
export class NotRunningError extends CommandError {
  override readonly name = 'NotRunningError';

  constructor(dataDir: string) {
    super(`No gateway is running on ${dataDir}`);
  }
}

/** Whether colours may be written (https://no-color.org). */
export function allowsColour(
  { isTTY = false }: { readonly isTTY?: boolean },
  { NO_COLOR = '' }: EnvironmentVariables,
): boolean {
  return isTTY && NO_COLOR === '';
}

/** Writes a text; resolves once there is room for more, so that a slow reader is waited for. */
export function write(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (stream.write(text)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      stream.off('drain', settle);
      stream.off('close', settle);
      stream.off('error', settle);
      if (error) reject(error);
      else resolve();
    };
    stream.once('drain', settle);
    stream.once('close', settle);
    stream.once('error', settle);
  });
}

/** A document as a program reads it: one JSON value and a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Rows as aligned columns, with two blanks between them and none at the end of a line. */
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
