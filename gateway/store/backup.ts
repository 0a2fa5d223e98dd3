import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { databaseFile } from './connection.js';
import { FolderLock } from './folder-lock.js';
import { newestVersion } from './migrations.js';

/** What a backup holds. */
export interface BackupFacts {
  readonly bytes: number;
  readonly accounts: number;
  /** Revoked ones among them. */
  readonly keys: number;
  readonly schemaVersion: number;
}

/** What was restored. */
export interface RestoreFacts extends BackupFacts {
  /** Where the database is that was there before; null if there was none. */
  readonly replaced: string | null;
}

/** How a backup or a file for a restore turned out to be no good. The message is a sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** How long to wait for another connection's lock, in milliseconds. */
const patienceMs = 5_000;

/**
 * Copies the database of a data folder to a file, whole and as of one moment, while a gateway goes on writing to it
 * (SQLite's online backup, https://www.sqlite.org/backup.html). The copy is checked before it takes its name.
 *
 * @param target - replaced if it is there.
 * @throws {BackupError} if the copy is damaged; then nothing is left of it.
 */
export async function backUp(dataDir: string, target: string): Promise<BackupFacts> {
  requireWritable(dirname(target));
  const partial = partialFile(target);
  const source = new Sqlite(databaseFile(dataDir), { fileMustExist: true, timeout: patienceMs });
  try {
    // One moment for all of it: otherwise it would begin anew with each commit of the gateway.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    // Its mode from the start: SQLite gives the journal the same.
    closeSync(openSync(partial, 'wx', 0o600));
    await source.backup(partial);
    source.exec('COMMIT');
    const facts = inspect(partial, target);
    moveDurably(partial, target);
    return facts;
  } finally {
    source.close();
    removeDatabase(partial);
  }
}

/** SQLite would not say which file it cannot open, nor why. @throws {BackupError} */
function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(`${folder} cannot be written to (${code})`, { cause: error });
  }
}

/** A name for the database that a restore replaces: one that is free, since it may be the only copy of what was there. */
function replacedFile(database: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${database}.replaced` : `${database}.replaced-${number}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Puts a backup in the place of the database. The folder must not be in use; what was there before is kept.
 *
 * @param source - stays as it is.
 * @throws {BackupError} if it is damaged, no backup of Textmill, or of a newer version.
 * @throws {Error} if a gateway is running on the folder.
 */
export async function restore(source: string, dataDir: string): Promise<RestoreFacts> {
  const lock = FolderLock.take(dataDir);
  try {
    const target = databaseFile(dataDir);
    const partial = partialFile(target);
    try {
      await copy(source, partial);
      chmodSync(partial, 0o600);
      const facts = inspect(partial, source);
      if (facts.schemaVersion > newestVersion()) {
        throw new BackupError(`${source} was made by a newer Textmill (schema version ${facts.schemaVersion})`);
      }
      const replaced = setAside(target);
      moveDurably(partial, target);
      return { ...facts, replaced };
    } finally {
      removeDatabase(partial);
    }
  } finally {
    lock.release();
  }
}

/** By SQLite, so that a file that is not whole, or has a log of its own, is read rightly. */
async function copy(source: string, target: string): Promise<void> {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(source, { readonly: true, fileMustExist: true, timeout: patienceMs });
    await database.backup(target);
  } catch (error) {
    throw new BackupError(`${source} cannot be read as a backup: ${(error as Error).message}`, { cause: error });
  } finally {
    database?.close();
  }
}

/**
 * @param name - what the file is a copy of or will become, for the message.
 * @throws {BackupError} if SQLite finds the file damaged, or it is none of Textmill's.
 */
function inspect(file: string, name: string): BackupFacts {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(file, { fileMustExist: true });
    // A copy of a database with a write-ahead log asks for one itself, which a file that is to be moved must not have.
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
    throw new BackupError(`${name} is no database of Textmill: ${(error as Error).message}`, { cause: error });
  } finally {
    database?.close();
  }
}

function pageBytes(database: Sqlite.Database): number {
  const pages = database.pragma('page_count', { simple: true }) as number;
  return pages * (database.pragma('page_size', { simple: true }) as number);
}

/**
 * Keeps a copy of the database that is replaced. It stays in its place, without a log that the new one would be damaged
 * by, so that there is a whole database whenever this is broken off.
 */
function setAside(file: string): string | null {
  if (!existsSync(file)) return null;
  const kept = replacedFile(file);
  foldLog(file);
  for (const suffix of ['', '-wal']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, kept + suffix);
  }
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  return kept;
}

/** Takes the log back into its database. One that is damaged keeps its log. */
function foldLog(file: string): void {
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(file, { fileMustExist: true, timeout: patienceMs });
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // It is replaced because it is no good.
  } finally {
    database?.close();
  }
}

/** Renames, and has the name on the disk before it returns. */
function moveDurably(from: string, to: string): void {
  renameSync(from, to);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(to), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Beside the target, so that a rename puts it in its place in one step. */
function partialFile(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomBytes(4).toString('hex')}.partial`);
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}
