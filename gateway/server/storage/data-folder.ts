import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';

/** Permissions of the group and of others. */
const othersBits = 0o077;
const everybodyMayWrite = 0o002;

/**
 * Creates the data folder if needed.
 *
 * Refuses root in another user's folder: root would own the files that it creates, so that the user could not open them,
 * and would follow the links that the user has put there.
 *
 * Refuses a folder that every user of the machine may write to: they could replace the admin token and the keys. A
 * group is allowed, because containers get their volumes that way.
 *
 * @throws {Error} with one sentence that names the setting, if files cannot be created there or are not safe there.
 */
export function prepareDataFolder(dataDir: string): void {
  const setting = `DATA_DIR is ${JSON.stringify(dataDir)}`;
  let mode: number;
  let uid: number;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    ({ mode, uid } = statSync(dataDir));
  } catch (error) {
    const takes = 'the path of a folder that can be created and written to';
    throw new Error(`${setting}, but it takes ${takes} (${codeOf(error)})`, { cause: error });
  }
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new Error(`${setting}, which belongs to user ${uid}: run this as that user, not as root`);
  }
  // Windows has no such modes, and reports all of them.
  if (process.platform !== 'win32' && (mode & everybodyMayWrite) !== 0) {
    throw new Error(`${setting}, but every user of this machine may write to it: use another folder, or chmod o-w`);
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
