import type { Clock } from '../core/clock.js';
import { httpErrors } from '../core/errors.js';
import { SweptMap } from '../core/swept-map.js';
import { periodOf, type UsageRange } from '../core/usage-range.js';
import type { KeyRequests, UsageOutcome, UsageRow, WriteBehind } from '../store/counter-store.js';
import { historyHours, hourOf } from '../store/periods.js';
import { AccountUsage, type UsageTally } from './account-usage.js';
import type { Refusal } from './request-record.js';

/** A key whose requests are counted. */
export interface CountedKey {
  readonly id: string;
  readonly accountId: string;
}

type Outcome = Pick<UsageOutcome, 'operation' | 'status' | 'refusal'>;

/** The number of requests of a key with one outcome in a range. */
export interface KeyOutcome extends Outcome {
  /** Empty for keys that are not counted apart. */
  readonly keyId: string;
  readonly count: number;
}

/** The requests of an account in a range: by period, and by key. */
export interface AccountHistory {
  readonly outcomes: readonly UsageOutcome[];
  readonly keys: readonly KeyOutcome[];
}

/**
 * Counts the requests of each account by hour, key, operation, status and refusal.
 *
 * The history is for people; nothing depends on it. A request counts in the hour in which it arrived, whenever it ends.
 * The current hour and the 23 before it are kept here; the store has days.
 */
export class UsageHistory implements WriteBehind<UsageRow> {
  readonly #clock: Clock;
  readonly #accounts = new SweptMap(
    (accountId) => new AccountUsage(accountId),
    (account) => {
      account.advance(hourOf(this.#clock.now()));
      return account.empty;
    },
  );
  readonly #dirty: UsageTally[] = [];
  readonly #operations: readonly string[];

  /** @param operations - in display order; unknown ones come first. */
  constructor(clock: Clock, operations: readonly string[] = []) {
    this.#clock = clock;
    this.#operations = operations;
  }

  /** Accounts in memory. */
  get size(): number {
    return this.#accounts.size;
  }

  get dirtyCount(): number {
    return this.#dirty.length;
  }

  /**
   * Counts a request that has ended.
   *
   * @param status - 0 if its client has left.
   * @param refusal - kept for 429 only.
   * @param now - when it arrived, in milliseconds since the epoch.
   */
  count(
    { id, accountId }: CountedKey,
    operation: string,
    status: number,
    refusal: Refusal | undefined,
    now: number,
  ): void {
    const reason = status === httpErrors['rate-limited'].status ? (refusal ?? '') : '';
    const hour = hourOf(now);
    const key = this.#accounts.obtain(accountId).obtain(id, hour);
    const tally = key.find(hour, operation, status, reason) ?? key.begin(hour, operation, status, reason);
    tally.count++;
    if (!tally.isDirty) this.#markDirty(tally);
  }

  /**
   * Returns the requests of an account in a range; oldest first.
   *
   * @param elsewhere - those that are not in memory.
   */
  of(accountId: string, range: UsageRange, elsewhere: Iterable<UsageRow> = []): AccountHistory {
    const firstInMemory = this.#firstHour();
    const outcomes = new Map<string, UsageOutcome>();
    const keys = new Map<string, KeyOutcome>();
    const add = ({ hour, keyId, operation, status, refusal, count }: UsageRow) => {
      const outcome = { operation, status, refusal, count };
      sum(outcomes, { hour: periodOf(hour, range), ...outcome });
      sum(keys, { keyId, ...outcome });
    };
    for (const row of elsewhere) add(row);
    for (const tally of this.#accounts.get(accountId) ?? []) if (tally.hour >= firstInMemory) add(tally);
    return {
      outcomes: this.inOrder(outcomes.values()),
      keys: [...keys.values()].sort((a, b) => compareText(a.keyId, b.keyId) || this.#compare(a, b)),
    };
  }

  /**
   * Returns the requests of keys in a range: those in memory, and those elsewhere. Keys without any are left out if their
   * account has requests of keys that were not counted apart: theirs may be among them.
   */
  requestsOf(keys: readonly CountedKey[], elsewhere: Iterable<KeyRequests>): Map<string, number> {
    const firstInMemory = this.#firstHour();
    const counts = new Map<string, number>();
    const notApart = new Set<string>();
    const add = ({ accountId, keyId, count }: KeyRequests) => {
      if (keyId === '') notApart.add(accountId);
      else counts.set(keyId, (counts.get(keyId) ?? 0) + count);
    };
    for (const requests of elsewhere) add(requests);
    for (const accountId of new Set(keys.map((key) => key.accountId))) {
      for (const tally of this.#accounts.get(accountId) ?? []) if (tally.hour >= firstInMemory) add(tally);
    }
    const known = keys.filter(({ id, accountId }) => counts.has(id) || !notApart.has(accountId));
    return new Map(known.map(({ id }) => [id, counts.get(id) ?? 0]));
  }

  /** Returns counts in the order in which a history shows them: oldest first. */
  inOrder(outcomes: Iterable<UsageOutcome>): UsageOutcome[] {
    return [...outcomes].sort((a, b) => a.hour - b.hour || this.#compare(a, b));
  }

  /** Drops rows that are too old by now, so that a store that fails for long costs no memory. */
  takeDirty(max: number): UsageRow[] {
    const first = this.#firstHour();
    const taken = this.#dirty.splice(0, max);
    for (const tally of taken) tally.isDirty = false;
    return taken.filter(({ hour }) => hour >= first).map(rowOf);
  }

  markDirty(rows: Iterable<UsageRow>): void {
    for (const { accountId, keyId, hour, operation, status, refusal } of rows) {
      const tally = this.#accounts.get(accountId)?.get(keyId)?.find(hour, operation, status, refusal);
      if (tally !== undefined && !tally.isDirty) this.#markDirty(tally);
    }
  }

  #markDirty(tally: UsageTally): void {
    tally.isDirty = true;
    this.#dirty.push(tally);
  }

  #compare(a: Outcome, b: Outcome): number {
    return (
      this.#operations.indexOf(a.operation) - this.#operations.indexOf(b.operation) ||
      a.status - b.status ||
      compareText(a.refusal, b.refusal)
    );
  }

  #firstHour(): number {
    return hourOf(this.#clock.now()) - historyHours + 1;
  }
}

/** Adds a count to that of the same outcome. */
function sum<Counted extends Outcome & { readonly count: number }>(sums: Map<string, Counted>, added: Counted): void {
  const { count, ...outcome } = added;
  const name = Object.values(outcome).join(' ');
  sums.set(name, { ...added, count: count + (sums.get(name)?.count ?? 0) });
}

function compareText(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

function rowOf({ accountId, keyId, hour, operation, status, refusal, count }: UsageRow): UsageRow {
  return { accountId, keyId, hour, operation, status, refusal, count };
}
