/**
 * Counts the requests of each account by hour, operation, status and refusal.
 *
 * The history is for people; nothing depends on it. A request counts in the hour in which it arrived, whenever it ends.
 * The current hour and the 23 before it are kept.
 */
import type { Clock } from '../core/clock.js';
import { httpErrors } from '../core/errors.js';
import { SweptMap } from '../core/swept-map.js';
import type { UsageRow, WriteBehind } from '../store/counter-store.js';
import { historyHours, hourOf } from '../store/periods.js';
import { AccountUsage, type UsageTally } from './account-usage.js';
import type { Refusal } from './request-record.js';

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
  count(accountId: string, operation: string, status: number, refusal: Refusal | undefined, now: number): void {
    const reason = status === httpErrors['rate-limited'].status ? (refusal ?? '') : '';
    const account = this.#accounts.obtain(accountId);
    const hour = hourOf(now);
    const tally = account.find(hour, operation, status, reason) ?? account.begin(hour, operation, status, reason);
    tally.count++;
    if (!tally.isDirty) this.#markDirty(tally);
  }

  /** Returns the requests of an account in this hour and the 23 before it; oldest hour first. */
  of(accountId: string): UsageRow[] {
    const first = this.#firstHour();
    return [...(this.#accounts.get(accountId) ?? [])]
      .filter(({ hour }) => hour >= first)
      .map(rowOf)
      .sort((a, b) => this.#compare(a, b));
  }

  /** Loads the stored history, oldest hour first. Call it once, before the first request. */
  load(rows: Iterable<UsageRow>): void {
    for (const { accountId, hour, operation, status, refusal, count } of rows) {
      this.#accounts.obtain(accountId).begin(hour, operation, status, refusal).count = count;
    }
  }

  /** Drops rows that are too old by now, so that a store that fails for long costs no memory. */
  takeDirty(max: number): UsageRow[] {
    const first = this.#firstHour();
    const taken = this.#dirty.splice(0, max);
    for (const tally of taken) tally.isDirty = false;
    return taken.filter(({ hour }) => hour >= first).map(rowOf);
  }

  markDirty(rows: Iterable<UsageRow>): void {
    for (const { accountId, hour, operation, status, refusal } of rows) {
      const tally = this.#accounts.get(accountId)?.find(hour, operation, status, refusal);
      if (tally !== undefined && !tally.isDirty) this.#markDirty(tally);
    }
  }

  #markDirty(tally: UsageTally): void {
    tally.isDirty = true;
    this.#dirty.push(tally);
  }

  #compare(a: UsageRow, b: UsageRow): number {
    return (
      a.hour - b.hour ||
      this.#operations.indexOf(a.operation) - this.#operations.indexOf(b.operation) ||
      a.status - b.status ||
      a.refusal.localeCompare(b.refusal, 'en')
    );
  }

  #firstHour(): number {
    return hourOf(this.#clock.now()) - historyHours + 1;
  }
}

function rowOf({ accountId, hour, operation, status, refusal, count }: UsageTally): UsageRow {
  return { accountId, hour, operation, status, refusal, count };
}
