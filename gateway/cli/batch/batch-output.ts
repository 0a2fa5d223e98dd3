import { type FileHandle, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, type Io, UsageError } from '../io.js';
import { type TextOutput, textOutput } from '../text/text-output.js';
import { type BatchProgress, InputRecord, ProgressFile } from './progress-file.js';

/** Where the result of a batch goes: part by part, so that it can be gone on with. */
export interface BatchOutput {
  /** How far an earlier run came; undefined if this one starts anew. */
  readonly earlier: BatchProgress | undefined;
  /** @param record - all of the input that has become output, this text included. */
  write(text: string, record: InputRecord): Promise<void>;
  /** Everything was written. */
  commit(): Promise<void>;
  close(): Promise<void>;
}

export interface BatchOutputOptions {
  readonly output?: string;
  readonly input?: string;
  readonly resume: boolean;
}

/**
 * @param asked - see {@link BatchProgress}.
 * @throws {UsageError} if the options do not go together, or with what an earlier run left.
 * @throws {CommandError} if what an earlier run left does not fit.
 */
export async function batchOutput(io: Io, options: BatchOutputOptions, asked: unknown): Promise<BatchOutput> {
  const { output, input, resume } = options;
  if (output === undefined || output === '-') {
    if (resume) throw new UsageError('--resume needs --output: what was written to standard output is gone');
    return new StreamedOutput(await textOutput(io, undefined));
  }
  const path = resolve(io.workingFolder, output);
  if (input !== undefined && (await isSameFile(resolve(io.workingFolder, input), path))) {
    throw new UsageError('--output must be another file than --input: it is written while the input is read');
  }
  const file = new ProgressFile(path);
  const earlier = file.read();
  if (earlier !== undefined && !resume) {
    throw new UsageError(`${file.path} is left from a batch that did not end: go on with --resume, or remove it`);
  }
  if (resume && earlier === undefined && (await stat(path).catch(() => undefined)) !== undefined) {
    throw new UsageError(`There is no ${file.path}: the batch has ended, so there is nothing to go on with`);
  }
  if (earlier !== undefined && JSON.stringify(earlier.asked) !== JSON.stringify(asked)) {
    throw new CommandError(`${file.path} is of a batch with other options: ${JSON.stringify(earlier.asked)}`);
  }
  const result = new ResumableOutput(await openAt(path, output, earlier), file, earlier, asked);
  // From the start, so that a batch that is stopped before its first part is told from one that has ended.
  if (earlier === undefined) await result.write('', new InputRecord());
  return result;
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** Opens the output and cuts it back to what is known to be whole. */
async function openAt(path: string, name: string, earlier: BatchProgress | undefined): Promise<FileHandle> {
  const handle = await open(path, earlier === undefined ? 'w' : 'r+').catch((error: Error) => {
    throw new CommandError(`${name} cannot be written: ${error.message}`);
  });
  if (earlier === undefined) return handle;
  const { size } = await handle.stat();
  if (size < earlier.outputBytes) {
    await handle.close();
    throw new CommandError(`${name} is shorter than what the batch had written: it was changed`);
  }
  await handle.truncate(earlier.outputBytes);
  return handle;
}

class StreamedOutput implements BatchOutput {
  readonly earlier = undefined;
  readonly #output: TextOutput;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  write(text: string): Promise<void> {
    return this.#output.write(text);
  }

  commit(): Promise<void> {
    return this.#output.commit();
  }

  async close(): Promise<void> {
    this.#output.discard();
  }
}

class ResumableOutput implements BatchOutput {
  readonly earlier: BatchProgress | undefined;
  readonly #handle: FileHandle;
  readonly #file: ProgressFile;
  readonly #asked: unknown;
  #bytes: number;

  constructor(handle: FileHandle, file: ProgressFile, earlier: BatchProgress | undefined, asked: unknown) {
    this.earlier = earlier;
    this.#handle = handle;
    this.#file = file;
    this.#asked = asked;
    this.#bytes = earlier?.outputBytes ?? 0;
  }

  async write(text: string, record: InputRecord): Promise<void> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#bytes + at);
      at += bytesWritten;
    }
    this.#bytes += bytes.length;
    this.#file.write({
      asked: this.#asked,
      inputBytes: record.bytes,
      inputSha256: record.sha256(),
      inputLines: record.lines,
      outputBytes: this.#bytes,
    });
  }

  async commit(): Promise<void> {
    this.#file.remove();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
