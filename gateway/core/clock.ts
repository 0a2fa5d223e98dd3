// The global `performance` is a getter, which takes half as long again.
import { performance } from 'node:perf_hooks';

/** The source of time for every decision. Tests inject a clock that they move by hand. */
export interface Clock {
  /** Whole milliseconds since the epoch. Never goes backwards while the process runs. */
  now(): number;
}

/** A clock that processes of one machine can agree on. */
export interface AnchoredClock extends Clock {
  /** The time at which the monotonic clock was 0, as far as the wall clock has shown it, in milliseconds. */
  readonly anchor: number;
  /** Goes on from the anchor of another process if that is later: that one has ignored a step back. */
  agree(anchor: number): void;
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
export function anchoredClock(wallMs: () => number, monotonicMs: () => number): AnchoredClock {
  let anchor = Number.NEGATIVE_INFINITY;
  const now = () => {
    // In this order: if the process has to wait in between, the anchor becomes earlier, which changes nothing. The other
    // way round it would become later, and stay so.
    const wall = wallMs();
    const elapsed = monotonicMs();
    const wallAnchor = wall - elapsed;
    if (wallAnchor > anchor) anchor = wallAnchor;
    return Math.floor(anchor + elapsed);
  };
  return {
    now,
    get anchor() {
      now();
      return anchor;
    },
    agree(other) {
      anchor = Math.max(anchor, other);
    },
  };
}

/** `performance.now()` begins with the process; this clock is that of the machine. */
const machineMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** The time of this process. */
export const systemClock: AnchoredClock = anchoredClock(
  () => Date.now(),
  () => machineMs + performance.now(),
);
