import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpAtEnd } from '../core/clean-up.js';
import { CommandError } from '../core/io.js';
import { SpillFile } from './spill-file.js';

/**
 * The temporary files of a command, in a folder that only this user can read (mode 0700). It is created with the first
 * file, and deleted by {@link remove} or at the end of the process; only SIGKILL leaves it. Its name contains the
 * process id.
 */
export class TemporaryFiles {
  readonly #directory: string;
  #folder: string | undefined;
  readonly #files = new Set<SpillFile>();
  #count = 0;
  #cancelCleanUp: () => void = () => undefined;

  /** @param directory - the parent of the folder. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * @param bufferBytes - bytes per write.
   * @throws {CommandError} if it cannot be created.
   */
  create(bufferBytes: number): SpillFile {
    this.#folder ??= this.#makeFolder();
    const file = new SpillFile(join(this.#folder, `${++this.#count}`), this.#directory, bufferBytes);
    this.#files.add(file);
    return file;
  }

  /** Deletes all files. */
  remove(): void {
    this.#cancelCleanUp();
    for (const file of this.#files) file.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #makeFolder(): string {
    // Registered before the folder exists: a signal in between would leave it behind.
    this.#cancelCleanUp = cleanUpAtEnd(() => this.remove());
    try {
      return mkdtempSync(join(this.#directory, `textmill-sort-${process.pid}-`));
    } catch (error) {
      throw new CommandError(`Cannot create temporary files in ${this.#directory}: ${(error as Error).message}`);
    }
  }
}
