import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers } from '#gateway/core/timers.js';
import type { AuditLog } from './storage/audit-log.js';

/** Time from one upkeep to the next, and from one piece of it to the next, in milliseconds. */
const intervalMs = 10 * 60_000;
const pauseMs = 100;

const dayMs = 24 * 60 * 60_000;

export interface AuditUpkeepParts {
  readonly audit: Pick<AuditLog, 'expire'>;
  /** That of the store. */
  readonly clock: Clock;
  /** Returns how long entries are kept, in days. */
  readonly days: () => number;
}

/** Deletes old entries of the audit log, in pieces, from now on. @returns a function that ends it. */
export function startAuditUpkeep({ audit, clock, days }: AuditUpkeepParts): () => void {
  let isRunning = false;
  let isStopped = false;
  const expire = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!isStopped && (await audit.expire(clock.now() - days() * dayMs)))
        await wait(pauseMs, undefined, { ref: false });
    } catch {
      // The store cannot be written: the next time does it.
    } finally {
      isRunning = false;
    }
  };
  const stopTimer = nodeTimers.every(intervalMs, () => void expire());
  void expire();
  return () => {
    isStopped = true;
    stopTimer();
  };
}
