/**
 * The thread that writes counters and the quota. It has its own connection, so that the event loop never waits for the
 * disk.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Database, Statement } from 'better-sqlite3';
import { longestClaimMs } from '../announcements.js';
import type { BucketLevel, ChangedBucket, CounterBatch, MergedBucket } from '../counter-store.js';
import { mergedBucket, type StoredLevel } from '../merged-bucket.js';
import { type OpenedFile, OpenedFiles } from '../opened-files.js';
import type { QuotaReply, QuotaTurn } from '../quota-ledger.js';
import { connect } from './connection.js';
import { hasEnded, SqliteQuotaLedger } from './quota-ledger.js';
import { UsageDays } from './usage-days.js';

/** The data that the thread starts with. */
export interface WriterData {
  readonly file: string;
  /** The files of the event loop's connection, which may not be those that are at the paths now. */
  readonly files: readonly OpenedFile[];
  readonly busyTimeoutMs: number;
  /** The name of this process among the members. */
  readonly process: string;
}

/** Work for the thread. `now` is in milliseconds since the epoch. */
export type WriterTask =
  | {
      readonly kind: 'write';
      readonly batch: CounterBatch;
      readonly now: number;
      /** Up to which time buckets may be dropped. */
      readonly bucketsUpTo: number;
      /** The present hour. */
      readonly hour: number;
      /** Days of usage that are kept. */
      readonly historyDays: number;
    }
  | { readonly kind: 'turn'; readonly turn: QuotaTurn; readonly now: number }
  | { readonly kind: 'maintain'; readonly now: number }
  | { readonly kind: 'claim'; readonly name: string; readonly forMs: number; readonly now: number };

/** A message to the thread: numbered work, or the end. */
export type WriterRequest = (WriterTask & { readonly id: number }) | { readonly kind: 'close' };

/** The reply to each request. */
export interface WriterReply {
  readonly id: number;
  /** Of a turn that was carried out. */
  readonly reply?: QuotaReply;
  /** Of upkeep: whether there is more to do. */
  readonly isUnfinished?: boolean;
  /** Of an announcement: whether this gateway makes it. */
  readonly isClaimed?: boolean;
  /** Of a batch that was written. */
  readonly merged?: readonly MergedBucket[];
  readonly failure?: { readonly message: string; readonly code: string | undefined };
}

/** Keeps the write lock for a few milliseconds at most: an operator's request may be waiting for it. */
const maxRowsPerTransaction = 1_000;

/** Size of the log, in pages of 4 KiB, at which a commit is followed by a passive checkpoint on this thread. */
const autoCheckpointPages = 1_000;

class CounterWriter {
  readonly #database: Database;
  readonly #quota: SqliteQuotaLedger;
  readonly #process: string;
  readonly #bucketElsewhere: Statement<[string, string, string], StoredLevel>;
  readonly #bucket: Statement;
  readonly #use: Statement;
  readonly #usage: Statement;
  readonly #dropBuckets: Statement;
  readonly #dropSecrets: Statement;
  readonly #usageDays: UsageDays;
  readonly #dropAnnouncements: Statement;
  readonly #announce: Statement;

  constructor({ file, busyTimeoutMs, process }: WriterData) {
    // NORMAL: kill -9 loses no commit; a power cut loses the latest bursts, never the database.
    const database = connect(file, { synchronous: 'NORMAL', busyTimeoutMs, autoCheckpointPages });
    this.#database = database;
    this.#process = process;
    this.#quota = new SqliteQuotaLedger(database, { process, isDead: hasEnded });
    this.#bucket = database.prepare(
      `INSERT INTO burst_buckets (kind, id, level, updated_at, writer, capacity)
       VALUES (:kind, :id, :level, :updatedAt, :writer, :limit)
       ON CONFLICT DO UPDATE SET level = excluded.level, updated_at = excluded.updated_at, writer = excluded.writer,
         capacity = excluded.capacity`,
    );
    this.#bucketElsewhere = database.prepare(
      // Nobody's is older than this process: either it was loaded, or it was full then.
      `SELECT level, updated_at AS updatedAt, capacity AS "limit" FROM burst_buckets
       WHERE kind = ? AND id = ? AND writer NOT IN (?, '')`,
    );
    // Another gateway may have written a later use already.
    this.#use = database.prepare(
      'UPDATE keys SET last_used_at = max(ifnull(last_used_at, 0), :lastUsedAt) WHERE id = :keyId',
    );
    this.#usage = database.prepare(
      `INSERT INTO usage_hours (hour, account_id, key_id, operation, status, refusal, writer, count, charged,
         characters_in, characters_out)
       VALUES (:hour, :accountId, :keyId, :operation, :status, :refusal, :writer, :count, :charged,
         :charactersIn, :charactersOut)
       ON CONFLICT DO UPDATE SET count = excluded.count, charged = excluded.charged,
         characters_in = excluded.characters_in, characters_out = excluded.characters_out`,
    );
    this.#dropBuckets = database.prepare('DELETE FROM burst_buckets WHERE updated_at <= ? LIMIT ?');
    // Without statistics, or with old ones, SQLite might read all secrets.
    this.#dropSecrets = database.prepare(
      'DELETE FROM secrets INDEXED BY secrets_by_expiry WHERE expires_at <= ? LIMIT ?',
    );
    this.#usageDays = new UsageDays(database);
    // What ends too late was claimed while a clock was ahead.
    this.#dropAnnouncements = database.prepare('DELETE FROM announcements WHERE ends_at NOT BETWEEN ? AND ?');
    this.#announce = database.prepare('INSERT INTO announcements (name, ends_at) VALUES (?, ?) ON CONFLICT DO NOTHING');
  }

  /** Carries out a task. @returns what the reply has of it. */
  execute(task: WriterTask): Omit<WriterReply, 'id'> {
    if (task.kind === 'turn') return { reply: this.#turn(task.turn, task.now) };
    if (task.kind === 'maintain') return { isUnfinished: this.#quota.maintain(task.now) };
    if (task.kind === 'claim') return { isClaimed: this.#claim(task) };
    const merged = this.#write(task.batch);
    this.#prune(task);
    return { merged };
  }

  #write({ buckets = [], uses = [], usage = [] }: CounterBatch): readonly MergedBucket[] {
    const writer = this.#process;
    const merged: MergedBucket[] = [];
    this.#run(buckets, (bucket) => {
      const state = this.#merge(bucket);
      if (state !== undefined) merged.push({ sent: bucket, merged: state });
      const { kind, id, limit } = bucket;
      const { level, updatedAt } = state ?? bucket;
      this.#bucket.run({ kind, id, level, updatedAt, writer, limit });
    });
    this.#run(uses, (use) => this.#use.run(use));
    this.#run(usage, (row) => this.#usage.run({ ...row, writer }));
    return merged;
  }

  /** Returns the state of a bucket if another gateway has written it, other than this one knows. */
  #merge(bucket: ChangedBucket): BucketLevel | undefined {
    const current = this.#bucketElsewhere.get(bucket.kind, bucket.id, this.#process);
    if (current === undefined) return undefined;
    const { stored } = bucket;
    const isKnown = current.level === stored?.level && current.updatedAt === stored.updatedAt;
    return isKnown ? undefined : mergedBucket(current, bucket);
  }

  #turn(turn: QuotaTurn, now: number): QuotaReply {
    // What is granted may be spent once this has returned, so it has to survive a power cut.
    this.#database.pragma('synchronous = FULL');
    try {
      return this.#quota.apply(turn, now);
    } finally {
      this.#database.pragma('synchronous = NORMAL');
    }
  }

  #claim({ name, forMs, now }: Extract<WriterTask, { kind: 'claim' }>): boolean {
    const claim = this.#database.transaction(() => {
      this.#dropAnnouncements.run(now + 1, now + longestClaimMs);
      return this.#announce.run(name, now + forMs).changes === 1;
    });
    return claim.immediate();
  }

  /** Drops up to one transaction of each kind: a little faster than rows arrive. */
  #prune({ now, bucketsUpTo, hour, historyDays }: Extract<WriterTask, { kind: 'write' }>): void {
    this.#dropBuckets.run(bucketsUpTo, maxRowsPerTransaction);
    this.#dropSecrets.run(now, maxRowsPerTransaction);
    this.#usageDays.addUp(hour, historyDays, maxRowsPerTransaction);
  }

  close(): void {
    this.#database.close();
  }

  #run<Row extends object>(rows: readonly Row[], writeRow: (row: Row) => void): void {
    const run = this.#database.transaction((chunk: readonly Row[]) => {
      for (const row of chunk) writeRow(row);
    });
    for (let start = 0; start < rows.length; start += maxRowsPerTransaction) {
      run.immediate(rows.slice(start, start + maxRowsPerTransaction));
    }
  }
}

const data = workerData as WriterData;
const files = new OpenedFiles(data.files);
let writer: CounterWriter | undefined;

/** Opens the database with the first write, so that a failure to open it is reported as a failed write. */
function handle(request: WriterRequest): WriterReply | undefined {
  if (request.kind === 'close') {
    parentPort?.close();
    writer?.close();
    return undefined;
  }
  try {
    return files.during(() => {
      writer ??= new CounterWriter(data);
      return { id: request.id, ...writer.execute(request) };
    });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id: request.id, failure: { message, code } };
  }
}

parentPort?.on('message', (request: WriterRequest) => {
  const reply = handle(request);
  if (reply !== undefined) parentPort?.postMessage(reply);
});
