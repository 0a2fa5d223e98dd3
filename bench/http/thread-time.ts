import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the processor time of the first thread of a process, which runs the event loop of Node.js, in milliseconds
 * (proc(5), `schedstat`); undefined where the system does not report it. Other load on the machine hardly affects it.
 */
export function mainThreadMs(pid: number): number | undefined {
  try {
    return threadMs(pid, pid);
  } catch {
    return undefined;
  }
}

/** Processor time of a process, in milliseconds. */
export interface ThreadTimes {
  /** Of the first thread, where the event loop is. */
  readonly loopMs: number;
  /** Of all other threads that run now: those of the pool, and the few of Node.js that help them. */
  readonly othersMs: number;
}

/** Returns the processor time of a process by thread; undefined where the system does not report it. */
export function threadTimes(pid: number): ThreadTimes | undefined {
  try {
    const ids = readdirSync(`/proc/${pid}/task`).map(Number);
    const othersMs = ids.filter((id) => id !== pid).reduce((sum, id) => sum + threadMs(pid, id), 0);
    return { loopMs: threadMs(pid, pid), othersMs };
  } catch {
    return undefined;
  }
}

function threadMs(pid: number, id: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
