import { type Metrics, samplesOf } from './metrics-text.js';

/** The number of values between the bucket before and a bound. */
export interface Bucket {
  /** In the unit of the values. The last is Infinity. */
  readonly bound: number;
  readonly count: number;
}

/**
 * Returns the values of a histogram since an earlier reading, for all matching series.
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
 * Returns a quantile as Prometheus estimates it: values are evenly spread within their bucket. Values above all bounds
 * count as the last bound.
 *
 * @param share - 0 to 1.
 * @returns undefined without values.
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
