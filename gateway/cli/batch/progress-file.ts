import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from '../core/io.js';

/** How far a batch has come. */
export interface BatchProgress {
  /** The operation with everything that decides its result. */
  readonly asked: unknown;
  /** Bytes of the input that are done, and their SHA-256 in hexadecimal. A byte order mark does not count. */
  readonly inputBytes: number;
  readonly inputSha256: string;
  readonly inputLines: number;
  /** Bytes of output for that part of the input. */
  readonly outputBytes: number;
  /** Of rows: bytes in the file of errors, and how many rows failed. */
  readonly errorBytes?: number;
  readonly failed?: number;
}

/** The file beside the output that records the progress: `FILE.progress`. */
export class ProgressFile {
  readonly path: string;

  /** @param output - the path of the output. */
  constructor(output: string) {
    this.path = `${output}.progress`;
  }

  /** @throws {CommandError} if the file is not readable as progress. @returns undefined if there is no file. */
  read(): BatchProgress | undefined {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      const progress = JSON.parse(text) as BatchProgress;
      if (Number.isSafeInteger(progress.inputBytes) && Number.isSafeInteger(progress.outputBytes)) return progress;
    } catch {
      // Not JSON: reported below.
    }
    throw new CommandError(`${this.path} is not a progress file; delete it to start again`);
  }

  /** Replaces the file atomically: a reader finds the old or the new one. */
  write(progress: BatchProgress): void {
    // A file or link that somebody else put there must not be written to.
    const temporary = `${this.path}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      writeFileSync(temporary, `${JSON.stringify(progress)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }
}

/** Records how much of an input is done. */
export class InputRecord {
  readonly #hash = createHash('sha256');
  bytes = 0;
  lines = 0;
  /** Rows that failed. */
  failed = 0;

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.bytes += bytes.byteLength;
  }

  /** Of all bytes so far. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}

/**
 * Skips the beginning of an input that is done.
 *
 * @param record - called with the skipped bytes.
 * @throws {CommandError} if the input does not begin with the recorded bytes.
 */
export async function* withoutDone(
  pieces: AsyncIterable<string>,
  { inputBytes, inputSha256, inputLines }: BatchProgress,
  record: InputRecord,
): AsyncGenerator<string> {
  const check = (): void => {
    checkInput(record, inputSha256);
    record.lines = inputLines;
  };
  let left = inputBytes;
  if (left === 0) check();
  for await (const piece of pieces) {
    if (left === 0) {
      yield piece;
      continue;
    }
    const bytes = Buffer.from(piece);
    const done = bytes.subarray(0, left);
    record.add(done);
    left -= done.length;
    if (left > 0) continue;
    check();
    if (done.length < bytes.length) yield bytes.subarray(done.length).toString();
  }
  if (left > 0) throw inputTooShort();
}

/** @throws {CommandError} if what was read is not what an earlier run has done. */
export function checkInput(record: InputRecord, sha256: string): void {
  if (record.sha256() !== sha256) throw new CommandError('The input is not that of the unfinished batch');
}

/** Returns the error for an input that ends before the part that is done. */
export function inputTooShort(): CommandError {
  return new CommandError('The input is shorter than the part that is already done: it is not the same input');
}
