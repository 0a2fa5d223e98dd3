import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Clock } from '../../core/clock.js';
import { nameOfProcess } from '../../core/process-start.js';
import type { UsageRange } from '../../core/usage-range.js';
import {
  type BucketRow,
  type CounterBatch,
  type CounterStore,
  CounterWriteError,
  type KeyRequests,
  type LoadedCounters,
  type MergedBucket,
  type UsageRow,
  type UsageTotals,
} from '../counter-store.js';
import { OpenedFiles } from '../opened-files.js';
import { historyHours, hourOf } from '../periods.js';
import type { QuotaLedger, QuotaReply, QuotaTurn, UsageReply } from '../quota-ledger.js';
import type { WriterData, WriterReply, WriterRequest, WriterTask } from './counter-writer.js';
import { hasEnded, SqliteQuotaLedger } from './quota-ledger.js';
import { bringUsageToPresent } from './usage-days.js';
import { requestsElsewhere, usageElsewhere } from './usage-queries.js';
import { readUsageTotals } from './usage-totals.js';

export interface SqliteCounterStoreOptions {
  /** The connection for {@link CounterStore.load}. The caller closes it, after the store. */
  readonly database: Database;
  /** Its files: nothing counts as written unless they are where they were opened. */
  readonly files?: OpenedFiles;
  readonly clock: Clock;
  /** How long a write waits for another connection's lock before it fails, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Names the writer of rows; by default this process. */
  readonly writer?: string;
}

/** `.ts` when the sources run, `.js` in a build. */
const writerModule = new URL(`./counter-writer${extname(import.meta.url)}`, import.meta.url);

/** A bucket is full after a minute (burst-limiter.ts); another minute is a margin. */
const bucketLifetimeMs = 2 * 60_000;

/** How long the usage of accounts is read on the event loop before others have their turn, in milliseconds. */
const readSliceMs = 1;

interface Pending {
  resolve(reply: WriterReply): void;
  reject(error: Error): void;
}

/** Counters and the quota in SQLite, written by a separate thread, which is restarted if it dies. */
export class SqliteCounterStore implements CounterStore, QuotaLedger {
  readonly #database: Database;
  readonly #files: OpenedFiles;
  readonly #clock: Clock;
  readonly #busyTimeoutMs: number;
  readonly #process: string;
  /** For what the event loop reads, and does at the start. */
  readonly #quota: SqliteQuotaLedger;
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | undefined;
  #lastId = 0;
  #closed = false;

  constructor({
    database,
    files = new OpenedFiles([]),
    clock,
    busyTimeoutMs = 5_000,
    writer = nameOfProcess(process.pid),
  }: SqliteCounterStoreOptions) {
    this.#database = database;
    this.#files = files;
    this.#clock = clock;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#process = writer;
    this.#quota = new SqliteQuotaLedger(database, { process: this.#process, isDead: hasEnded });
  }

  load(isAlone: boolean): LoadedCounters {
    const now = this.#clock.now();
    const read = this.#database.transaction(() => {
      if (isAlone) this.#bringToPresent(now);
      return this.#read(now);
    });
    return read.immediate();
  }

  /** Moves future counts to the present, and adds up the usage at gateways that have ended. */
  #bringToPresent(now: number): void {
    const database = this.#database;
    database.prepare("UPDATE burst_buckets SET updated_at = min(updated_at, :now), writer = ''").run({ now });
    bringUsageToPresent(database, hourOf(now));
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
    };
  }

  async usageElsewhere(accountId: string, range: UsageRange): Promise<readonly UsageRow[]> {
    const inMemory = hourOf(this.#clock.now()) - historyHours + 1;
    return usageElsewhere(this.#database, { accountId, writer: this.#process, inMemory, range });
  }

  async requestsElsewhere(accountIds: readonly string[], range: UsageRange): Promise<readonly KeyRequests[]> {
    const inMemory = hourOf(this.#clock.now()) - historyHours + 1;
    const read = requestsElsewhere(this.#database, { writer: this.#process, inMemory, range });
    const rows: KeyRequests[] = [];
    let pauseAt = performance.now() + readSliceMs;
    for (const accountId of accountIds) {
      rows.push(...read(accountId));
      if (performance.now() < pauseAt) continue;
      await setImmediate();
      pauseAt = performance.now() + readSliceMs;
    }
    return rows;
  }

  usageTotals(range: UsageRange, accounts: number): Promise<UsageTotals> {
    return readUsageTotals({ file: this.#database.name, files: this.#files.files, range, accounts });
  }

  async write(batch: CounterBatch): Promise<readonly MergedBucket[]> {
    const now = this.#clock.now();
    const { merged = [] } = await this.#perform({
      kind: 'write',
      batch,
      now,
      bucketsUpTo: now - bucketLifetimeMs,
      hour: hourOf(now),
    });
    return merged;
  }

  /**
   * Takes over from members that are dead. Before the first turn.
   *
   * @param isAlone - whether all are: no other gateway uses the data folder.
   */
  begin(isAlone: boolean): void {
    this.#quota.begin(isAlone, this.#clock.now());
  }

  async apply(turn: QuotaTurn): Promise<QuotaReply> {
    const { reply } = await this.#perform({ kind: 'turn', turn, now: this.#clock.now() });
    if (reply === undefined) throw new Error('A turn had no reply');
    return reply;
  }

  async maintain(): Promise<boolean> {
    const { isUnfinished = false } = await this.#perform({ kind: 'maintain', now: this.#clock.now() });
    return isUnfinished;
  }

  /** By the connection of the event loop: what the thread waits for, a lock or the disk, is not in the way of a read. */
  takenOf(accountId: string): number | undefined {
    try {
      return this.#quota.takenOf(accountId, this.#clock.now());
    } catch {
      return undefined;
    }
  }

  async usage(accountIds: readonly string[], memberId: string): Promise<UsageReply> {
    return this.#quota.usage(accountIds, memberId, this.#clock.now());
  }

  #perform(task: WriterTask): Promise<WriterReply> {
    if (this.#closed) return Promise.reject(new CounterWriteError('the store is closed'));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#thread ??= this.#start();
      this.#pending.set(id, { resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage({ ...task, id } satisfies WriterRequest);
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
    const workerData: WriterData = {
      file: this.#database.name,
      files: this.#files.files,
      busyTimeoutMs: this.#busyTimeoutMs,
      process: this.#process,
    };
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

  #settle(reply: WriterReply): void {
    const { id, failure } = reply;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0 && !this.#closed) this.#thread?.unref();
    if (failure === undefined) pending?.resolve(reply);
    else pending?.reject(new CounterWriteError(failure.message, failure.code, this.#database.name));
  }
}
