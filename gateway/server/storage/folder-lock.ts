import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { readOwned } from '#gateway/core/owned-file.js';
import { isProcessOf, startOf } from '#gateway/core/process-start.js';
import { makePrivate } from './data-folder.js';
import { OpenedFiles } from './opened-files.js';

/** A process that serves from a data folder: a gateway, or the supervisor of several. */
export interface FolderOwner {
  /** Undefined if unknown, as that of a container from outside of it, or if another user's process is named. */
  readonly pid: number | undefined;
}

/** How long to wait for a process that only checks the lock, in milliseconds. */
const lockTimeoutMs = 500;

/** How long to wait before the next attempt to share the lock, in milliseconds. */
const retryMs = 5;

const exclusively = 'BEGIN EXCLUSIVE';
const shared = 'BEGIN; SELECT count(*) FROM sqlite_schema';

/**
 * The lock that a gateway holds on its data folder: gateways that do not know of each other would each count separately
 * in memory.
 *
 * It is a lock of SQLite on an empty file, so it ends with the process in any case, on every system that SQLite
 * supports. Commands that change keys do not need it; commands that replace the database do.
 *
 * The gateways of one supervisor share it, each with a lock of its own: nobody else gets the folder before the last of
 * them has ended, also if the supervisor was killed. The file with the process id has the supervisor's.
 */
export class FolderLock {
  readonly #database: Database.Database;
  readonly #pidFile: string;
  /** A second lock, of gateways that share the first: commands that test the first take the same lock as these. */
  readonly #membership: Database.Database | undefined;

  readonly #lockFile: OpenedFiles;

  private constructor(database: Database.Database, pidFile: string, membership?: Database.Database) {
    this.#database = database;
    this.#pidFile = pidFile;
    this.#membership = membership;
    this.#lockFile = OpenedFiles.of(database.name);
  }

  /** The file that must stay where it is: another gateway would lock the one in its place. */
  get file(): string {
    return this.#database.name;
  }

  /** @throws {Error} with one sentence if another process holds the lock. */
  static take(dataDir: string): FolderLock {
    const { lockFile, pidFile } = filesOf(dataDir);
    createPrivate(lockFile);
    // Nothing is ever written, so that the file stays empty.
    const database = connectionIn(lockFile, lockTimeoutMs, exclusively);
    if (database === undefined) throw inUse(dataDir);
    writeOwner(database, pidFile, process.pid);
    return new FolderLock(database, pidFile);
  }

  /**
   * Takes the lock together with the other gateways of a supervisor.
   *
   * @param supervisor - its process id.
   * @throws {Error} with one sentence if anybody else holds the lock.
   */
  static async share(dataDir: string, supervisor: number): Promise<FolderLock> {
    const { lockFile, pidFile, membersFile } = filesOf(dataDir);
    createPrivate(lockFile);
    createPrivate(membersFile);
    for (const deadline = performance.now() + lockTimeoutMs; performance.now() < deadline; await wait(retryMs)) {
      // The first one writes whose folder it is, while nobody else has a lock.
      const first = connectionIn(lockFile, 0, exclusively);
      if (first !== undefined) {
        writeOwner(first, pidFile, supervisor);
        first.close();
      }
      const database = connectionIn(lockFile, 0, shared);
      // In between, another supervisor's gateway may have been the first.
      if (database !== undefined && readOwner(dataDir).pid === supervisor) {
        return new FolderLock(database, pidFile, connectionIn(membersFile, lockTimeoutMs, shared));
      }
      database?.close();
    }
    throw inUse(dataDir);
  }

  /** Idempotent. The last one that shares the lock removes the file with the process id. */
  release(): void {
    if (!this.#database.open) return;
    this.#membership?.close();
    const isLast = this.#membership === undefined || isAlone(this.#database);
    // In another folder at the same path, it is that of another gateway.
    if (isLast && this.#lockFile.find() === undefined) rmSync(this.#pidFile, { force: true });
    this.#database.close();
  }
}

function inUse(dataDir: string): Error {
  const { pid } = readOwner(dataDir);
  const who = pid === undefined ? 'another Textmill' : `another Textmill (process ${pid})`;
  return new Error(`DATA_DIR is ${JSON.stringify(dataDir)}, but ${who} is using it`);
}

/** Writes whose folder it is. @param database - holds the lock exclusively; closed if the file cannot be written. */
function writeOwner(database: Database.Database, pidFile: string, pid: number): void {
  try {
    rmSync(pidFile, { force: true });
    writeFileSync(pidFile, `${pid} ${startOf(pid)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether no other process has the lock that this one holds. */
function isAlone(database: Database.Database): boolean {
  try {
    database.exec(`ROLLBACK; ${exclusively}`);
    return true;
  } catch {
    return false;
  }
}

/** Returns the gateway that serves from a data folder; undefined if there is none. */
export function runningGateway(dataDir: string): FolderOwner | undefined {
  const { lockFile, membersFile } = filesOf(dataDir);
  if (!existsSync(lockFile)) return undefined;
  // A read takes a shared lock: processes that check must not take each other for a gateway.
  if (!canLock(lockFile, 0, shared)) return readOwner(dataDir);
  const isShared = existsSync(membersFile) && !canLock(membersFile, lockTimeoutMs, exclusively);
  return isShared ? readOwner(dataDir) : undefined;
}

function canLock(file: string, timeoutMs: number, statement: string): boolean {
  const database = connectionIn(file, timeoutMs, statement);
  database?.close();
  return database !== undefined;
}

function filesOf(dataDir: string) {
  const file = (name: string): string => join(dataDir, `gateway.${name}`);
  return { lockFile: file('lock'), pidFile: file('pid'), membersFile: file('members') };
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
    const { text, user } = readOwned(filesOf(dataDir).pidFile);
    const [pid = '', start = ''] = text.trimEnd().split(' ');
    return { pid: isProcessOf({ pid: Number(pid), start }, user) ? Number(pid) : undefined };
  } catch {
    return { pid: undefined };
  }
}
