import type { SimulatedLoad } from './cluster/simulation.js';

/** A figure that was measured several times in one run. */
export interface Sample {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  /** The number of measurements. */
  readonly rounds: number;
}

export type Unit = 'requests/s' | 'jobs/s' | 'µs' | 'ms' | 's' | 'MB' | 'bytes' | 'round trips' | 'wake-ups/s' | '%';

/** The bound of a figure. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One measured figure, and the figure that it is compared with. */
export interface Comparison {
  /** The measured corpus, tool or load; '' if the row has only one comparison. */
  readonly name: string;
  /** The unit of `ours` and `theirs`. */
  readonly unit: Unit;
  readonly ours: Sample;
  /** The name of `theirs`: `bare uWebSockets.js`, `JSON floor`. */
  readonly reference?: string;
  readonly theirs?: Sample;
  /** The value that is compared with the target: the median ratio of the rounds, or the figure itself. */
  readonly value: number;
  /** `×` for a ratio of two figures. */
  readonly valueUnit: '×' | Unit;
  /** Missing for a figure that is only shown for comparison. */
  readonly target?: Target;
}

/** The result of a row. */
export interface RowResult {
  readonly id: RowId;
  readonly title: string;
  readonly comparisons: readonly Comparison[];
  /** Sentences that readers of the figures need: the client was the bottleneck, a peer is not installed. */
  readonly notes: readonly string[];
  /** What follows from the figures for loads that this machine cannot have. */
  readonly simulation?: readonly SimulatedLoad[];
}

/** The ids of the rows. */
export type RowId =
  `P${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25}`;

/** What a measurement receives. */
export interface Context {
  /** How often each figure is measured; at least 5 for published figures. */
  readonly rounds: number;
  /** Shows what is being measured. */
  progress(what: string): void;
}

/** Rows that are measured together: P1, P2 and P3 are one load on four servers. */
export interface Measurement {
  readonly ids: readonly RowId[];
  /** Returns why nothing can be measured on this machine; undefined if it can. Then the rows keep their figures. */
  skipped?(): string | undefined;
  run(context: Context): Promise<RowResult[]>;
}

/** Summarizes values. @throws {RangeError} if the list is empty. */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) throw new RangeError('A sample needs values');
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? lowest) + (sorted[Math.floor(middle)] ?? highest)) / 2;
  return { median, lowest, highest, rounds: values.length };
}

/**
 * Compares two figures that were measured alternately, A B A B …. The two of a round were measured under the same
 * conditions, so the ratio is calculated for each round.
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Sample {
  return sampleOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** Tests whether a comparison meets its target; true without one. */
export function isMet({ value, target }: Comparison): boolean {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}
