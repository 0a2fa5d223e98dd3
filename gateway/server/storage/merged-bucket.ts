import type { BucketLevel, ChangedBucket } from './counter-store.js';

/** Units of level to one token, see server/limits/token-bucket.ts. */
const tokenUnits = 60_000;

/**
 * Returns the state of a bucket that two gateways have used: what the one has taken is taken off the state after the
 * other. What was refilled in between counts before it, so a bucket that is nearly full may be a little too low.
 */
export function mergedBucket(current: BucketLevel, { taken, updatedAt, limit }: ChangedBucket): BucketLevel {
  const at = Math.max(current.updatedAt, updatedAt);
  const refilled = Math.min(limit * tokenUnits, current.level + (at - current.updatedAt) * limit);
  return { level: refilled - taken * tokenUnits, updatedAt: at };
}
