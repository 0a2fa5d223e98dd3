import type { UsageRange } from '#gateway/core/usage-range.js';

/** The kinds of burst limits. */
export type BucketKind = 'ip' | 'key';

/** The state of a token bucket. See server/limits/token-bucket.ts. */
export interface BucketLevel {
  /** In units of 1/60,000 token. Negative if gateways have admitted more together than the bucket had. */
  readonly level: number;
  /** The time of that level, in milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** A token bucket that is not full. */
export interface BucketRow extends BucketLevel {
  readonly kind: BucketKind;
  readonly id: string;
}

/** A token bucket that has changed. */
export interface ChangedBucket extends BucketRow {
  /** What the store had, as far as this gateway knows; undefined for a bucket that was full. */
  readonly stored: BucketLevel | undefined;
  /** Tokens that were taken since then. */
  readonly taken: number;
  /** Tokens in a full bucket, and its refill in a minute. */
  readonly limit: number;
}

/** A bucket that another gateway has written in between: the store has the state after both. */
export interface MergedBucket {
  readonly sent: ChangedBucket;
  readonly merged: BucketLevel;
}

/** When a key was last used. */
export interface UseRow {
  readonly keyId: string;
  /** In milliseconds since the epoch. */
  readonly lastUsedAt: number;
}

/** The number of requests with one outcome in one hour, see server/telemetry/usage-history.ts. */
export interface UsageOutcome {
  /** Whole hours since the epoch; the first hour of the day in a range of days. */
  readonly hour: number;
  readonly operation: string;
  /** 0 if the client left before the response. */
  readonly status: number;
  /** The reason of a 429; empty for any other status. */
  readonly refusal: string;
  readonly count: number;
  /** Characters of the texts that were processed, and of their results, in UTF-16 code units. */
  readonly charactersIn: number;
  readonly charactersOut: number;
}

/** The number of requests of a key with one outcome in one hour. */
export interface UsageRow extends UsageOutcome {
  readonly accountId: string;
  /** Empty if it is not known. */
  readonly keyId: string;
  /** The requests that count against the daily quota. */
  readonly charged: number;
}

/** The number of requests of a key with one outcome in a range. */
export interface KeyOutcome extends Omit<UsageOutcome, 'hour'> {
  /** Empty for keys that are not listed. */
  readonly keyId: string;
}

/** The requests of an account in a range: by period, and by key. Both have all of them. */
export interface AccountHistory {
  readonly outcomes: readonly UsageOutcome[];
  /** Those of the keys with most requests: at most {@link mostKeyOutcomes}. Other keys are counted together. */
  readonly keys: readonly KeyOutcome[];
}

/** An owner may have used a hundred new keys on each of 30 days, with each outcome there is. */
export const mostKeyOutcomes = 1_000;

/** A key whose requests are counted. */
export interface CountedKey {
  readonly id: string;
  readonly accountId: string;
}

/** The number of requests of a key. */
export type KeyRequests = Pick<UsageRow, 'accountId' | 'keyId' | 'count'>;

/** What an account did in a span of time. */
export interface AccountTotal {
  readonly accountId: string;
  readonly requests: number;
  /** Those that were refused with 429. */
  readonly rateLimited: number;
  /** Those that failed with a 5xx. */
  readonly failed: number;
  readonly charactersIn: number;
  readonly charactersOut: number;
}

/** What all accounts did in a span of time. */
export interface UsageTotals {
  /** In no order. */
  readonly outcomes: readonly UsageOutcome[];
  /** Those with most requests first. */
  readonly accounts: readonly AccountTotal[];
}

/** What rows of usage by day are of, in addition to their account. */
export type UsageDaysBy = 'account' | 'key' | 'operation';

/** The usage of days, in whole days since the epoch in UTC, both included. */
export interface UsageDaysQuery {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly by: UsageDaysBy;
  /** Of all accounts without it. */
  readonly accountId?: string | undefined;
}

/** The requests of an account, a key or an operation in a day. */
export interface UsageDay {
  readonly day: number;
  readonly accountId: string;
  /** The key or the operation; empty for an account, and for keys that were not counted apart. */
  readonly part: string;
  /** Those that count against the daily quota. */
  readonly requests: number;
  readonly burstKey: number;
  readonly burstAddress: number;
  readonly quota: number;
  readonly charactersIn: number;
  readonly charactersOut: number;
}

/** Where a piece of usage by day ends: it has all rows of that account in that day. */
export type UsageDaysPlace = Pick<UsageDay, 'day' | 'accountId'>;

/** Some rows of usage by day, by day and account. */
export interface UsageDaysPiece {
  readonly rows: readonly UsageDay[];
  /** Undefined in the last piece. */
  readonly next: UsageDaysPlace | undefined;
}

/**
 * Counts of days, and of hours, that are read for a piece of usage by day; more only for a single account that has more
 * in one day.
 */
export const countsPerPiece = 500;

export interface LoadedCounters {
  /** Least recently used first. */
  readonly buckets: readonly BucketRow[];
}

/** Rows to write. Each has the state at this gateway, not a difference, so a write is idempotent. */
export interface CounterBatch {
  readonly buckets?: readonly ChangedBucket[];
  readonly uses?: readonly UseRow[];
  readonly usage?: readonly UsageRow[];
}

/** Persistent counters. */
export interface CounterStore {
  /**
   * Loads the burst limits, at start.
   *
   * Rows in the future, written before the clock was set back, are moved to the present, in the store as well: otherwise
   * every later start would count them again.
   *
   * @param isAlone - whether no other gateway uses the store.
   */
  load(isAlone: boolean): LoadedCounters;
  /**
   * Returns the usage of an account that this gateway does not have in memory: at all other gateways, those that have
   * ended included, and its own of more than 24 hours ago. Does not block the event loop.
   */
  usageElsewhere(accountId: string, range: UsageRange): Promise<AccountHistory>;
  /**
   * Returns the requests of keys that this gateway does not have in memory, as the usage above, and those of their
   * accounts' keys that were not counted apart. Does not block the event loop.
   */
  requestsElsewhere(keys: readonly CountedKey[], range: UsageRange): Promise<readonly KeyRequests[]>;
  /**
   * Returns the usage of all accounts, as far as gateways have written it. Does not block the event loop.
   *
   * @param accounts - how many of the accounts with most requests.
   */
  usageTotals(range: UsageRange, accounts: number): Promise<UsageTotals>;
  /**
   * Returns a piece of the usage by day, as far as gateways have written it: those that follow a place. Does not block the
   * event loop. Each piece is of one moment, and no count is in two of them.
   */
  usageDays(query: UsageDaysQuery, after: UsageDaysPlace | undefined): Promise<UsageDaysPiece>;
  /**
   * Writes rows, and drops some that no longer count, and secrets of keys that have expired. Does not block the event loop.
   *
   * @throws {CounterWriteError} (as a rejection) if not all rows could be written; some may have been. The caller keeps
   *   its rows and retries.
   */
  write(batch: CounterBatch): Promise<readonly MergedBucket[]>;
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

/** Counters in memory that track which changes the store does not have yet. */
export interface WriteBehind<Row> {
  /** The number of changed counters. */
  readonly dirtyCount: number;
  /** Returns the state of up to about `max` changed counters, which count as written from now on. */
  takeDirty(max: number): Row[];
  /** Marks the counters of rows that could not be written as changed again. */
  markDirty(rows: readonly Row[]): void;
}
