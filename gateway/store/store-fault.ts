import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log fields of a failed write. */
export interface StoreFault {
  /** The end of a sentence with "cannot be stored": `: the disk is full`, or nothing. */
  readonly reason: '' | ': the disk is full';
  readonly fields: {
    readonly err: unknown;
    readonly file: string;
    /** Free space for this process in the file system; undefined if unknown. */
    readonly freeBytes: number | undefined;
  };
}

/** The store on another machine does not answer, or not as a store that can be written. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';

  /** @param cause - what the connection failed with. */
  constructor(cause: unknown) {
    super(`The store is away: ${(cause as Error).message}`, { cause });
  }
}

/** The store had no time for a write, or another one was in its way. Nothing was written, and a retry may succeed. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super(`The store is busy: ${(cause as Error).message}`, { cause });
  }
}

/** Whether nothing was written, because another process writes, and a retry may succeed. */
export function isBusyFault(error: unknown): boolean {
  return error instanceof StoreBusyError || codeOf(error) === 'SQLITE_BUSY';
}

/** Whether a store cannot be read now, but a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StoreAwayError || isBusyFault(error);
}

/** Whether a database cannot be written for longer than a moment (https://www.sqlite.org/rescode.html). */
export function isWriteFault(error: unknown): boolean {
  if (error instanceof StoreAwayError) return true;
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)(?:_|$)/.test(codeOf(error));
}

/** Describes a failed write to a database. @param file - the database. */
export function storeFault(error: unknown, file: string): StoreFault {
  const freeBytes = freeBytesAt(file);
  // The index of the write-ahead log is mapped into memory: without space for it, SQLite reports an I/O error.
  const isFull = codeOf(error) === 'SQLITE_FULL' || (codeOf(error).startsWith('SQLITE_IOERR') && freeBytes === 0);
  return { reason: isFull ? ': the disk is full' : '', fields: { err: error, file, freeBytes } };
}

/**
 * Returns the error of a start that failed because of a full disk, which names the folder; undefined for other
 * failures.
 */
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
