/** The kinds of burst limits. */
export type BucketKind = 'ip' | 'key';

/** A token bucket that is not full. See limits/token-bucket.ts. */
export interface BucketRow {
  readonly kind: BucketKind;
  readonly id: string;
  /** In units of 1/60,000 token. */
  readonly level: number;
  /** The time of that level, in milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** The requests of an account in one minute. */
export interface MinuteRow {
  readonly accountId: string;
  /** Whole minutes since the epoch. */
  readonly minute: number;
  readonly count: number;
}

/** Requests that an account may have spent beyond those in its minutes, see limits/quota-reserve.ts. */
export interface ReserveRow {
  readonly accountId: string;
  /** 0 releases them. */
  readonly requests: number;
}

/** When a key was last used. */
export interface UseRow {
  readonly keyId: string;
  /** In milliseconds since the epoch. */
  readonly lastUsedAt: number;
}

/** The number of an account's requests with one outcome in one hour, see observability/usage-history.ts. */
export interface UsageRow {
  readonly accountId: string;
  /** Whole hours since the epoch. */
  readonly hour: number;
  readonly operation: string;
  /** 0 if the client left before the response. */
  readonly status: number;
  /** The reason of a 429; empty for any other status. */
  readonly refusal: string;
  readonly count: number;
}

export interface LoadedCounters {
  /** Least recently used first. */
  readonly buckets: readonly BucketRow[];
  /** Oldest first. None is in the future, and all of them still count. */
  readonly minutes: readonly MinuteRow[];
  /** Oldest first. None is in the future, and all of them are still kept. */
  readonly usage: readonly UsageRow[];
}

/** Rows to write. Each has the state, not a difference, so a write is idempotent. */
export interface CounterBatch {
  readonly buckets?: readonly BucketRow[];
  readonly minutes?: readonly MinuteRow[];
  /** Written after the minutes: released requests are counted by then. */
  readonly reserves?: readonly ReserveRow[];
  readonly uses?: readonly UseRow[];
  readonly usage?: readonly UsageRow[];
}

/** Persistent counters. */
export interface CounterStore {
  /**
   * Loads everything that still counts, at start.
   *
   * Requests that a process reserved and did not release, because it ended without a stop, count as spent now. Rows in
   * the future, written before the clock was set back, are moved to the present, in the store as well: otherwise every
   * later start would count them again.
   */
  load(): LoadedCounters;
  /**
   * Writes rows, and drops some that no longer count. Does not block the event loop.
   *
   * @throws {CounterWriteError} (as a rejection) if not all rows could be written; some may have been. The caller keeps
   *   its rows and retries.
   */
  write(batch: CounterBatch): Promise<void>;
  /** Waits for pending writes, and frees all resources. */
  close(): Promise<void>;
}

/** Counters could not be written. */
export class CounterWriteError extends Error {
  override readonly name = 'CounterWriteError';
  /** SQLite's code, such as `SQLITE_BUSY`, if SQLite failed. */
  readonly code: string | undefined;
  /** The database, if SQLite failed. */
  readonly file: string | undefined;

  constructor(reason: string, code?: string, file?: string) {
    super(`Counters could not be written: ${reason}`);
    this.code = code;
    this.file = file;
  }
}

/** Counters in memory that are loaded once, before the first request, and written as they change. */
export interface StoredCounters<Row> extends WriteBehind<Row> {
  load(rows: Iterable<Row>): void;
}

/** Counters in memory that track which changes the store does not have yet. */
export interface WriteBehind<Row> {
  /** The number of changed counters. */
  readonly dirtyCount: number;
  /** Returns the state of up to about `max` changed counters, which count as written from now on. */
  takeDirty(max: number): Row[];
  /** Marks the counters of rows that could not be written as changed again. */
  markDirty(rows: readonly Row[]): void;
}
