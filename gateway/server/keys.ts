import type { Config } from '../config/config.js';
import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import { IndexedKeyStore } from '../keys/indexed-key-store.js';
import { openSharedKeys, type SharedKeys, shareOnMachine } from '../keys/shared-keys.js';
import { Sessions } from '../sessions/sessions.js';
import type { Membership } from '../store/membership.js';
import { listMembers } from '../store/postgres/member-list.js';
import { openPostgres, type PostgresStore } from '../store/postgres/open.js';
import { PostgresSessionTable } from '../store/postgres/session-table.js';
import type { Database } from '../store/sqlite/connection.js';
import { SqliteKeyTable } from '../store/sqlite/key-table.js';
import { SqliteSessionTable } from '../store/sqlite/session-table.js';
import { RemoteTime, type StoreTime } from '../store/store-time.js';
import type { SharedMembers } from './cluster-view.js';

/** A store that several machines share. */
export interface SharedStore {
  readonly postgres: PostgresStore;
  /** Its time, and the clock by which that is learned. */
  readonly time: StoreTime;
  readonly monotonicMs: () => number;
  readonly keys: SharedKeys;
  readonly members: SharedMembers;
}

/** The keys and sessions of a gateway. */
export interface OpenedKeys {
  readonly keys: IndexedKeyStore;
  readonly sessions: Sessions;
  /** Set if other machines share them. */
  readonly shared: SharedStore | undefined;
  /** Closes the store that is shared. Idempotent. */
  closeShared(): Promise<void>;
}

export interface KeysOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'keyTrustSeconds'>;
  /** The database in the data folder. */
  readonly database: Database;
  /** Whether other gateways of this machine use it too. */
  readonly isShared: boolean;
  /** Who this gateway is if other machines share the store, and its number on its own. */
  readonly membership: Membership;
  readonly gateway: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Opens the keys and sessions in the database of DATABASE_URL, or else in SQLite.
 *
 * @throws {Error} with one sentence if the database cannot be used.
 */
export async function openKeys({
  config: { databaseUrl, keyTrustSeconds },
  database,
  isShared,
  membership,
  gateway,
  clock,
  log,
}: KeysOptions): Promise<OpenedKeys> {
  if (databaseUrl === undefined) {
    const keys = new IndexedKeyStore(new SqliteKeyTable(database), clock);
    if (isShared) shareOnMachine(keys);
    const sessions = new Sessions(new SqliteSessionTable(database), clock);
    return { keys, sessions, shared: undefined, closeShared: async () => {} };
  }
  const store = await openPostgres(databaseUrl);
  const monotonicMs = () => clock.now();
  const time = new RemoteTime(monotonicMs, clock.now());
  try {
    const shared = await openSharedKeys({
      ...{ store, membership, gateway, time, monotonicMs, log },
      trustMs: keyTrustSeconds * 1_000,
    });
    let closed: Promise<void> | undefined;
    const closeShared = () => {
      closed ??= shared.close().then(() => store.close());
      return closed;
    };
    const members = {
      get isAway() {
        return shared.isAway;
      },
      list: () => listMembers(store.pool, membership.process),
    };
    return {
      keys: shared.keys,
      sessions: new Sessions(new PostgresSessionTable(store.pool), time),
      shared: { postgres: store, time, monotonicMs, keys: shared, members },
      closeShared,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
