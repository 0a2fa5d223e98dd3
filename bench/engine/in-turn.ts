import { Bench } from 'tinybench';
import { type Comparison, ratioOf, sampleOf, type Target } from '../row.js';

/** Two ways to do something, and the target of the comparison. */
export interface Contest {
  /** The subject of the comparison: a corpus, a tool. */
  readonly name: string;
  readonly ours: () => unknown;
  /** The name of `theirs`. */
  readonly reference: string;
  readonly theirs: () => unknown;
  /** `time` (default) divides our time by theirs: lower is better. `speed` is the speedup: higher is better. */
  readonly compared?: 'time' | 'speed';
  readonly target?: Target;
}

/** How long each of the two is measured in a round, in milliseconds. */
const turnMs = 120;
/** The fewest calls of a measurement, however long they take. */
const callsPerTurn = 3;

/**
 * Measures two synchronous functions alternately with tinybench: A B, B A, A B, …. The figures are median times of a
 * call, in milliseconds.
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

/** Compares times in milliseconds, one pair for each round. */
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
  if (task?.result.state !== 'completed') throw new Error('A measured call failed', { cause: task?.result });
  return task.result.latency.p50;
}
