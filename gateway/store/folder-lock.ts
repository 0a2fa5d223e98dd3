import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startOf } from '../core/process-start.js';
import { makePrivate } from './data-folder.js';

/** A process that serves from a data folder. */
export interface FolderOwner {
  /** Undefined if unknown, as that of a container from outside of it. */
  readonly pid: number | undefined;
}

/** How long to wait for a process that only checks the lock, in milliseconds. */
const patienceMs = 500;

/**
 * The lock that a gateway holds on its data folder: two gateways would each count separately in memory.
 *
 * It is a lock of SQLite on an empty file, so it ends with the process in any case, on every system that SQLite
 * supports. Commands that change keys do not need it; commands that replace the database do.
 */
export class FolderLock {
  readonly #database: Database.Database;
  readonly #pidFile: string;

  private constructor(database: Database.Database, pidFile: string) {
    this.#database = database;
    this.#pidFile = pidFile;
  }

  /** @throws {Error} with one sentence if another process holds the lock. */
  static take(dataDir: string): FolderLock {
    const { lockFile, pidFile } = filesOf(dataDir);
    createPrivate(lockFile);
    // Nothing is ever written, so that the file stays empty.
    const database = connectionIn(lockFile, patienceMs, 'BEGIN EXCLUSIVE');
    if (database === undefined) {
      const { pid } = readOwner(dataDir);
      const who = pid === undefined ? 'another Textmill' : `another Textmill (process ${pid})`;
      throw new Error(`DATA_DIR is ${JSON.stringify(dataDir)}, but ${who} is using it`);
    }
    try {
      rmSync(pidFile, { force: true });
      writeFileSync(pidFile, `${process.pid} ${startOf(process.pid)}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      database.close();
      throw error;
    }
    return new FolderLock(database, pidFile);
  }

  /** Idempotent. */
  release(): void {
    if (!this.#database.open) return;
    rmSync(this.#pidFile, { force: true });
    this.#database.close();
  }
}

/** Returns the gateway that serves from a data folder; undefined if there is none. */
export function runningGateway(dataDir: string): FolderOwner | undefined {
  const { lockFile } = filesOf(dataDir);
  if (!existsSync(lockFile)) return undefined;
  // A read takes a shared lock: processes that check must not take each other for a gateway.
  const database = connectionIn(lockFile, 0, 'SELECT count(*) FROM sqlite_schema');
  database?.close();
  return database === undefined ? readOwner(dataDir) : undefined;
}

function filesOf(dataDir: string) {
  return { lockFile: join(dataDir, 'gateway.lock'), pidFile: join(dataDir, 'gateway.pid') };
}

function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    makePrivate(file);
  }
}

/** Returns a connection that has run a statement; undefined if another process's lock prevents it. */
function connectionIn(file: string, timeoutMs: number, statement: string): Database.Database | undefined {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { fileMustExist: true, timeout: timeoutMs });
    database.exec(statement);
    return database;
  } catch (error) {
    database?.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return undefined;
    throw new Error(`Cannot lock ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function readOwner(dataDir: string): FolderOwner {
  try {
    const [pid = '', start = ''] = readFileSync(filesOf(dataDir).pidFile, 'utf8').trimEnd().split(' ');
    const isSame = /^[1-9]\d*$/.test(pid) && startOf(Number(pid)) === start;
    return { pid: isSame ? Number(pid) : undefined };
  } catch {
    return { pid: undefined };
  }
}
