/** The source of time for every decision. Tests inject a clock that they move by hand. */
export interface Clock {
  /** Whole milliseconds since the epoch. Never goes backwards while the process runs. */
  now(): number;
}

/**
 * Returns a clock that follows a wall clock forwards and a monotonic clock otherwise.
 *
 * A wall clock that is set back (NTP, an operator, a virtual machine's host) would freeze time for every limit or
 * return quota. Such a step is ignored: time continues at the monotonic clock's pace. A step forward counts, because a
 * machine that slept sees one: its monotonic clock slept too.
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
