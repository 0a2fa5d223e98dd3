/** A value without its surroundings: its JSON and its end, or what is wrong with it. */
export type TomlScalar = { readonly json: string; readonly end: number } | { readonly problem: string };

const dateTime = /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:[Zz]|[+-](\d\d):(\d\d))?)?/y;
const time = /(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?/y;
const based = /0(?:x[\da-fA-F]+(?:_[\da-fA-F]+)*|o[0-7]+(?:_[0-7]+)*|b[01]+(?:_[01]+)*)/y;
const decimal = /[+-]?(?:0|[1-9]\d*(?:_\d+)*)(\.\d+(?:_\d+)*)?([eE][+-]?\d+(?:_\d+)*)?/y;
const word = /true|false|[+-]?(?:inf|nan)/y;
/** Ends a value. */
const boundary = /[\s,\]}#]|$/y;

/** Returns the value at an offset, if there is one: a boolean, number, date or time. Dates and times become strings. */
export function tomlScalarAt(text: string, start: number): TomlScalar | undefined {
  for (const [expression, read] of readers) {
    expression.lastIndex = start;
    const match = expression.exec(text);
    if (match === null) continue;
    const end = start + match[0].length;
    boundary.lastIndex = end;
    if (!boundary.test(text)) continue;
    const scalar = read(match);
    return typeof scalar === 'string' ? { json: scalar, end } : scalar;
  }
  return undefined;
}

type Reader = (match: RegExpExecArray) => string | { readonly problem: string };

const readers: readonly (readonly [RegExp, Reader])[] = [
  [dateTime, readDate],
  [time, readTime],
  [based, ([digits]) => integer(digits.replaceAll('_', ''))],
  [decimal, readDecimal],
  [word, readWord],
];

function readDate(match: RegExpExecArray): ReturnType<Reader> {
  const [written, year, month, day, hour = '0', minute = '0', second = '0', offsetHour = '0', offsetMinute = '0'] =
    match;
  const problem = { problem: `there is no ${written}` };
  if (+hour > 23 || +minute > 59 || +second > 60 || +offsetHour > 23 || +offsetMinute > 59) return problem;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return problem;
  if (Number(day) > daysIn(Number(year), Number(month))) return problem;
  return JSON.stringify(written.toUpperCase().replace(' ', 'T'));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function readTime([written, hour, minute, second = '0']: RegExpExecArray): ReturnType<Reader> {
  if (Number(hour) > 23 || Number(minute) > 59 || +second > 60) return { problem: `there is no ${written}` };
  return JSON.stringify(written);
}

function readDecimal([written, fraction, exponent]: RegExpExecArray): ReturnType<Reader> {
  const digits = written.replaceAll('_', '').replace(/^\+/, '');
  return fraction === undefined && exponent === undefined ? integer(digits) : digits;
}

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;
/** 64 binary digits and `0b`; longer integers have useless leading zeros. */
const longestInteger = 66;

/** @param digits - as BigInt reads them, optionally with a sign. */
function integer(digits: string): ReturnType<Reader> {
  if (digits.length <= longestInteger) {
    const value = BigInt(digits);
    if (value >= smallest && value <= largest) return value.toString();
  }
  return { problem: 'an integer of TOML has at most 64 bits' };
}

function readWord([written]: RegExpExecArray): ReturnType<Reader> {
  if (written === 'true' || written === 'false') return written;
  return { problem: `JSON has no number for ${written}; put it in quotes to keep it as text` };
}
