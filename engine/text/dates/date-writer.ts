import type { DateTime } from 'luxon';
import { monthNames, parseDateFormat, shortName, weekdayNames } from './date-tokens.js';
import { withWholeOffset } from './date-zones.js';

type Writer = (dateTime: DateTime) => string;

const number = (value: (dateTime: DateTime) => number, digits: number): Writer => {
  return (dateTime) => padded(value(dateTime), digits);
};
const month = (shape: (name: string) => string): Writer => {
  return ({ month }) => shape(monthNames[month - 1] ?? '');
};
const weekday = (shape: (name: string) => string): Writer => {
  return ({ weekday }) => shape(weekdayNames[weekday - 1] ?? '');
};
const whole = (name: string) => name;
const initial = (name: string) => name.charAt(0);
const hour12 = ({ hour }: DateTime) => (hour % 12 === 0 ? 12 : hour % 12);
const ordinal = (day: number) => {
  const suffix = day > 10 && day < 14 ? undefined : ['st', 'nd', 'rd'][(day % 10) - 1];
  return `${day}${suffix ?? 'th'}`;
};
const lastTwo = (year: number) => Math.abs(year) % 100;
const years = (year: (dateTime: DateTime) => number): [token: string, writer: Writer][] => [
  ['y', number(year, 1)],
  ['yy', number((dateTime) => lastTwo(year(dateTime)), 2)],
  ['yyyy', number(year, 4)],
  ['yyyyyy', number(year, 6)],
];

/** The year 0 of ISO 8601 is 1 BC. Luxon writes `0 AD`, and `-1 BC` for 2 BC. */
const yearsOfEra = new Map(years(({ year }) => (year > 0 ? year : 1 - year)));

/**
 * Luxon's tokens that depend neither on a locale nor on the version of the locale data, written in English as Luxon
 * does, and `do`, which is that of date-fns.
 */
const writers = new Map<string, Writer>([
  ...years(({ year }) => year),
  ['M', number(({ month }) => month, 1)],
  ['MM', number(({ month }) => month, 2)],
  ['MMM', month(shortName)],
  ['MMMM', month(whole)],
  ['MMMMM', month(initial)],
  ['d', number(({ day }) => day, 1)],
  ['dd', number(({ day }) => day, 2)],
  ['do', ({ day }) => ordinal(day)],
  ['o', number(({ ordinal }) => ordinal, 1)],
  ['ooo', number(({ ordinal }) => ordinal, 3)],
  ['kk', number(({ weekYear }) => lastTwo(weekYear), 2)],
  ['kkkk', number(({ weekYear }) => weekYear, 4)],
  ['W', number(({ weekNumber }) => weekNumber, 1)],
  ['WW', number(({ weekNumber }) => weekNumber, 2)],
  ['E', number(({ weekday }) => weekday, 1)],
  ['EEE', weekday(shortName)],
  ['EEEE', weekday(whole)],
  ['EEEEE', weekday(initial)],
  ['q', number(({ quarter }) => quarter, 1)],
  ['qq', number(({ quarter }) => quarter, 2)],
  ['G', ({ year }) => (year > 0 ? 'AD' : 'BC')],
  ['GG', ({ year }) => (year > 0 ? 'Anno Domini' : 'Before Christ')],
  ['H', number(({ hour }) => hour, 1)],
  ['HH', number(({ hour }) => hour, 2)],
  ['h', number(hour12, 1)],
  ['hh', number(hour12, 2)],
  ['a', ({ hour }) => (hour < 12 ? 'AM' : 'PM')],
  ['m', number(({ minute }) => minute, 1)],
  ['mm', number(({ minute }) => minute, 2)],
  ['s', number(({ second }) => second, 1)],
  ['ss', number(({ second }) => second, 2)],
  ['S', number(({ millisecond }) => millisecond, 1)],
  ['SSS', number(({ millisecond }) => millisecond, 3)],
  ['u', number(({ millisecond }) => millisecond, 3)],
  ['Z', ({ offset }) => offsetText(offset, ':', 1)],
  ['ZZ', ({ offset }) => offsetText(offset, ':', 2)],
  ['ZZZ', ({ offset }) => offsetText(offset, '', 2)],
  ['X', number((dateTime) => Math.floor(dateTime.toMillis() / 1000), 1)],
  ['x', number((dateTime) => dateTime.toMillis(), 1)],
]);

/** The name of the zone, which {@link withWholeOffset} would lose. */
const zoneName: Writer = (dateTime) => dateTime.zoneName ?? '';

const knownTokens = new Set([...writers.keys(), 'z']);
const offsetTokens = new Set(['Z', 'ZZ', 'ZZZ']);
const eraTokens = new Set(['G', 'GG']);

/**
 * Makes a function that writes dates in a format of Luxon's tokens. Luxon would parse the format again for each date
 * and may ask the locale, so it only calculates here.
 *
 * A format with an offset shows the time of this offset, which has whole minutes. One with an era shows the year of it.
 *
 * @throws {ToolError} naming the option if a token is unknown.
 */
export function dateWriter(format: string, option: string): (dateTime: DateTime) => string {
  const tokens = parseDateFormat(format, knownTokens, option);
  const hasOffset = tokens.some(({ token, text }) => token && offsetTokens.has(text));
  const hasEra = tokens.some(({ token, text }) => token && eraTokens.has(text));
  const parts = tokens.map(({ token, text }) => {
    if (token && text === 'z') return zoneName;
    if (!token) return text;
    return (hasEra ? yearsOfEra.get(text) : undefined) ?? writers.get(text) ?? text;
  });
  return (dateTime) => {
    const shown = hasOffset ? withWholeOffset(dateTime) : dateTime;
    let written = '';
    for (const part of parts) {
      written += typeof part === 'string' ? part : part(part === zoneName ? dateTime : shown);
    }
    return written;
  };
}

function padded(value: number, digits: number): string {
  const size = String(Math.abs(value)).padStart(digits, '0');
  return value < 0 ? `-${size}` : size;
}

/** Writes an offset: `+5:30`, or `+5` if the minutes may be omitted; `+05:30`; `+0530`. */
function offsetText(minutes: number, separator: string, digits: 1 | 2): string {
  const size = Math.abs(minutes);
  const hours = `${minutes < 0 ? '-' : '+'}${padded(Math.floor(size / 60), digits)}`;
  return digits === 1 && size % 60 === 0 ? hours : `${hours}${separator}${padded(size % 60, 2)}`;
}
