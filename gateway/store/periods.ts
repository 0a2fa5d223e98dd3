/** Minutes that a request counts for: 24 hours. */
export const windowMinutes = 1_440;

/** Hours of usage history: the present one and the 23 before it. */
export const historyHours = 24;

/** Returns the minute of a time, in whole minutes since the epoch. @param now - milliseconds since the epoch. */
export function minuteOf(now: number): number {
  return Math.floor(now / 60_000);
}

/** Returns the hour of a time, in whole hours since the epoch. @param now - milliseconds since the epoch. */
export function hourOf(now: number): number {
  return Math.floor(now / 3_600_000);
}
