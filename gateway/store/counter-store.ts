/** What a burst limit counts by. */
export type BucketKind = 'ip' | 'key';

/** A token bucket that is not full. See limits/token-bucket.ts. */
export interface BucketRow {
  readonly kind: BucketKind;
  readonly id: string;
  /** In units of 1/60,000 token. */
  readonly level: number;
  /** When the level was that, in milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** What an account used in one minute. */
export interface MinuteRow {
  readonly accountId: string;
  /** Whole minutes since the epoch. */
  readonly minute: number;
  readonly count: number;
}

/** Requests that an account may have spent beyond those in its minutes, see limits/quota-reserve.ts. */
export interface ReserveRow {
  readonly accountId: string;
  /** 0 takes them back. */
  readonly requests: number;
}

/** When a key was last used. */
export interface UseRow {
  readonly keyId: string;
  /** In milliseconds since the epoch. */
  readonly lastUsedAt: number;
}

/** How many requests of an account had one outcome in one hour, see observability/usage-history.ts. */
export interface UsageRow {
  readonly accountId: string;
  /** Whole hours since the epoch. */
  readonly hour: number;
  readonly operation: string;
  /** 0 if the client was gone before there was an answer. */
  readonly status: number;
  /** Why it was 429; empty for any other status. */
  readonly refusal: string;
  readonly count: number;
}

export interface LoadedCounters {
  /** The longest unused first. */
  readonly buckets: readonly BucketRow[];
  /** The oldest first. None is later than now, and all of them still count. */
  readonly minutes: readonly MinuteRow[];
  /** The oldest first. None is later than now, and all of them are still kept. */
  readonly usage: readonly UsageRow[];
}

/** Rows to write. Each holds the state, not a difference: writing it twice is writing it once. */
export interface CounterBatch {
  readonly buckets?: readonly BucketRow[];
  readonly minutes?: readonly MinuteRow[];
  /** Written after the minutes: what is taken back has been counted by then. */
  readonly reserves?: readonly ReserveRow[];
  readonly uses?: readonly UseRow[];
  readonly usage?: readonly UsageRow[];
}

/** Where counters outlive the process. */
export interface CounterStore {
  /**
   * Everything that still matters, at start.
   *
   * Requests that a process reserved and did not take back, since it ended without a stop, count as spent now. What lies
   * in the future, because the clock was set back since it was written, is moved to the present, in the
   * store as well: otherwise every further start would count it again.
   */
  load(): LoadedCounters;
  /**
   * Writes rows and drops some of those that have stopped to matter. Does not wait on the event loop.
   *
   * @throws {CounterWriteError} (as a rejection) if not all of it could be written; part of it may have been. The
   *   caller keeps its rows and tries again.
   */
  write(batch: CounterBatch): Promise<void>;
  /** Waits for writes under way and frees what the store holds. */
  close(): Promise<void>;
}

/** Counters could not be written. */
export class CounterWriteError extends Error {
  override readonly name = 'CounterWriteError';
  /** SQLite's name for the cause, such as `SQLITE_BUSY`, where it was SQLite. */
  readonly code: string | undefined;
  /** The database, where it was SQLite. */
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

/** Counters in memory that know which of them the store does not have yet. */
export interface WriteBehind<Row> {
  /** How many counters have changed since they were last taken. */
  readonly dirtyCount: number;
  /** The state of up to about `max` changed counters, which count as written from here on. */
  takeDirty(max: number): Row[];
  /** Takes back rows that could not be written: what they are of counts as changed again. */
  markDirty(rows: readonly Row[]): void;
}
