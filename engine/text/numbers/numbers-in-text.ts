import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { positionAt } from '../position.js';
import type { Span } from '../span.js';
import { codePointBefore, isWordCharacter } from '../unicode/word-characters.js';
import { type Decimal, decimalOf } from './decimal.js';

/** The option of every tool that reads numbers: their decimal mark. */
export const DecimalMark = Type.Enum(['.', ','], {
  default: '.',
  description: 'The decimal mark of the numbers in the text',
});

/** The option of every tool that reads numbers: the separator between groups of three digits. */
export const ThousandsMark = Type.Enum(['auto', '', ',', '.', ' ', "'"], {
  default: 'auto',
  description:
    'What stands between groups of three digits in the text; auto is the comma, or the full stop if the decimal mark is the comma, and empty is nothing',
});

export interface NumberMarks {
  readonly decimal: '.' | ',';
  /** The characters that may separate groups of three digits; empty for none. */
  readonly thousands: string;
}

/** A number in a text. */
export interface WrittenNumber extends Span {
  readonly negative: boolean;
  /** Where its digits start, after a sign. */
  readonly digitsStart: number;
  /** Where its exponent starts, at the `e`; the end of the number if it has none. */
  readonly mantissaEnd: number;
}

/** The largest power of ten, positive or negative, that a tool calculates with or writes out. */
const maxExponent = 6_000;

export const exponentTooLarge = `a number has an exponent beyond ${maxExponent}`;

const alternatives: Record<string, string> = { ' ': ' \u00a0\u2009\u202f', "'": "'\u2019" };

/** Returns the marks. @throws {ToolError} if both are the same character. */
export function numberMarks(decimal: '.' | ',', thousands: string): NumberMarks {
  const mark = thousands === 'auto' ? (decimal === '.' ? ',' : '.') : thousands;
  if (mark === decimal) throw new ToolError('decimal and thousands must not be the same character');
  return { decimal, thousands: alternatives[mark] ?? mark };
}

/**
 * Finds the numbers of a text in order, in time linear in its length.
 *
 * A number consists of ASCII digits, optionally with a fraction, separators between groups of three digits and an
 * exponent (`1e-5`). It may be inside a word (`v2`), and then has no exponent: `3e8` in a hash has none. A sign belongs
 * to it unless a word, a closing bracket or another sign precedes it: `10-20` and `2026-11-21` have no negative
 * numbers.
 *
 * @param signs - whether to read signs; if false, they are ordinary characters.
 */
export function* numbersInText(text: string, marks: NumberMarks, signs = true): Generator<WrittenNumber> {
  for (let i = 0; i < text.length; ) {
    if (!startsDigits(text, i, marks)) {
      i++;
      continue;
    }
    const number = numberAt(text, i, marks, signs);
    yield number;
    i = number.end;
  }
}

/**
 * Returns the number that is the whole text, or undefined if it is not a number. The text must have no blanks around
 * it.
 */
export function wholeNumber(text: string, marks: NumberMarks): WrittenNumber | undefined {
  const start = isSign(text.charCodeAt(0)) ? 1 : 0;
  if (!startsDigits(text, start, marks)) return undefined;
  const number = numberAt(text, start, marks, true);
  return number.end === text.length ? number : undefined;
}

/** Returns the value of a number; undefined if its exponent exceeds {@link maxExponent}. */
export function exactValue(text: string, number: WrittenNumber, { decimal }: NumberMarks): Decimal | undefined {
  const { digitsStart, mantissaEnd, end } = number;
  const mantissa = text.slice(digitsStart, mantissaEnd);
  const mark = mantissa.indexOf(decimal);
  const integer = (mark === -1 ? mantissa : mantissa.slice(0, mark)).replace(/[^0-9]/g, '');
  const fraction = mark === -1 ? '' : mantissa.slice(mark + 1);
  const exponent = mantissaEnd === end ? 0 : Number(text.slice(mantissaEnd + 1, end).replace('\u2212', '-'));
  if (Math.abs(exponent) > maxExponent) return undefined;
  return decimalOf(number.negative, integer + fraction, fraction.length - exponent);
}

/**
 * Does the same as {@link exactValue}, but throws for a number without a value.
 *
 * @throws {ToolError} with the place of the number.
 */
export function requiredValue(text: string, number: WrittenNumber, marks: NumberMarks): Decimal {
  const value = exactValue(text, number, marks);
  if (value === undefined) throw ToolError.at(positionAt(text, number.start), `${exponentTooLarge}`);
  return value;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Tests for a plus, a hyphen, or the minus sign of Unicode. */
function isSign(code: number): boolean {
  return code === 0x2b || code === 0x2d || code === 0x2212;
}

/**
 * Tests whether digits start here, or a fraction without digits before it: `.5`, but not in `a.5`, `1.2.5` or `...5`.
 */
function startsDigits(text: string, at: number, { decimal }: NumberMarks): boolean {
  if (isDigit(text.charCodeAt(at))) return true;
  if (text[at] !== decimal || !isDigit(text.charCodeAt(at + 1))) return false;
  return !isWordBefore(text, at) && text[at - 1] !== decimal && !endsOperand(text, at);
}

function isWordBefore(text: string, at: number): boolean {
  return at > 0 && isWordCharacter(codePointBefore(text, at));
}

/** Returns the number whose digits start here. */
function numberAt(text: string, start: number, marks: NumberMarks, signs: boolean): WrittenNumber {
  const signed = signs && start > 0 && isSign(text.charCodeAt(start - 1)) && mayBeSigned(text, start - 1);
  let mantissaEnd = integerEnd(text, start, marks.thousands);
  if (text[mantissaEnd] === marks.decimal && isDigit(text.charCodeAt(mantissaEnd + 1))) {
    mantissaEnd = digitsEnd(text, mantissaEnd + 1);
  }
  return {
    start: signed ? start - 1 : start,
    digitsStart: start,
    mantissaEnd,
    end: isWordBefore(text, start) ? mantissaEnd : exponentEnd(text, mantissaEnd),
    negative: signed && text[start - 1] !== '+',
  };
}

function mayBeSigned(text: string, sign: number): boolean {
  return !isWordBefore(text, sign) && !isSign(text.charCodeAt(sign - 1)) && !endsOperand(text, sign);
}

/** Tests whether a bracket closes here, or a percentage ends. */
function endsOperand(text: string, end: number): boolean {
  return end > 0 && ')]}%'.includes(text.charAt(end - 1));
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Returns the end of the integer part. Groups count only if each has three digits and the first one to three. */
function integerEnd(text: string, start: number, thousands: string): number {
  let end = digitsEnd(text, start);
  if (end === start || end - start > 3) return end;
  const mark = text.charAt(end);
  if (mark === '' || !thousands.includes(mark)) return end;
  while (text[end] === mark && digitsEnd(text.slice(end + 1, end + 5), 0) === 3) end += 4;
  return end;
}

function exponentEnd(text: string, start: number): number {
  if (text[start] !== 'e' && text[start] !== 'E') return start;
  const digits = start + (isSign(text.charCodeAt(start + 1)) ? 2 : 1);
  const end = digitsEnd(text, digits);
  return end === digits || isWordCharacter(text.codePointAt(end) ?? 0) ? start : end;
}
