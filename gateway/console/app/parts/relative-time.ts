const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Units from the longest on, in seconds. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats a time as `2 minutes ago`. Less than a minute, or slightly in the future by a wrong clock, is `just now`. */
export function relativeTime(timeMs: number, nowMs: number): string {
  const seconds = (nowMs - timeMs) / 1_000;
  for (const [unit, length] of units) if (seconds >= length) return format.format(-Math.floor(seconds / length), unit);
  return 'just now';
}

/**
 * The part of a unit that is not rounded up. The gateway's time is known in whole seconds, and late by the way of a
 * response: a day was 25 hours.
 */
const tolerance = 0.02;

/** Formats a time to come as `in 2 minutes`, rounded up. There are at least two of a unit, but for minutes. */
export function timeUntil(timeMs: number, nowMs: number): string {
  const seconds = (timeMs - nowMs) / 1_000;
  for (const [unit, length] of units) {
    const count = Math.ceil(seconds / length - tolerance);
    if (seconds > (unit === 'minute' ? length : 2 * length)) return format.format(count, unit);
  }
  return 'in less than a minute';
}
