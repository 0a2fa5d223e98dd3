import { type Metrics, samplesOf, total } from './metrics-text.js';
import { bucketsBetween, quantile } from './quantile.js';
import { type Reading, ratePerSecond, readingBefore } from './readings.js';

export const operations = ['run', 'sanitize', 'sort-dedupe'] as const;

/** The time span of percentiles, in milliseconds: three seconds would be a handful of requests. */
const percentileSpanMs = 30_000;

/** Percentiles 50, 95 and 99 in seconds; undefined without values. */
export interface Percentiles {
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
}

/** The numbers that need the difference of two readings. */
export interface Measured {
  /** Requests per second for operations on text. */
  readonly rates: readonly { readonly operation: string; readonly perSecond: number }[];
  readonly perSecond: number;
  readonly latency: Percentiles;
  readonly queueWait: Percentiles;
  readonly eventLoopDelay: Percentiles;
  /** Busy threads on average. */
  readonly busyThreads: number;
  /** Refused requests by reason, without reasons that did not occur. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
}

/** Undefined after one reading only. */
export function measure(readings: readonly Reading[]): Measured | undefined {
  const after = readings.at(-1);
  const before = readings.at(-2);
  const earlier = readingBefore(readings, percentileSpanMs);
  const [oldest] = readings;
  if (after === undefined || before === undefined || earlier === undefined || oldest === undefined) return undefined;
  const rates = operations.map((operation) => ({
    operation,
    perSecond: ratePerSecond(before, after, 'textmill_requests_total', { operation }),
  }));
  const percentilesOf = (name: string, isCounted?: (labels: Readonly<Record<string, string>>) => boolean) =>
    percentiles(earlier.metrics, after.metrics, name, isCounted);
  return {
    rates,
    perSecond: rates.reduce((sum, rate) => sum + rate.perSecond, 0),
    latency: percentilesOf('textmill_request_duration_seconds', ({ operation }) => isOnText(operation)),
    queueWait: percentilesOf('textmill_queue_wait_seconds'),
    eventLoopDelay: percentilesOf('textmill_event_loop_delay_seconds'),
    busyThreads: ratePerSecond(before, after, 'textmill_run_seconds_sum', { where: 'pool' }),
    refusals: refusalsBetween(oldest.metrics, after.metrics),
  };
}

function isOnText(operation: string | undefined): boolean {
  return (operations as readonly (string | undefined)[]).includes(operation);
}

function percentiles(
  before: Metrics,
  after: Metrics,
  name: string,
  isCounted?: (labels: Readonly<Record<string, string>>) => boolean,
): Percentiles {
  const buckets = bucketsBetween(before, after, name, isCounted);
  return { p50: quantile(buckets, 0.5), p95: quantile(buckets, 0.95), p99: quantile(buckets, 0.99) };
}

function refusalsBetween(before: Metrics, after: Metrics): Measured['refusals'] {
  return samplesOf(after, 'textmill_refusals_total')
    .map(({ labels: { reason = '' }, value }) => ({
      reason,
      count: value - total(before, 'textmill_refusals_total', { reason }),
    }))
    .filter(({ count }) => count > 0);
}

/** Returns a number for each pair of consecutive readings, for a sparkline. */
export function course(readings: readonly Reading[], value: (before: Reading, after: Reading) => number | undefined) {
  return readings.slice(1).map((after, index) => {
    const before = readings[index] ?? after;
    return { atMs: after.atMs, value: value(before, after) };
  });
}
