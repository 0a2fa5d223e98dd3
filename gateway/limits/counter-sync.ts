import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../core/clock.js';
import {
  type CounterBatch,
  type CounterStore,
  CounterWriteError,
  type StoredCounters,
  type UsageRow,
  type UseRow,
  type WriteBehind,
} from '../store/counter-store.js';
import { storeFault } from '../store/store-fault.js';
import type { BurstLimiter } from './burst-limiter.js';
import type { DailyQuota } from './daily-quota.js';
import { QuotaReserve } from './quota-reserve.js';

/** The log of the sync. A pino logger fits. */
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
  readonly history: StoredCounters<UsageRow>;
  readonly clock: Clock;
  /** Time from one sync to the next, in milliseconds. */
  readonly intervalMs: number;
  /** A write that takes longer counts as failed, because requests may be waiting for it. In milliseconds. */
  readonly patienceMs?: number;
  readonly log: SyncLog;
}

/** Rows per write: collecting them blocks the event loop for well under a millisecond. */
const batchRows = 1_000;

/** Longest time before the next write to a store that failed, in milliseconds; less if syncs are more frequent. */
const longestRetryMs = 1_000;

const defaultPatienceMs = 1_000;

/**
 * Writes the counters in memory to the store at least once per interval, and keeps the quota's reserve ahead of what is
 * spent.
 *
 * Requests are decided in memory alone, so a failing store affects none of them: rows that could not be written stay
 * marked as changed and are part of the next sync.
 */
export class CounterSync {
  /** The requests that accounts may spend before the store has counted them. */
  readonly reserve = new QuotaReserve(() => this.#quotaSoon());
  readonly #options: CounterSyncOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Writes of the quota, in sequence: a later one is valid only if the earlier ones are stored. */
  #quotaWrites = Promise.resolve();
  #isWritingAsked = false;
  #retry: NodeJS.Timeout | undefined;
  /** Whether an account has asked for a write since the one under way began. */
  #quotaAsked = false;
  #failing = false;
  #lastSuccess: number;

  constructor(options: CounterSyncOptions) {
    this.#options = options;
    this.#lastSuccess = options.clock.now();
  }

  /** Whether the last sync failed: the service is up, but new counts would not survive a crash. */
  get failing(): boolean {
    return this.#failing;
  }

  /** When the store last had everything, in milliseconds since the epoch. */
  get lastSuccess(): number {
    return this.#lastSuccess;
  }

  /**
   * Loads all counters and begins to sync. Call it once, before the first request. @throws if the store cannot be read.
   */
  start(): void {
    const { store, burstPerIp, burstPerKey, quota, history, intervalMs } = this.#options;
    const { buckets, minutes, usage } = store.load();
    burstPerIp.load(buckets);
    burstPerKey.load(buckets);
    quota.load(minutes);
    history.load(usage);
    this.#timer = setInterval(() => void this.#sync(), intervalMs);
    this.#timer.unref();
  }

  /** Writes everything that has changed until now. Never rejects: see {@link failing}. */
  async flush(): Promise<void> {
    await this.#running;
    await this.#sync();
  }

  /** Writes everything for the last time, and releases all reserves. The store stays open. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    await this.flush();
    if (!this.#failing) await this.#attempt(() => this.#release(true));
  }

  /** One sync at a time: a second one joins the one under way. */
  #sync(): Promise<void> {
    this.#running ??= this.#writeAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #writeAll(): Promise<void> {
    const { burstPerIp, burstPerKey, uses, history, clock } = this.#options;
    const startedAt = clock.now();
    const isWritten = await this.#attempt(async () => {
      await this.#writeQuota();
      await this.#release(false);
      await this.#write(burstPerKey, (buckets) => ({ buckets }));
      await this.#write(burstPerIp, (buckets) => ({ buckets }));
      await this.#write(uses, (rows) => ({ uses: rows }));
      await this.#write(history, (usage) => ({ usage }));
    });
    if (!isWritten) return;
    this.#recovered();
    this.#lastSuccess = startedAt;
  }

  /** Writes the quota before the next sync would: accounts wait for it, or will soon. */
  #quotaSoon(): void {
    this.#quotaAsked = true;
    if (!this.#isWritingAsked) void this.#writeAskedQuota();
  }

  async #writeAskedQuota(): Promise<void> {
    this.#isWritingAsked = true;
    while (this.#quotaAsked && !this.#failing) {
      // Includes all accounts that ask in this turn of the event loop.
      await nextTurn();
      this.#quotaAsked = false;
      await this.#attempt(() => this.#writeQuota());
    }
    this.#isWritingAsked = false;
  }

  #writeQuota(): Promise<void> {
    const { quota, clock } = this.#options;
    const written = this.#quotaWrites.then(() =>
      this.#write(quota, (minutes) => {
        const snapshot = this.reserve.take(new Set(minutes.map(({ accountId }) => accountId)), clock.now());
        return { minutes, reserves: snapshot.rows, confirm: () => this.reserve.confirm(snapshot) };
      }),
    );
    this.#quotaWrites = written.catch(() => {});
    return written;
  }

  async #release(all: boolean): Promise<void> {
    const reserves = this.reserve.release(this.#options.clock.now(), all);
    if (reserves.length === 0) return;
    await this.#toStore({ reserves });
    this.reserve.confirmRelease(reserves);
  }

  /** @returns false if the store failed. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    if (!this.#failing) {
      const file = error instanceof CounterWriteError ? error.file : undefined;
      const { reason, fields } = file === undefined ? { reason: '', fields: { err: error } } : storeFault(error, file);
      this.#options.log.error(fields, `Counters cannot be stored${reason}; they are kept in memory`);
    }
    this.#failing = true;
    this.reserve.suspend();
    this.#retry ??= setTimeout(
      () => {
        this.#retry = undefined;
        void this.#sync();
      },
      Math.min(this.#options.intervalMs, longestRetryMs),
    ).unref();
  }

  #recovered(): void {
    if (this.#failing) this.#options.log.warn({}, 'Counters are stored again; nothing was lost');
    this.#failing = false;
    this.reserve.resume();
  }

  /** Writes the changed rows of one kind; later changes wait for the next sync. */
  async #write<Row>(
    source: WriteBehind<Row>,
    toBatch: (rows: readonly Row[]) => CounterBatch & { readonly confirm?: () => void },
  ): Promise<void> {
    let remaining = source.dirtyCount;
    while (remaining > 0) {
      const before = source.dirtyCount;
      const rows = source.takeDirty(Math.min(batchRows, remaining));
      remaining -= before - source.dirtyCount;
      if (rows.length === 0) {
        await nextTurn();
        continue;
      }
      const { confirm, ...batch } = toBatch(rows);
      try {
        await this.#toStore(batch);
      } catch (error) {
        source.markDirty(rows);
        throw error;
      }
      confirm?.();
    }
  }

  /**
   * Waits for a write, however long it takes. Requests that wait for the quota's reserve stop waiting after {@link
   * CounterSyncOptions.patienceMs}.
   */
  async #toStore(batch: CounterBatch): Promise<void> {
    const { store, patienceMs = defaultPatienceMs } = this.#options;
    let isWritten = false;
    const slow = setTimeout(async () => {
      // After a turn in which the event loop was busy, the timer fires before the store's reply is read.
      await nextTurn();
      if (!isWritten) this.#failed(new Error(`A write takes longer than ${patienceMs} ms`));
    }, patienceMs);
    try {
      await store.write(batch);
    } finally {
      isWritten = true;
      clearTimeout(slow);
    }
  }
}
