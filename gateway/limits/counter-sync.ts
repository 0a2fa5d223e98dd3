import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CounterBatch, CounterStore, UseRow, WriteBehind } from '../store/counter-store.js';
import type { BurstLimiter } from './burst-limiter.js';
import type { DailyQuota } from './daily-quota.js';

/** What the sync tells about itself. A pino logger fits. */
export interface SyncLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface CounterSyncOptions {
  readonly store: CounterStore;
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly quota: DailyQuota;
  readonly uses: WriteBehind<UseRow>;
  /** Time from one sync to the next, in milliseconds. */
  readonly intervalMs: number;
  readonly log: SyncLog;
}

/** Rows handed over at a time: collecting them holds the event loop for well under a millisecond. */
const batchRows = 1_000;

/**
 * Keeps the store behind the counters in memory by no more than an interval.
 *
 * Requests are decided in memory alone, so a store that fails harms none of them: what could not be written stays
 * marked as changed and goes with the next sync.
 */
export class CounterSync {
  readonly #options: CounterSyncOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failing = false;

  constructor(options: CounterSyncOptions) {
    this.#options = options;
  }

  /** Whether the last sync failed: the service is up, but what it counts now would not outlive a crash. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Loads all counters and begins to sync. Before the first request, and once. @throws if the store cannot be read. */
  start(): void {
    const { store, burstPerIp, burstPerKey, quota, intervalMs } = this.#options;
    const { buckets, minutes } = store.load();
    burstPerIp.load(buckets);
    burstPerKey.load(buckets);
    quota.load(minutes);
    this.#timer = setInterval(() => void this.#sync(), intervalMs);
    this.#timer.unref();
  }

  /** Writes everything that has changed until now. Never rejects: see {@link failing}. */
  async flush(): Promise<void> {
    await this.#running;
    await this.#sync();
  }

  /** Writes everything for the last time. The store stays open. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** One sync at a time: a second one joins the one under way. */
  #sync(): Promise<void> {
    this.#running ??= this.#writeAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #writeAll(): Promise<void> {
    const { burstPerIp, burstPerKey, quota, uses, log } = this.#options;
    try {
      await this.#write(quota, (minutes) => ({ minutes }));
      await this.#write(burstPerKey, (buckets) => ({ buckets }));
      await this.#write(burstPerIp, (buckets) => ({ buckets }));
      await this.#write(uses, (rows) => ({ uses: rows }));
    } catch (error) {
      if (!this.#failing) log.error({ err: error }, 'Counters cannot be stored; they are kept in memory');
      this.#failing = true;
      return;
    }
    if (this.#failing) log.warn({}, 'Counters are stored again; nothing was lost');
    this.#failing = false;
  }

  /** Writes what has changed of one kind up to now; what changes while it is being written waits for the next sync. */
  async #write<Row>(source: WriteBehind<Row>, toBatch: (rows: readonly Row[]) => CounterBatch): Promise<void> {
    let remaining = source.dirtyCount;
    while (remaining > 0) {
      const before = source.dirtyCount;
      const rows = source.takeDirty(Math.min(batchRows, remaining));
      remaining -= before - source.dirtyCount;
      if (rows.length === 0) {
        await nextTurn();
        continue;
      }
      try {
        await this.#options.store.write(toBatch(rows));
      } catch (error) {
        source.markDirty(rows);
        throw error;
      }
    }
  }
}
