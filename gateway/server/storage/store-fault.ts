import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log fields of a failed write. */
export interface StoreFault {
  /** The end of a sentence with "cannot be stored", or nothing. */
  readonly reason: '' | ': the disk is full' | ': the database is damaged';
  readonly fields: {
    readonly err: unknown;
    readonly file: string;
    /** Free space for this process in the file system; undefined if unknown. */
    readonly freeBytes: number | undefined;
  };
}

/** The store on another machine does not respond, or not as a store that can be written. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  /** @param cause - what the connection failed with. */
  constructor(cause: unknown) {
    super(`The store is unavailable: ${(cause as Error).message}`, { cause });
  }
}

/** The store had no time for a write, or another one was in its way. Nothing was written, and a retry may succeed. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super(`The store is busy: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A file of the store is not where it was opened, so nobody may ever see what is written to it. It has a code, because
 * threads lose the class of an error.
 */
export class StoreLostError extends Error {
  override readonly name = 'StoreLostError';
  readonly code = 'STORE_LOST';

  /** @param file - its path. @param what - what has happened to it since it was opened. */
  constructor(
    readonly file: string,
    what: 'deleted or moved' | 'replaced' | 'emptied',
  ) {
    super(
      `${file} was ${what} while it was in use: put it back; or stop the gateway, restore a backup if the database is gone, ` +
        'and start again',
    );
  }
}

/** A row of the store is not as any release writes it. */
export class DamagedRowError extends Error {
  override readonly name = 'DamagedRowError';
  readonly code = 'SQLITE_CORRUPT';
}

/** Whether nothing was written, because another process writes, and a retry may succeed. */
export function isBusyFault(error: unknown): boolean {
  return error instanceof StoreBusyError || codeOf(error) === 'SQLITE_BUSY';
}

/** Whether a store cannot be read now, but a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return isBusyFault(error) || (error instanceof StoreUnavailableError && !isDamage(error));
}

/** Whether a file of the store is not where it was opened. */
export function isLost(error: unknown): boolean {
  return codeOf(error) === 'STORE_LOST';
}

/** Codes of SQLite (https://www.sqlite.org/rescode.html): it is no database, or pages are damaged or unreadable. */
const sqliteDamage = /^SQLITE_(?:CORRUPT|NOTADB|IOERR_(?:READ|SHORT_READ|DATA|CORRUPTFS))(?:_|$)/;
/** Codes of PostgreSQL: damaged data or indexes; schemas, functions and tables that are missing. */
const postgresDamage = /^(?:XX00[12]|3F000|42704|42883|42P01)$/;

/** Whether a store cannot read what it has stored: something is damaged or missing, and no retry succeeds. */
export function isDamage(error: unknown): boolean {
  if (error instanceof StoreUnavailableError) return postgresDamage.test(codeOf(error.cause));
  const code = codeOf(error);
  return sqliteDamage.test(code) || (code === 'SQLITE_ERROR' && /^no such (?:table|column): /.test(messageOf(error)));
}

/**
 * Whether a store cannot be used for longer than a moment: it is unavailable, lost or damaged, or cannot be written.
 */
export function isStoreFault(error: unknown): boolean {
  if (error instanceof StoreUnavailableError || isLost(error) || isDamage(error)) return true;
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)(?:_|$)/.test(codeOf(error));
}

/** Describes a failed write to a database. @param file - the database. */
export function storeFault(error: unknown, file: string): StoreFault {
  const freeBytes = freeBytesAt(file);
  // The index of the write-ahead log is mapped into memory: without space for it, SQLite reports an I/O error.
  const isFull = codeOf(error) === 'SQLITE_FULL' || (codeOf(error).startsWith('SQLITE_IOERR') && freeBytes === 0);
  const damage = isDamage(error) ? ': the database is damaged' : '';
  return { reason: isFull ? ': the disk is full' : damage, fields: { err: error, file, freeBytes } };
}

/** Returns the error of a start that failed because of a damaged database, which names it; undefined for others. */
export function damagedError(error: unknown, file: string): Error | undefined {
  if (!isDamage(error)) return undefined;
  const { cause = error } = error as Error;
  return new Error(`The database ${file} is damaged (${messageOf(cause)}): restore a backup with textmill restore`, {
    cause: error,
  });
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

function messageOf(error: unknown): string {
  return (error as Error).message;
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
