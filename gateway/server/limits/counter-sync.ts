import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers } from '#gateway/core/timers.js';
import type {
  CounterBatch,
  CounterStore,
  MergedBucket,
  UsageRow,
  UseRow,
  WriteBehind,
} from '../storage/counter-store.js';
import { type BurstLimiter, BurstLimiters } from './burst-limiter.js';
import { type StoreHealth, watched } from './store-health.js';

export interface CounterSyncOptions {
  readonly store: CounterStore;
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly uses: WriteBehind<UseRow>;
  readonly history: WriteBehind<UsageRow>;
  readonly clock: Clock;
  /** Time from one sync to the next, in milliseconds. */
  readonly intervalMs: number;
  readonly health: StoreHealth;
  /** See {@link watched}. */
  readonly timeoutMs?: number;
}

/** Rows per write: collecting them blocks the event loop for well under a millisecond. */
const batchRows = 1_000;

/** After so long without a write, in milliseconds, the store is asked to drop what no longer counts. */
const upkeepMs = 60_000;

/** Longest time before the next write to a store that failed, in milliseconds; less if syncs are more frequent. */
const longestRetryMs = 1_000;

/**
 * Writes the counters in memory to the store at least once per interval. The quota has its own way, see quota-turns.ts.
 *
 * Requests are decided in memory alone, so a failing store affects none of them: rows that could not be written stay
 * marked as changed and are part of the next sync.
 */
export class CounterSync {
  readonly #options: CounterSyncOptions;
  readonly #bursts: BurstLimiters;
  #stopTimer: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;
  #lastSuccess: number;
  #lastWrite: number;

  constructor(options: CounterSyncOptions) {
    this.#options = options;
    this.#bursts = new BurstLimiters(options.burstPerKey, options.burstPerIp);
    this.#lastSuccess = options.clock.now();
    this.#lastWrite = this.#lastSuccess;
  }

  /** When the store last had everything, in milliseconds since the epoch. */
  get lastSuccess(): number {
    return this.#lastSuccess;
  }

  /**
   * Loads the burst limits and begins to sync. Call it once, before the first request.
   *
   * @param isAlone - whether no other gateway uses the store.
   * @throws if the store cannot be read.
   */
  start(isAlone: boolean): void {
    const { store, burstPerIp, burstPerKey, intervalMs } = this.#options;
    const { buckets } = store.load(isAlone);
    burstPerIp.load(buckets);
    burstPerKey.load(buckets);
    this.#stopTimer = nodeTimers.every(intervalMs, () => void this.#sync());
  }

  /** Writes everything that has changed until now. Never rejects: see {@link StoreHealth}. */
  async flush(): Promise<void> {
    await this.#running;
    await this.#sync();
  }

  /** Writes everything for the last time. The store stays open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopTimer?.();
    clearTimeout(this.#retry);
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
    const { uses, history, clock, health } = this.#options;
    const startedAt = clock.now();
    try {
      await this.#write(
        this.#bursts,
        (buckets) => ({ buckets }),
        (rows, merged) => this.#bursts.written(rows, merged),
      );
      await this.#write(uses, (rows) => ({ uses: rows }));
      await this.#write(history, (usage) => ({ usage }));
    } catch (error) {
      this.#failed(error);
      return;
    }
    health.succeeded('counters');
    this.#lastSuccess = startedAt;
    if (startedAt - this.#lastWrite >= upkeepMs) await this.#keepUp();
  }

  /** Rows are dropped with each write, and a gateway without requests has nothing to write. */
  async #keepUp(): Promise<void> {
    const { store, clock } = this.#options;
    this.#lastWrite = clock.now();
    // If it fails, a later write does it.
    await store.write({}).catch(() => []);
  }

  #failed(error: unknown): void {
    this.#options.health.failed('counters', error);
    // The store is closed after the last write.
    if (this.#isStopped) return;
    this.#retry ??= setTimeout(
      () => {
        this.#retry = undefined;
        void this.#sync();
      },
      Math.min(this.#options.intervalMs, longestRetryMs),
    ).unref();
  }

  /** Writes the changed rows of one kind; later changes wait for the next sync. */
  async #write<Row>(
    source: WriteBehind<Row>,
    toBatch: (rows: readonly Row[]) => CounterBatch,
    onWritten?: (rows: readonly Row[], merged: readonly MergedBucket[]) => void,
  ): Promise<void> {
    const { store, timeoutMs } = this.#options;
    let remaining = source.dirtyCount;
    while (remaining > 0) {
      const before = source.dirtyCount;
      const rows = source.takeDirty(Math.min(batchRows, remaining));
      remaining -= before - source.dirtyCount;
      if (rows.length === 0) {
        await nextTurn();
        continue;
      }
      this.#lastWrite = this.#options.clock.now();
      try {
        const merged = await watched(store.write(toBatch(rows)), (error) => this.#failed(error), timeoutMs);
        onWritten?.(rows, merged);
      } catch (error) {
        source.markDirty(rows);
        throw error;
      }
    }
  }
}
