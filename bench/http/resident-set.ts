import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MB (2^20 bytes): from /proc on Linux, elsewhere from `ps`. */
export function residentMb(pid: number): number {
  return residentKb(pid) / 1_024;
}

/** Samples the memory of a process during some work. @returns the peak in MB. */
export async function highestResidentMb(
  pid: number,
  intervalMs: number,
  work: () => Promise<unknown>,
): Promise<number> {
  let highest = residentMb(pid);
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMb(pid));
  }, intervalMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return highest;
}

function residentKb(pid: number): number {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString());
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
