import type { DateTime, Zone } from 'luxon';
import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { compileDateFormat, type DateParser, noSuchDate } from './date-parser.js';
import { readTokens } from './date-tokens.js';
import { dateWriter } from './date-writer.js';
import { dateTimeAt, instantOf, isoText, offsetAt, requiredZone, TimeZone, withWholeOffset } from './date-zones.js';
import { type EpochUnit, floorDivide, nanosecondsPer, parseEpoch } from './epoch-time.js';
import { parseIsoInstant } from './iso-date.js';
import { luxon } from './luxon.js';

/** The year of dates without one, as an optional option. */
export const YearOfDates = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: 'The year of dates that are written without one, such as Mar  5 in a syslog',
});

/** The options of every tool that converts dates to another format and time zone. */
export const dateConversionOptions = {
  inputFormats: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    default: ['iso'],
    minItems: 1,
    maxItems: 10,
    description: `Formats of the dates: iso (ISO 8601), unix (seconds), unix-ms, excel (days, such as 45123.5), excel-1904 (days of old Excel for Mac), rfc2822 (e-mail), http, or tokens: ${readTokens}. Put text in single quotes; a blank reads up to 8. A date is read in the first format that it has, so with d/M/yyyy before M/d/yyyy only days from 13 on are American`,
  }),
  year: Type.Optional(YearOfDates),
  outputFormat: Type.String({
    default: 'yyyy-MM-dd',
    minLength: 1,
    maxLength: 100,
    description:
      'What to write: iso, unix, unix-ms, excel, excel-1904, rfc2822, http, or tokens: those of inputFormats, and yyyyyy, MMMMM, EEEEE, kk, q qq (quarter), G GG (era; y is then the year of it, never 0), X and x (Unix time). Put text in single quotes',
  }),
  fromZone: TimeZone('The time zone of dates without an offset'),
  toZone: TimeZone('The time zone of the output'),
};

/** The values of {@link dateConversionOptions}. */
export interface DateConversion {
  readonly inputFormats: readonly string[];
  readonly year?: number;
  readonly outputFormat: string;
  readonly fromZone: string;
  readonly toZone: string;
}

/** A converted date, or the reason why it cannot be converted. */
export type ConvertedDate = { readonly date: string } | { readonly reason: string };

/**
 * Makes a converter of dates. Its argument is a date without white space around it.
 *
 * @throws {ToolError} naming the option, if it is not a valid format or time zone, or if a format of days has no year
 *   and none is given: a guessed one would be wrong without a word.
 */
export function dateConverter({ inputFormats, year, outputFormat, fromZone, toZone }: DateConversion) {
  const parse = firstOf(inputFormats, requiredZone('fromZone', fromZone), year);
  const write = instantWriter(outputFormat);
  const zone = requiredZone('toZone', toZone);
  return (text: string): ConvertedDate => {
    const instant = text.length > longestDate ? tooLong : parse(text);
    if (typeof instant === 'string') return { reason: instant };
    const dateTime = dateTimeAt(instant, zone);
    const date = dateTime === undefined ? undefined : write(dateTime);
    if (date !== undefined) return { date };
    return { reason: dateTime === undefined ? noSuchDate : 'Excel has no such date' };
  };
}

/** Twice the length of a format with its longest names; longer text is not matched. */
const longestDate = 400;
const tooLong = `a date has at most ${longestDate} characters`;

/** Reads a date in the first format that it has. */
function firstOf(formats: readonly string[], zone: Zone, year: number | undefined): DateParser {
  const parsers = formats.map((format) => dateParser(format, zone, year));
  const [only] = parsers;
  if (only !== undefined && parsers.length === 1) return only;
  return (text) => {
    let reason: string | undefined;
    for (const parse of parsers) {
      const read = parse(text);
      if (typeof read === 'number') return read;
      // Says more than that the text has another format.
      if (!read.startsWith('not ')) reason ??= read;
    }
    return reason ?? `not a date in any of the formats ${formats.join(' | ')}`;
  };
}

function dateParser(format: string, zone: Zone, year: number | undefined): DateParser {
  switch (format) {
    case 'iso':
      return (text) => {
        const instant = parseIsoInstant(text, zone);
        return typeof instant === 'string' ? instant : instant.second + Math.floor(instant.nanoseconds / 1e6);
      };
    case 'unix':
      return (text) => epochInstant(text, 's');
    case 'unix-ms':
      return (text) => epochInstant(text, 'ms');
    case 'excel':
    case 'excel-1904':
      return (text) => {
        const local = parseExcelSerial(text, format);
        return typeof local === 'string' ? local : instantOf(local, zone);
      };
    case 'rfc2822':
      return (text) => mailOrWebInstant(luxon().DateTime.fromRFC2822(text, { zone: 'utc' }), 'RFC 2822');
    case 'http':
      return (text) => mailOrWebInstant(luxon().DateTime.fromHTTP(text, { zone: 'utc' }), 'HTTP');
    default:
      return tokenParser(format, zone, year);
  }
}

function tokenParser(format: string, zone: Zone, year: number | undefined): DateParser {
  const { units, parse } = compileDateFormat(format, zone, 'inputFormats', year);
  const has = (...some: readonly Parameters<typeof units.has>[0][]) => some.some((unit) => units.has(unit));
  if (year === undefined && has('M', 'd', 'o', 'W', 'E') && !has('y', 'k')) {
    throw new ToolError(`inputFormats: "${format}" has no year; set year`);
  }
  return parse;
}

function epochInstant(text: string, unit: EpochUnit): number | string {
  const nanoseconds = parseEpoch(text, unit);
  return nanoseconds === undefined ? 'not a Unix time' : Number(floorDivide(nanoseconds, nanosecondsPer.ms));
}

function mailOrWebInstant(dateTime: DateTime, standard: string): number | string {
  if (dateTime.isValid) return dateTime.toMillis();
  return dateTime.invalidReason === 'unparsable' ? `not a date as in ${standard}` : noSuchDate;
}

/** Returns undefined for a date that the format does not have. */
function instantWriter(format: string): (dateTime: DateTime) => string | undefined {
  switch (format) {
    case 'excel':
    case 'excel-1904':
      return (dateTime) => excelSerial(dateTime.toMillis() + offsetAt(dateTime.toMillis(), dateTime.zone), format);
    case 'iso':
      return isoText;
    case 'unix':
      return (dateTime) => String(Math.floor(dateTime.toMillis() / 1000));
    case 'unix-ms':
      return (dateTime) => String(dateTime.toMillis());
    case 'rfc2822':
      return (dateTime) => withWholeOffset(dateTime).toRFC2822() ?? '';
    case 'http':
      return (dateTime) => dateTime.toHTTP() ?? '';
    default:
      return dateWriter(format, 'outputFormat');
  }
}

const dayMs = 86_400_000;

/** The day 0 of the two systems in which spreadsheets count days, in milliseconds since 1970. */
const excelBases = { excel: Date.UTC(1899, 11, 31), 'excel-1904': Date.UTC(1904, 0, 1) } as const;

type ExcelBase = keyof typeof excelBases;

/** Excel counts 29 February 1900, which did not exist, since Lotus 1-2-3 did. */
const falseLeapDay = 60;
const lastTime = Date.UTC(10_000, 0, 1);

/**
 * Parses a serial day of Excel, such as `45123.5`, into milliseconds since 1970 as if its clocks were those of UTC. Rounds to
 * the millisecond, because half past eight is 0.354166666666667. A comma is a decimal mark as well. Days below 1 in the
 * system of 1900 are times of day: they are on 31 December 1899.
 *
 * @returns a sentence that says why the text is not such a day.
 */
function parseExcelSerial(text: string, base: ExcelBase): number | string {
  const [, days, fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,30}))?$/.exec(text) ?? [];
  if (days === undefined) return 'not a serial day of Excel';
  const day = Number(days);
  if (base === 'excel' && day === falseLeapDay) return 'no such date: day 60 of Excel is 29 February 1900';
  const time = dayStart(day, base) + Math.round(Number(`0.${fraction}`) * dayMs);
  return time < lastTime ? time : 'no such date: Excel ends with the year 9999';
}

/**
 * Returns the serial day of a time on the clocks, given as if it were UTC; undefined outside the range of Excel.
 */
function excelSerial(local: number, base: ExcelBase): string | undefined {
  const since = local - excelBases[base];
  if (since < 0 || local >= lastTime) return undefined;
  const isBehindFalseDay = base === 'excel' && since >= falseLeapDay * dayMs;
  // Ten digits tell milliseconds apart, and are never written with an exponent.
  const written = (since / dayMs + (isBehindFalseDay ? 1 : 0)).toFixed(10);
  return /^\d+(?:\.\d*[1-9])?/.exec(written)?.[0];
}

function dayStart(day: number, base: ExcelBase): number {
  const existing = base === 'excel' && day > falseLeapDay ? day - 1 : day;
  return excelBases[base] + existing * dayMs;
}
