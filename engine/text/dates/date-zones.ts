import type { DateTime, Zone } from 'luxon';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';

export const luxon = lazyLibrary<typeof import('luxon')>('luxon');

/**
 * A time zone as an option. Each tool says what it is for.
 *
 * @param description - a sentence without its end; how zones are written is added.
 */
export const TimeZone = (description: string) =>
  Type.String({
    default: 'UTC',
    minLength: 1,
    maxLength: 60,
    description: `${description}: an IANA name such as Europe/Paris, UTC, or UTC+5:30`,
  });

/** How many names luxon may have in its caches, which never forget: requests may spell a zone in any letter case. */
const mostCachedZones = 1_000;
const cachedZones = new Set<string>();

/** @returns undefined if there is no such zone; `local` and `system` are none, as they are the machine's. */
export function findZone(name: string): Zone | undefined {
  const { FixedOffsetZone, IANAZone } = luxon();
  const fixed = FixedOffsetZone.parseSpecifier(name);
  if (fixed !== null) return Math.abs(fixed.offset(0)) < 24 * 60 ? fixed : undefined;
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return undefined;
  if (cachedZones.size >= mostCachedZones) {
    IANAZone.resetCache();
    cachedZones.clear();
  }
  cachedZones.add(name);
  const zone = IANAZone.create(name);
  return zone.isValid ? zone : undefined;
}

/** @throws {ToolError} naming the option if there is no such zone. */
export function requiredZone(option: string, name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new ToolError(`${option}: there is no time zone "${name}"`);
  return zone;
}

/** Minutes east of UTC: `Z`, `+1`, `+01:30`, `+0130`. @returns undefined if there is no such offset. */
export function offsetMinutes(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const [, sign, hours = '', minutes = '0'] = /^([+-])(\d\d?)(?::?(\d\d))?$/.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}

const dayMs = 86_400_000;

/**
 * The instant at which the clocks of a zone show a time, in milliseconds since 1970 UTC.
 *
 * A time that comes twice when clocks go back is the first one. One that is left out when clocks go forward is taken by
 * the offset before: 02:30 becomes 03:30 (`compatible` of ECMAScript's Temporal). luxon itself decides by the offset
 * of the zone at the moment the program runs, so it is not asked.
 *
 * @param local - the time on the clocks, as if it were UTC.
 */
export function instantOf(local: number, zone: Zone): number {
  const before = local - zone.offset(local - dayMs) * 60_000;
  const after = local - zone.offset(local + dayMs) * 60_000;
  if (before === after || local - zone.offset(before) * 60_000 === before) return before;
  return local - zone.offset(after) * 60_000 === after ? after : before;
}

/**
 * The date and time in a zone, always in English and by the Gregorian calendar.
 *
 * @returns undefined if there is no such date: a zone may put one of the last instants beyond the last day.
 */
export function dateTimeAt(instant: number, zone: Zone): DateTime | undefined {
  const dateTime = luxon().DateTime.fromMillis(instant, {
    zone,
    locale: 'en-US',
    numberingSystem: 'latn',
    outputCalendar: 'gregory',
  });
  return dateTime.isValid && !Number.isNaN(dateTime.year) ? dateTime : undefined;
}

/** `2026-11-21T08:30:00Z`, with an offset in other zones; the milliseconds are left out if they are 0. */
export function isoText(dateTime: DateTime): string {
  return dateTime.toISO({ suppressMilliseconds: true }) ?? '';
}
