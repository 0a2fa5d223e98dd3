import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpAtEnd } from '../core/clean-up.js';
import { CommandError } from '../core/io.js';
import { SpillFile } from './spill-file.js';

/**
 * The temporary files of a command, in a folder that only this user can read (mode 0700). It is made with the first file,
 * and removed by {@link remove} or when the process ends; only SIGKILL leaves it. Its name has the process's id.
 */
export class TemporaryFiles {
  readonly #directory: string;
  #folder: string | undefined;
  readonly #files = new Set<SpillFile>();
  #count = 0;
  #cancelCleanUp: () => void = () => undefined;

  /** @param directory - where the folder is made. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * @param bufferBytes - what is collected before it is written.
   * @throws {CommandError} if it cannot be made.
   */
  create(bufferBytes: number): SpillFile {
    this.#folder ??= this.#makeFolder();
    const file = new SpillFile(join(this.#folder, `${++this.#count}`), this.#directory, bufferBytes);
    this.#files.add(file);
    return file;
  }

  /** Removes all files. */
  remove(): void {
    this.#cancelCleanUp();
    for (const file of this.#files) file.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #makeFolder(): string {
    // Before there is a folder: a signal between the two would leave it.
    this.#cancelCleanUp = cleanUpAtEnd(() => this.remove());
    try {
      return mkdtempSync(join(this.#directory, `textmill-sort-${process.pid}-`));
    } catch (error) {
      throw new CommandError(`Cannot create temporary files in ${this.#directory}: ${(error as Error).message}`);
    }
  }
}
