/**
 * Returns the processor time that something takes, in milliseconds: that of this process with all its threads. What else
 * the machine does meanwhile does not count.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return spentSince(before);
}

/** The same for work that is waited for. */
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
 * Returns the processor time that the calling thread has spent, in milliseconds. Neither what else the machine does nor
 * the threads that compile and collect garbage count.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
