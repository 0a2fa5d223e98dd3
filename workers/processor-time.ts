import { readFileSync, readlinkSync } from 'node:fs';

/** The id of the calling thread in the Linux kernel; 0 on other systems. */
export function kernelThreadId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time of a thread of this process, in milliseconds; undefined where the system does not report
 * it.
 *
 * The first number of `schedstat` is the time on a processor in nanoseconds (Linux,
 * Documentation/scheduler/sched-stats).
 *
 * @param threadId - see {@link kernelThreadId}.
 */
export function processorTimeMs(threadId: number): number | undefined {
  if (threadId === 0) return undefined;
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'latin1').split(' ', 1);
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
