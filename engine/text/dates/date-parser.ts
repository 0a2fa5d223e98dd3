import type { DateObjectUnits, WeekdayNumbers, Zone } from 'luxon';
import { ToolError } from '../../core/errors.js';
import { type FormatPart, mergedParts, monthNames, parseDateFormat, shortName, weekdayNames } from './date-tokens.js';
import { findZone, instantOf, parseOffset } from './date-zones.js';
import { luxon } from './luxon.js';

/** Parses one date. Returns milliseconds since 1970 UTC, or a sentence that says why the text is not a date. */
export type DateParser = (text: string) => number | string;

/** The unit of a token. A format has at most one token of each unit. */
type Unit = 'y' | 'M' | 'd' | 'o' | 'k' | 'W' | 'E' | 'H' | 'h' | 'a' | 'm' | 's' | 'S' | 'Z' | 'z';

interface TokenReader {
  readonly unit: Unit;
  readonly pattern: string;
  /** Returns the number that the text means; a text that is not a number is read in another way. */
  readonly read: (text: string) => number;
}

const digits = (unit: Unit, pattern: string): TokenReader => ({ unit, pattern, read: Number });
const oneOf = (unit: Unit, names: readonly string[]): TokenReader => ({
  unit,
  pattern: names.join('|'),
  read: (text) => names.findIndex((name) => name.toLowerCase() === text.toLowerCase()) + 1,
});
/** Reads abbreviations with a full stop as well, and `Sept`, as many people write them. */
const abbreviated = (unit: Unit, names: readonly string[], more = ''): TokenReader => ({
  unit,
  pattern: `(?:${more}${names.map(shortName).join('|')})\\.?`,
  read: (text) => names.findIndex((name) => shortName(name).toLowerCase() === shortName(text).toLowerCase()) + 1,
});
/** Reads the digits of a fraction of a second; keeps thousandths. */
const fraction = (pattern: string): TokenReader => ({
  unit: 'S',
  pattern,
  read: (text) => Number(text.slice(0, 3).padEnd(3, '0')),
});
const offset = (pattern: string): TokenReader => ({
  unit: 'Z',
  pattern: `Z|UTC|GMT|${pattern}`,
  read: (text) => parseOffset(text) ?? Number.NaN,
});

const readers = new Map<string, TokenReader>([
  ['y', digits('y', '\\d{1,6}')],
  ['yy', { unit: 'y', pattern: '\\d\\d', read: (text) => Number(text) + (Number(text) > 60 ? 1900 : 2000) }],
  ['yyyy', digits('y', '\\d{4}')],
  ['M', digits('M', '\\d{1,2}')],
  ['MM', digits('M', '\\d\\d')],
  ['MMM', abbreviated('M', monthNames, 'Sept|')],
  ['MMMM', oneOf('M', monthNames)],
  ['d', digits('d', '\\d{1,2}')],
  ['dd', digits('d', '\\d\\d')],
  ['do', { unit: 'd', pattern: '\\d{1,2}(?:st|nd|rd|th)', read: (text) => Number(text.slice(0, -2)) }],
  ['o', digits('o', '\\d{1,3}')],
  ['ooo', digits('o', '\\d{3}')],
  ['kkkk', digits('k', '\\d{4}')],
  ['W', digits('W', '\\d{1,2}')],
  ['WW', digits('W', '\\d\\d')],
  ['E', digits('E', '[1-7]')],
  ['EEE', abbreviated('E', weekdayNames)],
  ['EEEE', oneOf('E', weekdayNames)],
  ['H', digits('H', '\\d{1,2}')],
  ['HH', digits('H', '\\d\\d')],
  ['h', digits('h', '\\d{1,2}')],
  ['hh', digits('h', '\\d\\d')],
  ['a', { unit: 'a', pattern: '[ap]m|[ap]\\.m\\.', read: (text) => (/^p/i.test(text) ? 12 : 0) }],
  ['m', digits('m', '\\d{1,2}')],
  ['mm', digits('m', '\\d\\d')],
  ['s', digits('s', '\\d{1,2}')],
  ['ss', digits('s', '\\d\\d')],
  ['S', digits('S', '\\d{1,3}')],
  ['SSS', digits('S', '\\d{3}')],
  ['u', fraction('\\d{1,9}')],
  ['Z', offset('[+-]\\d{1,2}(?::?\\d\\d)?')],
  ['ZZ', offset('[+-]\\d\\d:\\d\\d')],
  ['ZZZ', offset('[+-]\\d{4}')],
  ['z', { unit: 'z', pattern: '[A-Za-z][A-Za-z0-9_+/-]{0,59}', read: Number }],
]);

const knownTokens = new Set(readers.keys());

export interface DateFormat {
  /** A regular expression without flags, meant for the flag `i`. */
  readonly source: string;
  /** The parts of a date that the format contains. */
  readonly units: ReadonlySet<Unit>;
  /** Parses a text that as a whole is a date. */
  readonly parse: DateParser;
}

/** The year of a day without a year: the first leap year from 1970 on, so that 29 February is a day. */
const leapYear = 1972;

/**
 * Makes a parser for a format of Luxon tokens and `do`. Parts missing from the format are those of 1 January 1970, 00:00.
 *
 * The regular expression consists of bounded digits, bounded blanks and names, and no unit occurs twice, so that a text
 * matches in few ways.
 *
 * @param zone - for dates that have no offset or zone.
 * @param option - the name of the option, for the errors.
 * @param givenYear - the year of dates whose format has none. If undefined, days of the month are those of 1972, which
 *   suits comparisons only.
 * @throws {ToolError} if the format has an unknown token, a unit twice, or units that contradict each other.
 */
export function compileDateFormat(format: string, zone: Zone, option: string, givenYear?: number): DateFormat {
  const tokens: TokenReader[] = [];
  const source = mergedParts(parseDateFormat(format, knownTokens, option))
    .map((part) => partPattern(part, tokens))
    .join('');
  const units = checkUnits(tokens, option, givenYear !== undefined);
  const year = givenYear ?? (units.has('M') || units.has('d') || units.has('o') ? leapYear : 1970);
  const expression = new RegExp(`^${source}$`, 'i');
  const parse: DateParser = (text) => {
    const match = expression.exec(text);
    if (match === null) return `not a date in the format ${format}`;
    const values = new Map<Unit, number>();
    let named: Zone | undefined;
    for (const [i, { unit, read }] of tokens.entries()) {
      const written = match[i + 1] ?? '';
      if (unit !== 'z') values.set(unit, read(written));
      else named = findZone(written);
    }
    if (units.has('z') && named === undefined) return 'unknown time zone';
    return instantOfValues(values, year, named ?? zone);
  };
  return { source, units, parse };
}

/**
 * What a blank of a format reads: several, as syslog fills days up to two columns, and the narrow one that JavaScript
 * writes before AM and PM.
 */
const blanks = '[ \\u00a0\\u202f]{1,8}';

function partPattern({ token, text }: FormatPart, tokens: TokenReader[]): string {
  const reader = token ? readers.get(text) : undefined;
  if (reader === undefined) return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ +/g, blanks);
  tokens.push(reader);
  return `(${reader.pattern})`;
}

function checkUnits(tokens: readonly TokenReader[], option: string, hasYear: boolean): Set<Unit> {
  const units = new Set<Unit>();
  for (const { unit } of tokens) {
    if (units.has(unit)) throw new ToolError(`${option}: the same part of the date occurs twice`);
    units.add(unit);
  }
  const has = (...some: readonly Unit[]) => some.some((unit) => units.has(unit));
  const contradicts =
    (has('H') && has('h', 'a')) ||
    (has('o') && has('M', 'd')) ||
    (has('k', 'W') && has('y', 'M', 'd', 'o')) ||
    (has('a') && !has('h')) ||
    (has('Z') && has('z'));
  if (contradicts) throw new ToolError(`${option}: the tokens contradict each other`);
  if (has('E') && has('M', 'd', 'o') && !has('y') && !hasYear)
    throw new ToolError(`${option}: a weekday needs the year (yyyy)`);
  return units;
}

function instantOfValues(values: ReadonlyMap<Unit, number>, year: number, zone: Zone): number | string {
  const half = values.get('h');
  if (half !== undefined && (half < 1 || half > 12)) return noSuchDate;
  const hour = half === undefined ? values.get('H') : (half % 12) + (values.get('a') ?? 0);
  const local = luxon().DateTime.fromObject(
    {
      ...dateUnits(values, year),
      hour: hour ?? 0,
      minute: values.get('m') ?? 0,
      second: values.get('s') ?? 0,
      millisecond: values.get('S') ?? 0,
    },
    { zone: 'utc' },
  );
  if (!local.isValid) return noSuchDate;
  const east = values.get('Z');
  if (Number.isNaN(east)) return noSuchDate;
  return east === undefined ? instantOf(local.toMillis(), zone) : local.toMillis() - east;
}

export const noSuchDate = 'no such date or time';

/**
 * Returns the complete date: Luxon takes missing parts from today.
 *
 * @param missingYear - of a date that has none.
 */
function dateUnits(values: ReadonlyMap<Unit, number>, missingYear: number): DateObjectUnits {
  // The patterns of E match only 1 to 7 and the seven names.
  const weekday = values.get('E') as WeekdayNumbers | undefined;
  const hasDay = ['y', 'M', 'd', 'o'].some((unit) => values.has(unit as Unit));
  const byWeek = values.has('k') || values.has('W') || (weekday !== undefined && !hasDay);
  if (byWeek)
    return { weekYear: values.get('k') ?? missingYear, weekNumber: values.get('W') ?? 1, weekday: weekday ?? 1 };
  const year = values.get('y') ?? missingYear;
  const ordinal = values.get('o');
  const date = ordinal === undefined ? { month: values.get('M') ?? 1, day: values.get('d') ?? 1 } : { ordinal };
  return { year, ...date, ...(weekday === undefined ? {} : { weekday }) };
}
