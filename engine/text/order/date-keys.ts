import { compileDateFormat } from '../dates/date-parser.js';
import { luxon } from '../dates/luxon.js';
import { decimalOf } from '../numbers/decimal.js';
import { decimalKey, type SortKey } from './sort-keys.js';

/**
 * Returns the key of the date at the start of a line; a bracket may open before it, as in logs.
 *
 * @param format - `iso`, or tokens as in `date-formatter`. A date without an offset is in UTC.
 * @throws {ToolError} naming the option if the format has an unknown token.
 */
export function dateKeyOf(format: string, option: string): SortKey {
  return format === 'iso' ? isoDateKey : formatKey(format, option);
}

/** Calendar dates of ISO 8601 or RFC 3339: from a year alone to nanoseconds and an offset. */
const isoDate =
  /^\s*\[?(\d{4})(?:-?(\d\d)(?:-?(\d\d)(?:(?:[T ](?=\d\d:)|T)(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?)?)?(?![\p{L}\p{N}])/iu;

/** More seconds than between the earliest date and 1970, so that no key is negative. */
const beforeYear0 = 63_000_000_000;

/** Parsed by hand: sorting 800,000 lines with Luxon would take longer than a step may. */
const isoDateKey: SortKey = (line) => {
  const match = isoDate.exec(line);
  if (match === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', offset = ''] =
    match;
  if (Number(minute) > 59 || Number(second) > 60 || Number(hour) > 24) return undefined;
  const date = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  // Date.parse turns 30 February into a day of March.
  if (Number.isNaN(date) || new Date(date).getUTCDate() !== Number(day)) return undefined;
  const seconds = date / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offsetSeconds(offset);
  const nanoseconds = fraction.slice(0, 9);
  return decimalKey(decimalOf(false, `${seconds + beforeYear0}${nanoseconds}`, nanoseconds.length));
};

function offsetSeconds(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}

/** No date of a format is longer; text after it is ignored. */
const longestDate = 400;

function formatKey(format: string, option: string): SortKey {
  const { source, parse } = compileDateFormat(format, luxon().FixedOffsetZone.utcInstance, option);
  const start = new RegExp(`^${source}(?![0-9A-Za-z])`, 'i');
  return (line) => {
    const text = line.slice(0, longestDate).trimStart().replace(/^\[/, '');
    const [date] = start.exec(text) ?? [];
    const instant = date === undefined ? undefined : parse(date);
    return typeof instant === 'number' ? decimalKey(decimalOf(instant < 0, String(Math.abs(instant)), 0)) : undefined;
  };
}
