import type { Span } from '../span.js';

/** Adjacent digits. */
export interface DigitGroup extends Span {
  /** Where the sign of an international number before the group is; undefined if there is none. */
  readonly plus?: number;
}

/** The most characters between two groups of one stretch: `) -`. */
const widestGap = 3;

/**
 * Finds the stretches of digits in a text that may be phone numbers, each as its groups: with up to three blanks,
 * hyphens, dots, slashes or brackets between them. A `+` starts a new stretch. Digits that touch a letter or a sign of
 * another kind of figure (`#4`, `$5`, `INV-6`, `10:30`) are excluded up to the next blank.
 */
export function* digitStretches(text: string): Generator<DigitGroup[]> {
  let groups: DigitGroup[] = [];
  let free = 0;
  const taken = () => {
    const stretch = withoutForeignEnds(text, groups);
    groups = [];
    return stretch;
  };
  for (let i = nextDigit(text, 0); i < text.length; i = nextDigit(text, free)) {
    const plus = plusBefore(text, i);
    const last = groups.at(-1);
    if (last !== undefined && (plus !== undefined || !isGap(text, last.end, i))) yield taken();
    let end = i;
    while (isDigit(text.charCodeAt(end))) end++;
    groups.push(plus === undefined ? { start: i, end } : { start: i, end, plus });
    free = end;
  }
  yield taken();
}

/** Returns the digits of the groups as ASCII. */
export function digitsOf(text: string, groups: readonly DigitGroup[]): string {
  let digits = '';
  for (const { start, end } of groups) {
    // In each block of digits, the last four bits are the digit.
    for (let i = start; i < end; i++) digits += text.charCodeAt(i) & 0xf;
  }
  return digits;
}

/** Tests for ASCII, Arabic-Indic, Persian and fullwidth digits: those that the phone number library knows. */
function isDigit(unit: number): boolean {
  if (unit < 0x660) return unit >= 0x30 && unit <= 0x39;
  return (unit <= 0x6f9 && (unit <= 0x669 || unit >= 0x6f0)) || (unit >= 0xff10 && unit <= 0xff19);
}

function nextDigit(text: string, from: number): number {
  let i = from;
  while (i < text.length && !isDigit(text.charCodeAt(i))) i++;
  return i;
}

/** Returns the offset of a plus sign before a digit, with nothing but a blank and a bracket between: `+1`, `+ (1`. */
function plusBefore(text: string, digit: number): number | undefined {
  let i = digit - 1;
  if (text[i] === '(') i--;
  if (text[i] === ' ') i--;
  return text[i] === '+' || text[i] === '\uff0b' ? i : undefined;
}

function isGap(text: string, start: number, end: number): boolean {
  return end - start <= widestGap && /^[ \u00a0\u202f()[\]./\u2010-\u2013\u2212\uff0d-]*$/.test(text.slice(start, end));
}

/** Removes the groups at both ends, up to the next blank, that belong to something else. */
function withoutForeignEnds(text: string, groups: DigitGroup[]): DigitGroup[] {
  const first = groups[0];
  const last = groups.at(-1);
  if (first === undefined || last === undefined) return groups;
  let from = 0;
  let to = groups.length;
  if (isForeignBefore(text, first)) from = endOfToken(text, groups, 1, 1);
  if (isForeignAfter(text, last.end, first.plus !== undefined)) to = endOfToken(text, groups, to - 1, -1);
  return from === 0 && to === groups.length ? groups : groups.slice(from, Math.max(from, to));
}

/**
 * Returns the nearest index from `from`, in one direction, of a group that follows a blank; or the end of the groups.
 */
function endOfToken(text: string, groups: readonly DigitGroup[], from: number, step: 1 | -1): number {
  let i = from;
  while (i > 0 && i < groups.length && !/\s/.test(text.slice(groups[i - 1]?.end, groups[i]?.start))) i += step;
  return i;
}

/** Letters of other scripts, and those with accents, are a label beside a number, not a part of it: `电话13812345678`. */
const wordLike = /[A-Za-z\p{N}_#$€£¥@%]$/u;
/** Before a plus sign a word is a label as well, but one letter is a part of a sum. */
const wordBeforePlus = /(?:[\p{N}#$€£¥%]|(?<!\p{L})\p{Script=Latin})$/u;

function isForeignBefore(text: string, { start, plus }: DigitGroup): boolean {
  const before = text.slice(Math.max(0, (plus ?? start) - 3), plus ?? start);
  if (plus !== undefined) return wordBeforePlus.test(before);
  const unbracketed = before.replace(/[([]$/, '');
  return wordLike.test(unbracketed) || /(?:\p{L}[-/_]|\d:)$/u.test(unbracketed);
}

/** An extension, which may follow directly. */
const extension = /^(?:x|ext)/i;

/** @param isInternational - whether a plus sign is before the digits: then they are no name in a path or before `_`. */
function isForeignAfter(text: string, end: number, isInternational: boolean): boolean {
  const after = text.slice(end, end + 4);
  if (extension.test(after) || (isInternational && /^(?:_|\/\p{L})/u.test(after))) return false;
  return /^(?:[A-Za-z\p{N}_%€$£¥@](?!\p{M})|[-/_]\p{L}|:\d|,\d\d(?!\d))/u.test(after);
}
