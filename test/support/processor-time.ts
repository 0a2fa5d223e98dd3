/** Returns the processor time of a function in the calling thread, in milliseconds: see {@link threadMs}. */
export function processorMs(work: () => unknown): number {
  const before = threadMs();
  work();
  return threadMs() - before;
}

/**
 * Returns the processor time of an asynchronous function, in milliseconds: that of this process with all its threads, so
 * for a file that shares its process with no other.
 */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns the processor time that the calling thread has spent, in milliseconds. Other work of the machine does not
 * count, nor do the threads that compile and collect garbage.
 */
export function threadMs(): number {
  // Linux counts the time of a running thread only now and then, every few milliseconds, unless the whole process is asked.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Returns the longest time for which work keeps others of the calling thread waiting, as processor time in milliseconds:
 * from one turn of the event loop to the next.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = threadMs();
  const turn = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return longest;
}
