import type { BucketLevel, ChangedBucket } from './counter-store.js';

/** Units of level to one token, see server/limits/token-bucket.ts. */
const tokenUnits = 60_000;

/** A level as a gateway has written it, with its limit then. */
export type StoredLevel = BucketLevel & Pick<ChangedBucket, 'limit'>;

/**
 * Returns the state of a bucket that two gateways have used: what the one has taken is taken off the state after the
 * other. What was refilled in between counts before it, so a bucket that is nearly full may be a little too low.
 *
 * If the limit has changed in between, missing tokens stay missing, as in invariant 5 of the token bucket.
 */
export function mergedBucket(current: StoredLevel, { taken, updatedAt, limit }: ChangedBucket): BucketLevel {
  const at = Math.max(current.updatedAt, updatedAt);
  const full = current.limit * tokenUnits;
  const refilled = Math.min(full, current.level + (at - current.updatedAt) * current.limit);
  const level = limit === current.limit ? refilled : Math.max(0, refilled + limit * tokenUnits - full);
  return { level: level - taken * tokenUnits, updatedAt: at };
}
