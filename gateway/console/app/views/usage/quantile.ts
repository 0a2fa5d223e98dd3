import { type Metrics, samplesOf } from './metrics-text.js';

/** How many values were above the bucket before and at most a bound. */
export interface Bucket {
  /** In the unit of the values; the last is Infinity. */
  readonly bound: number;
  readonly count: number;
}

/**
 * The values that a histogram has had since an earlier reading, of all its series that fit together.
 *
 * @param isCounted - whether a series counts, by its labels.
 */
export function bucketsBetween(
  before: Metrics,
  after: Metrics,
  name: string,
  isCounted: (labels: Readonly<Record<string, string>>) => boolean = () => true,
): Bucket[] {
  const cumulative = new Map<number, number>();
  for (const [metrics, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const { labels, value } of samplesOf(metrics, `${name}_bucket`)) {
      if (!isCounted(labels)) continue;
      const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
      cumulative.set(bound, (cumulative.get(bound) ?? 0) + sign * value);
    }
  }
  let below = 0;
  return [...cumulative]
    .sort(([a], [b]) => a - b)
    .map(([bound, upTo]) => {
      const count = Math.max(0, upTo - below);
      below = Math.max(below, upTo);
      return { bound, count };
    });
}

/**
 * The value that a share of all is at or below, as Prometheus estimates it: evenly spread within its bucket. What is
 * above every bound is told as the last bound.
 *
 * @param share - 0 to 1.
 * @returns undefined if there are no values.
 */
export function quantile(buckets: readonly Bucket[], share: number): number | undefined {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  if (count === 0) return undefined;
  let rank = share * count;
  let lower = 0;
  for (const bucket of buckets) {
    if (rank <= bucket.count && bucket.count > 0) {
      return bucket.bound === Number.POSITIVE_INFINITY ? lower : lower + (bucket.bound - lower) * (rank / bucket.count);
    }
    rank -= bucket.count;
    if (bucket.bound !== Number.POSITIVE_INFINITY) lower = bucket.bound;
  }
  return lower;
}
