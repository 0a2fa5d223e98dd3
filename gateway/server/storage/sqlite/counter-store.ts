import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { entryFile } from '#engine/core/program-folder.js';
import type { Clock } from '#gateway/core/clock.js';
import { nameOfProcess } from '#gateway/core/process-start.js';
import type { UsageRange } from '#gateway/core/usage-range.js';
import type { Announcements } from '../announcements.js';
import {
  type AccountHistory,
  type BucketRow,
  type CountedKey,
  type CounterBatch,
  type CounterStore,
  CounterWriteError,
  type KeyRequests,
  type LoadedCounters,
  type MergedBucket,
  type UsageDaysPiece,
  type UsageDaysPlace,
  type UsageDaysQuery,
  type UsageTotals,
} from '../counter-store.js';
import { OpenedFiles } from '../opened-files.js';
import { defaultHistoryDays, historyHours, hourOf } from '../periods.js';
import type { QuotaLedger, QuotaReply, QuotaTurn, UsageDetail, UsageReply } from '../quota-ledger.js';
import type { WriterData, WriterReply, WriterRequest, WriterTask } from './counter-writer.js';
import { hasEnded, SqliteQuotaLedger } from './quota-ledger.js';
import { bringUsageToPresent } from './usage-days.js';
import type { UsageAsker } from './usage-queries.js';
import { UsageReader } from './usage-reader.js';

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
  /** Days of usage that are kept, the present one included. */
  readonly historyDays?: number;
}

const writerModule = entryFile('gateway/server/storage/sqlite/counter-writer');

/** A bucket is full after a minute (burst-limiter.ts); another minute is a margin. */
const bucketLifetimeMs = 2 * 60_000;

interface Pending {
  resolve(reply: WriterReply): void;
  reject(error: Error): void;
}

/** Counters, the quota and announcements in SQLite, written by a separate thread, which is restarted if it dies. */
export class SqliteCounterStore implements CounterStore, QuotaLedger, Announcements {
  readonly #database: Database;
  readonly #files: OpenedFiles;
  readonly #clock: Clock;
  readonly #busyTimeoutMs: number;
  readonly #process: string;
  readonly #historyDays: number;
  /** For what the event loop reads, and does at the start. */
  readonly #quota: SqliteQuotaLedger;
  readonly #accountUsage: UsageReader;
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
    historyDays = defaultHistoryDays,
  }: SqliteCounterStoreOptions) {
    this.#database = database;
    this.#files = files;
    this.#clock = clock;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#process = writer;
    this.#historyDays = historyDays;
    this.#accountUsage = new UsageReader(database.name, files);
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

  usageElsewhere(accountId: string, range: UsageRange): Promise<AccountHistory> {
    return this.#accountUsage.read({ kind: 'account', accountId, range, asker: this.#asker });
  }

  requestsElsewhere(keys: readonly CountedKey[], range: UsageRange): Promise<readonly KeyRequests[]> {
    return this.#accountUsage.read({ kind: 'keys', keys, range, asker: this.#asker });
  }

  /** On another thread than the usage of one account, which must not wait for it; it ends with the result. */
  async usageTotals(range: UsageRange, accounts: number): Promise<UsageTotals> {
    const reader = new UsageReader(this.#database.name, this.#files);
    try {
      return await reader.read({ kind: 'totals', range, accounts });
    } finally {
      await reader.close();
    }
  }

  usageDays(days: UsageDaysQuery, after: UsageDaysPlace | undefined): Promise<UsageDaysPiece> {
    return this.#accountUsage.read({ kind: 'days', days, after });
  }

  get #asker(): UsageAsker {
    return { writer: this.#process, inMemory: hourOf(this.#clock.now()) - historyHours + 1 };
  }

  async write(batch: CounterBatch): Promise<readonly MergedBucket[]> {
    const now = this.#clock.now();
    const { merged = [] } = await this.#execute({
      kind: 'write',
      batch,
      now,
      bucketsUpTo: now - bucketLifetimeMs,
      hour: hourOf(now),
      historyDays: this.#historyDays,
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
    const { reply } = await this.#execute({ kind: 'turn', turn, now: this.#clock.now() });
    if (reply === undefined) throw new Error('A turn had no reply');
    return reply;
  }

  async maintain(): Promise<boolean> {
    const { isUnfinished = false } = await this.#execute({ kind: 'maintain', now: this.#clock.now() });
    return isUnfinished;
  }

  async claim(name: string, forMs: number): Promise<boolean> {
    const { isClaimed = false } = await this.#execute({ kind: 'claim', name, forMs, now: this.#clock.now() });
    return isClaimed;
  }

  /** By the connection of the event loop: what the thread waits for, a lock or the disk, is not in the way of a read. */
  takenOf(accountId: string): number | undefined {
    try {
      return this.#quota.takenOf(accountId, this.#clock.now());
    } catch {
      return undefined;
    }
  }

  async usage(accountIds: readonly string[], memberId: string, detail: UsageDetail): Promise<UsageReply> {
    return this.#quota.usage(accountIds, memberId, detail, this.#clock.now());
  }

  #execute(task: WriterTask): Promise<WriterReply> {
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
    await this.#accountUsage.close();
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
