/** How the times of a function compare for two kinds of input. */
export interface TimingComparison {
  /**
   * By how many standard deviations the pairs in which the first kind took longer differ from half of them, or its slow
   * measurements from half of all slow ones, whichever is more. Above 4.5 the kinds can be distinguished.
   */
  readonly z: number;
  /** Median times in nanoseconds. */
  readonly medianNs: readonly [number, number];
}

/** The share of measurements that are slow: a kind of which some texts take much longer has more of them. */
const slowShare = 0.05;

/** Copies a text into new memory, like a text from the network: V8 has not hashed it or built it as a rope. */
const received = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

/**
 * Times a function with pairs of texts, one of each kind in random order, and counts in how many pairs which kind took
 * longer: the sign test. Like dudect (Reparaz, Balasch, Verbauwhede: Dude, is my code constant time?, 2017), it asks
 * whether two distributions differ, but a comparison of means does not work on a busy machine: an interruption takes a
 * thousand times as long as the function, so a few of them hide a difference. Here each spoils one pair. The slow
 * measurements of each kind are counted as well: a leak may show for a few texts only.
 *
 * @param kinds - make one text each, of Latin-1 letters; made in advance, so that making them is not measured.
 * @param pairs - how many are measured.
 */
export function compareTiming(
  kinds: readonly [() => string, () => string],
  pairs: number,
  measured: (input: string) => unknown,
): TimingComparison {
  const firstKinds = Array.from({ length: pairs }, () => (Math.random() < 0.5 ? 0 : 1));
  const order = firstKinds.flatMap((kind) => [kind, 1 - kind] as (0 | 1)[]);
  // Copied in a row: texts that are further apart in memory, because one kind needs more of it, take longer to read.
  const inputs = order.map((kind) => kinds[kind]()).map(received);
  // V8 compiles the function before the measurement starts.
  for (const input of inputs.slice(0, 10_000)) measured(input);
  const samples = [new Float64Array(pairs), new Float64Array(pairs)] as const;
  for (const [index, input] of inputs.entries()) {
    const began = performance.now();
    measured(input);
    samples[order[index] ?? 0][index >> 1] = (performance.now() - began) * 1e6;
  }
  const [one, other] = samples;
  let [longer, shorter] = [0, 0];
  for (const [pair, ns] of one.entries()) {
    if (ns > (other[pair] ?? 0)) longer++;
    else if (ns < (other[pair] ?? 0)) shorter++;
  }
  const limit = Float64Array.from([...one, ...other]).toSorted()[Math.floor((1 - slowShare) * 2 * pairs)] ?? Number.NaN;
  const slow = (sample: Float64Array) => sample.reduce((count, ns) => count + Number(ns > limit), 0);
  const apart = (a: number, b: number) => Math.abs(a - b) / Math.sqrt(Math.max(1, a + b));
  const median = (sample: Float64Array) => sample.toSorted()[sample.length >> 1] ?? Number.NaN;
  return { z: Math.max(apart(longer, shorter), apart(slow(one), slow(other))), medianNs: [median(one), median(other)] };
}
