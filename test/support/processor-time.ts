/**
 * Returns the processor time of a function, in milliseconds: that of this process with all its threads. Other work of
 * the machine does not count.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return spentSince(before);
}

/** The same for an asynchronous function. */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return spentSince(before);
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Returns the processor time that the calling thread has spent, in milliseconds. Other work of the machine does not
 * count, nor do the threads that compile and collect garbage.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
