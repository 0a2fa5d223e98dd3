import { threadMs } from './thread-clock.js';

/**
 * Returns the processor time of the calling thread, in milliseconds. Linux counts that of a running thread only every few
 * milliseconds, unless the whole process is asked. That takes some microseconds.
 */
function exactMs(): number {
  process.cpuUsage();
  return threadMs();
}

const roundMs = 2;

/**
 * Returns the processor time of a call, in microseconds: the least of the means of some rounds, because other work on the
 * machine only adds to it.
 */
export function leastMicroseconds(call: () => void, rounds = 3): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const began = exactMs();
    let spent = 0;
    let calls = 0;
    // The clock takes as long as some calls.
    for (let count = 1; spent < roundMs; count = Math.min(2 * count, 256)) {
      for (let each = 0; each < count; each++) call();
      calls += count;
      spent = exactMs() - began;
    }
    least = Math.min(least, (1_000 * spent) / calls);
  }
  return least;
}

/** A call that takes longer, in milliseconds, is not repeated. */
const slowMs = 5;

/** Returns the least time of three calls by the clock, in milliseconds: which of many may be hard is enough to know. */
export function quickMs(call: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3; count++) {
    const began = performance.now();
    call();
    least = Math.min(least, performance.now() - began);
    if (least > slowMs) break;
  }
  return least;
}

/** Returns the processor time of work that is the same on every machine: costs are compared with it. */
export function referenceMicroseconds(): number {
  const words = Array.from({ length: 2_000 }, (_, index) => `word ${(index * 7_919) % 1_009}`);
  let length = 0;
  const call = (): void => {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    length += [...counts.keys()].sort().join('\n').toUpperCase().length;
  };
  for (let warmUp = 0; warmUp < 50; warmUp++) call();
  const least = leastMicroseconds(call, 10);
  if (length === 0) throw new Error('Nothing was measured');
  return least;
}
