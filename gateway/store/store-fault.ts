import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the log says of a write that failed. */
export interface StoreFault {
  /** What stands behind "cannot be stored" in a sentence: `: the disk is full`, or nothing. */
  readonly reason: '' | ': the disk is full';
  readonly fields: {
    readonly err: unknown;
    readonly file: string;
    /** Space left for this process where the file is; undefined if the system does not tell. */
    readonly freeBytes: number | undefined;
  };
}

/** Whether a database cannot be written, and will not be a moment later either (https://www.sqlite.org/rescode.html). */
export function isWriteFault(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)(?:_|$)/.test(codeOf(error));
}

/** Describes a write to a database that failed. @param file - the database. */
export function storeFault(error: unknown, file: string): StoreFault {
  const freeBytes = freeBytesAt(file);
  // The index of the write-ahead log is mapped into memory: SQLite calls it an I/O error if that does not fit.
  const isFull = codeOf(error) === 'SQLITE_FULL' || (codeOf(error).startsWith('SQLITE_IOERR') && freeBytes === 0);
  return { reason: isFull ? ': the disk is full' : '', fields: { err: error, file, freeBytes } };
}

/** Returns a sentence that names the folder for a start that failed on a full disk; undefined for all other failures. */
export function fullDiskError(error: unknown, folder: string): Error | undefined {
  const causes = [error, (error as { readonly cause?: unknown } | undefined)?.cause].map(codeOf);
  const code = causes.find((each) => each === 'ENOSPC' || each === 'EDQUOT' || each === 'SQLITE_FULL');
  if (code === undefined) return undefined;
  return new Error(
    `The disk is full (${code}): DATA_DIR ${folder} cannot be written; free some space and start again`,
    {
      cause: error,
    },
  );
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | undefined)?.code ?? '');
}

function freeBytesAt(file: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
