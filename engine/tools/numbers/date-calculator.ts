import type { Zone } from 'luxon';
import { ToolError } from '../../core/errors.js';
import { invalidLinesStay } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { noSuchDate } from '../../text/dates/date-parser.js';
import { dateTimeAt, isoText, requiredZone, TimeZone } from '../../text/dates/date-zones.js';
import { parseIsoInstant, secondFraction } from '../../text/dates/iso-date.js';
import { luxon } from '../../text/dates/luxon.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { type CalendarUnit, isoDuration, moveByCalendar, wholeUnits } from './date-calculator/date-arithmetic.js';

const Span = (unit: string) =>
  Type.Integer({ default: 0, minimum: -10_000, maximum: 10_000, description: `How many ${unit} to add or subtract` });

const config = Type.Object({
  operation: Type.Enum(['add', 'subtract', 'diff'], {
    default: 'add',
    description:
      'add moves each date into the future and subtract into the past; diff returns the time from each date to the other one, negative if the other is earlier',
  }),
  years: Span('years'),
  months: Span('months'),
  weeks: Span('weeks'),
  days: Span('days'),
  hours: Span('hours'),
  minutes: Span('minutes'),
  seconds: Span('seconds'),
  other: Type.String({ default: '', maxLength: 160, description: 'The date up to which diff counts, in ISO 8601' }),
  unit: Type.Enum(['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'duration'], {
    default: 'days',
    description: 'What diff counts: whole units, or duration for all of them as in P1Y2M3DT4H5M6S',
  }),
  zone: TimeZone('The time zone for counting and writing, and for dates without an offset'),
  invalid: invalidLines(),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'date-calculator',
  title: 'Date calculator',
  description:
    'Adds a span of time to a date on each line (ISO 8601) or subtracts one, or counts the time to another date. Years to days follow the calendar and the clocks of the time zone, so 31 January plus one month is the last day of February; hours, minutes and seconds are exact. Fractions of a second stay as they are; diff counts to the millisecond.',
  config,
  examples: [
    { input: '2026-11-21\n2026-12-31', config: { days: 10 }, output: '2026-12-01\n2027-01-10' },
    { input: '2026-03-31T10:00Z', config: { operation: 'subtract', months: 1 }, output: '2026-02-28T10:00:00Z' },
    { input: '2026-11-21\n2027-01-05', config: { operation: 'diff', other: '2026-12-24' }, output: '33\n-12' },
    {
      input: '2024-02-29T08:00',
      config: { operation: 'diff', other: '2026-11-21T10:30', unit: 'duration' },
      output: 'P2Y8M23DT2H30M',
    },
    {
      input: '2026-03-28T12:00\n2026-03-28',
      config: { days: 1, zone: 'Europe/Paris' },
      output: '2026-03-29T12:00:00+02:00\n2026-03-29',
    },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, config, limit) {
    const zone = requiredZone('zone', config.zone);
    const convert = config.operation === 'diff' ? difference(config, zone) : movement(config, zone);
    return convertLines(input, { convert, invalid: config.invalid }, limit);
  },
});

type Conversion = (line: string) => string | LineProblem;

function movement(config: Config, zone: Zone): Conversion {
  // A subtracted zero must not become -0.
  const signed = (count: number) => (config.operation === 'add' ? count : 0 - count);
  const span = {
    years: signed(config.years),
    months: signed(config.months),
    weeks: signed(config.weeks),
    days: signed(config.days),
  };
  const seconds = signed(config.hours * 3600 + config.minutes * 60 + config.seconds);
  const onlyDays = config.hours === 0 && config.minutes === 0 && config.seconds === 0;
  return (line) => {
    const date = readDate(line, zone);
    if (typeof date === 'string') return new LineProblem(date);
    const dayOnly = onlyDays ? date.day : undefined;
    const moved = moveByCalendar(dayOnly ?? date.second, span, dayOnly === undefined ? zone : utc());
    if (moved === undefined) return beyondDates;
    if (dayOnly !== undefined) return dateTimeAt(moved, utc())?.toISODate() ?? beyondDates;
    const dateTime = dateTimeAt(moved + seconds * 1000, zone);
    if (dateTime === undefined) return beyondDates;
    return isoText(dateTime).replace(/(?=Z$|[+-]\d\d:\d\d$)/, secondFraction(date.nanoseconds));
  };
}

const beyondDates = new LineProblem('the result is outside the range of dates');

function difference({ other, unit }: Config, zone: Zone): Conversion {
  if (other === '') throw new ToolError('other: the date to count to is missing');
  const end = readDate(other.trim(), zone);
  if (typeof end === 'string') throw new ToolError(`other: ${end}`);
  return (line) => {
    const date = readDate(line, zone);
    if (typeof date === 'string') return new LineProblem(date);
    if (isTimeUnit(unit)) return countExactly(date.instant, end.instant, unit);
    return date.day === undefined || end.day === undefined
      ? countByCalendar(date.instant, end.instant, unit, zone)
      : countByCalendar(date.day, end.day, unit, utc());
  };
}

const millisecondsPer = { hours: 3_600_000, minutes: 60_000, seconds: 1000 } as const;

function isTimeUnit(unit: Config['unit']): unit is keyof typeof millisecondsPer {
  return Object.hasOwn(millisecondsPer, unit);
}

function countExactly(from: number, to: number, unit: keyof typeof millisecondsPer): string {
  // Adding zero turns -0, the result of truncating a negative difference, into 0.
  return String(Math.trunc((to - from) / millisecondsPer[unit]) + 0);
}

function countByCalendar(from: number, to: number, unit: CalendarUnit | 'duration', zone: Zone): string {
  return unit === 'duration' ? isoDuration(from, to, zone) : String(wholeUnits(from, to, unit, zone));
}

interface ReadDate {
  /** In milliseconds since 1970 UTC. */
  readonly instant: number;
  /** The whole second before it, and the rest. */
  readonly second: number;
  readonly nanoseconds: number;
  /** The start of the day in UTC, for a date without a time: clock changes must not affect it. */
  readonly day: number | undefined;
}

/** Parses a date. Returns a sentence that says why it is invalid. */
function readDate(text: string, zone: Zone): ReadDate | string {
  const read = parseIsoInstant(text, zone);
  if (typeof read === 'string') return read;
  const instant = read.second + Math.floor(read.nanoseconds / 1e6);
  if (dateTimeAt(instant, zone) === undefined) return noSuchDate;
  const day = read.dateOnly && !text.endsWith(']') ? parseIsoInstant(text, utc()) : undefined;
  const { second, nanoseconds } = read;
  return { instant, second, nanoseconds, day: typeof day === 'object' ? day.second : undefined };
}

function utc(): Zone {
  return luxon().FixedOffsetZone.utcInstance;
}
