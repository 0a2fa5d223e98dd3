import { existsSync, renameSync, rmSync } from 'node:fs';
import type { PoolClient } from 'pg';
import type { Clock } from '#gateway/core/clock.js';
import type { AuditFacts } from '../audit-log.js';
import type { Author } from '../author.js';
import { FolderLock } from '../folder-lock.js';
import { PostgresAuditLog } from '../postgres/audit-log.js';
import { openPostgresFor } from '../postgres/open.js';
import { appendEntry } from '../sqlite/audit-entries.js';
import { type Database, databaseFile, openDatabase } from '../sqlite/connection.js';
import { markDatabase, markOf } from '../sqlite/database-mark.js';
import { SqliteQuotaLedger } from '../sqlite/quota-ledger.js';
import {
  concludeWrites,
  countAccounts,
  emptyDatabase,
  endMembers,
  lockDatabase,
  readRows,
  writeRows,
} from './postgres-rows.js';
import { type MovedRow, MoveError, type MoveFacts, movedTables } from './tables.js';

/** How long one statement may take, in milliseconds: many rows, over a slow line. */
const statementTimeoutMs = 10 * 60_000;

/** The result of a move out of a data folder. */
export interface MoveToPostgresFacts extends MoveFacts {
  /** The path of the database that was moved, and that no gateway opens any more. */
  readonly kept: string;
}

/**
 * Moves accounts, keys, quotas and the usage history from SQLite to PostgreSQL, in one transaction. The database in the
 * folder is renamed after that.
 *
 * @param url - as DATABASE_URL has it.
 * @throws {MoveError} if there are keys in PostgreSQL already, or a gateway uses it.
 * @throws {UnusableDatabaseError} if it cannot be used.
 * @throws {Error} if a gateway is running on the folder.
 */
export async function moveToPostgres(
  dataDir: string,
  url: string,
  clock: Clock,
  author: Author,
): Promise<MoveToPostgresFacts> {
  const lock = FolderLock.take(dataDir);
  try {
    const database = openDatabase(dataDir);
    let facts: MoveFacts;
    try {
      // What a gateway held that did not stop cleanly counts as spent.
      new SqliteQuotaLedger(database, { process: '', isDead: () => true }).begin(true, clock.now());
      facts = await inPostgres(url, (client) => writeAll(client, database, author));
      database.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
    return { ...facts, kept: setAside(databaseFile(dataDir)) };
  } finally {
    lock.release();
  }
}

/**
 * Moves everything back from PostgreSQL to SQLite, in one transaction of each: the database in the folder is complete
 * before PostgreSQL is emptied.
 *
 * @throws as {@link moveToPostgres}; also {@link MoveError} if there is a database in the folder.
 */
export async function moveToSqlite(url: string, dataDir: string, author: Author): Promise<MoveFacts> {
  const lock = FolderLock.take(dataDir);
  try {
    const file = databaseFile(dataDir);
    if (existsSync(file)) throw new MoveError(`There is a database in the folder already: ${file}`);
    // The one that was moved to PostgreSQL has left a mark, and is not missing.
    const mark = markOf(file);
    const wasMarked = existsSync(mark);
    rmSync(mark, { force: true });
    try {
      return await inPostgres(url, (client) => readAll(client, dataDir, author));
    } catch (error) {
      // It is not known whether a failed commit was carried out: then PostgreSQL may be empty.
      if (!(error instanceof CommitError)) {
        for (const each of [mark, file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true });
        if (wasMarked) markDatabase(file);
      }
      throw error;
    }
  } finally {
    lock.release();
  }
}

/** The commit of a move failed: whether it was carried out is unknown. */
class CommitError extends Error {
  override readonly name = 'CommitError';
}

/** Runs work in one transaction, while no gateway uses the database. */
async function inPostgres<Result>(url: string, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const { pool, close } = await openPostgresFor(url, { connections: 1, statementTimeoutMs });
  try {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await lockDatabase(client);
      const result = await work(client);
      await client.query('COMMIT').catch((error: Error) => {
        throw new CommitError(`Whether the move was carried out is unknown: ${error.message}`, { cause: error });
      });
      return result;
    } finally {
      // Without a commit, the end of the connection rolls back.
      client.release(true);
    }
  } finally {
    await close();
  }
}

async function writeAll(client: PoolClient, database: Database, author: Author): Promise<MoveFacts> {
  const accounts = await countAccounts(client);
  if (accounts > 0) throw new MoveError(`There are ${accounts} accounts in PostgreSQL already: use an empty database`);
  const counts = new Map<string, number>();
  for (const table of movedTables) {
    const rows = database.prepare<[], MovedRow>(table.fromSqlite).iterate();
    counts.set(table.name, await writeRows(client, table, rows));
  }
  await concludeWrites(client);
  const facts = factsOf(counts);
  await new PostgresAuditLog(client).append(author, exportOf('postgres', facts));
  return facts;
}

function exportOf(store: 'postgres' | 'sqlite', facts: MoveFacts): AuditFacts {
  return { action: 'export', target: { kind: 'database', id: store, accountId: null }, after: { ...facts } };
}

async function readAll(client: PoolClient, dataDir: string, author: Author): Promise<MoveFacts> {
  await endMembers(client);
  const counts = new Map<string, number>();
  const database = openDatabase(dataDir);
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const table of movedTables) {
      const insert = database.prepare(table.toSqlite);
      let moved = 0;
      for await (const rows of readRows(client, table)) {
        for (const row of rows) insert.run(row);
        moved += rows.length;
      }
      counts.set(table.name, moved);
    }
    appendEntry(database, author, exportOf('sqlite', factsOf(counts)));
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  await emptyDatabase(client);
  return factsOf(counts);
}

function factsOf(counts: ReadonlyMap<string, number>): MoveFacts {
  return { accounts: counts.get('accounts') ?? 0, keys: counts.get('keys') ?? 0 };
}

/**
 * Renames a database that must not be opened again by mistake. Its mark stays: a gateway that is started without
 * DATABASE_URL must not begin with an empty one.
 *
 * @returns its new path.
 */
function setAside(file: string): string {
  for (let number = 1; ; number++) {
    const kept = number === 1 ? `${file}.moved` : `${file}.moved-${number}`;
    if (existsSync(kept)) continue;
    renameSync(file, kept);
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    return kept;
  }
}
