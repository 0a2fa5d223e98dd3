import type { Clock } from '#gateway/core/clock.js';
import type { OpenedStore } from './keys.js';
import type { Announcements } from './storage/announcements.js';
import type { CounterStore } from './storage/counter-store.js';
import type { Membership } from './storage/membership.js';
import { PostgresAnnouncements } from './storage/postgres/announcements.js';
import { PostgresCounterStore } from './storage/postgres/counter-store.js';
import { PostgresQuotaLedger } from './storage/postgres/quota-ledger.js';
import type { QuotaLedger } from './storage/quota-ledger.js';
import { SqliteCounterStore } from './storage/sqlite/counter-store.js';
import { localTime, type StoreTime } from './storage/store-time.js';

/** Where a gateway's counters and quotas are kept. */
export interface CounterStores {
  readonly store: CounterStore;
  readonly ledger: QuotaLedger;
  readonly announcements: Announcements;
  readonly time: StoreTime;
  /** By which {@link time} is learned: milliseconds from any origin, never decreasing. */
  readonly monotonicMs: () => number;
  /** Whether the store takes a gateway for dead that is silent: it cannot see the process. */
  readonly isLeased: boolean;
}

export interface CounterStoresOptions {
  readonly opened: OpenedStore;
  readonly membership: Membership;
  readonly clock: Clock;
  /** Whether no other gateway uses the data folder. */
  readonly isAlone: boolean;
  /** Days of usage that are kept. */
  readonly historyDays: number;
}

/** Opens the stores of counters and quotas: in PostgreSQL if machines share it, in SQLite otherwise. */
export function openCounterStores({
  opened,
  membership,
  clock,
  isAlone,
  historyDays,
}: CounterStoresOptions): CounterStores {
  if (opened.shared === undefined) {
    const { database, files } = opened;
    const store = new SqliteCounterStore({ database, files, clock, historyDays });
    store.begin(isAlone);
    const monotonicMs = () => performance.now();
    return { store, ledger: store, announcements: store, time: localTime(clock), monotonicMs, isLeased: false };
  }
  const { time, monotonicMs, postgres } = opened.shared;
  const { pool } = postgres;
  const store = new PostgresCounterStore({
    pool,
    writer: membership.process,
    storeNow: () => time.now(),
    now: () => clock.now(),
    historyDays,
  });
  const announcements = new PostgresAnnouncements(pool);
  return { store, ledger: new PostgresQuotaLedger(pool), announcements, time, monotonicMs, isLeased: true };
}
