/** Units of level to one token: the milliseconds of a minute. */
export const tokenUnits = 60_000;

/** The capacity of a bucket and its refill rate; both whole numbers, at least 1. */
export interface BucketShape {
  /** Tokens in a full bucket. */
  readonly capacity: number;
  readonly refillPerMinute: number;
}

/**
 * A token bucket.
 *
 * Invariants, with `capacity` C and a refill of R tokens a minute:
 *
 * 1. In any t milliseconds at most C + R·t/60,000 requests are admitted.
 * 2. A request is refused only if admitting it would break 1.
 * 3. A refused request costs nothing: the bucket is as if it had not arrived.
 * 4. Time that goes backwards neither refills nor removes tokens.
 * 5. When the shape changes, missing tokens stay missing, up to the new capacity: earlier requests count as if the new
 *    capacity had always applied. Refill is at the old rate before the change and at the new rate after it, and no
 *    client waits for more than a whole bucket.
 *
 * They hold exactly at one gateway. Where several share a bucket, each takes from what it knows, so that the level may
 * become negative when they learn of each other: then nothing is admitted until it is refilled.
 *
 * The level is counted in {@link tokenUnits} to a token, so that with whole C and R a millisecond
 * refills R units: all values are integers below 2^53, and no rounding error accumulates.
 */
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

  /** The level as of {@link updatedAt}, in {@link tokenUnits}. */
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

  /** Changes the shape. @param from - the shape until now. @param now - milliseconds since the epoch. */
  reshape(from: BucketShape, to: BucketShape, now: number): void {
    const missing = from.capacity * tokenUnits - this.levelAt(from, now);
    this.#level = Math.max(0, to.capacity * tokenUnits - missing);
    if (now > this.#updatedAt) this.#updatedAt = now;
  }

  /** Moves to the state that several gateways have reached together, less what was taken here since the report. */
  merge(shape: BucketShape, sent: TokenBucket, merged: TokenBucket, now: number): void {
    const taken = sent.levelAt(shape, now) - this.levelAt(shape, now);
    this.#level = merged.levelAt(shape, now) - taken;
    if (now > this.#updatedAt) this.#updatedAt = now;
  }

  isFull(shape: BucketShape, now: number): boolean {
    return this.levelAt(shape, now) === shape.capacity * tokenUnits;
  }

  /** Returns the level at a time, in {@link tokenUnits}. */
  levelAt({ capacity, refillPerMinute }: BucketShape, now: number): number {
    const refilled = Math.max(0, now - this.#updatedAt) * refillPerMinute;
    return Math.min(capacity * tokenUnits, this.#level + refilled);
  }
}
