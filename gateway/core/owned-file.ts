import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The largest file that is read, in bytes: the state of a supervisor with very many gateways is much smaller. */
const longest = 1024 * 1024;

/** The text of a file, and the user who owns the file. */
export interface OwnedText {
  readonly text: string;
  readonly user: number;
}

/**
 * Reads a small file that somebody else may have put there: not by way of a link, which may lead to a file of another
 * user, and not from a pipe, which may never end.
 *
 * @throws {Error} if it cannot be read, or is not such a file.
 */
export function readOwned(file: string): OwnedText {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile() || status.size > longest) throw new Error(`${file} is not a small file`);
    return { text: readFileSync(descriptor, 'utf8'), user: status.uid };
  } finally {
    closeSync(descriptor);
  }
}
