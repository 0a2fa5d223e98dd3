import { existsSync } from 'node:fs';
import type { Clock } from '#gateway/core/clock.js';
import type { ClockSteps } from '#gateway/core/clock-steps.js';
import type { Log } from '#gateway/core/log.js';
import { nodeTimers } from '#gateway/core/timers.js';
import type { SharedMembers } from './cluster-view.js';
import type { Config } from './config/config.js';
import { IndexedKeyStore } from './keys/indexed-key-store.js';
import { openSharedKeys, type SharedKeys, shareOnMachine } from './keys/shared-keys.js';
import { Sessions } from './sessions/sessions.js';
import type { AuditLog } from './storage/audit-log.js';
import type { Membership } from './storage/membership.js';
import { OpenedFiles } from './storage/opened-files.js';
import { PostgresAuditLog } from './storage/postgres/audit-log.js';
import { listMembers } from './storage/postgres/member-list.js';
import { openPostgres, type PostgresStore } from './storage/postgres/open.js';
import { PostgresSessionTable } from './storage/postgres/session-table.js';
import { PostgresWorkflowTable } from './storage/postgres/workflow-table.js';
import { SqliteAuditLog } from './storage/sqlite/audit-log.js';
import { type Database, databaseFile, openDatabase } from './storage/sqlite/connection.js';
import { clampFutureTimes } from './storage/sqlite/future-times.js';
import { SqliteKeyTable } from './storage/sqlite/key-table.js';
import { SqliteSessionTable } from './storage/sqlite/session-table.js';
import { SqliteWorkflowTable } from './storage/sqlite/workflow-table.js';
import { RemoteTime, type StoreTime } from './storage/store-time.js';
import type { WorkflowTable } from './storage/workflow-table.js';

/**
 * How often the files of the database are checked, and changed keys are read without a request, in milliseconds. A load
 * balancer sends none to a gateway that is not ready because it could not read them.
 */
const pollMs = 1_000;

/** A store that several machines share. */
export interface SharedStore {
  readonly postgres: PostgresStore;
  /** Its time, and the clock by which that is learned. */
  readonly time: StoreTime;
  readonly monotonicMs: () => number;
  readonly keys: SharedKeys;
  readonly members: SharedMembers;
}

/** Where everything is stored: in the data folder, or in a database that other machines share. */
export type OpenedStore =
  | { readonly database: Database; readonly files: OpenedFiles; readonly shared: undefined }
  | { readonly database: undefined; readonly shared: SharedStore };

/** The keys and sessions of a gateway, and the store that they are in. */
export type OpenedKeys = OpenedStore & {
  readonly keys: IndexedKeyStore;
  readonly sessions: Sessions;
  readonly audit: AuditLog;
  readonly workflows: WorkflowTable;
  /** Whether this start created the database. */
  readonly isNew: boolean;
  /** Closes the store. Idempotent; the database in the data folder is closed when it returns. */
  close(): Promise<void>;
};

export interface KeysOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'keyTrustSeconds'>;
  /** Whether other gateways of this machine use it too. */
  readonly isShared: boolean;
  /** Who this gateway is if other machines share the store, and its number on its own. */
  readonly membership: Membership;
  readonly gateway: number;
  readonly clock: Clock;
  readonly clockSteps: ClockSteps;
  readonly log: Log;
  /** The file that keeps other gateways from the data folder. */
  readonly lockFile: string;
}

/**
 * Opens the keys and sessions in the database of DATABASE_URL, or else in SQLite. With DATABASE_URL there is no database
 * in the data folder: `textmill move --to sqlite` would take it for one with keys.
 *
 * @throws {Error} with one sentence if the database cannot be used.
 */
export async function openKeys({
  config: { dataDir, databaseUrl, keyTrustSeconds },
  isShared,
  membership,
  gateway,
  clock,
  clockSteps,
  log,
  lockFile,
}: KeysOptions): Promise<OpenedKeys> {
  const trustMs = keyTrustSeconds * 1_000;
  if (databaseUrl === undefined) {
    const isNew = !existsSync(databaseFile(dataDir));
    const database = openDatabase(dataDir);
    clampFutureTimes(database, clock.now());
    const files = OpenedFiles.ofDatabase(database.name, [lockFile]);
    const table = new SqliteKeyTable(database, files);
    const keys = new IndexedKeyStore(table, clock, { trustMs, log });
    const workflows = new SqliteWorkflowTable(database, table);
    if (isShared) shareOnMachine(keys);
    const sessions = new Sessions(new SqliteSessionTable(database, files), clock);
    const audit = new SqliteAuditLog(database, files);
    const poll = () => {
      files.find();
      keys.follow();
    };
    const stopPolling = nodeTimers.every(pollMs, poll);
    const close = async () => {
      stopPolling();
      database.close();
      await audit.close();
    };
    return { keys, sessions, audit, workflows, database, files, shared: undefined, isNew, close };
  }
  const store = await openPostgres(databaseUrl);
  const monotonicMs = () => clock.now();
  const time = new RemoteTime(monotonicMs, clock.now());
  try {
    const shared = await openSharedKeys({
      store,
      membership,
      gateway,
      time,
      monotonicMs,
      clockSteps,
      log,
      trustMs,
    });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= shared.close().then(() => store.close());
      return closed;
    };
    const members = {
      get isUnavailable() {
        return shared.isUnavailable;
      },
      list: () => listMembers(store.pool, membership.process),
    };
    return {
      keys: shared.keys,
      sessions: new Sessions(new PostgresSessionTable(store.pool), time),
      audit: new PostgresAuditLog(store.pool),
      workflows: new PostgresWorkflowTable(store.pool),
      database: undefined,
      shared: { postgres: store, time, monotonicMs, keys: shared, members },
      isNew: store.isNew,
      close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
