import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Memory of a process that lies in RAM, in MB (2^20 bytes): Linux says so itself, elsewhere `ps` does. */
export function residentMb(pid: number): number {
  return residentKb(pid) / 1_024;
}

/** Watches a process while work goes on. @returns the most that it held, in MB. */
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
