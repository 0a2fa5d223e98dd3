/** How the times of a function compare for two kinds of input. */
export interface TimingComparison {
  /** Welch's t: the distance of the means in standard errors. Above 4.5 the kinds can be distinguished. */
  readonly t: number;
  /** Mean times in nanoseconds. */
  readonly meanNs: readonly [number, number];
}

/** The share of slow measurements that is left out: interruptions that do not depend on the input. */
const croppedShare = 0.01;

/** Copies a text into new memory, like a text from the network: V8 has not hashed it or built it as a rope. */
const received = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

/**
 * Times a function with two kinds of text, in random order, as dudect does (Reparaz, Balasch, Verbauwhede: Dude, is my
 * code constant time?, 2017).
 *
 * The slowest percent of all measurements is left out: an interrupt or a garbage collection takes a thousand times as
 * long as the function, and its variance hides a difference of the means. Both kinds share one limit, so a kind that is
 * slow more often still shows.
 *
 * @param kinds - make one text each, of Latin-1 letters; made in advance, so that making them is not measured.
 * @param times - measurements of each kind.
 */
export function compareTiming(
  kinds: readonly [() => string, () => string],
  times: number,
  measured: (input: string) => unknown,
): TimingComparison {
  const order = Array.from({ length: 2 * times }, (_, index) => (index % 2) as 0 | 1);
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    const [a = 0, b = 0] = [order[last], order[other]];
    [order[last], order[other]] = [b, a];
  }
  // Copied in a row: texts that are further apart in memory, because one kind needs more of it, take longer to read.
  const inputs = order.map((kind) => kinds[kind]()).map(received);
  // V8 compiles the function before the measurement starts.
  for (const input of inputs.slice(0, 10_000)) measured(input);
  const elapsed = new Float64Array(inputs.length);
  for (const [index, input] of inputs.entries()) {
    const began = performance.now();
    measured(input);
    elapsed[index] = (performance.now() - began) * 1e6;
  }
  const limit = elapsed.toSorted()[Math.floor(elapsed.length * (1 - croppedShare))] ?? Number.POSITIVE_INFINITY;
  const samples: [number[], number[]] = [[], []];
  for (const [index, kind] of order.entries()) {
    const ns = elapsed[index] ?? limit;
    if (ns < limit) samples[kind].push(ns);
  }
  const [one, other] = [momentsOf(samples[0]), momentsOf(samples[1])];
  const error = Math.sqrt(one.variance / one.count + other.variance / other.count);
  return { t: Math.abs(one.mean - other.mean) / error, meanNs: [one.mean, other.mean] };
}

function momentsOf(sample: readonly number[]): { count: number; mean: number; variance: number } {
  const count = sample.length;
  const mean = sample.reduce((sum, value) => sum + value, 0) / count;
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { count, mean, variance };
}
