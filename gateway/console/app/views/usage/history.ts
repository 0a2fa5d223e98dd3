import { periodOf, type UsageRangeName, usageRange } from '#gateway/core/usage-range.js';
import type { Period } from './period-name.js';

/** Requests with the same result, in one hour or day. */
export interface Outcome {
  /** Start of the hour, ISO 8601; in a range of hours. */
  readonly hour?: string;
  /** The day in UTC, ISO 8601; in a range of days. */
  readonly day?: string;
  readonly operation: string;
  /** 0 if the client left before the response. */
  readonly status: number;
  readonly count: number;
}

/** {@link Outcome} of an account. */
export interface Tally extends Outcome {
  readonly refusal: string | null;
}

/** How the bars are divided. */
export type Division = 'operation' | 'status';

/** A part of each bar. */
export interface Series {
  readonly name: string;
  /** From 1, for its colour and pattern: the same everywhere. */
  readonly pattern: number;
  /** By period. */
  readonly counts: readonly number[];
  readonly total: number;
}

/** Requests by hour or day, for the chart. */
export interface Chart {
  readonly range: UsageRangeName;
  readonly period: Period;
  /** The starts of the periods, oldest first, in milliseconds since the epoch. */
  readonly periods: readonly number[];
  readonly series: readonly Series[];
  /** By period. */
  readonly totals: readonly number[];
}

const hourMs = 3_600_000;

/** The parts and their patterns, in stacking order. */
const known: Readonly<Record<Division, readonly (readonly [name: string, pattern: number])[]>> = {
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

/** @param nowMs - since the epoch. Its hour or day is the last, or the newest of the history if that is later. */
export function chartOf(history: readonly Outcome[], division: Division, range: UsageRangeName, nowMs: number): Chart {
  // The clock may be read just before the hour, and a request counted just after.
  const newest = history.reduce((latest, outcome) => Math.max(latest, beginOf(outcome)), nowMs);
  const span = usageRange(range, newest);
  const periodMs = span.hoursPerPeriod * hourMs;
  const first = span.firstHour * hourMs;
  const count = (periodOf(Math.floor(newest / hourMs), span) * hourMs - first) / periodMs + 1;
  const periods = Array.from({ length: count }, (_, index) => first + index * periodMs);
  const series = known[division].map(([name, pattern]) => {
    const counts = periods.map(() => 0);
    for (const outcome of history) {
      const index = (beginOf(outcome) - first) / periodMs;
      const before = counts[index];
      if (before !== undefined && partOf(outcome, division) === name) counts[index] = before + outcome.count;
    }
    return { name, pattern, counts, total: sumOf(counts) };
  });
  const totals = periods.map((_, index) => sumOf(series.map(({ counts }) => counts[index] ?? 0)));
  return { range, period: range === '24h' ? 'hour' : 'day', periods, series, totals };
}

/** Returns the start of the hour or day of an outcome, in milliseconds since the epoch. */
function beginOf({ hour, day }: Outcome): number {
  return Date.parse(hour ?? day ?? '');
}

function partOf({ operation, status }: Outcome, division: Division): string {
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

/** Returns the sum of some numbers; 0 for none. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** A part of a bar, as a range of requests. */
export interface Part {
  readonly pattern: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the parts of a bar that are not empty, from the bottom up. */
export function partsOf({ series }: Chart, index: number): Part[] {
  let from = 0;
  return series.flatMap(({ pattern, counts }) => {
    const size = counts[index] ?? 0;
    if (size === 0) return [];
    const part = { pattern, from, to: from + size };
    from += size;
    return part;
  });
}
