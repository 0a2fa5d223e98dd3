import type { DateTime, Zone } from 'luxon';
import { dateTimeAt, instantOf, offsetAt } from '../../../text/dates/date-zones.js';
import { luxon } from '../../../text/dates/luxon.js';

/** Units whose length depends on the calendar, or, for days, on the clocks of the zone. */
export interface CalendarSpan {
  readonly years: number;
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
}

export type CalendarUnit = keyof CalendarSpan;

const noSpan: CalendarSpan = { years: 0, months: 0, weeks: 0, days: 0 };

/**
 * Moves an instant by the calendar of a zone: first years and months, where a day missing from the month becomes its
 * last day, then weeks and days. The time on the clocks stays; {@link instantOf} resolves one that occurs twice or
 * never.
 *
 * @param instant - milliseconds since 1970 UTC.
 * @returns undefined outside the range of dates.
 */
export function moveByCalendar(instant: number, span: CalendarSpan, zone: Zone): number | undefined {
  const { years, months, weeks, days } = span;
  // The second of two equal clock times must not become the first.
  if (years === 0 && months === 0 && weeks === 0 && days === 0) return instant;
  const moved = clockTime(instant, zone).plus({ years, months, weeks, days });
  const end = moved.isValid ? instantOf(moved.toMillis(), zone) : Number.NaN;
  return Number.isNaN(end) || dateTimeAt(end, zone) === undefined ? undefined : end;
}

/** Returns the time on the clocks of a zone, as if it were UTC, so that only the calendar matters. */
function clockTime(instant: number, zone: Zone): DateTime {
  return luxon().DateTime.fromMillis(instant + offsetAt(instant, zone), { zone: 'utc' });
}

/**
 * Returns the number of whole units between two instants: the most that may be added to the first without passing the
 * second. Negative if the second is earlier.
 */
export function wholeUnits(from: number, to: number, unit: CalendarUnit, zone: Zone): number {
  const sign = to < from ? -1 : 1;
  const start = clockTime(from, zone);
  const end = clockTime(to, zone);
  const passes = (count: number) => {
    const moved = start.plus({ [unit]: sign * count });
    const rest = (end.toMillis() - moved.toMillis()) * sign;
    // Clock times show the order of instants unless they are close to each other; finding offsets is slow.
    if (!moved.isValid || rest < -2 * dayMs) return true;
    return rest < 2 * dayMs && (to - instantOf(moved.toMillis(), zone)) * sign < 0;
  };
  let count = Math.max(roughUnits(start, end, unit) * sign, 0) + 1;
  while (count > 0 && passes(count)) count--;
  return count === 0 ? 0 : sign * count;
}

/** Returns at most one unit too few, as it ignores the day of the month and the time of day. */
function roughUnits(from: DateTime, to: DateTime, unit: CalendarUnit): number {
  switch (unit) {
    case 'years':
      return to.year - from.year;
    case 'months':
      return (to.year - from.year) * 12 + to.month - from.month;
    case 'weeks':
      return Math.trunc((to.toMillis() - from.toMillis()) / (7 * dayMs));
    case 'days':
      return Math.trunc((to.toMillis() - from.toMillis()) / dayMs);
  }
}

const dayMs = 86_400_000;

/**
 * Writes the time between two instants as an ISO 8601 duration (`P1Y2M3DT4H5M6.5S`), the largest units first. If the
 * second is earlier, it starts with a minus sign, as in ECMAScript's Temporal.
 */
export function isoDuration(from: number, to: number, zone: Zone): string {
  const months = wholeUnits(from, to, 'months', zone);
  const behindMonths = moveByCalendar(from, { ...noSpan, months }, zone) ?? from;
  const days = wholeUnits(behindMonths, to, 'days', zone);
  const behindDays = moveByCalendar(behindMonths, { ...noSpan, days }, zone) ?? behindMonths;
  const date =
    part(Math.floor(Math.abs(months) / 12), 'Y') + part(Math.abs(months) % 12, 'M') + part(Math.abs(days), 'D');
  const milliseconds = Math.abs(to - behindDays);
  const time =
    part(Math.floor(milliseconds / 3_600_000), 'H') +
    part(Math.floor(milliseconds / 60_000) % 60, 'M') +
    part((milliseconds % 60_000) / 1000, 'S');
  if (date === '' && time === '') return 'PT0S';
  return `${to < from ? '-' : ''}P${date}${time === '' ? '' : `T${time}`}`;
}

function part(count: number, designator: string): string {
  return count === 0 ? '' : `${count}${designator}`;
}
