import { constants, fstat as fstatWithCallback, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { CommandError, type Io, UsageError } from '../core/io.js';
import { type TextOutput, textOutput } from '../text/text-output.js';
import { type BatchProgress, InputRecord, ProgressFile } from './progress-file.js';

const fstat = promisify(fstatWithCallback);

/** A batch to be resumed has already ended. This is not a failure: the message is printed. */
export class NothingToResume extends Error {
  override readonly name = 'NothingToResume';
}

/** Writes the result of a batch part by part, so that the batch can be resumed. */
export interface BatchOutput {
  /** How far an earlier run came; undefined for a new batch. */
  readonly earlier: BatchProgress | undefined;
  /**
   * @param record - the input that has become output, this text included.
   * @param errors - what goes to the file of errors.
   */
  write(text: string, record: InputRecord, errors?: string): Promise<void>;
  /** Called when everything is written. */
  commit(): Promise<void>;
  /** Closes the output. If nothing was written, the output is as before the batch. */
  close(): Promise<void>;
  /** Whether `--resume` can continue the batch. */
  readonly isResumable: boolean;
}

export interface BatchOutputOptions {
  readonly output?: string;
  readonly files: readonly string[];
  readonly resume: boolean;
  /** The file of the rows that failed. */
  readonly errors?: string;
}

/**
 * @param asked - see {@link BatchProgress}.
 * @throws {UsageError} if the options exclude each other, or contradict what an earlier run left.
 * @throws {CommandError} if the output of an earlier run does not match.
 * @throws {NothingToResume} if an earlier run has completed the batch.
 */
export async function batchOutput(io: Io, options: BatchOutputOptions, asked: unknown): Promise<BatchOutput> {
  const { output, files, resume } = options;
  const errors = await errorsFile(io, options);
  if (output === undefined || output === '-') {
    if (resume) throw new UsageError('--resume needs --output: standard output cannot be continued');
    return new StreamedOutput(
      await textOutput(io, undefined),
      errors === undefined ? undefined : new GrowingFile(errors, 0),
    );
  }
  const path = resolve(io.workingFolder, output);
  if (await isInput(io, files, path)) {
    throw new UsageError('--output must not be the input: it is written while the input is read');
  }
  const file = new ProgressFile(path);
  const earlier = file.read();
  if (earlier !== undefined && !resume) {
    throw new UsageError(`${file.path} belongs to an unfinished batch: continue it with --resume, or delete the file`);
  }
  if (resume && earlier === undefined) await checkUnstarted(io, files, path, output);
  if (earlier !== undefined && JSON.stringify(earlier.asked) !== JSON.stringify(asked)) {
    throw new CommandError(`${file.path} belongs to a batch with other options: ${JSON.stringify(earlier.asked)}`);
  }
  if (earlier !== undefined) await checkUnchanged(path, output, earlier.outputBytes);
  const { outputBytes = 0, errorBytes = 0 } = earlier ?? {};
  if (errors !== undefined) await checkUnchanged(errors, options.errors ?? errors, errorBytes);
  const written = {
    output: new GrowingFile(path, outputBytes),
    errors: errors === undefined ? undefined : new GrowingFile(errors, errorBytes),
  };
  const result = new ResumableOutput(written, file, earlier, asked);
  // Written at the start: a batch that stops before its first part must differ from one that has ended.
  if (earlier === undefined) result.note(new InputRecord());
  return result;
}

/** Returns the path of the file of errors. @throws {UsageError} if it is the input or the output. */
async function errorsFile(io: Io, { output, files, errors }: BatchOutputOptions): Promise<string | undefined> {
  if (errors === undefined) return undefined;
  const path = resolve(io.workingFolder, errors);
  const isOutput = output !== undefined && (await isSame(path, resolve(io.workingFolder, output)));
  if (isOutput || (await isInput(io, files, path))) {
    throw new UsageError('--errors must be neither the input nor the output');
  }
  return path;
}

/** Whether two paths are of one file. */
async function isSame(first: string, second: string): Promise<boolean> {
  if (first === second) return true;
  const [one, other] = await Promise.all([first, second].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev && one.isFile();
}

/**
 * Checks that a batch without progress has no output either, so that `--resume` can start it. A file from before the
 * input was last changed is not its output: a batch that failed at its first request, for instance, leaves an old file.
 *
 * @throws {NothingToResume} if the batch is complete.
 * @throws {CommandError} if the file is older than the input.
 */
async function checkUnstarted(io: Io, files: readonly string[], path: string, name: string): Promise<void> {
  const target = await stat(path).catch(() => undefined);
  if (target === undefined) return;
  const inputs = (await sourcesOf(io, files)).filter((source) => source.isFile());
  if (inputs.some(({ mtimeMs }) => mtimeMs > target.mtimeMs)) {
    throw new CommandError(
      `${name} is older than the input, and there is no ${name}.progress to continue: start again without --resume`,
    );
  }
  throw new NothingToResume(`Nothing to resume: there is no ${name}.progress, so ${name} is complete`);
}

async function isInput(io: Io, files: readonly string[], path: string): Promise<boolean> {
  const target = await stat(path).catch(() => undefined);
  if (target === undefined || !target.isFile()) return false;
  return (await sourcesOf(io, files)).some((source) => source.ino === target.ino && source.dev === target.dev);
}

/**
 * Returns what the input files are, without those that do not exist.
 *
 * @param files - empty or `-` for standard input, which may be redirected from a file.
 */
async function sourcesOf(io: Io, files: readonly string[]): Promise<readonly Stats[]> {
  const sources = (files.length === 0 ? ['-'] : files).flatMap((file) => {
    if (file !== '-') return [stat(resolve(io.workingFolder, file))];
    const { fd } = io.stdin as { readonly fd?: unknown };
    return typeof fd === 'number' ? [fstat(fd)] : [];
  });
  const found = await Promise.all(sources.map((each) => each.catch(() => undefined)));
  return found.filter((source) => source !== undefined);
}

/** @throws {CommandError} if the output is not what an earlier run left. */
async function checkUnchanged(path: string, name: string, bytes: number): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size < bytes) throw new CommandError(`${name} is shorter than what the batch has written: it was changed`);
}

class StreamedOutput implements BatchOutput {
  readonly earlier = undefined;
  readonly isResumable = false;
  readonly #output: TextOutput;
  readonly #errors: GrowingFile | undefined;

  constructor(output: TextOutput, errors: GrowingFile | undefined) {
    this.#output = output;
    this.#errors = errors;
  }

  async write(text: string, _record: InputRecord, errors = ''): Promise<void> {
    await this.#errors?.write(errors);
    await this.#output.write(text);
  }

  async commit(): Promise<void> {
    await this.#errors?.write('');
    await this.#output.commit();
  }

  async close(): Promise<void> {
    this.#output.discard();
    await this.#errors?.close();
  }
}

/** A file with a progress file beside it. The old content is replaced when the first part is written. */
class ResumableOutput implements BatchOutput {
  readonly earlier: BatchProgress | undefined;
  readonly #output: GrowingFile;
  readonly #errors: GrowingFile | undefined;
  readonly #file: ProgressFile;
  readonly #asked: unknown;

  constructor(
    { output, errors }: { readonly output: GrowingFile; readonly errors: GrowingFile | undefined },
    file: ProgressFile,
    earlier: BatchProgress | undefined,
    asked: unknown,
  ) {
    this.earlier = earlier;
    this.#output = output;
    this.#errors = errors;
    this.#file = file;
    this.#asked = asked;
  }

  get isResumable(): boolean {
    return this.earlier !== undefined || this.#output.isOpen;
  }

  /** Records the size of the output. @throws {CommandError} if that fails; the output is then unchanged. */
  note(record: InputRecord): void {
    const errors = this.#errors && { errorBytes: this.#errors.bytes };
    try {
      this.#file.write({
        asked: this.#asked,
        inputBytes: record.bytes,
        inputSha256: record.sha256(),
        inputLines: record.lines,
        outputBytes: this.#output.bytes,
        ...errors,
        ...(record.failed > 0 && { failed: record.failed }),
      });
    } catch (error) {
      throw new CommandError(`${this.#file.path} cannot be written: ${(error as Error).message}`, { cause: error });
    }
  }

  async write(text: string, record: InputRecord, errors = ''): Promise<void> {
    await this.#errors?.write(errors);
    await this.#output.write(text);
    this.note(record);
  }

  async commit(): Promise<void> {
    await this.#errors?.write('');
    await this.#output.write('');
    this.#file.remove();
  }

  async close(): Promise<void> {
    await this.#output.close();
    await this.#errors?.close();
    if (!this.isResumable) this.#file.remove();
  }
}

/** A file that is written from a place on. It is opened and cut there when it is first written. */
class GrowingFile {
  readonly #path: string;
  #handle: FileHandle | undefined;
  bytes: number;

  /** @param bytes - what is known to be complete. */
  constructor(path: string, bytes: number) {
    this.#path = path;
    this.bytes = bytes;
  }

  get isOpen(): boolean {
    return this.#handle !== undefined;
  }

  async write(text: string): Promise<void> {
    const handle = await this.#opened();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, this.bytes + at);
      at += bytesWritten;
    }
    this.bytes += bytes.length;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #opened(): Promise<FileHandle> {
    if (this.#handle !== undefined) return this.#handle;
    try {
      this.#handle = await open(this.#path, constants.O_RDWR | constants.O_CREAT);
      await this.#handle.truncate(this.bytes);
      return this.#handle;
    } catch (error) {
      throw new CommandError(`${this.#path} cannot be written: ${(error as Error).message}`, { cause: error });
    }
  }
}
