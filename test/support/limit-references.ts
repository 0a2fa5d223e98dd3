/** The limits by their definitions: lists of the moments at which requests were admitted, looked through each time. */
import type { BucketShape } from '../../gateway/limits/token-bucket.js';

/** Admits what keeps every stretch of t ms that begins with an admitted request at capacity + refill · t, or below. */
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

  /** The program starts again at `now`: if the clock was set back, the last of them counts as now, the others before. */
  restart(now: number): void {
    const ahead = Math.max(0, (this.#admitted.at(-1) ?? now) - now);
    this.#admitted = this.#admitted.map((moment) => moment - ahead);
  }

  copy(): AdmittedInBurst {
    const copy = new AdmittedInBurst(this.#shape);
    copy.#admitted = [...this.#admitted];
    return copy;
  }
}

/** Admits while fewer than `limit` of the admitted requests are in the present minute or the 1,439 before it. */
export class AdmittedInDay {
  #admitted: number[] = [];

  take(now: number, limit: number): boolean {
    if (this.used(now) >= limit) return false;
    this.#admitted.push(now);
    return true;
  }

  used(now: number): number {
    const minute = Math.floor(now / 60_000);
    return this.#admitted.filter((moment) => minute - Math.floor(moment / 60_000) < 1_440).length;
  }

  /** Takes back the latest admitted request of the minute in which `moment` lies, if there is one. */
  refund(moment: number): void {
    const minute = Math.floor(moment / 60_000);
    const index = this.#admitted.findLastIndex((admitted) => Math.floor(admitted / 60_000) === minute);
    if (index !== -1) this.#admitted.splice(index, 1);
  }

  /** What counts no more never will again, whatever becomes of the clock. */
  forget(now: number): void {
    this.#admitted = this.#admitted.filter((moment) => Math.floor(now / 60_000) - Math.floor(moment / 60_000) < 1_440);
  }

  /** The program starts again at `now`: later times count as now. */
  restart(now: number): void {
    this.#admitted = this.#admitted.map((moment) => Math.min(moment, now));
  }

  copy(): AdmittedInDay {
    const copy = new AdmittedInDay();
    copy.#admitted = [...this.#admitted];
    return copy;
  }
}
