import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Author } from '../author.js';
import { FolderLock } from '../folder-lock.js';
import { appendEntry } from './audit-entries.js';
import { databaseFile } from './connection.js';
import { markDatabase } from './database-mark.js';
import { newestVersion } from './migrations.js';

/** Facts of a backup. */
export interface BackupFacts {
  readonly bytes: number;
  readonly accounts: number;
  /** Including revoked ones. */
  readonly keys: number;
  readonly schemaVersion: number;
}

/** The result of a backup. */
export interface NewBackupFacts extends BackupFacts {
  /** Whether the audit log has it: the database may be one that cannot be written, of which a copy is needed most. */
  readonly audited: boolean;
}

/** The result of a restore. */
export interface RestoreFacts extends BackupFacts {
  /** The path of the previous database; null if there was none. */
  readonly replaced: string | null;
}

/** A backup failed, or a file cannot be restored. The message is a sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** How long to wait for another connection's lock, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Copies the database of a data folder to a file, as a consistent snapshot, while a gateway writes to it (SQLite's
 * online backup, https://www.sqlite.org/backup.html). The copy is checked before it gets its name.
 *
 * @param target - replaced if it exists.
 * @throws {BackupError} if the copy is damaged; it is deleted then.
 */
export async function backUp(dataDir: string, target: string, author: Author): Promise<NewBackupFacts> {
  requireWritable(dirname(target));
  const partial = partialFile(target);
  const source = new Sqlite(databaseFile(dataDir), { fileMustExist: true, timeout: timeoutMs });
  try {
    // In one step: otherwise each commit of the gateway would restart it.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    createPrivate(partial);
    await source.backup(partial);
    source.exec('COMMIT');
    const facts = inspect(partial, target);
    const audited = record(source, author, 'backup', target, facts);
    moveDurably(partial, target);
    return { ...facts, audited };
  } finally {
    source.close();
    removeDatabase(partial);
  }
}

/** Appends an entry to the audit log of a database, if that is possible. @returns whether it is there. */
function record(
  database: Sqlite.Database,
  author: Author,
  action: 'backup' | 'restore',
  file: string,
  { accounts, keys, bytes }: BackupFacts,
): boolean {
  const target = { kind: 'database', id: file, accountId: null } as const;
  try {
    database
      .transaction(() => appendEntry(database, author, { action, target, after: { accounts, keys, bytes } }))
      .immediate();
    return true;
  } catch {
    return false;
  }
}

/** Creates a file with its final mode, which SQLite also gives to the journal. @throws {Error} if the name is taken. */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600));
}

/** SQLite would say neither which file it cannot open nor why. @throws {BackupError} */
function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(`${folder} cannot be written to (${code})`, { cause: error });
  }
}

/** Returns a free name for the database that a restore replaces, which may be the only copy. */
function replacedFile(database: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${database}.replaced` : `${database}.replaced-${number}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}

/**
 * Replaces the database by a backup. The folder must not be in use. The previous database is kept.
 *
 * @param source - is not changed.
 * @throws {BackupError} if it is damaged, not a backup of Textmill, or from a newer version.
 * @throws {Error} if a gateway is running on the folder.
 */
export async function restore(source: string, dataDir: string, author: Author): Promise<RestoreFacts> {
  const lock = FolderLock.take(dataDir);
  try {
    const target = databaseFile(dataDir);
    const partial = partialFile(target);
    try {
      createPrivate(partial);
      await copy(source, partial);
      const facts = inspect(partial, source);
      if (facts.schemaVersion > newestVersion()) {
        throw new BackupError(`${source} was made by a newer Textmill (schema version ${facts.schemaVersion})`);
      }
      recordRestore(partial, author, source, facts);
      const replaced = setAside(target);
      moveDurably(partial, target);
      markDatabase(target);
      return { ...facts, replaced };
    } finally {
      removeDatabase(partial);
    }
  } finally {
    lock.release();
  }
}

/** A backup of an earlier version may have no audit log yet. */
function recordRestore(partial: string, author: Author, source: string, facts: BackupFacts): void {
  const database = new Sqlite(partial, { fileMustExist: true });
  try {
    record(database, author, 'restore', source, facts);
  } finally {
    database.close();
  }
}

/** Copies with SQLite, which reads a write-ahead log and detects an incomplete file. */
async function copy(source: string, target: string): Promise<void> {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(source, { readonly: true, fileMustExist: true, timeout: timeoutMs });
    await database.backup(target);
  } catch (error) {
    throw new BackupError(`${source} cannot be read as a backup: ${(error as Error).message}`, { cause: error });
  } finally {
    database?.close();
  }
}

/**
 * @param name - the name of the file in the message.
 * @throws {BackupError} if SQLite finds the file damaged, or not a database of Textmill.
 */
function inspect(file: string, name: string): BackupFacts {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(file, { fileMustExist: true });
    // A copy of a database with a write-ahead log also uses one. A file that is moved must not.
    database.pragma('journal_mode = DELETE');
    const integrity = String(database.pragma('integrity_check(1)', { simple: true }));
    if (integrity !== 'ok') throw new BackupError(`${name} is damaged: ${integrity.replace(/\s+/g, ' ')}`);
    const violations = database.pragma('foreign_key_check') as readonly unknown[];
    if (violations.length > 0) throw new BackupError(`${name} is damaged: ${violations.length} broken references`);
    const count = (table: string) => database?.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
    return {
      bytes: pageBytes(database),
      accounts: count('accounts'),
      keys: count('keys'),
      schemaVersion: database.pragma('user_version', { simple: true }) as number,
    };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${name} is not a database of Textmill: ${(error as Error).message}`, { cause: error });
  } finally {
    database?.close();
  }
}

function pageBytes(database: Sqlite.Database): number {
  const pages = database.pragma('page_count', { simple: true }) as number;
  return pages * (database.pragma('page_size', { simple: true }) as number);
}

/**
 * Keeps a copy of the database that is replaced. The original stays in place, without a log that would damage the new
 * one, so that an interrupted restore leaves a complete database.
 */
function setAside(file: string): string | null {
  if (!existsSync(file)) return null;
  const kept = replacedFile(file);
  foldLog(file);
  for (const suffix of ['', '-wal']) {
    if (!existsSync(file + suffix)) continue;
    copyFileSync(file + suffix, kept + suffix, constants.COPYFILE_EXCL);
  }
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  return kept;
}

/** Writes the log back into its database. A damaged database keeps its log. */
function foldLog(file: string): void {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(file, { fileMustExist: true, timeout: timeoutMs });
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The database is replaced because it is damaged.
  } finally {
    database?.close();
  }
}

/** Renames a file durably: the name is on the disk when this returns. */
function moveDurably(from: string, to: string): void {
  renameSync(from, to);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(to), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** In the folder of the target, so that a rename replaces it atomically. */
function partialFile(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.partial`);
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}
