import type { Span } from '../span.js';

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const day = '\\d{1,2}(?:st|nd|rd|th)?';

/** A time may follow after a T. */
const numeric =
  /(?<![\w./-])(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/])\d{1,2}\2(?:\d{4}|\d{2})|\d{1,2}\.\d{1,2}\.\d{4}|\d{2}\.\d{2}\.\d{2})(?![-/.]?\d|(?!T\d)[A-Za-z_])/g;

const withMonth = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])(?:${day}(?: of)? ${month},? \\d{4}|${month} ${day},? \\d{4})(?![\\p{L}\\p{N}_])`,
  'giu',
);

/**
 * Without spaces: 31-Jan-2026, Jan-31-2026, 2026-Jan-31, with slashes or dots as well, and 31Jan2026. A time may
 * follow.
 */
const joinedMonth = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])(?:\\d{1,2}([-/.])${month}\\1(?:\\d{4}|\\d{2})|${month}([-/.])\\d{1,2}\\2\\d{4}|\\d{4}([-/.])${month}\\3\\d{1,2}|\\d{2}${month}\\d{4})(?![-/.]?\\d|(?!T\\d)[\\p{L}\\p{N}_])`,
  'giu',
);

/**
 * Finds calendar dates in running text, in time linear in its length: 2026-01-31 with hyphens, slashes or dots,
 * 31/01/2026 and 1/31/26 in either order, 31.01.2026, and dates with an English month, such as 31 January 2026, Jan 31,
 * 2026 or 31-Jan-2026.
 */
export function* datesInText(text: string): Generator<Span> {
  for (const { 0: date, index } of text.matchAll(numeric)) {
    if (hasDayAndMonth(date)) yield { start: index, end: index + date.length };
  }
  for (const { 0: date, index } of text.matchAll(withMonth)) {
    if (hasDay(date)) yield { start: index, end: index + date.length };
  }
  for (const { 0: date, index } of text.matchAll(joinedMonth)) {
    if (hasDay(date)) yield { start: index, end: index + date.length };
  }
}

/** Tests whether the first number that can be a day is valid as one. */
function hasDay(date: string): boolean {
  return /^(?:\d{4}\D|\D)*(?:0?[1-9]|[12]\d|3[01])(?!\d)/.test(date);
}

/** Tests whether the parts other than the year can be a day and a month, in either order. */
function hasDayAndMonth(date: string): boolean {
  const parts = date.split(/[-/.]/);
  const [a = 0, b = 0] = (parts[0]?.length === 4 ? parts.slice(1) : parts).map(Number);
  return Math.min(a, b) >= 1 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31;
}
