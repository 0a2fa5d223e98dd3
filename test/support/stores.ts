import { describe } from 'node:test';
import type { Database } from 'better-sqlite3';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { Sessions } from '#gateway/server/sessions/sessions.js';
import type { AuditLog } from '#gateway/server/storage/audit-log.js';
import { PostgresAuditLog } from '#gateway/server/storage/postgres/audit-log.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { PostgresSessionTable } from '#gateway/server/storage/postgres/session-table.js';
import { SqliteAuditLog } from '#gateway/server/storage/sqlite/audit-log.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { SqliteSessionTable } from '#gateway/server/storage/sqlite/session-table.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { ManualClock } from './manual-clock.js';
import { createTestDatabase, withoutPostgres } from './postgres.js';
import { temporaryFolder } from './temporary-folder.js';

/** A new store, as two gateways have it. */
export interface OpenedStores {
  readonly clock: ManualClock;
  readonly store: IndexedKeyStore;
  readonly second: IndexedKeyStore;
  /** Sessions, as the same two gateways have them. */
  readonly sessions: Sessions;
  readonly secondSessions: Sessions;
  /** Opens it once more, as a restart does. */
  reopen(): Promise<IndexedKeyStore>;
  /** The number of secrets in it. */
  countSecrets(): Promise<number>;
  readonly audit: AuditLog;
  /** Runs a statement without values, in the SQL that both engines have in common. */
  sql(text: string): Promise<unknown>;
}

/** A new store in SQLite. */
export interface OpenedSqliteStores extends OpenedStores {
  readonly dataDir: string;
  /** The connection of the first one. */
  readonly database: Database;
}

type OpenStores = (scope: CleanupScope) => Promise<OpenedStores>;

/** Opens a new store in SQLite. */
export async function openSqliteStores(scope: CleanupScope): Promise<OpenedSqliteStores> {
  const dataDir = temporaryFolder(scope);
  const clock = new ManualClock();
  const start = () => {
    const database = openDatabase(dataDir);
    cleanUpAfter(scope, () => void database.close());
    const sessions = new Sessions(new SqliteSessionTable(database), clock);
    return { database, sessions, store: new IndexedKeyStore(new SqliteKeyTable(database), clock) };
  };
  const { database, sessions, store } = start();
  const audit = new SqliteAuditLog(database);
  cleanUpAfter(scope, () => audit.close());
  const second = start();
  return {
    dataDir,
    clock,
    database,
    store,
    sessions,
    second: second.store,
    secondSessions: second.sessions,
    reopen: async () => start().store,
    countSecrets: async () => database.prepare<[], number>('SELECT count(*) FROM secrets').pluck().get() ?? 0,
    audit,
    sql: async (text) => database.exec(text),
  };
}

/** Opens a new store in a database of its own. */
const openPostgresStores: OpenStores = async (scope) => {
  const url = await createTestDatabase();
  const clock = new ManualClock();
  const start = async () => {
    const opened = await openPostgres(url);
    cleanUpAfter(scope, () => opened.close());
    const store = new IndexedKeyStore(new PostgresKeyTable(opened.pool), clock);
    await store.refresh();
    return { ...opened, store, sessions: new Sessions(new PostgresSessionTable(opened.pool), clock) };
  };
  const { pool, store, sessions } = await start();
  const second = await start();
  return {
    clock,
    store,
    sessions,
    second: second.store,
    secondSessions: second.sessions,
    reopen: async () => (await start()).store,
    countSecrets: async () => {
      const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM secrets');
      return rows[0]?.count ?? 0;
    },
    audit: new PostgresAuditLog(pool),
    sql: (text) => pool.query(text),
  };
};

const engines = [
  { name: 'SQLite', skip: false, open: openSqliteStores },
  { name: 'PostgreSQL', skip: withoutPostgres, open: openPostgresStores },
];

/** Runs tests over each engine of the store. @param tests - gets a function that opens a new store. */
export function overEachStore(tests: (open: OpenStores) => void): void {
  for (const { name, skip, open } of engines) describe(`in ${name}`, { skip }, () => tests(open));
}
