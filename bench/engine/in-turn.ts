import { Bench } from 'tinybench';
import { type Comparison, ratioOf, sampleOf, type Target } from '../row.js';

/** Two ways to do something, and what is wanted of the one beside the other. */
export interface Contest {
  /** What the two work on: a corpus, a tool. */
  readonly name: string;
  readonly ours: () => unknown;
  /** What `theirs` is. */
  readonly reference: string;
  readonly theirs: () => unknown;
  /** `time` (default) compares times, so that less is better; `speed` how many times faster ours is. */
  readonly compared?: 'time' | 'speed';
  readonly target?: Target;
}

/** How long each of two is measured in a round, in milliseconds. */
const turnMs = 120;
/** Fewer calls than this say nothing, however long they take. */
const callsPerTurn = 3;

/**
 * Measures two synchronous functions in turn, A B, B A, A B, …, with tinybench; the figures are medians of a call's
 * time in milliseconds.
 */
export function compareInTurn({ name, ours, reference, theirs, compared = 'time', target }: Contest, rounds: number) {
  const [ourTimes, theirTimes]: [number[], number[]] = [[], []];
  const turns = [
    { call: ours, times: ourTimes },
    { call: theirs, times: theirTimes },
  ];
  for (const { call } of turns) medianTime(call);
  for (let round = 0; round < rounds; round++) {
    for (const { call, times } of round % 2 === 0 ? turns : turns.toReversed()) times.push(medianTime(call));
  }
  return timedComparison({ name, reference, compared, ...(target && { target }) }, ourTimes, theirTimes);
}

/** A comparison of times in milliseconds, one of each in a round. */
export function timedComparison(
  { name, reference, compared = 'time', target }: Omit<Contest, 'ours' | 'theirs'>,
  ours: readonly number[],
  theirs: readonly number[],
): Comparison {
  const ratio = compared === 'time' ? ratioOf(ours, theirs) : ratioOf(theirs, ours);
  return {
    name,
    unit: 'ms',
    ours: sampleOf(ours),
    reference,
    theirs: sampleOf(theirs),
    value: ratio.median,
    valueUnit: '×',
    ...(target && { target }),
  };
}

function medianTime(call: () => unknown): number {
  const bench = new Bench({ time: turnMs, iterations: callsPerTurn, warmup: false });
  bench.add('call', () => void call(), { async: false });
  const [task] = bench.runSync();
  if (task?.result.state !== 'completed') throw new Error(`A call that is measured failed`, { cause: task?.result });
  return task.result.latency.p50;
}
