import { isIPv4 } from 'node:net';
import type { CountryCode } from 'libphonenumber-js/max';
import { type DigitGroup, digitStretches, digitsOf } from '../numbers/digit-stretches.js';
import type { Span } from '../span.js';
import { readPhoneDigits, readPossibleDigits } from './phone-digits.js';
import { digitsWithinCountry } from './phone-format.js';
import type { PhoneNumber } from './phone-numbers.js';

export interface FoundPhoneNumber extends Span {
  readonly number: PhoneNumber;
}

/** Shorter numbers look like any other figure. */
const fewestDigits = 7;
/** Fifteen (ITU-T E.164), plus an international prefix or the zero in brackets. */
const mostDigits = 18;
const mostGroups = 8;

/**
 * Finds phone numbers in running text, in order, in time linear in its length.
 *
 * A number has `+` and a country calling code, or is valid in one of the countries, with its trunk prefix 0 if it
 * needs one. Digits of a word, a date, a time, a decimal or an IP address do not count, nor does a number of fewer than
 * seven digits. The library's own search takes seconds over a text of digits, and finds only one number in a list of
 * them.
 *
 * @param least - `possible` also finds numbers with `+` that only have the right length, as those of new ranges.
 */
export function* phoneNumbersInText(
  text: string,
  countries: readonly CountryCode[],
  least: 'valid' | 'possible' = 'valid',
): Generator<FoundPhoneNumber> {
  let free = 0;
  for (const stretch of digitStretches(text)) {
    const [first] = stretch;
    if (first === undefined || first.start < free) continue;
    const numbers = [...numbersAmong(text, stretch, countries)];
    const end = numbers[0]?.start ?? Infinity;
    const possible =
      least === 'possible'
        ? possibleNumber(
            text,
            stretch.filter((group) => group.end <= end),
          )
        : undefined;
    for (const found of possible === undefined ? numbers : [possible, ...numbers]) {
      const whole = withExtension(text, found);
      free = whole.end;
      yield whole;
    }
  }
}

/** Shorter ones with a `+` are amounts and differences. */
const fewestPossibleDigits = 9;

/** Returns the longest possible number at the start of groups of which the first follows a `+`. */
function possibleNumber(text: string, groups: readonly DigitGroup[]): FoundPhoneNumber | undefined {
  const [first] = groups;
  if (first === undefined || first.plus !== first.start - 1) return undefined;
  for (let end = Math.min(groups.length, mostGroups); end > 0; end--) {
    const last = groups[end - 1];
    if (last === undefined || (end < groups.length && !hasGap(text, groups, end, /[\s/]/))) continue;
    const digits = digitsOf(text, groups.slice(0, end));
    if (digits.length < fewestPossibleDigits || digits.length > mostDigits) continue;
    const number = readPossibleDigits(digits);
    if (number !== undefined) return { start: startOf(text, first, last), end: last.end, number };
  }
  return undefined;
}

/** Where to split groups of digits that are not one number: the clearest gaps first. */
const gaps: readonly RegExp[] = [/\//, /[([]/, /[ \u00a0][\u2010-\u2013\u2212-]/, /[ \u00a0\u202f]/];

/** Returns the number that the groups form, or the numbers among them, found by splitting at ever smaller gaps. */
function* numbersAmong(
  text: string,
  groups: readonly DigitGroup[],
  countries: readonly CountryCode[],
  level = 0,
): Generator<FoundPhoneNumber> {
  const found = numbersAtOnce(text, groups, countries);
  if (found.length > 0) return yield* found;
  for (const [i, gap] of gaps.entries()) {
    if (i < level) continue;
    const parts = takeApart(text, groups, gap);
    if (parts.length === 1) continue;
    for (const part of parts) yield* numbersAmong(text, part, countries, i + 1);
    return;
  }
}

function takeApart(text: string, groups: readonly DigitGroup[], gap: RegExp): DigitGroup[][] {
  const parts: DigitGroup[][] = [];
  let from = 0;
  for (let i = 1; i <= groups.length; i++) {
    if (i < groups.length && !hasGap(text, groups, i, gap)) continue;
    parts.push(groups.slice(from, i));
    from = i;
  }
  return parts;
}

/** Tests whether the gap before a group, which is not the first, is of a kind. */
function hasGap(text: string, groups: readonly DigitGroup[], index: number, gap: RegExp): boolean {
  return gap.test(text.slice(groups[index - 1]?.end, groups[index]?.start));
}

/**
 * Returns the number that all groups form, or all except those that an outer blank cuts off: `213 373 4253 24`. The
 * rest may be another number.
 */
function numbersAtOnce(
  text: string,
  groups: readonly DigitGroup[],
  countries: readonly CountryCode[],
): FoundPhoneNumber[] {
  if (groups.length > mostGroups) return [];
  const cuts: number[] = [];
  for (let i = 1; i < groups.length; i++) if (hasGap(text, groups, i, /[\s/]/)) cuts.push(i);
  // If a + shows that a number begins, more of what follows may belong to something else.
  const lastCuts = cuts.slice(groups[0]?.plus === undefined ? -1 : -3).reverse();
  for (const end of [groups.length, ...lastCuts]) {
    const found = numberOf(text, groups.slice(0, end), countries);
    const rest = found && numberOf(text, groups.slice(end), countries);
    if (found !== undefined) return rest === undefined ? [found] : [found, rest];
  }
  const [firstCut] = cuts;
  const found = firstCut === undefined ? undefined : numberOf(text, groups.slice(firstCut), countries);
  const first = found && numberOf(text, groups.slice(0, firstCut), countries);
  if (found === undefined) return [];
  return first === undefined ? [found] : [first, found];
}

/** Returns the number that all the groups form together. */
function numberOf(
  text: string,
  groups: readonly DigitGroup[],
  countries: readonly CountryCode[],
): FoundPhoneNumber | undefined {
  const first = groups[0];
  const last = groups.at(-1);
  if (first === undefined || last === undefined || last.end - first.start > mostDigits * 3) return undefined;
  const digits = digitsOf(text, groups);
  if (digits.length < fewestDigits || digits.length > mostDigits) return undefined;
  if (first.plus === undefined && isOtherFigure(text.slice(first.start, last.end), groups)) return undefined;
  const number = first.plus === undefined ? nationalNumber(digits, countries) : readPhoneDigits(digits, undefined);
  return number && { start: startOf(text, first, last), end: last.end, number };
}

/** Returns the number of the first country in which people write it like this. */
function nationalNumber(digits: string, countries: readonly CountryCode[]): PhoneNumber | undefined {
  for (const country of countries) {
    const number = readPhoneDigits(digits, country);
    if (number !== undefined && isDialledAs(digits, number)) return number;
  }
  return undefined;
}

const year = '(?:19|20)\\d\\d';
const date = new RegExp(
  `^(?:${year}([-./])\\d{1,2}\\1\\d{1,2}|\\d{1,2}([-./])\\d{1,2}\\2(?:19|20)?\\d\\d|${year} ?[-\u2013/] ?${year})(?![-./]?\\d)`,
);
const decimal = /^(?:\d+\.\d+|\d{1,2}(?:\.\d{3})+)$/;

function isOtherFigure(written: string, groups: readonly DigitGroup[]): boolean {
  const single = groups.filter(({ start, end }) => end - start === 1).length;
  return single > 2 || date.test(written) || decimal.test(written) || isIPv4(written);
}

/**
 * Tests whether people write a number this way in its country, or dial 00 or 011 from there: 30 123456 lacks its 0 in
 * Germany.
 */
function isDialledAs(digits: string, number: PhoneNumber): boolean {
  const national = digitsWithinCountry(number);
  return !national.startsWith('0') || digits.endsWith(national) || /^0[01]/.test(digits);
}

/** Includes the sign or the bracket that opens the number. */
function startOf(text: string, first: DigitGroup, last: DigitGroup): number {
  const start = first.plus ?? first.start;
  const closing = { '(': ')', '[': ']' }[text.charAt(start - 1)];
  const isClosed = closing !== undefined && /^[^([]*/.exec(text.slice(start, last.end))?.[0].includes(closing);
  return isClosed ? start - 1 : start;
}

const extension = /(?:;ext=|[ ,\u00a0]{0,2}(?:x|ext(?:n|ension)?)[.:]? ?)(\d{1,7})(?![\p{L}\d])/iuy;

function withExtension(text: string, { start, end, number }: FoundPhoneNumber): FoundPhoneNumber {
  extension.lastIndex = end;
  const [whole, digits] = extension.exec(text) ?? [];
  if (whole === undefined || digits === undefined) return { start, end, number };
  return { start, end: end + whole.length, number: { ...number, extension: digits } };
}
