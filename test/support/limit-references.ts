/** Reference implementations of the limits: they search a list of the times of admitted requests each time. */
import type { BucketShape } from '#gateway/server/limits/token-bucket.js';

/** Admits a request if every period of t ms from an admitted request then has at most capacity + refill · t. */
export class AdmittedInBurst {
  readonly #shape: BucketShape;
  #admitted: number[] = [];

  constructor(shape: BucketShape) {
    this.#shape = shape;
  }

  take(now: number): boolean {
    const { capacity, refillPerMinute } = this.#shape;
    const candidate = [...this.#admitted, now];
    const admit = candidate.every((from, index) => {
      const count = candidate.length - index;
      return count * 60_000 <= capacity * 60_000 + (now - from) * refillPerMinute;
    });
    if (admit) this.#admitted = candidate;
    return admit;
  }

  /** Restarts at `now`: if the clock was set back, the last request counts as now, and the others as earlier. */
  restart(now: number): void {
    const ahead = Math.max(0, (this.#admitted.at(-1) ?? now) - now);
    this.#admitted = this.#admitted.map((timestamp) => timestamp - ahead);
  }

  copy(): AdmittedInBurst {
    const copy = new AdmittedInBurst(this.#shape);
    copy.#admitted = [...this.#admitted];
    return copy;
  }
}

/** Admits a request while fewer than `limit` were admitted in the current minute and the 1,439 before it. */
export class AdmittedInDay {
  #admitted: number[] = [];

  take(now: number, limit: number): boolean {
    if (this.used(now) >= limit) return false;
    this.#admitted.push(now);
    return true;
  }

  used(now: number): number {
    const minute = Math.floor(now / 60_000);
    return this.#admitted.filter((timestamp) => minute - Math.floor(timestamp / 60_000) < 1_440).length;
  }

  /** Refunds the latest admitted request of the minute that contains `timestamp`, if there is one. */
  refund(timestamp: number): void {
    const minute = Math.floor(timestamp / 60_000);
    const index = this.#admitted.findLastIndex((admitted) => Math.floor(admitted / 60_000) === minute);
    if (index !== -1) this.#admitted.splice(index, 1);
  }

  /** Forgets expired requests: they never count again, even if the clock is set back. */
  forget(now: number): void {
    this.#admitted = this.#admitted.filter(
      (timestamp) => Math.floor(now / 60_000) - Math.floor(timestamp / 60_000) < 1_440,
    );
  }

  /** Restarts at `now`: later times count as now. */
  restart(now: number): void {
    this.#admitted = this.#admitted.map((timestamp) => Math.min(timestamp, now));
  }

  copy(): AdmittedInDay {
    const copy = new AdmittedInDay();
    copy.#admitted = [...this.#admitted];
    return copy;
  }
}
