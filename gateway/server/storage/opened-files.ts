import { statSync } from 'node:fs';
import { StoreLostError } from './store-fault.js';

/** A file as it was when it was opened. It can be sent to a thread. */
export interface OpenedFile {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
  /** Whether it is lost when it is empty. A database never is; its log, its index and a lock may be at any time. */
  readonly mustHaveContent: boolean;
}

/**
 * Files that this process has open, and that must stay where they are. SQLite goes on with a file that was deleted, moved
 * or replaced, and so do other processes with what is at the path: each would confirm changes that the others never see.
 *
 * Files are compared by device and inode, never opened: closing a file drops all locks that its process has on it (POSIX).
 */
export class OpenedFiles {
  readonly files: readonly OpenedFile[];
  #loss: StoreLostError | undefined;

  constructor(files: readonly OpenedFile[]) {
    this.files = files;
  }

  /**
   * Notes which files of an open database are at their paths.
   *
   * @param database - its path; it has been read, so that it has a write-ahead log and an index.
   * @param others - further files that must stay.
   * @throws {StoreLostError} if one is not there.
   */
  static ofDatabase(database: string, others: readonly string[] = []): OpenedFiles {
    const mayBeEmpty = [`${database}-wal`, `${database}-shm`, ...others];
    return new OpenedFiles([opened(database, true), ...mayBeEmpty.map((path) => opened(path))]);
  }

  /** Notes which file is at a path. @throws {StoreLostError} if there is none. */
  static of(path: string): OpenedFiles {
    return new OpenedFiles([opened(path)]);
  }

  /** Looks for the files, and remembers for {@link require} what is lost. It takes about 3 µs for each file. */
  find(): StoreLostError | undefined {
    this.#loss = undefined;
    for (const file of this.files) this.#loss ??= lossOf(file);
    return this.#loss;
  }

  /** @throws {StoreLostError} if a file was not found the last time. */
  require(): void {
    if (this.#loss !== undefined) throw this.#loss;
  }

  /** @throws {StoreLostError} if a file is not found now. */
  check(): void {
    this.find();
    this.require();
  }

  /**
   * Runs work that changes the database. Nothing is confirmed that may be in a file which nobody will see, and nearly
   * nothing is written into one: a change that was refused would be there when the file comes back.
   *
   * @throws {StoreLostError} if a file is not found before the work, or after it; then the work may be done.
   */
  during<Result>(work: () => Result): Result {
    this.check();
    const result = work();
    this.check();
    return result;
  }
}

function opened(path: string, mustHaveContent = false): OpenedFile {
  const found = fileAt(path);
  if (found === undefined) throw new StoreLostError(path, 'deleted or moved');
  return { path, device: found.dev, inode: found.ino, mustHaveContent };
}

function lossOf({ path, device, inode, mustHaveContent }: OpenedFile): StoreLostError | undefined {
  const found = fileAt(path);
  if (found === undefined) return new StoreLostError(path, 'deleted or moved');
  if (found.dev !== device || found.ino !== inode) return new StoreLostError(path, 'replaced');
  return mustHaveContent && found.size === 0n ? new StoreLostError(path, 'emptied') : undefined;
}

/** Returns undefined if there is no file, or its folder cannot be searched. */
function fileAt(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
