import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';

/** Permissions of the group and of others. */
const othersBits = 0o077;
const everybodyMayWrite = 0o002;

/**
 * Creates the data folder if needed.
 *
 * Refuses a folder that every user of the machine may write to: they could replace the admin token and the keys. A
 * group is allowed, because containers get their volumes that way.
 *
 * @throws {Error} with one sentence that names the setting, if files cannot be created there or are not safe there.
 */
export function prepareDataFolder(dataDir: string): void {
  const setting = `DATA_DIR is ${JSON.stringify(dataDir)}`;
  let mode: number;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    ({ mode } = statSync(dataDir));
  } catch (error) {
    const takes = 'the path of a folder that can be created and written to';
    throw new Error(`${setting}, but it takes ${takes} (${codeOf(error)})`, { cause: error });
  }
  // Windows has no such modes, and reports all of them.
  if (process.platform !== 'win32' && (mode & everybodyMayWrite) !== 0) {
    throw new Error(`${setting}, but every user of this machine may write to it: use another folder, or chmod o-w`);
  }
}

/**
 * Refuses root in another user's folder: root would own the files it creates, and the user could not open them.
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
 * Makes a file of the data folder accessible only to its owner; does nothing if it does not exist. Call it before the
 * file is opened, with its name: opening and closing a database that another connection uses would drop that
 * connection's locks (POSIX).
 *
 * @throws {Error} with one sentence that names the file, if it is a link or belongs to another user.
 */
export function makePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // The target may belong to anyone: its mode would be changed, and its content trusted.
  if (found?.isSymbolicLink()) throw new Error(`${file} is a symbolic link; replace it with a file`);
  if (!found?.isFile() || (found.mode & othersBits) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new Error(`${file} is accessible to other users, and its mode cannot be changed (${codeOf(error)})`, {
      cause: error,
    });
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
