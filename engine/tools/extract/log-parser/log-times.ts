import type { Zone } from 'luxon';
import { monthNames, shortName } from '../../../text/dates/date-tokens.js';
import { dateTimeAt, instantOf, isoText } from '../../../text/dates/date-zones.js';

/** The parts of a time as they are written. */
interface WrittenTime {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
  readonly day: string;
  /** `13:55:36` */
  readonly clock: string;
  /** With its point, or empty. */
  readonly fraction?: string;
}

const shortMonthNames = monthNames.map(shortName);

/** Returns the month of an English abbreviation, 1 for January; 0 if it is none. */
export function monthOf(name: string): number {
  return shortMonthNames.indexOf(name) + 1;
}

/**
 * Writes a time as ISO 8601 with the offset of a zone, and all digits of its fraction.
 *
 * @returns undefined if the zone is unknown, or there is no such time.
 */
export function zonedTime(written: WrittenTime, zone: Zone | undefined): string | undefined {
  const local = localMs(written);
  if (zone === undefined || local === undefined) return undefined;
  const dateTime = dateTimeAt(instantOf(local, zone), zone);
  if (dateTime === undefined) return undefined;
  const text = isoText(dateTime);
  return text.slice(0, 19) + (written.fraction ?? '') + text.slice(19);
}

/** Writes a time such as `10/Oct/2000:13:55:36 -0700` as ISO 8601 with its own offset; undefined if it is another. */
export function commonLogTime(text: string): string | undefined {
  const match = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, day = '', name = '', year = '', clock = '', hours = '', minutes = ''] = match;
  const month = monthOf(name);
  if (localMs({ year: Number(year), month, day, clock }) === undefined) return undefined;
  const offset = `${hours}${minutes}` === '+0000' ? 'Z' : `${hours}:${minutes}`;
  return `${year}-${String(month).padStart(2, '0')}-${day}T${clock}${offset}`;
}

/** Returns the milliseconds since 1970 of a time as if it were UTC; undefined if there is no such time. */
function localMs({ year, month, day, clock }: WrittenTime): number | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  const local = Date.parse(`${date}T${clock}Z`);
  // Date.parse takes 30 February for 1 March.
  const exists = year >= 1000 && !Number.isNaN(local) && new Date(local).toISOString().startsWith(date);
  return exists ? local : undefined;
}

/**
 * Finds the years of a log whose times have none: a month that is more than six months before or after the one before
 * belongs to the next or the previous year.
 */
export class YearFinder {
  #year: number;
  #month: number | undefined;

  /** @param year - of the first time. */
  constructor(year: number) {
    this.#year = year;
  }

  /** @param month - of the next time, 1 for January. */
  yearOf(month: number): number {
    const previous = this.#month ?? month;
    if (month < previous - 6) this.#year++;
    else if (month > previous + 6) this.#year--;
    this.#month = month;
    return this.#year;
  }
}
