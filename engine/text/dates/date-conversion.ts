import type { DateTime, Zone } from 'luxon';
import { Type } from '../../core/schema.js';
import { type DateParser, formatParser, noSuchDate } from './date-parser.js';
import { dateWriter } from './date-writer.js';
import { dateTimeAt, isoText, requiredZone, TimeZone, withWholeOffset } from './date-zones.js';
import { type EpochUnit, floorDivide, nanosecondsPer, parseEpoch } from './epoch-time.js';
import { parseIsoInstant } from './iso-date.js';
import { luxon } from './luxon.js';

/** The options of every tool that converts dates to another format and time zone. */
export const dateConversionOptions = {
  inputFormat: Type.String({
    default: 'iso',
    minLength: 1,
    maxLength: 100,
    description:
      'Format of the dates: iso (ISO 8601), unix (seconds), unix-ms, rfc2822 (e-mail), http, or tokens: y yy yyyy (61 to 99 are 19xx), M MM MMM MMMM, d dd, o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S SSS u, Z ZZ ZZZ z. Put text in single quotes',
  }),
  outputFormat: Type.String({
    default: 'yyyy-MM-dd',
    minLength: 1,
    maxLength: 100,
    description:
      'What to write: iso, unix, unix-ms, rfc2822, http, or tokens: those of inputFormat, and yyyyyy, MMMMM, EEEEE, kk, q qq (quarter), G GG (era; y is then the year of it, never 0), X and x (Unix time). Put text in single quotes',
  }),
  fromZone: TimeZone('The time zone of dates without an offset'),
  toZone: TimeZone('The time zone of the output'),
};

/** The values of {@link dateConversionOptions}. */
export interface DateConversion {
  readonly inputFormat: string;
  readonly outputFormat: string;
  readonly fromZone: string;
  readonly toZone: string;
}

/** A converted date, or the reason why it cannot be converted. */
export type ConvertedDate = { readonly date: string } | { readonly reason: string };

/**
 * Makes a converter of dates. Its argument is a date without white space around it.
 *
 * @throws {ToolError} naming the option, if it is not a valid format or time zone.
 */
export function dateConverter({ inputFormat, outputFormat, fromZone, toZone }: DateConversion) {
  const parse = dateParser(inputFormat, requiredZone('fromZone', fromZone));
  const write = instantWriter(outputFormat);
  const zone = requiredZone('toZone', toZone);
  return (text: string): ConvertedDate => {
    const instant = text.length > longestDate ? tooLong : parse(text);
    if (typeof instant === 'string') return { reason: instant };
    const dateTime = dateTimeAt(instant, zone);
    return dateTime === undefined ? { reason: noSuchDate } : { date: write(dateTime) };
  };
}

/** Twice the length of a format with its longest names; longer text is not matched. */
const longestDate = 400;
const tooLong = `a date has at most ${longestDate} characters`;

function dateParser(format: string, zone: Zone): DateParser {
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
    case 'rfc2822':
      return (text) => mailOrWebInstant(luxon().DateTime.fromRFC2822(text, { zone: 'utc' }), 'RFC 2822');
    case 'http':
      return (text) => mailOrWebInstant(luxon().DateTime.fromHTTP(text, { zone: 'utc' }), 'HTTP');
    default:
      return formatParser(format, zone, 'inputFormat');
  }
}

function epochInstant(text: string, unit: EpochUnit): number | string {
  const nanoseconds = parseEpoch(text, unit);
  return nanoseconds === undefined ? 'not a Unix time' : Number(floorDivide(nanoseconds, nanosecondsPer.ms));
}

function mailOrWebInstant(dateTime: DateTime, standard: string): number | string {
  if (dateTime.isValid) return dateTime.toMillis();
  return dateTime.invalidReason === 'unparsable' ? `not a date as in ${standard}` : noSuchDate;
}

function instantWriter(format: string): (dateTime: DateTime) => string {
  switch (format) {
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
