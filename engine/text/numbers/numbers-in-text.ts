import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { positionAt } from '../position.js';
import type { Span } from '../span.js';
import { codePointBefore, isWordCharacter } from '../unicode/word-characters.js';
import { type Decimal, decimalOf } from './decimal.js';
import { currencyAfter, currencyAtEnd, currencyAtStart, currencyBefore } from './money.js';
import { withAsciiDigits } from './native-digits.js';

/** The option of every tool that reads numbers: their decimal mark. */
export const DecimalMark = Type.Enum(['.', ','], {
  default: '.',
  description: 'The decimal mark of the numbers in the text',
});

const thousandsDescription =
  "What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more groups show that no decimal mark is meant; empty is nothing";

/** The option of every tool that reads numbers: the separator between groups of digits. */
export const ThousandsMark = Type.Enum(['auto', '', ',', '.', ' ', "'"], {
  default: 'auto',
  description: thousandsDescription,
});

/** The same options of tools that sort in several ways. */
export const sortedNumberMarks = {
  decimal: { ...DecimalMark, description: 'Mode numeric: the decimal mark of the numbers' },
  thousands: { ...ThousandsMark, description: `Mode numeric: ${thousandsDescription}` },
};

/** What descriptions say of the numbers that are a whole cell or line. @see {@link numbersInText} */
export const wholeNumberForms =
  "1,250, 1.5e3, 10,00,000, 1'250, 1_250, -$5, (5) or 5- for -5, 5 EUR, 50%, 1.5K (K, M, B and T are powers of 1,000) or the digits of any script";

export interface NumberMarks {
  readonly decimal: '.' | ',';
  /** The characters that may separate groups of digits; empty for none. */
  readonly thousands: string;
  /** Whether the decimal mark may separate groups too, where two or more groups show it: `1.234.567`. */
  readonly guessed: boolean;
}

/** A number in a text. */
export interface WrittenNumber extends Span {
  readonly negative: boolean;
  /** Where its digits start, after a sign and a currency. */
  readonly digitsStart: number;
  /** Where its digits and the fraction end. */
  readonly digitsEnd: number;
  /** Where its exponent ends, or a multiplier such as `K`. A bracket may follow. */
  readonly valueEnd: number;
  /** The ASCII digits, a decimal mark and separators. */
  readonly mantissa: string;
  readonly exponent: number;
  /** The percent sign after a number that is the whole text, with a blank before it; otherwise empty. */
  readonly percent: string;
}

/** What {@link numbersInText} reads. */
export interface NumberForms {
  /** Whether to read signs and brackets; if false, they are ordinary characters. True if omitted. */
  readonly signs?: boolean;
  /** Whether to read `K` and the like after the digits. True if omitted. */
  readonly multipliers?: boolean;
  /** Is told of digits in irregular groups, such as `1,000,00`, which are no number. */
  readonly onIrregular?: (digits: Span) => void;
}

/** The largest power of ten, positive or negative, that a tool calculates with or writes out. */
const maxExponent = 6_000;

export const exponentTooLarge = `a number has an exponent beyond ${maxExponent}`;

const alternatives: Record<string, string> = { ' ': ' \u00a0\u2007\u2009\u202f', "'": "'\u2019" };

/** Returns the marks. @throws {ToolError} if both are the same character. */
export function numberMarks(decimal: '.' | ',', thousands: string): NumberMarks {
  if (thousands === 'auto')
    return { decimal, thousands: `${decimal === '.' ? ',' : '.'}_'\u2019\u00a0\u2007\u2009\u202f`, guessed: true };
  if (thousands === decimal) throw new ToolError('decimal and thousands must not be the same character');
  const marks = thousands === '' ? '' : `${alternatives[thousands] ?? thousands}_`;
  return { decimal, thousands: marks, guessed: false };
}

/**
 * Finds the numbers of a text in order, in time linear in its length. What the tools accept:
 *
 * | Written | |
 * |---|---|
 * | `12`, `-1.5`, `−5`, `.5`, `1e-5` | an exponent only outside of words: `3e8` in a hash has none |
 * | `1,234,567`, `10,00,000` | groups of three digits, or groups of two before the last of three |
 * | `1_000`, `1'000`, `1’000` | the same, unless `thousands` is something else; `_` not inside of words |
 * | `1 000` with a no-break, figure or thin space | the same, as spreadsheets and browsers write it in many languages |
 * | `1.234.567`, `1.234.567,8` | two or more groups with the decimal mark between, but no address: `192.168.100.200` |
 * | `1,000,00`, `1.168,81` | no number: it may be one or several |
 * | `１２３`, `٣٤` | the digits of any script |
 * | `-$5`, `$-5`, `-USD 5`, `5 €` | the sign of an amount may be before its currency |
 * | `- $5` | negative, if nothing else is in the line or cell, or behind `:` and `=`: `a - $5` is a dash |
 * | `(5)`, `($5)` | negative, if nothing else is in the line, or between two tabs |
 * | `5-`, `5.00-`, `5- EUR` | negative, if nothing else is in the line or cell, or behind a blank at the end of a line |
 * | `1.5K`, `2M`, `3bn` | `K` or `k`, `M` or `mn`, `bn`, `tn` after the digits: powers of 1,000 |
 * | `$3B`, `£2m`, `1.5T` | `B` and `T` only in amounts of money and fractions, `m`, `b` and `t` only in amounts |
 *
 * A number may be inside a word (`v2`). A sign belongs to it unless a word, a closing bracket or another sign precedes
 * it: `10-20` and `2026-11-21` have no negative numbers. {@link wholeNumber} reads percentages too, `B` and `T` after
 * every number, and amounts with more blanks.
 */
export function* numbersInText(written: string, marks: NumberMarks, forms: NumberForms = {}): Generator<WrittenNumber> {
  const text = asciiDigits(written, marks);
  for (let i = 0; i < text.length; ) {
    if (!startsDigits(text, i, marks)) {
      i++;
      continue;
    }
    const number = numberAt(text, i, marks, forms);
    if (isIrregular(text, number, marks)) {
      const digits = { start: i, end: runEnd(text, number.digitsEnd, marks) };
      forms.onIrregular?.(digits);
      i = digits.end;
      continue;
    }
    yield number;
    i = number.end;
  }
}

/**
 * Returns the number at the start of a text, after white space: the whole text, as {@link wholeNumber} reads it, or what
 * {@link numbersInText} finds first, if nothing but a sign and a currency is before it.
 */
export function leadingNumber(written: string, marks: NumberMarks): WrittenNumber | undefined {
  const whole = wholeNumber(written, marks);
  if (whole !== undefined) return whole;
  const text = asciiDigits(written, marks);
  let start = text.length - text.trimStart().length;
  const signed = isSign(text.charCodeAt(start));
  if (signed) {
    const next = blanksEnd(text, start + 1);
    start = currencyAtStart(text, next) === undefined ? start + 1 : next;
  }
  const currencyEnd = currencyAtStart(text, start);
  if (currencyEnd !== undefined) {
    start = blanksEnd(text, currencyEnd);
    if (!signed && isSign(text.charCodeAt(start))) start++;
  }
  if (!startsDigits(text, start, marks)) return undefined;
  const number = numberAt(text, start, marks, {});
  return isIrregular(text, number, marks) ? undefined : number;
}

/**
 * Returns the number that is the whole text, with white space around it; undefined if the text is not a number.
 *
 * @see {@link numbersInText} for what it accepts.
 */
export function wholeNumber(written: string, marks: NumberMarks): WrittenNumber | undefined {
  const text = asciiDigits(written, marks);
  let start = text.length - text.trimStart().length;
  let end = text.trimEnd().length;
  let sign = '';
  let money: 'before' | 'after' | undefined;
  let percent = '';
  // Most numbers are digits and marks only.
  if (!isDigit(text.charCodeAt(start)) || !isDigit(text.charCodeAt(end - 1))) {
    takeSign();
    takeMinusBehind();
    takeCurrencies();
    takeMinusBehind();
    if (sign === '' && isBracketed(text, start, end)) {
      sign = '-';
      start = blanksEnd(text, start + 1);
      end = blanksStart(text, end - 1);
      takeCurrencies();
    } else if (sign === '') takeSign();
    if (money === undefined && isPercent(text[end - 1])) {
      const digitsEnd = blanksStart(text, end - 1);
      percent = text.slice(digitsEnd, end);
      end = digitsEnd;
    }
  }
  if (start >= end || !startsDigits(text, start, marks)) return undefined;
  const number = unsignedAt(text, start, marks);
  const rest = text.slice(number.end, end);
  const power = rest === '' ? 0 : percent === '' ? wholeMultiplier(rest, money) : undefined;
  if (power === undefined || (power > 0 && number.end > number.digitsEnd)) return undefined;
  return { ...number, end, negative: sign !== '' && isMinus(sign), exponent: number.exponent + power, percent };

  function takeSign(): void {
    if (!isSign(text.charCodeAt(start))) return;
    const next = blanksEnd(text, start + 1);
    // `- 5` may be an item of a list.
    if (next > start + 1 && currencyAtStart(text, next) === undefined) return;
    sign = text.charAt(start);
    start = next;
  }

  function takeMinusBehind(): void {
    if (sign !== '' || !isMinusAt(text, end - 1) || isBlank(text[end - 2])) return;
    sign = text.charAt(end - 1);
    end--;
  }

  function takeCurrencies(): void {
    const first = currencyAtStart(text, start);
    if (first !== undefined && first < end) {
      money = 'before';
      start = blanksEnd(text, first);
    }
    const last = currencyAtEnd(text, end);
    if (last !== undefined && last > start) {
      money = 'after';
      end = blanksStart(text, last);
    }
  }
}

/** Returns the value of a number; undefined if its exponent exceeds {@link maxExponent}. */
export function exactValue(
  { mantissa, exponent, negative }: WrittenNumber,
  { decimal }: NumberMarks,
): Decimal | undefined {
  const mark = mantissa.indexOf(decimal);
  const integer = (mark === -1 ? mantissa : mantissa.slice(0, mark)).replace(/[^0-9]/g, '');
  const fraction = mark === -1 ? '' : mantissa.slice(mark + 1).replaceAll('_', '');
  if (Math.abs(exponent) > maxExponent) return undefined;
  return decimalOf(negative, integer + fraction, fraction.length - exponent);
}

/**
 * Does the same as {@link exactValue}, but throws for a number without a value.
 *
 * @throws {ToolError} with the place of the number.
 */
export function requiredValue(text: string, number: WrittenNumber, marks: NumberMarks): Decimal {
  const value = exactValue(number, marks);
  if (value === undefined) throw ToolError.at(positionAt(text, number.start), `${exponentTooLarge}`);
  return value;
}

/** Returns the error about digits in irregular groups. @see {@link NumberForms.onIrregular} */
export function irregularNumber(text: string, { start, end }: Span): ToolError {
  const digits = end - start > 40 ? `${text.slice(start, start + 40)}…` : text.slice(start, end);
  const reason = `${digits} is one number or several; set decimal, or thousands to nothing if it is a list`;
  return ToolError.at(positionAt(text, start), `${reason}`);
}

function asciiDigits(text: string, { decimal, thousands }: NumberMarks): string {
  return withAsciiDigits(text, decimal, thousands.charAt(0) || ' ');
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Tests for a plus, a hyphen, or the minus sign of Unicode, also in fullwidth. */
function isSign(code: number): boolean {
  return code === 0x2b || code === 0x2d || code === 0x2212 || code === 0xff0b || code === 0xff0d;
}

function isMinusAt(text: string, at: number): boolean {
  return isSign(text.charCodeAt(at)) && isMinus(text.charAt(at));
}

function isMinus(sign: string): boolean {
  return sign !== '+' && sign !== '\uff0b';
}

function isPercent(character = ''): boolean {
  return character !== '' && '%\uff05\u066a'.includes(character);
}

function isBlank(character = ''): boolean {
  return character !== '' && ' \u00a0\u2009\u202f'.includes(character);
}

function blanksEnd(text: string, start: number): number {
  let end = start;
  while (isBlank(text[end])) end++;
  return end;
}

function blanksStart(text: string, end: number): number {
  let start = end;
  while (isBlank(text[start - 1])) start--;
  return start;
}

function opens(character = ''): boolean {
  return character === '(' || character === '\uff08';
}

function closes(character = ''): boolean {
  return character === ')' || character === '\uff09';
}

function isBracketed(text: string, start: number, end: number): boolean {
  return end - start > 2 && opens(text[start]) && closes(text[end - 1]);
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
function numberAt(text: string, start: number, marks: NumberMarks, forms: NumberForms): WrittenNumber {
  const { signs = true, multipliers = true } = forms;
  const currency = currencyBefore(text, start);
  const number = unsignedAt(text, start, marks);
  let { end, exponent } = number;
  if (multipliers && end === number.digitsEnd && (currency !== undefined || !isJoinedBefore(text, start))) {
    const [letters = ''] = multiplierWord.exec(text.slice(end, end + 3)) ?? [];
    const power = multiplierIn(text, number, letters, currency !== undefined);
    if (power > 0) end += letters.length;
    exponent += power;
  }
  const found = { ...number, end, valueEnd: end, exponent };
  if (!signs) return found;
  const sign = signBefore(text, start, currency) ?? signBehindDistance(text, currency, end);
  if (sign !== undefined) return { ...found, start: sign, negative: isMinus(text.charAt(sign)) };
  const amount = currency ?? start;
  const brackets = bracketsAround(text, amount, end);
  if (brackets !== undefined) return { ...found, ...brackets, negative: true };
  const minusEnd = minusBehind(text, amount, end);
  return minusEnd === undefined ? found : { ...found, end: minusEnd, negative: true };
}

/** Returns the number whose digits start here, without its sign. */
function unsignedAt(text: string, start: number, marks: NumberMarks): WrittenNumber {
  const isInWord = isWordBefore(text, start) && currencyBefore(text, start) === undefined;
  if (marks.guessed && !isInWord) {
    const grouped = groupedByDecimalMark(text, start, marks);
    if (grouped !== undefined) return grouped;
  }
  let digitsEnd = integerEnd(text, start, marks.thousands, isInWord);
  if (text[digitsEnd] === marks.decimal && isDigit(text.charCodeAt(digitsEnd + 1))) {
    const fraction = digitsEnd + 1;
    digitsEnd = endOfDigits(text, fraction);
    if (!isInWord && marks.thousands.includes('_')) digitsEnd = groupedFractionEnd(text, fraction, digitsEnd);
  }
  const end = isInWord ? digitsEnd : exponentEnd(text, digitsEnd);
  return {
    start,
    end,
    negative: false,
    digitsStart: start,
    digitsEnd,
    valueEnd: end,
    mantissa: text.slice(start, digitsEnd),
    exponent: end === digitsEnd ? 0 : Number(text.slice(digitsEnd + 1, end).replace(/[\u2212\uff0d]/, '-')),
    percent: '',
  };
}

/**
 * Returns the number whose digits start here if two or more groups of three have the decimal mark between them, so that
 * it is none: `1.234.567`, and then `1.234.567,8`. Four parts of at most 255 are an IP address, and a further part makes
 * a version.
 */
function groupedByDecimalMark(text: string, start: number, { decimal }: NumberMarks): WrittenNumber | undefined {
  const first = endOfDigits(text, start);
  if (text[first] !== decimal || first === start || first - start > 3) return undefined;
  let end = first;
  while (isGroup(text, end, decimal, 3)) end += 4;
  if (end - first < 8 || text[start] === '0' || (text[start - 1] === decimal && isDigit(text.charCodeAt(start - 2))))
    return undefined;
  if (text[end] === decimal && isDigit(text.charCodeAt(end + 1))) return undefined;
  const groups = text.slice(start, end).split(decimal);
  if (groups.length === 4 && groups.every((group) => Number(group) <= 255 && String(Number(group)) === group))
    return undefined;
  let mantissa = groups.join('');
  if (text[end] === (decimal === '.' ? ',' : '.')) {
    const fractionEnd = endOfDigits(text, end + 1);
    const isListed = '.,'.includes(text.charAt(fractionEnd) || ' ') && isDigit(text.charCodeAt(fractionEnd + 1));
    if (fractionEnd > end + 1 && !isListed) {
      mantissa += decimal + text.slice(end + 1, fractionEnd);
      end = fractionEnd;
    }
  }
  return {
    start,
    end,
    negative: false,
    digitsStart: start,
    digitsEnd: end,
    valueEnd: end,
    mantissa,
    exponent: 0,
    percent: '',
  };
}

/** Returns the end of a fraction after its groups of three: `0.000_001`. */
function groupedFractionEnd(text: string, start: number, digitsEnd: number): number {
  let end = digitsEnd;
  for (let size = end - start; size === 3 && text[end] === '_'; ) {
    const next = endOfDigits(text, end + 1);
    size = next - end - 1;
    if (size === 0 || size > 3) break;
    end = next;
  }
  return end;
}

/**
 * Tests whether more digits follow the groups of a number, so that nobody knows what it is: `1,000,00`, `1,00,00`, and
 * `1.168,81` where the full stop is the decimal mark, an amount with the other marks or two numbers.
 */
function isIrregular(text: string, { digitsStart, digitsEnd, mantissa }: WrittenNumber, marks: NumberMarks): boolean {
  const mark = text.charAt(digitsEnd);
  if (mark === '' || isBlank(mark) || !marks.thousands.includes(mark)) return false;
  if (!isDigit(text.charCodeAt(digitsEnd + 1))) return false;
  if (mantissa.includes(marks.decimal)) return marks.guessed && isOtherWay(text, digitsEnd, mantissa);
  if (digitsEnd - digitsStart > 4 && text[digitsEnd - 4] === mark) return true;
  // A list has no item 00.
  const next = text.slice(digitsEnd + 1, digitsEnd + 5);
  return mark === ',' && text[digitsStart] !== '0' && /^00,\d/.test(next);
}

function isOtherWay(text: string, digitsEnd: number, mantissa: string): boolean {
  return (
    /^[1-9]\d{0,2}[.,]\d{3}$/.test(mantissa) && /^[.,]\d{1,2}(?!\d|[.,]\d)/.test(text.slice(digitsEnd, digitsEnd + 5))
  );
}

/** Returns the end of the digits from here on, with single marks between them. */
function runEnd(text: string, from: number, { decimal, thousands }: NumberMarks): number {
  let end = from;
  for (;;) {
    const mark = text.charAt(end);
    const isMark = mark !== '' && (mark === decimal || thousands.includes(mark));
    if (!isMark || !isDigit(text.charCodeAt(end + 1))) return end;
    end = endOfDigits(text, end + 1);
  }
}

/** Returns where the sign of a number is: before its digits, or before the currency. */
function signBefore(text: string, digits: number, currency = digits): number | undefined {
  return [digits - 1, currency - 1].find((at) => at >= 0 && isSign(text.charCodeAt(at)) && mayBeSigned(text, at));
}

function mayBeSigned(text: string, sign: number): boolean {
  return !isWordBefore(text, sign) && !isSign(text.charCodeAt(sign - 1)) && !endsOperand(text, sign);
}

/** Tests whether a bracket closes here, or a percentage ends. */
function endsOperand(text: string, end: number): boolean {
  return end > 0 && ')]}%'.includes(text.charAt(end - 1));
}

/**
 * Returns the brackets around a number if its line has nothing else, or the place between two tabs, but a currency or a
 * percent sign.
 */
function bracketsAround(text: string, start: number, end: number): Span | undefined {
  const open = blanksStart(text, start) - 1;
  if (!opens(text[open])) return undefined;
  const unit = currencyAfter(text, end) ?? blanksEnd(text, end);
  const close = blanksEnd(text, isPercent(text[unit]) ? unit + 1 : unit);
  if (!closes(text[close])) return undefined;
  const before = blanksStart(text, currencyBefore(text, open) ?? open);
  const after = blanksEnd(text, currencyAfter(text, close + 1) ?? close + 1);
  return isEdge(text[before - 1]) && isEdge(text[after]) ? { start: open, end: close + 1 } : undefined;
}

function isEdge(character = '\n'): boolean {
  return character === '\n' || character === '\r' || character === '\t';
}

function isCellEdge(character: string | undefined): boolean {
  return isEdge(character) || (character !== undefined && ',;|"'.includes(character));
}

/** Returns the sign of an amount with blanks between it and the currency, if it can be no dash. */
function signBehindDistance(text: string, currency: number | undefined, end: number): number | undefined {
  if (currency === undefined || !isBlank(text[currency - 1])) return undefined;
  const at = blanksStart(text, currency) - 1;
  if (!isSign(text.charCodeAt(at))) return undefined;
  const before = text[blanksStart(text, at) - 1];
  if (before === ':' || before === '=') return at;
  return isCellEdge(before) && isCellEdge(text[blanksEnd(text, currencyAfter(text, end) ?? end)]) ? at : undefined;
}

/**
 * Returns the end of a minus sign behind a number, as accounting programs write it: the number is alone in its line or
 * cell, or the last one of its line and no range that goes on in the next.
 */
function minusBehind(text: string, start: number, end: number): number | undefined {
  if (isEdge(text[end])) return undefined;
  const at = isMinusAt(text, end) ? end : (currencyAfter(text, end) ?? end);
  if (!isMinusAt(text, at)) return undefined;
  const after = blanksEnd(text, currencyAfter(text, at + 1) ?? at + 1);
  if (!isCellEdge(text[after])) return undefined;
  if (isCellEdge(text[blanksStart(text, start) - 1])) return at + 1;
  const isLast = isBlank(text[start - 1]) && isEdge(text[after]);
  return isLast && !/^[\r\n]+[ \t]?\d/.test(text.slice(after, after + 5)) ? at + 1 : undefined;
}

/** The powers of ten that letters after the digits stand for. */
const multiplierPowers: Readonly<Record<string, number>> = { K: 3, k: 3, M: 6, mn: 6, B: 9, bn: 9, T: 12, tn: 12 };
/** Those that have other meanings where the number is no amount of money: metre, byte, ton. */
const moneyPowers: Readonly<Record<string, number>> = { m: 6, b: 9, t: 12 };
const multiplierWord = /^(?:[mbt]n|[KkMBTmbt])(?![\p{L}\p{N}_])/u;

/**
 * @param rest - all that follows the digits, without a currency; a blank may be before the multiplier in `5 M€`.
 * @returns undefined if it is no multiplier.
 */
function wholeMultiplier(rest: string, money: 'before' | 'after' | undefined): number | undefined {
  if (money === undefined) return multiplierPowers[rest];
  return multiplierPowers[money === 'after' ? rest.trimStart() : rest] ?? moneyPowers[rest];
}

/** Returns the power of ten of the letters after a number in a text; 0 if they mean something else. */
function multiplierIn(text: string, { digitsEnd, mantissa }: WrittenNumber, letters: string, isMoney: boolean): number {
  if (letters === '') return 0;
  const isAmount = isMoney || currencyAfter(text, digitsEnd + letters.length) !== undefined;
  if (isAmount) return multiplierPowers[letters] ?? moneyPowers[letters] ?? 0;
  // `5B` may be a flat, `5T` a weight.
  return 'BT'.includes(letters) && /^\d+$/.test(mantissa) ? 0 : (multiplierPowers[letters] ?? 0);
}

/** Tests whether a word is before a number, or before the sign that joins them: `v2`, `A-3`. */
function isJoinedBefore(text: string, start: number): boolean {
  return isWordBefore(text, start) || ('-/.:'.includes(text.charAt(start - 1) || ' ') && isWordBefore(text, start - 1));
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** The most groups of two digits in a number: more than anybody counts with. */
const maxPairs = 10;

/**
 * Returns the end of the integer part. Groups count only if each has three digits and the first one to three; or, after
 * commas (or `_`) as in India, if the last has three digits, those before it two, and the first one or two.
 */
function integerEnd(text: string, start: number, thousands: string, isInWord: boolean): number {
  const first = endOfDigits(text, start);
  const mark = text.charAt(first);
  if (first === start || first - start > 3 || mark === '' || !thousands.includes(mark)) return first;
  if (mark === '_' && isInWord) return first;
  let end = first;
  while (isGroup(text, end, mark, 3)) end += 4;
  if (end > first || first - start > 2 || (mark !== ',' && mark !== '_')) return end;
  for (let pairs = 0; pairs < maxPairs && isGroup(text, end, mark, 2); pairs++) end += 3;
  if (end === first || !isGroup(text, end, mark, 3)) return first;
  const isList = text[end + 4] === mark && isDigit(text.charCodeAt(end + 5));
  return isList ? first : end + 4;
}

/** Tests whether a mark is here, and exactly this many digits behind it. */
function isGroup(text: string, at: number, mark: string, size: number): boolean {
  if (text[at] !== mark) return false;
  for (let i = 1; i <= size; i++) if (!isDigit(text.charCodeAt(at + i))) return false;
  return !isDigit(text.charCodeAt(at + size + 1));
}

function exponentEnd(text: string, start: number): number {
  if (text[start] !== 'e' && text[start] !== 'E') return start;
  const digits = start + (isSign(text.charCodeAt(start + 1)) ? 2 : 1);
  const end = endOfDigits(text, digits);
  return end === digits || isWordCharacter(text.codePointAt(end) ?? 0) ? start : end;
}
