import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of a second in /proc: the value of all Linux machines that Node.js supports (proc(5), `sysconf(_SC_CLK_TCK)`). */
const ticksPerSecond = 100;

/**
 * Returns the processor time of a process and all its descendants until now, in milliseconds, with that of its children
 * that have ended; NaN where the system does not report it.
 */
export function treeMs(pid: number): number {
  try {
    return endedChildrenMs(pid) + runningMs(pid);
  } catch {
    return Number.NaN;
  }
}

function runningMs(pid: number): number {
  let ms = 0;
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const task = `/proc/${pid}/task/${id}`;
    ms += Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    for (const child of readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean)) {
      ms += runningOrEndedMs(Number(child));
    }
  }
  return ms;
}

/** A child that ends between two reads counts with the children that have ended at the next call. */
function runningOrEndedMs(pid: number): number {
  try {
    return runningMs(pid);
  } catch {
    return 0;
  }
}

/** Reads `cutime` and `cstime`, see proc(5). The name of the program, in brackets, may contain spaces. */
function endedChildrenMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1_000) / ticksPerSecond;
}
