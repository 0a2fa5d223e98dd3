import type { BucketLevel, ChangedBucket } from './counter-store.js';

/** Units of level to one token, see server/limits/token-bucket.ts. */
const tokenUnits = 60_000;

/** A level as a gateway has written it, with its limit then. */
export type StoredLevel = BucketLevel & Pick<ChangedBucket, 'limit'>;

/**
 * Returns the state of a bucket that two gateways have used: what the one has taken is taken off the state after the
 * other. What was refilled in between counts before it, so a bucket that is nearly full may be a little too low.
 *
 * If the limit has changed in between, missing tokens stay missing, as in invariant 5 of the token bucket. Where gateways
 * differ in their settings, none gets back what it has taken itself.
 */
export function mergedBucket(current: StoredLevel, sent: ChangedBucket): BucketLevel {
  const { taken, limit } = sent;
  const at = Math.max(current.updatedAt, sent.updatedAt);
  const refilled = levelAt(current, current.limit, at);
  if (limit === current.limit) return { level: refilled - taken * tokenUnits, updatedAt: at };
  const reshaped = Math.max(0, refilled + (limit - current.limit) * tokenUnits);
  return { level: Math.min(reshaped - taken * tokenUnits, levelAt(sent, limit, at)), updatedAt: at };
}

function levelAt({ level, updatedAt }: BucketLevel, limit: number, at: number): number {
  return Math.min(limit * tokenUnits, level + (at - updatedAt) * limit);
}
