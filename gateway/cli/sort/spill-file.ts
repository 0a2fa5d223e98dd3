import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { CommandError } from '../core/io.js';

/** A temporary file: written once from start to end, then read, then deleted. It is open only while it must be. */
export class SpillFile {
  readonly #path: string;
  readonly #directory: string;
  #buffer: Buffer;
  #buffered = 0;
  #descriptor: number | undefined;
  #size = 0;

  /**
   * @param path - of a file that does not exist.
   * @param directory - for errors.
   * @param bufferBytes - bytes per write.
   */
  constructor(path: string, directory: string, bufferBytes: number) {
    this.#path = path;
    this.#directory = directory;
    this.#buffer = Buffer.allocUnsafeSlow(bufferBytes);
    this.#descriptor = this.#try(() => openSync(path, 'wx', 0o600));
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  /** @throws {CommandError} if there is no room. */
  append(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#buffered + bytes.length > this.#buffer.length) this.#flush();
    if (bytes.length >= this.#buffer.length) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#buffered);
      this.#buffered += bytes.length;
    }
  }

  /** Ends the writing. */
  finish(): void {
    this.#flush();
    this.#buffer = Buffer.alloc(0);
    this.close();
  }

  /** Reads bytes that have been written. The first call opens the file. */
  read(target: Uint8Array, position: number): void {
    this.#try(() => {
      this.#descriptor ??= openSync(this.#path, 'r');
      for (let done = 0; done < target.length; ) {
        const count = readSync(this.#descriptor, target, done, target.length - done, position + done);
        if (count === 0) throw new Error(`${this.#path} has become shorter`);
        done += count;
      }
    });
  }

  remove(): void {
    this.close();
    this.#try(() => unlinkSync(this.#path));
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  #write(bytes: Uint8Array): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) throw new Error(`${this.#path} is closed`);
    this.#try(() => {
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    });
  }

  /** Closes the file. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #try<Result>(access: () => Result): Result {
    try {
      return access();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new CommandError(
        code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
          ? `${this.#directory} has no room for the temporary files (${code}): name another folder with --temporary-directory`
          : `The temporary files in ${this.#directory} cannot be used: ${message}`,
      );
    }
  }
}
