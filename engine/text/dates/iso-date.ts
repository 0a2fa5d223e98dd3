import type { Zone } from 'luxon';
import { noSuchDate } from './date-parser.js';
import { findZone, instantOf, parseOffset } from './date-zones.js';
import { luxon } from './luxon.js';

/** An instant with all the digits that were written. */
export interface IsoInstant {
  /** Milliseconds since 1970 UTC, down to the whole second. */
  readonly second: number;
  /** The rest, 0 to 999,999,999. */
  readonly nanoseconds: number;
  /** Whether the text is a date without a time of day. */
  readonly dateOnly: boolean;
}

/** Writes a fraction of a second with three, six or nine digits, as many as are needed; `''` for 0. */
export function secondFraction(nanoseconds: number): string {
  if (nanoseconds === 0) return '';
  return `.${String(nanoseconds)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '')}`;
}

const date = String.raw`[+-]\d{6}-?\d\d-?\d\d|\d{4}(?:-\d\d(?:-?\d\d)?|\d\d-?\d\d|-?W\d\d(?:-?\d)?|-?\d{3})?`;
const time = String.raw`(\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,30})?)?)?)(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d(?::?\d\d)?)?))?`;
const isoDate = new RegExp(
  String.raw`^(?:(${date})(?:[T ]${time})?|(?:T|(?=\d\d:))${time})(?:\[([^[\]]{1,60})\])?$`,
  'i',
);

/** No text that {@link isoDate} matches is longer. */
const longest = 160;
const notIso = 'not an ISO 8601 date';

/**
 * Parses a date or date-time of ISO 8601: calendar, week and ordinal dates, a blank instead of `T` as in RFC 3339, and
 * a time zone in brackets at the end (RFC 9557). Six digits are no month, as they may be `YYMMDD`. A blank may stand
 * before an offset, which may be `UTC` or `GMT`, as Ruby, git and PostgreSQL write it. A time alone is on 1 January
 * 1970.
 *
 * Luxon checks the date only. It would take a missing date or the offset of a zone from the current time, and round
 * fractions of a second, so those are parsed here.
 *
 * @param zone - for dates without an offset or a zone in brackets; an offset wins over the zone in brackets.
 * @returns a sentence that says why the text is not such a date.
 */
export function parseIsoInstant(text: string, zone: Zone): IsoInstant | string {
  const match = text.length > longest ? null : isoDate.exec(text);
  if (match === null) return notIso;
  const [, day = '1970-01-01', timeOfDay, offsetOfDay, timeAlone, offsetAlone, bracketed] = match;
  const written = timeOfDay ?? timeAlone;
  const usedZone = bracketed === undefined ? zone : findZone(bracketed);
  if (usedZone === undefined) return 'unknown time zone';
  const [clock = '', fraction = ''] = (written ?? '').split(/[.,]/);
  const local = luxon().DateTime.fromISO(clock === '' ? day : `${day}T${clock}`, { zone: 'utc' });
  const offset = offsetOfDay ?? offsetAlone;
  const east = offset === undefined ? 0 : parseOffset(offset);
  const nanoseconds = Number(fraction.slice(0, 9).padEnd(9, '0'));
  // 24:00:00 is the end of a day; nothing follows it.
  const behindDay = clock.startsWith('24') && nanoseconds > 0;
  if (!local.isValid || east === undefined || behindDay) return noSuchDate;
  const second = offset === undefined ? instantOf(local.toMillis(), usedZone) : local.toMillis() - east;
  return { second, nanoseconds, dateOnly: written === undefined };
}
