import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';

/** Who else may read, write or search. */
const othersBits = 0o077;
const everybodyMayWrite = 0o002;

/**
 * Makes the data folder if it is not there.
 *
 * One that every user of the machine may write to is not taken: whoever can put files there chooses the admin token and
 * the keys. A group is let in, since containers are given their volumes that way.
 *
 * @throws {Error} with one sentence that names the setting, if files cannot be made there or are not safe there.
 */
export function prepareDataFolder(dataDir: string): void {
  const setting = `DATA_DIR is ${JSON.stringify(dataDir)}`;
  let mode: number;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    ({ mode } = statSync(dataDir));
  } catch (error) {
    const takes = 'the path of a folder that can be made and written to';
    throw new Error(`${setting}, but it takes ${takes} (${codeOf(error)})`, { cause: error });
  }
  // Windows has no such modes, and shows all of them.
  if (process.platform !== 'win32' && (mode & everybodyMayWrite) !== 0) {
    throw new Error(
      `${setting}, but every user of this machine may write to it: take a folder of its own, or chmod o-w`,
    );
  }
}

/**
 * Files that root makes in somebody else's folder are root's, and their owner could not open them any more.
 *
 * @throws {Error} with one sentence, for root in a folder that belongs to another user.
 */
export function requireOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.getuid?.() === 0 && owner !== 0) {
    throw new Error(
      `DATA_DIR is ${JSON.stringify(dataDir)}, which belongs to user ${owner}: run this as that user, not as root`,
    );
  }
}

/**
 * Closes a file of the data folder to everybody but its owner; one that is not there is passed over. To be called by
 * name before the file is opened: opening and closing a database that another connection uses would drop that
 * connection's locks (POSIX).
 *
 * @throws {Error} with one sentence that names the file, if it is a link or somebody else's.
 */
export function makePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // What it points to may be anybody's: its mode would be changed, and its content believed.
  if (found?.isSymbolicLink())
    throw new Error(`${file} is a symbolic link, and only files of the folder itself are used`);
  if (!found?.isFile() || (found.mode & othersBits) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new Error(`${file} is open to others, and cannot be closed to them (${codeOf(error)})`, { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
