import type { Zone } from 'luxon';
import { invalidLinesStay } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { dateWriter } from '../../text/dates/date-writer.js';
import { dateTimeAt, requiredZone, TimeZone, withWholeOffset } from '../../text/dates/date-zones.js';
import { floorDivide, nanosecondsPer, parseEpoch } from '../../text/dates/epoch-time.js';
import { parseIsoInstant, secondFraction } from '../../text/dates/iso-date.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';

const config = Type.Object({
  unit: Type.Enum(['auto', 's', 'ms', 'us', 'ns'], {
    default: 'auto',
    description:
      'The unit of the timestamps; auto recognizes seconds, milliseconds, microseconds and nanoseconds by their size, and writes seconds',
  }),
  direction: Type.Enum(['auto', 'to-iso', 'to-unix'], {
    default: 'auto',
    description:
      'Direction of the conversion; auto reads a number as a timestamp and anything else as a date, line by line',
  }),
  zone: TimeZone('The time zone of written dates, and of dates without an offset'),
  invalid: invalidLines(),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'unix-timestamp-converter',
  title: 'Unix timestamp converter',
  description:
    'Converts Unix timestamps to ISO 8601 dates and dates to timestamps, one per line and exact to the nanosecond. With unit auto, a number below 100,000,000,000 counts as seconds.',
  config,
  examples: [
    {
      input: '1700000000\n1700000000123\n0',
      output: '2023-11-14T22:13:20Z\n2023-11-14T22:13:20.123Z\n1970-01-01T00:00:00Z',
    },
    { input: '2023-11-14T23:13:20+01:00\n2023-11-14', output: '1700000000\n1699920000' },
    {
      input: '1700000000123456789',
      config: { zone: 'Asia/Kolkata' },
      output: '2023-11-15T03:43:20.123456789+05:30',
    },
    { input: '2023-11-14T22:13:20.5Z', config: { unit: 'ns' }, output: '1700000000500000000' },
    { input: '-1.5', config: { unit: 's' }, output: '1969-12-31T23:59:58.500Z' },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { unit, direction, zone: zoneName, invalid }, limit) {
    const zone = requiredZone('zone', zoneName);
    const convert = (line: string) => {
      const toIso = direction === 'to-iso' || (direction === 'auto' && /^[+-]?\d+(?:\.\d+)?$/.test(line));
      return toIso ? isoDate(line, unit, zone) : timestamp(line, unit, zone);
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});

const notTimestamp = new LineProblem('not a timestamp, or too far from 1970');

function isoDate(text: string, unit: Config['unit'], zone: Zone): string | LineProblem {
  const nanoseconds = parseEpoch(text, unit);
  if (nanoseconds === undefined) return notTimestamp;
  const seconds = floorDivide(nanoseconds, nanosecondsPer.s);
  const inZone = dateTimeAt(Number(seconds) * 1000, zone);
  if (inZone === undefined) return notTimestamp;
  const dateTime = withWholeOffset(inZone);
  const offset = inZone.isOffsetFixed && inZone.offset === 0 ? 'Z' : writeOffset(dateTime);
  const write = dateTime.year < 0 ? writeEarly : dateTime.year > 9999 ? writeLate : writeUsual;
  return write(dateTime) + secondFraction(Number(nanoseconds - seconds * nanosecondsPer.s)) + offset;
}

/** A year that does not have four digits is written with a sign and six: ISO 8601, as in ECMA-262. */
const writeUsual = dateWriter("yyyy-MM-dd'T'HH:mm:ss", 'iso');
const writeLate = dateWriter("'+'yyyyyy-MM-dd'T'HH:mm:ss", 'iso');
const writeEarly = dateWriter("yyyyyy-MM-dd'T'HH:mm:ss", 'iso');
const writeOffset = dateWriter('ZZ', 'iso');

function timestamp(text: string, unit: Config['unit'], zone: Zone): string | LineProblem {
  const instant = parseIsoInstant(text, zone);
  if (typeof instant === 'string') return new LineProblem(instant);
  const nanoseconds = BigInt(instant.second) * nanosecondsPer.ms + BigInt(instant.nanoseconds);
  return String(floorDivide(nanoseconds, nanosecondsPer[unit === 'auto' ? 's' : unit]));
}
