import { type Metrics, samplesOf, total } from './metrics-text.js';

/** The metrics at a time. */
export interface Reading {
  /** Milliseconds of a monotonic clock. */
  readonly atMs: number;
  readonly metrics: Metrics;
}

/** How long readings are kept, in milliseconds: the span of the sparklines. */
export const keptMs = 120_000;
/** After a gap of this length, earlier readings are dropped. */
export const longestGapMs = 15_000;

/**
 * Adds a reading to the earlier ones. Drops those after a long gap, and after a restart of the gateway, when its
 * counters start at 0.
 */
export function addReading(before: readonly Reading[], reading: Reading): readonly Reading[] {
  const last = before.at(-1);
  if (last === undefined || reading.atMs - last.atMs > longestGapMs || isRestart(last.metrics, reading.metrics)) {
    return [reading];
  }
  return [...before.filter(({ atMs }) => reading.atMs - atMs <= keptMs), reading];
}

/**
 * The metric with the time since when counters are counted. Those of several gateways are sums that the supervisor keeps
 * when one of them ends.
 */
function startTime(metrics: Metrics): string {
  const isOne = total(metrics, 'textmill_gateways') <= 1;
  return isOne ? 'process_start_time_seconds' : 'textmill_supervisor_start_time_seconds';
}

const requests = 'textmill_requests_total';

/** Counters that decrease belong to another process, even if its start time is unknown. */
function isRestart(before: Metrics, after: Metrics): boolean {
  const start = startTime(after);
  if (total(before, start) !== total(after, start)) return true;
  return samplesOf(before, requests).some(({ labels, value }) => total(after, requests, labels) < value);
}

/** Returns the newest reading of at least this age, or else the oldest: the start of a time span. */
export function readingBefore(readings: readonly Reading[], spanMs: number): Reading | undefined {
  const newest = readings.at(-1);
  if (newest === undefined || readings.length < 2) return undefined;
  return readings.findLast(({ atMs }) => newest.atMs - atMs >= spanMs) ?? readings[0];
}

/** Returns the increase of a counter between two readings, per second. */
export function ratePerSecond(
  before: Reading,
  after: Reading,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const seconds = (after.atMs - before.atMs) / 1_000;
  const increase = total(after.metrics, name, labels) - total(before.metrics, name, labels);
  return seconds > 0 ? Math.max(0, increase) / seconds : 0;
}
