import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { makePrivate } from '../data-folder.js';
import { OpenedFiles } from '../opened-files.js';
import { markDatabase, markOf, requireDatabase } from './database-mark.js';
import { migrate } from './migrations.js';

export type { Database };

export interface ConnectionOptions {
  /** FULL: a commit is on the disk when it returns. NORMAL: a power cut may lose the last commits, but nothing else. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** How long a statement waits for another connection's lock, in milliseconds. It blocks its thread. */
  readonly busyTimeoutMs: number;
  /** Pages of write-ahead log after which a commit of this connection runs a passive checkpoint; 0 for never. */
  readonly autoCheckpointPages: number;
}

/**
 * Longest wait of the event loop for the counter thread, whose transactions take a few milliseconds. A longer lock (a
 * failing backup) fails only the operator's request.
 */
const eventLoopBusyTimeoutMs = 500;

/** A larger log is truncated to this, in bytes. */
const journalSizeLimit = 16 * 1024 * 1024;

/** Returns the path of the database in a data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'textmill.sqlite');
}

/**
 * Opens the database in a data folder for the event loop, and migrates it to the newest schema. Creates the folder and
 * the file if needed; only their owner can read the file and its two companions.
 *
 * @param busyTimeoutMs - longer where no event loop waits: see {@link ConnectionOptions}.
 * @throws {Error} with one sentence that names the file, also if the folder had a database that is not there.
 */
export function openDatabase(dataDir: string, busyTimeoutMs = eventLoopBusyTimeoutMs): Database {
  const file = databaseFile(dataDir);
  requireDatabase(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  makeFilesPrivate(file);
  const opened = OpenedFiles.of(file);
  // The counter thread runs checkpoints: here they would delay every request.
  const database = connect(file, {
    synchronous: 'FULL',
    busyTimeoutMs,
    autoCheckpointPages: 0,
  });
  try {
    migrate(database);
    opened.check();
    markDatabase(file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens another connection to an existing database. @throws {Error} with one sentence that names the file. */
export function connect(file: string, options: ConnectionOptions): Database {
  let database: Database | undefined;
  try {
    database = new Sqlite(file, { fileMustExist: true, timeout: options.busyTimeoutMs });
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${options.synchronous}`);
    database.pragma('foreign_keys = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma(`journal_size_limit = ${journalSizeLimit}`);
    database.pragma(`wal_autocheckpoint = ${options.autoCheckpointPages}`);
    return database;
  } catch (error) {
    database?.close();
    const { message, code } = error as Error & { readonly code?: string };
    throw Object.assign(new Error(`Cannot open the database ${file}: ${message}`, { cause: error }), { code });
  }
}

/** Loads SQLite's native code, which otherwise the first database does. */
export function loadSqlite(): void {
  new Sqlite(':memory:').close();
}

/** SQLite gives the log and its index the mode of the database, so the mode is set before it opens. */
function makeFilesPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (const name of [file, `${file}-wal`, `${file}-shm`, markOf(file)]) makePrivate(name);
}
