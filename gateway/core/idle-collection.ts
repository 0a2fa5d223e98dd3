import { performance } from 'node:perf_hooks';
import { collectGarbage } from '#engine/core/garbage.js';
import { everyTicks, tickMs } from './ticks.js';

/** The event loop is idle if it is active for less than this part of a second. */
const idleUtilization = 0.02;

/**
 * Collects the garbage of loading, once, in the first second in which the event loop has hardly any work. V8 does so by
 * itself only when objects are made, and keeps what it has reserved for them.
 *
 * @returns what prevents it.
 */
export function collectOnceIdle(): () => void {
  let before = performance.eventLoopUtilization();
  const stop = everyTicks(tickMs, () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= idleUtilization) return;
    stop();
    collectGarbage('last-resort');
  });
  return stop;
}
