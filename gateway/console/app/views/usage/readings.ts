import { type Metrics, samplesOf, total } from './metrics-text.js';

/** What the metrics were at a time. */
export interface Reading {
  /** Milliseconds, of a clock that only goes forward. */
  readonly atMs: number;
  readonly metrics: Metrics;
}

/** How long readings are kept, in milliseconds: what the small lines show. */
export const keptMs = 120_000;
/** After a silence of this length the readings before say nothing of now. */
const longestGapMs = 15_000;

/**
 * Adds a reading to those before it. They are dropped where they say nothing of now: after a long silence, and when the
 * gateway has been restarted, since its counters begin at 0 then.
 */
export function addReading(before: readonly Reading[], reading: Reading): readonly Reading[] {
  const last = before.at(-1);
  if (last === undefined || reading.atMs - last.atMs > longestGapMs || isRestart(last.metrics, reading.metrics)) {
    return [reading];
  }
  return [...before.filter(({ atMs }) => reading.atMs - atMs <= keptMs), reading];
}

const startTime = 'process_start_time_seconds';
const requests = 'textmill_requests_total';

/** Counters that go back are another process's, also where nobody says when it began. */
function isRestart(before: Metrics, after: Metrics): boolean {
  if (total(before, startTime) !== total(after, startTime)) return true;
  return samplesOf(before, requests).some(({ labels, value }) => total(after, requests, labels) < value);
}

/** The newest reading that is at least so old, or the oldest there is: what a span of time begins with. */
export function readingBefore(readings: readonly Reading[], spanMs: number): Reading | undefined {
  const newest = readings.at(-1);
  if (newest === undefined || readings.length < 2) return undefined;
  return readings.findLast(({ atMs }) => newest.atMs - atMs >= spanMs) ?? readings[0];
}

/** How much a counter went up from one reading to another, a second. */
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
