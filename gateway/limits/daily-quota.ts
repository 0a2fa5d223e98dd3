/**
 * The daily quota: a rolling window of 24 hours for each account.
 *
 * Invariants, with time cut into whole minutes since the epoch:
 *
 * 1. A request counts in its own minute m and in the 1,439 after it; from the first millisecond of m + 1,440 on it no
 *    longer counts. At every moment an account has at most its limit of counting requests.
 * 2. A request is refused only if admitting it would break 1. A refused one does not count.
 * 3. A refunded request is as if it had never arrived, whatever came after it.
 * 4. Minutes are never in the future: requests that were counted there before the clock was set back count in the
 *    current minute, so that a step back neither frees quota nor blocks it for longer than 24 hours from the restart.
 */
import type { Clock } from '../core/clock.js';
import { SweptMap } from '../core/swept-map.js';
import type { MinuteRow, WriteBehind } from '../store/counter-store.js';
import { minuteOf } from '../store/periods.js';
import { MinuteWindow } from './minute-window.js';

export class DailyQuota implements WriteBehind<MinuteRow> {
  readonly #clock: Clock;
  /** Keeps the accounts of the last 24 hours. */
  readonly #windows = new SweptMap(
    () => new MinuteWindow(),
    (window, accountId) => {
      window.advance(this.currentMinute());
      return window.empty && !this.#dirty.has(accountId);
    },
  );
  /** By account, the earliest minute whose count has changed since the last write. */
  readonly #dirty = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Accounts in memory. */
  get size(): number {
    return this.#windows.size;
  }

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /** Returns the minute in which a request counts now. */
  currentMinute(): number {
    return minuteOf(this.#clock.now());
  }

  /**
   * Admits or refuses one request of an account.
   *
   * @param limit - requests in 24 hours; 0 switches the quota off: everything is admitted and nothing counted.
   * @param minute - from {@link currentMinute}, for a caller that may have to refund the request.
   */
  take(accountId: string, limit: number, minute = this.currentMinute()): boolean {
    if (limit === 0) return true;
    const window = this.#windows.obtain(accountId);
    window.advance(minute);
    if (window.sum >= limit) return false;
    window.add(minute, 1);
    this.#touch(accountId, minute);
    return true;
  }

  /** Refunds a request that was admitted in `minute`. Does nothing once the request no longer counts. */
  refund(accountId: string, minute: number): void {
    const window = this.#windows.get(accountId);
    if (window === undefined) return;
    window.advance(this.currentMinute());
    if (window.subtract(minute)) this.#touch(accountId, minute);
  }

  /** Returns how many requests of an account count now. */
  used(accountId: string): number {
    const window = this.#windows.get(accountId);
    if (window === undefined) return 0;
    window.advance(this.currentMinute());
    return window.sum;
  }

  /**
   * Returns when an account with an exhausted quota may make the next request, in milliseconds since the epoch: the
   * start of a minute. Undefined if it may now.
   *
   * @param limit - requests in 24 hours; 0 for no limit.
   */
  freeAt(accountId: string, limit: number): number | undefined {
    const window = this.#windows.get(accountId);
    if (window === undefined || limit === 0) return undefined;
    window.advance(this.currentMinute());
    const minute = window.minuteBelow(limit);
    return minute === undefined ? undefined : minute * 60_000;
  }

  /** Loads the stored minutes, oldest first. Call it once, before the first request. */
  load(rows: Iterable<MinuteRow>): void {
    const now = this.currentMinute();
    for (const { accountId, minute, count } of rows) this.#windows.obtain(accountId).add(Math.min(minute, now), count);
  }

  /** Stops after the account with which `max` rows are reached. */
  takeDirty(max: number): MinuteRow[] {
    const rows: MinuteRow[] = [];
    for (const [accountId, first] of this.#dirty) {
      if (rows.length >= max) break;
      this.#dirty.delete(accountId);
      for (const { minute, count } of this.#windows.get(accountId)?.since(first) ?? []) {
        rows.push({ accountId, minute, count });
      }
    }
    return rows;
  }

  markDirty(rows: Iterable<MinuteRow>): void {
    for (const { accountId, minute } of rows) this.#touch(accountId, minute);
  }

  #touch(accountId: string, minute: number): void {
    const first = this.#dirty.get(accountId);
    if (first === undefined || minute < first) this.#dirty.set(accountId, minute);
  }
}
