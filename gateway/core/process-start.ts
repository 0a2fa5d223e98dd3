import { readFileSync } from 'node:fs';

/** A process, as a file identifies it. A number alone may belong to a later process, or to one of another container. */
export interface NamedProcess {
  readonly pid: number;
  /** See {@link startOf}. */
  readonly start: string;
}

/**
 * Returns the start time of a process in the kernel's units. It tells the process from another with the same number,
 * after a crash or in another container. Returns `?` where the system does not show it.
 */
export function startOf(pid: number): string {
  try {
    // proc(5): the 22nd field; the second, a name in brackets, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? '?';
  } catch {
    return '?';
  }
}

/** Returns the name of a process that no other has, or nearly so where the system does not show when it began. */
export function nameOfProcess(pid: number): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the process of a name runs. @param name - see {@link nameOfProcess}. */
export function isRunning(name: string): boolean {
  const [pid = '', start = '?'] = name.split(' ');
  if (startOf(Number(pid)) !== start) return false;
  if (start !== '?') return true;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
