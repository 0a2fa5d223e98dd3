/** A figure measured several times in one run. */
export interface Sample {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  /** How many times it was measured. */
  readonly rounds: number;
}

export type Unit = 'requests/s' | 'jobs/s' | 'ms' | 's' | 'MB';

/** What a figure must be for its target to be met. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One thing that was measured, beside what it is measured against. */
export interface Comparison {
  /** What was measured: a corpus, a tool, a kind of load. '' if the row has one comparison only. */
  readonly name: string;
  /** Of `ours` and `theirs`. */
  readonly unit: Unit;
  readonly ours: Sample;
  /** What `theirs` is: `bare uWebSockets.js`, `JSON floor`. */
  readonly reference?: string;
  readonly theirs?: Sample;
  /** What is held against the target: the median of the rounds' ratios, or the figure itself. */
  readonly value: number;
  /** `×` for a ratio of two figures. */
  readonly valueUnit: '×' | Unit;
  /** Left out for a figure that is shown for scale. */
  readonly target?: Target;
}

/** What a row of the benchmark found. */
export interface RowResult {
  readonly id: RowId;
  readonly title: string;
  readonly comparisons: readonly Comparison[];
  /** Sentences that a reader of the figures has to know: a client that was the limit, a peer that is not installed. */
  readonly notes: readonly string[];
}

/** The rows of the targets. */
export type RowId = `P${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 19}`;

/** What a row is given. */
export interface Context {
  /** How often each figure is measured, at least 5 for figures that are published. */
  readonly rounds: number;
  /** Says what is being measured right now. */
  progress(what: string): void;
}

/** Rows that are measured together, because they share a run: P1, P2 and P3 are one load on four servers. */
export interface Measurement {
  readonly ids: readonly RowId[];
  run(context: Context): Promise<RowResult[]>;
}

/** @throws {RangeError} without any values. */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) throw new RangeError('A sample of nothing');
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? lowest) + (sorted[Math.floor(middle)] ?? highest)) / 2;
  return { median, lowest, highest, rounds: values.length };
}

/**
 * Compares two figures that were measured in turn, A B A B …: a round's two share the machine's mood, so the ratio is
 * taken round by round.
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Sample {
  return sampleOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

export function isMet({ value, target }: Comparison): boolean {
  if (target === undefined) return true;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}
