import type { DateTime, Zone } from 'luxon';
import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { ianaZone } from './iana-zones.js';
import { luxon } from './luxon.js';

/**
 * A time zone as an option. Each tool says what it is for.
 *
 * @param description - a phrase; the notation of zones is appended.
 */
export const TimeZone = (description: string) =>
  Type.String({
    default: 'UTC',
    minLength: 1,
    maxLength: 60,
    description: `${description}: an IANA name such as Europe/Paris, UTC, or UTC+5:30`,
  });

/**
 * Finds a time zone by name; undefined if none has it. `local` and `system` are unknown here, as they are the
 * machine's.
 */
export function findZone(name: string): Zone | undefined {
  const fixed = luxon().FixedOffsetZone.parseSpecifier(name);
  if (fixed !== null) return Math.abs(fixed.offset(0)) < 24 * 60 ? fixed : undefined;
  return /^[A-Za-z][\w+/-]*$/.test(name) ? ianaZone(name) : undefined;
}

/** Finds the time zone of an option. @throws {ToolError} naming the option if the zone does not exist. */
export function requiredZone(option: string, name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new ToolError(`${option}: there is no time zone "${name}"`);
  return zone;
}

/**
 * Parses an offset into milliseconds east of UTC: `Z`, `UTC`, `GMT`, `+1`, `+01:30`, `+0130`, or `+00:19:32`, as some
 * programs write offsets before standard time. Returns undefined if it is invalid.
 */
export function parseOffset(text: string): number | undefined {
  if (/^(?:z|utc|gmt)$/i.test(text)) return 0;
  const [, sign, hours = '', minutes = '0', seconds = '0'] =
    /^([+-])(\d\d?)(?::?(\d\d)(?::?(\d\d))?)?$/.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const offset = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offset : offset;
}

/** Returns the offset of a zone in milliseconds east of UTC. Luxon's is in minutes, with a fraction before 1972. */
export function offsetAt(instant: number, zone: Zone): number {
  return Math.round(zone.offset(instant) * 60) * 1_000;
}

const dayMs = 86_400_000;

/**
 * Returns the instant at which the clocks of a zone show a time, in milliseconds since 1970 UTC.
 *
 * A time that occurs twice when clocks go back means the first one. A time skipped when clocks go forward uses the
 * offset before the change: 02:30 becomes 03:30 (`compatible` in ECMAScript's Temporal). Luxon would decide by the
 * zone's offset at the moment the program runs, so it is not used here.
 *
 * @param local - the time on the clocks, as if it were UTC.
 */
export function instantOf(local: number, zone: Zone): number {
  const before = local - offsetAt(local - dayMs, zone);
  const after = local - offsetAt(local + dayMs, zone);
  if (before === after || local - offsetAt(before, zone) === before) return before;
  return local - offsetAt(after, zone) === after ? after : before;
}

/**
 * Returns the date and time in a zone, always in English and in the Gregorian calendar.
 *
 * @returns undefined if no such date exists: a zone may move one of the last instants past the last day.
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

/**
 * Returns the same instant with an offset in whole minutes, the closest one, as dates with an offset need: so noon in
 * the Netherlands of 1936 is 12:00:28+00:20 (RFC 3339 section 5.8), half minutes are rounded away from UTC.
 */
export function withWholeOffset(dateTime: DateTime): DateTime {
  const { offset } = dateTime;
  if (Number.isInteger(offset)) return dateTime;
  return dateTime.setZone(luxon().FixedOffsetZone.instance(Math.sign(offset) * Math.round(Math.abs(offset))));
}

/** Writes `2026-11-21T08:30:00Z`, with an offset in other zones; omits milliseconds if they are 0. */
export function isoText(dateTime: DateTime): string {
  return withWholeOffset(dateTime).toISO({ suppressMilliseconds: true }) ?? '';
}
