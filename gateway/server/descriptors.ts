import { readFileSync } from 'node:fs';

/** Files, libraries, the database and the connections to it, and those to other processes. */
const reserved = 256;
/** Of a worker thread: its event loop, and what its tools load. */
const reservedPerThread = 16;

/**
 * Returns how many connections the process may have open at a time, so that descriptors are left for everything else: a
 * tenth of them, and at least 256 and 16 for each thread. With very few descriptors, connections get half of them.
 *
 * @param limit - of open files; Infinity if it is not known.
 */
export function connectionsWithin(limit: number, threads: number): number {
  if (limit === Number.POSITIVE_INFINITY) return limit;
  const left = Math.max(reserved + threads * reservedPerThread, Math.ceil(limit / 10));
  return Math.max(limit - left, Math.floor(limit / 2));
}

/**
 * Returns the process's limit of open files (RLIMIT_NOFILE); Infinity where it cannot be read. Node.js has raised it to the
 * hard limit at its start.
 */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    // Not Linux.
    return Number.POSITIVE_INFINITY;
  }
}
