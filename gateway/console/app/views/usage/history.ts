/** Requests of an account that came to the same, in one hour. */
export interface Tally {
  /** When the hour began, ISO 8601. */
  readonly hour: string;
  readonly operation: string;
  /** 0 if the client was gone before it had an answer. */
  readonly status: number;
  readonly refusal: string | null;
  readonly count: number;
}

/** By what the bars are divided. */
export type Division = 'operation' | 'status';

/** A part of each bar. */
export interface Series {
  readonly name: string;
  /** From 1, for its colour and pattern: the same wherever it is shown. */
  readonly look: number;
  /** By the hour. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** The requests of an account by the hour, ready to be drawn. */
export interface Chart {
  /** When each hour began, oldest first: 24, in milliseconds since the epoch. */
  readonly hours: readonly number[];
  readonly series: readonly Series[];
  /** By the hour. */
  readonly totals: readonly number[];
}

const hourMs = 3_600_000;
const hoursShown = 24;

/** What the parts are, in the order in which they are stacked. */
const names: Readonly<Record<Division, readonly string[]>> = {
  operation: ['run', 'sanitize', 'sort-dedupe'],
  status: ['Succeeded (2xx)', 'Refused by a limit (429)', 'Wrong request (4xx)', 'Failed (5xx)', 'Client gone'],
};

/** @param nowMs - since the epoch; its hour is the last. */
export function chartOf(history: readonly Tally[], division: Division, nowMs: number): Chart {
  const last = Math.floor(nowMs / hourMs) * hourMs;
  const hours = Array.from({ length: hoursShown }, (_, index) => last - (hoursShown - 1 - index) * hourMs);
  const known = names[division];
  const found = history.map((tally) => partOf(tally, division));
  const all = [...known, ...new Set(found.filter((name) => !known.includes(name)))];
  const series = all.map((name, index) => {
    const counts = hours.map((hour) => {
      const fitting = history.filter((tally) => Date.parse(tally.hour) === hour && partOf(tally, division) === name);
      return fitting.reduce((sum, { count }) => sum + count, 0);
    });
    return { name, look: index + 1, counts, total: sumOf(counts) };
  });
  return { hours, series, totals: hours.map((_, index) => sumOf(series.map(({ counts }) => counts[index] ?? 0))) };
}

function partOf({ operation, status }: Tally, division: Division): string {
  if (division === 'operation') return operation;
  const [succeeded = '', limited = '', wrong = '', failed = '', gone = ''] = names.status;
  if (status === 0) return gone;
  if (status === 429) return limited;
  if (status >= 500) return failed;
  return status >= 400 ? wrong : succeeded;
}

/** Requests that were turned away, by why, most first. */
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

/** A part of a bar: from how many requests to how many. */
export interface Part {
  readonly look: number;
  readonly from: number;
  readonly to: number;
}

/** The parts of an hour's bar, from the bottom up; only those that have something. */
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
