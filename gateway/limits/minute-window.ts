import { windowMinutes } from '../store/periods.js';

const firstCapacity = 8;

/**
 * Counts the requests of each minute of the last 24 hours, and their sum.
 *
 * A ring of (minute, count) pairs, oldest first, only for minutes with requests: an account with one request an hour
 * takes 24 pairs, not 1,440. Every pair is appended once and dropped once, so adding is O(1) amortised, and the sum is
 * always known.
 */
export class MinuteWindow {
  /** Alternating minutes and counts; its length is twice a power of two. */
  #pairs = new Int32Array(2 * firstCapacity);
  #head = 0;
  #length = 0;
  #sum = 0;

  /** Requests in the window as of the last {@link advance}. */
  get sum(): number {
    return this.#sum;
  }

  get empty(): boolean {
    return this.#length === 0;
  }

  /** Drops the minutes that no longer count: those `windowMinutes` or more before `minute`. */
  advance(minute: number): void {
    while (this.#length > 0 && this.#minute(0) <= minute - windowMinutes) {
      this.#sum -= this.#count(0);
      this.#head = (this.#head + 1) & this.#mask;
      this.#length--;
    }
  }

  /**
   * Returns the first minute in which fewer than `limit` requests count if none is added; undefined if fewer count
   * already.
   */
  minuteBelow(limit: number): number | undefined {
    let left = this.#sum;
    if (left < limit) return undefined;
    let index = 0;
    for (; index < this.#length - 1 && left - this.#count(index) >= limit; index++) left -= this.#count(index);
    return this.#minute(index) + windowMinutes;
  }

  /** Adds requests to a minute, or to the latest known minute if that is later. */
  add(minute: number, count: number): void {
    if (this.#length === 0 || this.#minute(this.#length - 1) < minute) this.#append(minute);
    this.#pairs[this.#slot(this.#length - 1) + 1] = this.#count(this.#length - 1) + count;
    this.#sum += count;
  }

  /** Removes one request from a minute. @returns false if the window has no request of that minute. */
  subtract(minute: number): boolean {
    const index = this.#firstFrom(minute);
    if (index === this.#length || this.#minute(index) !== minute || this.#count(index) === 0) return false;
    this.#pairs[this.#slot(index) + 1] = this.#count(index) - 1;
    this.#sum--;
    return true;
  }

  /** The minutes from `minute` on, oldest first. */
  *since(minute: number): Generator<{ minute: number; count: number }> {
    for (let index = this.#firstFrom(minute); index < this.#length; index++) {
      yield { minute: this.#minute(index), count: this.#count(index) };
    }
  }

  /**
   * Returns the index of the first pair whose minute is `minute` or later. Searches from the end: it is always a recent
   * one.
   */
  #firstFrom(minute: number): number {
    let index = this.#length;
    while (index > 0 && this.#minute(index - 1) >= minute) index--;
    return index;
  }

  #append(minute: number): void {
    if (this.#length > this.#mask) this.#grow();
    const slot = this.#slot(this.#length);
    this.#pairs[slot] = minute;
    this.#pairs[slot + 1] = 0;
    this.#length++;
  }

  #grow(): void {
    const grown = new Int32Array(2 * this.#pairs.length);
    const start = 2 * this.#head;
    grown.set(this.#pairs.subarray(start));
    grown.set(this.#pairs.subarray(0, start), this.#pairs.length - start);
    this.#pairs = grown;
    this.#head = 0;
  }

  get #mask(): number {
    return this.#pairs.length / 2 - 1;
  }

  #slot(index: number): number {
    return 2 * ((this.#head + index) & this.#mask);
  }

  #minute(index: number): number {
    return this.#pairs[this.#slot(index)] ?? 0;
  }

  #count(index: number): number {
    return this.#pairs[this.#slot(index) + 1] ?? 0;
  }
}
