/** Minutes that a request counts for: 24 hours. */
export const windowMinutes = 1_440;

/** Hours of usage that are kept one by one: the present one and the 23 before it. */
export const historyHours = 24;

/** Days of usage that are kept unless HISTORY_DAYS says otherwise: the present one, in UTC, and those before it. */
export const defaultHistoryDays = 400;

/**
 * Age at which an hour is added to its day, in hours. No gateway writes a count of such an hour any more, even if its
 * clock is two hours behind.
 */
export const hoursBeforeDay = historyHours + 2;

/** Hours in a day. */
export const dayHours = 24;

/** Returns the minute of a time, in whole minutes since the epoch. @param now - milliseconds since the epoch. */
export function minuteOf(now: number): number {
  return Math.floor(now / 60_000);
}

/** Returns the hour of a time, in whole hours since the epoch. @param now - milliseconds since the epoch. */
export function hourOf(now: number): number {
  return Math.floor(now / 3_600_000);
}

/** Returns the day of an hour, in whole days since the epoch. */
export function dayOf(hour: number): number {
  return Math.floor(hour / dayHours);
}
