import type { Clock } from '#gateway/core/clock.js';
import { clockTolerance } from './quota-ledger.js';

/** The store's time, as a gateway knows it. All gateways go by it, so machines with different clocks decide alike. */
export interface StoreTime extends Clock {
  /**
   * Notes the store's time in a reply.
   *
   * @param sentAt - when the request was sent, by the monotonic clock: the reply was made later.
   * @param now - the store's time when it made the reply, in milliseconds since the epoch.
   */
  learn(sentAt: number, now: number): void;
  /**
   * Returns the time that it most probably is at the store, in whole milliseconds since the epoch. Goes backwards only
   * after this machine's clock was set ahead.
   */
  now(): number;
  /**
   * Returns the latest time that it may be at the store, in milliseconds since the epoch: a request that is counted by it
   * never stops to count too early.
   */
  latest(): number;
}

/** The time of a store on this machine: this machine's. */
export function localTime(clock: Clock): StoreTime {
  return { learn() {}, now: () => clock.now(), latest: () => clock.now() };
}

/**
 * What is known may be wrong by so much, in milliseconds. More means that this machine's clock was set ahead, and the next
 * reply has shown it: bursts would not be refilled until the store's clock is there, too.
 */
const largestErrorMs = 2_000;

/** The time of a store on another machine, known within the time that an exchange with it took. */
export class RemoteTime implements StoreTime {
  readonly #monotonicMs: () => number;
  /** A time of the store, and when it was at the earliest, by the monotonic clock. */
  #earliest: { readonly now: number; readonly at: number };
  /** A time of the store, when it probably was, and by how much that may be wrong: of the quickest reply lately. */
  #probable: { readonly now: number; readonly at: number; readonly errorMs: number };
  #last = Number.NEGATIVE_INFINITY;

  /**
   * @param monotonicMs - milliseconds from any origin. Never decreases, and increases while the machine sleeps.
   * @param guess - milliseconds since the epoch by this machine's clock, until the store has replied.
   */
  constructor(monotonicMs: () => number, guess: number) {
    this.#monotonicMs = monotonicMs;
    this.#earliest = { now: guess, at: monotonicMs() };
    this.#probable = { ...this.#earliest, errorMs: Number.POSITIVE_INFINITY };
  }

  learn(sentAt: number, now: number): void {
    this.#earliest = { now, at: sentAt };
    const heardAt = this.#monotonicMs();
    const { at, errorMs } = this.#probable;
    const halfWayMs = (heardAt - sentAt) / 2;
    // A reply that took long says little. But what was known becomes older, and clocks differ in speed.
    if (halfWayMs > errorMs + (heardAt - at) * clockTolerance) return;
    this.#probable = { now, at: sentAt + halfWayMs, errorMs: halfWayMs };
  }

  now(): number {
    const { now, at } = this.#probable;
    const time = Math.round(now + this.#monotonicMs() - at);
    if (time > this.#last || time < this.#last - largestErrorMs) this.#last = time;
    return this.#last;
  }

  latest(): number {
    const { now, at } = this.#earliest;
    // Both clocks are rounded down to whole milliseconds.
    return now + 1 + (this.#monotonicMs() + 1 - at) * (1 + clockTolerance);
  }
}
