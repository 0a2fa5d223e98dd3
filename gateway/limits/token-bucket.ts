/**
 * A token bucket.
 *
 * Invariants, with `capacity` C and a refill of R tokens a minute:
 *
 * 1. In any stretch of t milliseconds at most C + R·t/60,000 requests are admitted.
 * 2. A request is refused only if admitting it would break 1: nobody waits longer than the definition asks.
 * 3. A refused request costs nothing: the bucket is as if it had not come.
 * 4. Time that goes backwards refills nothing and takes nothing away.
 * 5. When the shape changes, the tokens that are missing stay missing, up to all of the new capacity: what was admitted
 *    before counts as if the new capacity had always held, refills at the old rate until then and at the new one from
 *    then on, and nobody waits for more than a whole bucket.
 *
 * They hold exactly. The level is counted in {@link tokenUnits} to a token, so that with whole C and R a millisecond
 * refills R units: everything is an integer below 2^53, and no rounding builds up over months of refilling.
 */

/** Units of level to one token: the milliseconds of a minute. */
export const tokenUnits = 60_000;

/** How much a bucket holds and how fast it fills; both whole numbers, at least 1. */
export interface BucketShape {
  /** Tokens in a full bucket. */
  readonly capacity: number;
  readonly refillPerMinute: number;
}

export class TokenBucket {
  #level: number;
  #updatedAt: number;

  /** @param level - in {@link tokenUnits}, as of `updatedAt`, in milliseconds since the epoch. */
  constructor(level: number, updatedAt: number) {
    this.#level = level;
    this.#updatedAt = updatedAt;
  }

  static full({ capacity }: BucketShape, now: number): TokenBucket {
    return new TokenBucket(capacity * tokenUnits, now);
  }

  /** What is left as of {@link updatedAt}, in {@link tokenUnits}. */
  get level(): number {
    return this.#level;
  }

  /** When the last token was taken or the shape changed, in milliseconds since the epoch. */
  get updatedAt(): number {
    return this.#updatedAt;
  }

  /** Takes one token if there is one. @param now - milliseconds since the epoch. */
  take(shape: BucketShape, now: number): boolean {
    const level = this.levelAt(shape, now);
    if (level < tokenUnits) return false;
    this.#level = level - tokenUnits;
    if (now > this.#updatedAt) this.#updatedAt = now;
    return true;
  }

  /** Goes on in another shape. @param from - the shape until now. @param now - milliseconds since the epoch. */
  reshape(from: BucketShape, to: BucketShape, now: number): void {
    const missing = from.capacity * tokenUnits - this.levelAt(from, now);
    this.#level = Math.max(0, to.capacity * tokenUnits - missing);
    if (now > this.#updatedAt) this.#updatedAt = now;
  }

  isFull(shape: BucketShape, now: number): boolean {
    return this.levelAt(shape, now) === shape.capacity * tokenUnits;
  }

  /** What is left at a moment, in {@link tokenUnits}. */
  levelAt({ capacity, refillPerMinute }: BucketShape, now: number): number {
    const refilled = Math.max(0, now - this.#updatedAt) * refillPerMinute;
    return Math.min(capacity * tokenUnits, this.#level + refilled);
  }
}
