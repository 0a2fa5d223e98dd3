import type { DateTime, Zone } from 'luxon';
import { invalidLinesStay, withoutLineEnds } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { type DateParser, formatParser, noSuchDate } from '../../text/dates/date-parser.js';
import { dateWriter } from '../../text/dates/date-writer.js';
import { dateTimeAt, isoText, luxon, requiredZone, TimeZone } from '../../text/dates/date-zones.js';
import { type EpochUnit, floorDivide, nanosecondsPer, parseEpoch } from '../../text/dates/epoch-time.js';
import { parseIsoInstant } from '../../text/dates/iso-date.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';

export default defineTool({
  slug: 'date-formatter',
  title: 'Date formatter',
  description:
    'Reads a date on each line and converts it to another format and time zone, to the millisecond. Names of months and days are English. What a format leaves out is taken from 1 January 1970, never from today; time zones follow the database of the Node.js that runs the service.',
  config: Type.Object({
    inputFormat: Type.String({
      default: 'iso',
      minLength: 1,
      maxLength: 100,
      description:
        'How the dates are written: iso (ISO 8601), unix (seconds), unix-ms, rfc2822 (e-mail), http, or tokens: y yy yyyy (61 to 99 are 19xx), M MM MMM MMMM, d dd, o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S SSS u, Z ZZ ZZZ z. Text goes in single quotes',
    }),
    outputFormat: Type.String({
      default: 'yyyy-MM-dd',
      minLength: 1,
      maxLength: 100,
      description:
        'What to write: iso, unix, unix-ms, rfc2822, http, or tokens: those of inputFormat, and yyyyyy, MMMMM, EEEEE, kk, q qq (quarter), G GG (era), X and x (Unix time). Text goes in single quotes',
    }),
    fromZone: TimeZone('The time zone of dates that have no offset of their own'),
    toZone: TimeZone('The time zone to write dates in'),
    invalid: invalidLines(),
  }),
  examples: [
    { input: '2026-11-21T23:30:00Z\n2026-W01-1', output: '2026-11-21\n2025-12-29' },
    {
      input: '21/11/2026 9:05 pm',
      config: {
        inputFormat: 'd/M/yyyy h:mm a',
        outputFormat: "EEEE, d MMMM yyyy 'at' HH:mm ZZ",
        fromZone: 'America/New_York',
        toZone: 'Europe/Paris',
      },
      output: 'Sunday, 22 November 2026 at 03:05 +01:00',
    },
    { input: '1700000000', config: { inputFormat: 'unix', outputFormat: 'iso' }, output: '2023-11-14T22:13:20Z' },
    { input: 'soon\n2026-02-28', config: { invalid: 'keep', outputFormat: 'd MMM yy' }, output: 'soon\n28 Feb 26' },
    { input: '08:30', config: { inputFormat: 'HH:mm', outputFormat: 'iso' }, output: '1970-01-01T08:30:00Z' },
  ],
  heavy: true,
  keepsLines: [{ outputFormat: withoutLineEnds, invalid: invalidLinesStay }],
  run(input, { inputFormat, outputFormat, fromZone, toZone, invalid }, limit) {
    const parse = dateParser(inputFormat, requiredZone('fromZone', fromZone));
    const write = instantWriter(outputFormat);
    const zone = requiredZone('toZone', toZone);
    const convert = (line: string) => {
      const instant = line.length > longestDate ? tooLong : parse(line);
      if (typeof instant === 'string') return new LineProblem(instant);
      const dateTime = dateTimeAt(instant, zone);
      return dateTime === undefined ? new LineProblem(noSuchDate) : write(dateTime);
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});

/** Twice what a format and its longest names can stand for; nothing longer is matched against one. */
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
  return dateTime.invalidReason === 'unparsable' ? `not a date as ${standard} has it` : noSuchDate;
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
      return (dateTime) => dateTime.toRFC2822() ?? '';
    case 'http':
      return (dateTime) => dateTime.toHTTP() ?? '';
    default:
      return dateWriter(format, 'outputFormat');
  }
}
