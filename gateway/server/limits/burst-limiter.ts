import { LRUCache } from 'lru-cache';
import type { Clock } from '#gateway/core/clock.js';
import type {
  BucketKind,
  BucketLevel,
  BucketRow,
  ChangedBucket,
  MergedBucket,
  WriteBehind,
} from '../storage/counter-store.js';
import { type BucketShape, TokenBucket, tokenUnits } from './token-bucket.js';

export interface BurstLimiterOptions {
  /** What the ids are: addresses or keys. */
  readonly kind: BucketKind;
  /** Requests per minute: the capacity of each bucket and its refill. 0 switches the limit off. */
  readonly limit: number;
  readonly clock: Clock;
  /** Whether other gateways use the same buckets. */
  readonly isShared?: boolean;
  /** Whether clients may have limits of their own: then buckets are loaded although the limit is off. */
  readonly hasOwnLimits?: boolean;
  /** Most buckets in memory; beyond it, the least recently used one is evicted. */
  readonly maxBuckets?: number;
}

/** A bucket, and what the store has of it. */
class StoredBucket extends TokenBucket {
  /** Its shape if it differs from that of all; undefined for that, and before it is known. */
  own: BucketShape | undefined;
  /** Whether it was loaded and not used since: its level is of a shape that is not known. */
  isLoaded = false;
  stored: BucketLevel | undefined;
  /** Tokens that were taken since then. */
  taken = 0;
}

/** A token bucket for each client, limited in number. Decides in memory; the store is written later. */
export class BurstLimiter implements WriteBehind<ChangedBucket> {
  readonly #kind: BucketKind;
  readonly #isShared: boolean;
  readonly #hasOwnLimits: boolean;
  /** The shape of the buckets; while the limit is off, their last one. */
  #shape: BucketShape;
  #isOn: boolean;
  readonly #clock: Clock;
  readonly #buckets: LRUCache<string, StoredBucket>;
  readonly #dirty = new Set<string>();
  #evictedEarly = 0;

  constructor({
    kind,
    limit,
    clock,
    isShared = false,
    hasOwnLimits = false,
    maxBuckets = 100_000,
  }: BurstLimiterOptions) {
    this.#kind = kind;
    this.#isShared = isShared;
    this.#hasOwnLimits = hasOwnLimits;
    this.#shape = { capacity: limit, refillPerMinute: limit };
    this.#isOn = limit > 0;
    this.#clock = clock;
    this.#buckets = new LRUCache({
      // With `max`, it would take memory for all of them at once: 15 ms of a start.
      maxSize: maxBuckets,
      sizeCalculation: () => 1,
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

  /** Requests per minute of clients without a limit of their own; 0 for no limit. */
  get limit(): number {
    return this.#isOn ? this.#shape.capacity : 0;
  }

  /**
   * Admits or refuses one request of a client; a refused one costs nothing. Always admits when the limit is off.
   *
   * @param now - milliseconds since the epoch, of the same clock.
   * @param limit - its own, in requests per minute. When it changes, used tokens stay used, as with {@link setLimit}.
   */
  take(id: string, now = this.#clock.now(), limit = this.limit): boolean {
    if (limit === 0) return true;
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      bucket = new StoredBucket(limit * tokenUnits, now);
      if (limit !== this.#shape.capacity) bucket.own = { capacity: limit, refillPerMinute: limit };
      this.#buckets.set(id, bucket);
    }
    const shape = this.#shapeOf(bucket);
    if (!bucket.take(shape.capacity === limit ? shape : this.#reshaped(bucket, shape, limit, now), now)) return false;
    bucket.isLoaded = false;
    bucket.taken++;
    this.#dirty.add(id);
    return true;
  }

  /**
   * Changes the limit. Used tokens stay used, see invariant 5 of the token bucket. While the limit is off nothing is
   * counted, and buckets keep refilling.
   *
   * Buckets with a limit of their own keep it. Visits every bucket, which takes some milliseconds for 100,000 of them,
   * so that {@link take} need not.
   */
  setLimit(limit: number): void {
    this.#isOn = limit > 0;
    if (!this.#isOn || limit === this.#shape.capacity) return;
    const now = this.#clock.now();
    const from = this.#shape;
    this.#shape = { capacity: limit, refillPerMinute: limit };
    for (const [id, bucket] of this.#buckets.entries()) {
      if (bucket.own !== undefined) continue;
      bucket.reshape(from, this.#shape, now);
      // The store has a level of the old shape.
      this.#dirty.add(id);
    }
  }

  /**
   * Loads the stored buckets, least recently used first. Skips rows of another kind, and buckets that are full whatever their
   * limits are.
   */
  load(rows: Iterable<BucketRow>): void {
    const now = this.#clock.now();
    for (const { kind, id, level, updatedAt } of rows) {
      if (kind !== this.#kind) continue;
      const bucket = new StoredBucket(level, updatedAt);
      if (!this.#isOn && !this.#hasOwnLimits) continue;
      // With limits of their own, all are full after a minute.
      if (this.#hasOwnLimits ? level >= 0 && now - updatedAt >= 60_000 : bucket.isFull(this.#shape, now)) continue;
      bucket.stored = { level, updatedAt };
      bucket.isLoaded = true;
      this.#buckets.set(id, bucket);
    }
  }

  /**
   * Visits at most `max` changed buckets. Skips those that are full again: the older state in the store is full by now
   * too, unless another gateway has taken from it.
   */
  takeDirty(max: number): ChangedBucket[] {
    const now = this.#clock.now();
    const rows: ChangedBucket[] = [];
    let seen = 0;
    for (const id of this.#dirty) {
      if (seen++ === max) break;
      this.#dirty.delete(id);
      const bucket = this.#buckets.peek(id);
      if (bucket === undefined || (!this.#isShared && bucket.isFull(this.#shapeOf(bucket), now))) continue;
      const { level, updatedAt, stored, taken } = bucket;
      rows.push({ kind: this.#kind, id, level, updatedAt, stored, taken, limit: this.#shapeOf(bucket).capacity });
    }
    return rows;
  }

  markDirty(rows: Iterable<ChangedBucket>): void {
    for (const { id } of rows) if (this.#buckets.has(id)) this.#dirty.add(id);
  }

  /** Notes what the store has after a write. @param merged - buckets that other gateways have written, too. */
  written(rows: Iterable<ChangedBucket>, merged: Iterable<MergedBucket>): void {
    for (const { id, level, updatedAt, taken } of rows) {
      const bucket = this.#buckets.peek(id);
      if (bucket === undefined) continue;
      bucket.stored = { level, updatedAt };
      bucket.taken -= taken;
    }
    const now = this.#clock.now();
    for (const { sent, merged: state } of merged) {
      const bucket = this.#buckets.peek(sent.id);
      if (bucket === undefined) continue;
      bucket.stored = state;
      bucket.merge(this.#shapeOf(bucket), bucketOf(sent), bucketOf(state), now);
    }
  }

  #shapeOf(bucket: StoredBucket): BucketShape {
    return bucket.own ?? this.#shape;
  }

  /** Gives a bucket another limit, and returns its new shape. */
  #reshaped(bucket: StoredBucket, from: BucketShape, limit: number, now: number): BucketShape {
    const shape = { capacity: limit, refillPerMinute: limit };
    // Of a loaded one, the tokens that it has are known, not those that it lacks.
    if (!bucket.isLoaded) bucket.reshape(from, shape, now);
    bucket.own = limit === this.#shape.capacity ? undefined : shape;
    return shape;
  }

  #evicted(bucket: StoredBucket, id: string): void {
    this.#dirty.delete(id);
    if (!bucket.isFull(this.#shapeOf(bucket), this.#clock.now())) this.#evictedEarly++;
  }
}

function bucketOf({ level, updatedAt }: BucketLevel): TokenBucket {
  return new TokenBucket(level, updatedAt);
}

/** The buckets of keys and addresses, which are written together: a shared store is asked once instead of twice. */
export class BurstLimiters implements WriteBehind<ChangedBucket> {
  readonly #perKey: BurstLimiter;
  readonly #perIp: BurstLimiter;

  constructor(perKey: BurstLimiter, perIp: BurstLimiter) {
    this.#perKey = perKey;
    this.#perIp = perIp;
  }

  get dirtyCount(): number {
    return this.#perKey.dirtyCount + this.#perIp.dirtyCount;
  }

  takeDirty(max: number): ChangedBucket[] {
    const before = this.#perKey.dirtyCount;
    const ofKeys = this.#perKey.takeDirty(max);
    const visited = before - this.#perKey.dirtyCount;
    return [...ofKeys, ...this.#perIp.takeDirty(max - visited)];
  }

  markDirty(rows: readonly ChangedBucket[]): void {
    for (const [limiter, kind] of this.#limiters) limiter.markDirty(rows.filter((row) => row.kind === kind));
  }

  /** Notes what the store has after a write, see {@link BurstLimiter.written}. */
  written(rows: readonly ChangedBucket[], merged: readonly MergedBucket[]): void {
    for (const [limiter, kind] of this.#limiters) {
      limiter.written(
        rows.filter((row) => row.kind === kind),
        merged.filter(({ sent }) => sent.kind === kind),
      );
    }
  }

  get #limiters() {
    return [
      [this.#perKey, 'key'],
      [this.#perIp, 'ip'],
    ] as const;
  }
}
