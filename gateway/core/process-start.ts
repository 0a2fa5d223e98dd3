import { readFileSync } from 'node:fs';

/** A process, as a file names it: a number alone may be another process's by now, or one of another container. */
export interface NamedProcess {
  readonly pid: number;
  /** See {@link startOf}. */
  readonly start: string;
}

/**
 * Returns when a process was started, in the kernel's own units, by which it is told from another one of the same
 * number: after a crash, or in another container. `?` where that cannot be seen.
 */
export function startOf(pid: number): string {
  try {
    // proc(5): the 22nd field; the second, a name in brackets, may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? '?';
  } catch {
    return '?';
  }
}
