import type { Clock } from '#gateway/core/clock.js';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;

  /** Starts within a minute, away from its boundaries. */
  constructor(now = Date.UTC(2030, 0, 1, 12, 0, 30)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** @param ms - negative only for a clock that is set back between two runs of the program. */
  advance(ms: number): void {
    this.#now += ms;
  }

  set(now: number): void {
    this.#now = now;
  }
}
