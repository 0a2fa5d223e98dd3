/** Requests of an account with the same result, in one hour. */
export interface Tally {
  /** Start of the hour, ISO 8601. */
  readonly hour: string;
  readonly operation: string;
  /** 0 if the client left before the response. */
  readonly status: number;
  readonly refusal: string | null;
  readonly count: number;
}

/** How the bars are divided. */
export type Division = 'operation' | 'status';

/** A part of each bar. */
export interface Series {
  readonly name: string;
  /** From 1, for its colour and pattern: the same everywhere. */
  readonly look: number;
  /** By hour. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** The requests of an account by hour, for the chart. */
export interface Chart {
  /** The starts of 24 hours, oldest first, in milliseconds since the epoch. */
  readonly hours: readonly number[];
  readonly series: readonly Series[];
  /** By hour. */
  readonly totals: readonly number[];
}

const hourMs = 3_600_000;
const hoursShown = 24;

/** The parts and their looks, in stacking order. */
const known: Readonly<Record<Division, readonly (readonly [name: string, look: number])[]>> = {
  operation: [
    ['run', 1],
    ['sanitize', 2],
    ['sort-dedupe', 3],
    ['mcp', 4],
  ],
  status: [
    ['Succeeded (2xx)', 3],
    ['Client error (4xx)', 1],
    ['Refused by a limit (429)', 2],
    ['Failed (5xx)', 4],
    ['Client disconnected', 5],
  ],
};

/** @param nowMs - since the epoch. Its hour is the last, or the newest of the history if that is later. */
export function chartOf(history: readonly Tally[], division: Division, nowMs: number): Chart {
  // The clock may be read just before the hour, and a request counted just after.
  const newest = history.reduce((latest, { hour }) => Math.max(latest, Date.parse(hour)), nowMs);
  const last = Math.floor(newest / hourMs) * hourMs;
  const hours = Array.from({ length: hoursShown }, (_, index) => last - (hoursShown - 1 - index) * hourMs);
  const series = known[division].map(([name, look]) => {
    const counts = hours.map((hour) => {
      const fitting = history.filter((tally) => Date.parse(tally.hour) === hour && partOf(tally, division) === name);
      return fitting.reduce((sum, { count }) => sum + count, 0);
    });
    return { name, look, counts, total: sumOf(counts) };
  });
  return { hours, series, totals: hours.map((_, index) => sumOf(series.map(({ counts }) => counts[index] ?? 0))) };
}

function partOf({ operation, status }: Tally, division: Division): string {
  if (division === 'operation') return operation;
  if (status === 0) return 'Client disconnected';
  if (status === 429) return 'Refused by a limit (429)';
  if (status >= 500) return 'Failed (5xx)';
  return status >= 400 ? 'Client error (4xx)' : 'Succeeded (2xx)';
}

/** Returns refused requests by reason, most first. */
export function refusalsOf(history: readonly Tally[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { refusal, count } of history) {
    if (refusal !== null) counts.set(refusal, (counts.get(refusal) ?? 0) + count);
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** A part of a bar, as a range of requests. */
export interface Part {
  readonly look: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the parts of an hour's bar that are not empty, from the bottom up. */
export function partsOf({ series }: Chart, index: number): Part[] {
  let from = 0;
  return series.flatMap(({ look, counts }) => {
    const size = counts[index] ?? 0;
    if (size === 0) return [];
    const part = { look, from, to: from + size };
    from += size;
    return part;
  });
}
