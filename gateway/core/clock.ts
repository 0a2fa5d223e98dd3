/** The time, for everything that decides by it. Tests inject one that stands still until they move it. */
export interface Clock {
  /** Whole milliseconds since the epoch. Never goes backwards while the process runs. */
  now(): number;
}

/**
 * Follows a wall clock forwards and a monotonic clock otherwise.
 *
 * A wall clock that is set back (NTP, an operator, a virtual machine's host) would make time stand still for every
 * limit, or give quota back; so such a step is ignored and time goes on at the monotonic clock's pace. A step
 * forward is taken: that is what a machine that slept sees, because its monotonic clock slept too.
 *
 * @param wallMs - milliseconds since the epoch, in jumps of any kind.
 * @param monotonicMs - milliseconds from any origin, never decreasing.
 */
export function anchoredClock(wallMs: () => number, monotonicMs: () => number): Clock {
  let anchor = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const elapsed = monotonicMs();
      const wallAnchor = wallMs() - elapsed;
      if (wallAnchor > anchor) anchor = wallAnchor;
      return Math.floor(anchor + elapsed);
    },
  };
}

/** The time of this process. */
export const systemClock: Clock = anchoredClock(
  () => Date.now(),
  () => performance.now(),
);
