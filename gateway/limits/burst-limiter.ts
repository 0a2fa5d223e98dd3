import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.js';
import type { BucketKind, BucketRow, WriteBehind } from '../store/counter-store.js';
import { type BucketShape, TokenBucket } from './token-bucket.js';

export interface BurstLimiterOptions {
  /** What the ids are: addresses or keys. */
  readonly kind: BucketKind;
  /** Requests per minute: the capacity of each bucket and its refill. 0 switches the limit off. */
  readonly limit: number;
  readonly clock: Clock;
  /** How many buckets are kept; beyond it the one unused for longest goes. */
  readonly maxBuckets?: number;
}

/** A token bucket for each client, bounded in number. Decides in memory; a store may follow behind. */
export class BurstLimiter implements WriteBehind<BucketRow> {
  readonly #kind: BucketKind;
  /** What buckets are counted in; while the limit is off, the shape that they had before. */
  #shape: BucketShape;
  #isOn: boolean;
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, TokenBucket>;
  readonly #dirty = new Set<string>();
  #evictedEarly = 0;

  constructor({ kind, limit, clock, maxBuckets = 100_000 }: BurstLimiterOptions) {
    this.#kind = kind;
    this.#shape = { capacity: limit, refillPerMinute: limit };
    this.#isOn = limit > 0;
    this.#clock = clock;
    this.#buckets = new LRUCache({
      max: maxBuckets,
      dispose: (bucket, id, reason) => {
        if (reason === 'evict') this.#evicted(bucket, id);
      },
    });
  }

  /** Buckets that had to go before they were full: each let a client begin anew. Only grows. */
  get evictedEarly(): number {
    return this.#evictedEarly;
  }

  /** Buckets in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /**
   * Admits or refuses one request of a client; a refused one costs nothing. Always admits when the limit is off.
   *
   * @param now - milliseconds since the epoch, of the same clock.
   */
  take(id: string, now = this.#clock.now()): boolean {
    if (!this.#isOn) return true;
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      bucket = TokenBucket.full(this.#shape, now);
      this.#buckets.set(id, bucket);
    }
    if (!bucket.take(this.#shape, now)) return false;
    this.#dirty.add(id);
    return true;
  }

  /**
   * Changes the limit: what clients have used stays used, see invariant 5 of the token bucket. While it is off nothing is
   * counted, and what was used before goes on refilling as it did.
   *
   * Looks at every bucket, which takes some milliseconds for 100,000 of them, so that {@link take} need not.
   */
  setLimit(limit: number): void {
    this.#isOn = limit > 0;
    if (!this.#isOn || limit === this.#shape.capacity) return;
    const now = this.#clock.now();
    const from = this.#shape;
    this.#shape = { capacity: limit, refillPerMinute: limit };
    for (const [id, bucket] of this.#buckets.entries()) {
      bucket.reshape(from, this.#shape, now);
      // The store has a level of the old shape.
      this.#dirty.add(id);
    }
  }

  /** Takes over what was stored, the longest unused first. Rows of another kind and full buckets are passed over. */
  load(rows: Iterable<BucketRow>): void {
    if (!this.#isOn) return;
    const now = this.#clock.now();
    for (const { kind, id, level, updatedAt } of rows) {
      if (kind !== this.#kind) continue;
      const bucket = new TokenBucket(level, updatedAt);
      if (!bucket.isFull(this.#shape, now)) this.#buckets.set(id, bucket);
    }
  }

  /**
   * Looks at no more than `max` changed buckets. Those that are full again are left out: what the store has of them
   * is older, so it is full by now as well.
   */
  takeDirty(max: number): BucketRow[] {
    const now = this.#clock.now();
    const rows: BucketRow[] = [];
    let seen = 0;
    for (const id of this.#dirty) {
      if (seen++ === max) break;
      this.#dirty.delete(id);
      const bucket = this.#buckets.peek(id);
      if (bucket === undefined || bucket.isFull(this.#shape, now)) continue;
      rows.push({ kind: this.#kind, id, level: bucket.level, updatedAt: bucket.updatedAt });
    }
    return rows;
  }

  markDirty(rows: Iterable<BucketRow>): void {
    for (const { id } of rows) if (this.#buckets.has(id)) this.#dirty.add(id);
  }

  #evicted(bucket: TokenBucket, id: string): void {
    this.#dirty.delete(id);
    if (!bucket.isFull(this.#shape, this.#clock.now())) this.#evictedEarly++;
  }
}
