import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Clock } from '../core/clock.js';
import {
  type BucketRow,
  type CounterBatch,
  type CounterStore,
  CounterWriteError,
  type LoadedCounters,
  type MinuteRow,
  type UsageRow,
} from './counter-store.js';
import type { WriterData, WriterReply, WriterRequest } from './counter-writer.js';
import { historyHours, hourOf, minuteOf, windowMinutes } from './periods.js';

export interface SqliteCounterStoreOptions {
  /** The connection for {@link CounterStore.load}. The caller closes it, after the store. */
  readonly database: Database;
  readonly clock: Clock;
  /** How long a write waits for another connection's lock before it fails, in milliseconds. */
  readonly busyTimeoutMs?: number;
}

/** `.ts` when the sources run, `.js` in a build. */
const writerModule = new URL(`./counter-writer${extname(import.meta.url)}`, import.meta.url);

/** A bucket is full after a minute (burst-limiter.ts); another minute is a margin. */
const bucketLifetimeMs = 2 * 60_000;

interface Pending {
  resolve(): void;
  reject(error: Error): void;
}

/** Counters in SQLite, written by a separate thread, which is restarted if it dies. */
export class SqliteCounterStore implements CounterStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #busyTimeoutMs: number;
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | undefined;
  #lastId = 0;
  #closed = false;

  constructor({ database, clock, busyTimeoutMs = 5_000 }: SqliteCounterStoreOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  load(): LoadedCounters {
    const now = this.#clock.now();
    const read = this.#database.transaction(() => {
      this.#bringToPresent(now);
      return this.#read(now);
    });
    return read.immediate();
  }

  /** Moves future counts and reserved requests to the present; drops history that is no longer shown. */
  #bringToPresent(now: number): void {
    const database = this.#database;
    const [minute, hour] = [minuteOf(now), hourOf(now)];
    database.prepare('UPDATE burst_buckets SET updated_at = :now WHERE updated_at > :now').run({ now });
    database
      .prepare(
        `INSERT INTO quota_minutes (minute, account_id, count)
         SELECT :minute, account_id, sum(count) FROM quota_minutes WHERE minute > :minute GROUP BY account_id
         ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      )
      .run({ minute });
    database.prepare('DELETE FROM quota_minutes WHERE minute > ?').run(minute);
    database
      .prepare(
        `INSERT INTO quota_minutes (minute, account_id, count)
         SELECT :minute, account_id, requests FROM quota_reserves WHERE true
         ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      )
      .run({ minute });
    database.prepare('DELETE FROM quota_reserves').run();
    database
      .prepare(
        `INSERT INTO usage_hours (hour, account_id, operation, status, refusal, count)
         SELECT :hour, account_id, operation, status, refusal, sum(count) FROM usage_hours WHERE hour > :hour
         GROUP BY account_id, operation, status, refusal
         ON CONFLICT DO UPDATE SET count = count + excluded.count`,
      )
      .run({ hour });
    database.prepare('DELETE FROM usage_hours WHERE hour > ? OR hour <= ?').run(hour, hour - historyHours);
  }

  #read(now: number): LoadedCounters {
    const database = this.#database;
    return {
      buckets: database
        .prepare<[number], BucketRow>(
          `SELECT kind, id, level, updated_at AS updatedAt FROM burst_buckets WHERE updated_at > ?
           ORDER BY updated_at`,
        )
        .all(now - bucketLifetimeMs),
      minutes: database
        .prepare<[number], MinuteRow>(
          `SELECT minute, account_id AS accountId, count FROM quota_minutes WHERE minute > ? AND count > 0
           ORDER BY minute`,
        )
        .all(minuteOf(now) - windowMinutes),
      usage: database
        .prepare<[number], UsageRow>(
          `SELECT hour, account_id AS accountId, operation, status, refusal, count FROM usage_hours WHERE hour > ?
           ORDER BY hour`,
        )
        .all(hourOf(now) - historyHours),
    };
  }

  write(batch: CounterBatch): Promise<void> {
    if (this.#closed) return Promise.reject(new CounterWriteError('the store is closed'));
    const now = this.#clock.now();
    const request: WriterRequest = {
      kind: 'write',
      id: ++this.#lastId,
      batch,
      bucketsUpTo: now - bucketLifetimeMs,
      minutesUpTo: minuteOf(now) - windowMinutes,
      hoursUpTo: hourOf(now) - historyHours,
    };
    return new Promise((resolve, reject) => {
      this.#thread ??= this.#start();
      this.#pending.set(request.id, { resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage(request);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.ref();
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage({ kind: 'close' } satisfies WriterRequest);
    await ended;
  }

  #start(): Worker {
    const workerData: WriterData = { file: this.#database.name, busyTimeoutMs: this.#busyTimeoutMs };
    const thread = new Worker(writerModule, { workerData, name: 'counter-writer' });
    // Only a pending write keeps the process alive.
    thread.unref();
    let reason = 'its thread ended';
    thread.on('message', (reply: WriterReply) => this.#settle(reply));
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const { reject } of this.#pending.values()) reject(new CounterWriteError(reason));
      this.#pending.clear();
    });
    return thread;
  }

  #settle({ id, failure }: WriterReply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0 && !this.#closed) this.#thread?.unref();
    if (failure === undefined) pending?.resolve();
    else pending?.reject(new CounterWriteError(failure.message, failure.code, this.#database.name));
  }
}
