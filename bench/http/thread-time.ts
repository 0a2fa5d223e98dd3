import { readFileSync } from 'node:fs';

/**
 * Time that the first thread of a process, where Node's event loop is, has spent on a core, in milliseconds (proc(5),
 * `schedstat`); undefined where the system does not tell. It hardly depends on what else the machine does meanwhile.
 */
export function mainThreadMs(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}
