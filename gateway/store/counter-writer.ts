/** The thread that writes counters. It has its own connection, so that the event loop never waits for the disk. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Database, Statement } from 'better-sqlite3';
import { connect } from './connection.js';
import type { CounterBatch } from './counter-store.js';

/** The data that the thread starts with. */
export interface WriterData {
  readonly file: string;
  readonly busyTimeoutMs: number;
}

/** A message to the thread: a batch with the times up to which rows may be dropped, or the end. */
export type WriterRequest =
  | {
      readonly kind: 'write';
      readonly id: number;
      readonly batch: CounterBatch;
      readonly bucketsUpTo: number;
      readonly minutesUpTo: number;
      readonly hoursUpTo: number;
    }
  | { readonly kind: 'close' };

/** The reply to each batch. */
export interface WriterReply {
  readonly id: number;
  readonly failure?: { readonly message: string; readonly code: string | undefined };
}

/** Keeps the write lock for a few milliseconds at most: an operator's request may be waiting for it. */
const maxRowsPerTransaction = 1_000;

/** Size of the log, in pages of 4 KiB, at which a commit is followed by a passive checkpoint on this thread. */
const autoCheckpointPages = 1_000;

class CounterWriter {
  readonly #database: Database;
  readonly #bucket: Statement;
  readonly #minute: Statement;
  readonly #use: Statement;
  readonly #reserve: Statement;
  readonly #takeBack: Statement;
  readonly #usage: Statement;
  readonly #dropBuckets: Statement;
  readonly #dropMinutes: Statement;
  readonly #dropHours: Statement;

  constructor({ file, busyTimeoutMs }: WriterData) {
    // NORMAL: kill -9 loses no commit; a power cut loses the latest bursts, never the database.
    const database = connect(file, { synchronous: 'NORMAL', busyTimeoutMs, autoCheckpointPages });
    this.#database = database;
    this.#bucket = database.prepare(
      `INSERT INTO burst_buckets (kind, id, level, updated_at) VALUES (:kind, :id, :level, :updatedAt)
       ON CONFLICT DO UPDATE SET level = excluded.level, updated_at = excluded.updated_at`,
    );
    this.#minute = database.prepare(
      `INSERT INTO quota_minutes (minute, account_id, count) VALUES (:minute, :accountId, :count)
       ON CONFLICT DO UPDATE SET count = excluded.count`,
    );
    this.#use = database.prepare('UPDATE keys SET last_used_at = :lastUsedAt WHERE id = :keyId');
    this.#reserve = database.prepare(
      `INSERT INTO quota_reserves (account_id, requests) VALUES (:accountId, :requests)
       ON CONFLICT DO UPDATE SET requests = excluded.requests`,
    );
    this.#takeBack = database.prepare('DELETE FROM quota_reserves WHERE account_id = :accountId');
    this.#usage = database.prepare(
      `INSERT INTO usage_hours (hour, account_id, operation, status, refusal, count)
       VALUES (:hour, :accountId, :operation, :status, :refusal, :count)
       ON CONFLICT DO UPDATE SET count = excluded.count`,
    );
    this.#dropBuckets = database.prepare('DELETE FROM burst_buckets WHERE updated_at <= ? LIMIT ?');
    this.#dropMinutes = database.prepare('DELETE FROM quota_minutes WHERE minute <= ? LIMIT ?');
    this.#dropHours = database.prepare('DELETE FROM usage_hours WHERE hour <= ? LIMIT ?');
  }

  write({ buckets = [], minutes = [], reserves = [], uses = [], usage = [] }: CounterBatch): void {
    this.#run(buckets, () => this.#bucket);
    this.#run(uses, () => this.#use);
    this.#run(usage, () => this.#usage);
    if (minutes.length + reserves.length === 0) return;
    // Reserved requests may be spent once this has returned, so they have to survive a power cut.
    this.#database.pragma('synchronous = FULL');
    try {
      this.#run(minutes, () => this.#minute);
      this.#run(reserves, ({ requests }) => (requests === 0 ? this.#takeBack : this.#reserve));
    } finally {
      this.#database.pragma('synchronous = NORMAL');
    }
  }

  /** Drops up to one transaction of each kind: a little faster than rows arrive. */
  prune(bucketsUpTo: number, minutesUpTo: number, hoursUpTo: number): void {
    this.#dropBuckets.run(bucketsUpTo, maxRowsPerTransaction);
    this.#dropMinutes.run(minutesUpTo, maxRowsPerTransaction);
    this.#dropHours.run(hoursUpTo, maxRowsPerTransaction);
  }

  close(): void {
    try {
      this.#database.pragma('optimize');
    } finally {
      this.#database.close();
    }
  }

  #run<Row extends object>(rows: readonly Row[], statementFor: (row: Row) => Statement): void {
    const run = this.#database.transaction((chunk: readonly Row[]) => {
      for (const row of chunk) statementFor(row).run(row);
    });
    for (let start = 0; start < rows.length; start += maxRowsPerTransaction) {
      run.immediate(rows.slice(start, start + maxRowsPerTransaction));
    }
  }
}

let writer: CounterWriter | undefined;

/** Opens the database with the first write, so that a failure to open it is reported as a failed write. */
function handle(request: WriterRequest): WriterReply | undefined {
  if (request.kind === 'close') {
    parentPort?.close();
    writer?.close();
    return undefined;
  }
  try {
    writer ??= new CounterWriter(workerData as WriterData);
    writer.write(request.batch);
    writer.prune(request.bucketsUpTo, request.minutesUpTo, request.hoursUpTo);
    return { id: request.id };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id: request.id, failure: { message, code } };
  }
}

parentPort?.on('message', (request: WriterRequest) => {
  const reply = handle(request);
  if (reply !== undefined) parentPort?.postMessage(reply);
});
