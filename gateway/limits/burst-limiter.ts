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
  /** Most buckets in memory; beyond it, the least recently used one is evicted. */
  readonly maxBuckets?: number;
}

/** A token bucket for each client, limited in number. Decides in memory; the store is written later. */
export class BurstLimiter implements WriteBehind<BucketRow> {
  readonly #kind: BucketKind;
  /** The shape of the buckets; while the limit is off, their last one. */
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

  /** Number of buckets that were evicted before they were full: each gave a client a new burst. Only grows. */
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
   * Changes the limit. Used tokens stay used, see invariant 5 of the token bucket. While the limit is off nothing is
   * counted, and buckets keep refilling.
   *
   * Visits every bucket, which takes some milliseconds for 100,000 of them, so that {@link take} need not.
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

  /** Loads the stored buckets, least recently used first. Skips rows of another kind and full buckets. */
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
   * Visits at most `max` changed buckets. Skips those that are full again: the older state in the store is full by now
   * too.
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
