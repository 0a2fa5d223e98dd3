import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createWriteStream,
  fchmodSync,
  fchownSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { cleanUpAtEnd } from '../core/clean-up.js';
import { CommandError, type Io, isReaderGone, ReaderGoneError, write } from '../core/io.js';

/** The destination of a command's result. */
export interface TextOutput {
  /** Resolves once there is room for more. @throws {ReaderGoneError} once the reader has closed the pipe. */
  write(text: string | Uint8Array): Promise<void>;
  /** Completes the result. */
  commit(): Promise<void>;
  /** Discards the result and restores the file. Does nothing after {@link commit}. */
  discard(): void;
}

/**
 * @param file - written to a temporary file beside it, which replaces it when it is complete. So the file may be the
 *   input, and a failure leaves nothing half-written. Standard output if undefined or `-`.
 * @throws {CommandError} if the file cannot be written.
 */
export async function textOutput({ stdout, workingFolder }: Io, file: string | undefined): Promise<TextOutput> {
  if (file === undefined || file === '-') return new StreamOutput(stdout);
  const path = resolve(workingFolder, file);
  try {
    return await openOutput(path, file);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

async function openOutput(path: string, name: string): Promise<TextOutput> {
  const target = isLink(path) ? realpathSync(path) : path;
  const status = statSync(target, { throwIfNoEntry: false });
  // Devices and pipes are written to directly: they have no content to protect.
  if (status === undefined || status.isFile()) return new FileOutput(target, name, status);
  const stream = createWriteStream(target);
  await once(stream, 'open');
  return new StreamOutput(stream, name);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** A stream that is written to directly. */
class StreamOutput implements TextOutput {
  readonly #stream: Writable;
  readonly #file: string | undefined;
  #error: Error | undefined;
  readonly #onError = (error: Error): void => {
    if (isReaderGone(error)) this.#error ??= new ReaderGoneError();
    else if (this.#file === undefined) this.#error ??= error;
    else this.#error ??= new CommandError(`${this.#file} cannot be written: ${error.message}`);
  };

  /** @param file - the name of the file, whose stream ends with the output; undefined for standard output. */
  constructor(stream: Writable, file?: string) {
    this.#stream = stream;
    this.#file = file;
    // Each thread of a sort listens to standard output: Node.js warns of more than ten.
    stream.setMaxListeners(0);
    // Listens also between two writes: an unhandled error would end the process.
    stream.on('error', this.#onError);
  }

  async write(text: string | Uint8Array): Promise<void> {
    if (text.length === 0) return;
    await write(this.#stream, typeof text === 'string' ? Buffer.from(text) : text).catch((error: unknown) => {
      throw this.#error ?? error;
    });
    if (this.#error !== undefined) throw this.#error;
  }

  async commit(): Promise<void> {
    if (this.#file !== undefined) {
      this.#stream.end();
      await finished(this.#stream).catch((error: unknown) => {
        throw this.#error ?? error;
      });
    } else {
      // The empty write finishes after those before it.
      await new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
      this.#stream.off('error', this.#onError);
    }
    if (this.#error !== undefined) throw this.#error;
  }

  discard(): void {}
}

/** A temporary file that replaces another at the end. */
class FileOutput implements TextOutput {
  readonly #output: StreamOutput;
  readonly #stream: Writable;
  readonly #temporary: string;
  readonly #target: string;
  #done = false;
  readonly #cancelCleanUp: () => void;

  /** @param replaced - the file to replace; undefined for a new one. */
  constructor(target: string, name: string, replaced: Stats | undefined) {
    this.#target = target;
    this.#temporary = `${target}.${randomBytes(4).toString('hex')}.tmp`;
    // Registered before the file exists: a signal in between would leave it behind.
    this.#cancelCleanUp = cleanUpAtEnd(() => this.discard());
    try {
      const fd = openSync(this.#temporary, 'wx', replaced === undefined ? 0o666 : 0o600);
      if (replaced !== undefined) keepAccess(fd, replaced);
      this.#stream = createWriteStream(this.#temporary, { fd });
    } catch (error) {
      this.#end();
      throw error;
    }
    this.#output = new StreamOutput(this.#stream, name);
  }

  write(text: string | Uint8Array): Promise<void> {
    return this.#output.write(text);
  }

  async commit(): Promise<void> {
    await this.#output.commit();
    renameSync(this.#temporary, this.#target);
    this.#end();
  }

  discard(): void {
    if (this.#done) return;
    this.#stream.destroy();
    rmSync(this.#temporary, { force: true });
    this.#end();
  }

  #end(): void {
    this.#done = true;
    this.#cancelCleanUp();
  }
}

/** Gives a file the owner and the mode of the one that it replaces. */
function keepAccess(fd: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(fd, uid, gid);
  } catch {
    // Only root can give files away.
  }
  // Independent of the umask.
  fchmodSync(fd, mode & 0o777);
}
