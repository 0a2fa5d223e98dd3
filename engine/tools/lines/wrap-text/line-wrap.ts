import { countCodePoints } from '../../../text/unicode/code-points.js';
import { graphemeStart } from '../../../text/unicode/graphemes.js';

/**
 * White space at which a line may be broken: all except the no-break kinds (U+00A0, U+2007, U+202F, U+FEFF), which are
 * meant to prevent it. A zero-width space is written where a break is wanted. See UAX #14, classes BA, SP, ZW and GL.
 */
const breakingSpace = /[\t\v\f \u1680\u2000-\u2006\u2008-\u200b\u2028\u2029\u205f\u3000]/;

export interface Wrapping {
  /** The most characters (code points) of a line, including its indent. Longer than both indents. */
  readonly width: number;
  /**
   * `word` breaks at white space, which is dropped, and behind dashes between words; `char` wherever the width is
   * reached.
   */
  readonly mode: 'word' | 'char';
  /** Whether to break a word that is longer than a line, rather than let it stick out. */
  readonly breakLongWords: boolean;
  /** Written before the first line, and before the next ones. */
  readonly indent: string;
  readonly hangingIndent: string;
}

/**
 * Breaks one line into lines of a width, in linear time. White space inside them stays, and a line that fits is
 * unchanged. An empty line gets no indent; in `word` mode nor does one that contains only white space.
 *
 * @param line - without line ends.
 * @returns the lines in order; at least one.
 */
export function* wrapLine(line: string, wrapping: Wrapping): Generator<string> {
  const { width, mode, indent, hangingIndent } = wrapping;
  if (mode === 'word' && isBlank(line)) {
    yield countCodePoints(line) <= width ? line : '';
    return;
  }
  if (line === '') return yield '';
  let lead = indent;
  let available = width - countCodePoints(indent);
  for (let start = 0; start < line.length; ) {
    const piece = mode === 'char' ? hardBreak(line, start, available) : softBreak(line, start, available, wrapping);
    if (piece.end > start) {
      yield lead + line.slice(start, piece.end);
      lead = hangingIndent;
      available = width - countCodePoints(hangingIndent);
    }
    start = piece.next;
  }
}

/** Where a line ends, and where the next one starts. */
interface Break {
  readonly end: number;
  readonly next: number;
}

function hardBreak(line: string, start: number, available: number): Break {
  let end = start;
  for (let left = available; left > 0 && end < line.length; left--) end += unitsAt(line, end);
  end = graphemeStart(line, end, start);
  return { end, next: end };
}

function softBreak(line: string, start: number, available: number, { breakLongWords }: Wrapping): Break {
  /** The end of the last word, and the end of the white space after it: where the line can be broken. */
  let wordEnd = -1;
  let blanksEnd = -1;
  let offset = start;
  /** Behind the last hyphen or slash inside a word: a word that is too long is better broken there. */
  let hyphenEnd = -1;
  for (let left = available; offset < line.length; left--) {
    const blank = isBreakingSpace(line, offset);
    if (blank && offset !== blanksEnd) wordEnd = offset;
    if (blank) blanksEnd = offset + 1;
    if (left <= 0 && !blank) {
      if (blanksEnd !== -1) return { end: wordEnd, next: blanksEnd };
      const end = hyphenEnd === -1 ? graphemeStart(line, offset, start) : hyphenEnd;
      if (breakLongWords) return { end, next: end };
    }
    if (offset > start && isDashInText(line, offset)) {
      wordEnd = offset + 1;
      blanksEnd = offset + 1;
    } else if (left > 0 && offset > start && isHyphenInWord(line, offset)) hyphenEnd = offset + 1;
    offset += unitsAt(line, offset);
  }
  const trailing = blanksEnd === line.length;
  return { end: trailing && countCodePoints(line.slice(start)) > available ? wordEnd : line.length, next: line.length };
}

/** Dashes that divide a text (UAX #14, classes B2 and BA). */
const dash = /[\u2013-\u2015\u2e3a\u2e3b]/;
const hyphenOrSlash = /[-\u00ad\u2010\u2012\u2013/\\]/;

/** Tests for a dash between two words, behind which a line may end. One between numbers is a hyphen. */
function isDashInText(line: string, offset: number): boolean {
  if (line.charCodeAt(offset) < 0x2013 || !dash.test(line.charAt(offset))) return false;
  if (isBreakingSpace(line, offset - 1)) return false;
  if (line[offset] === '\u2013' && /\p{N}/u.test(line.charAt(offset - 1) + line.charAt(offset + 1))) return false;
  return /^[\p{L}\p{N}\p{Ps}\p{Pi}\p{So}"']/u.test(line.slice(offset + 1, offset + 3));
}

/**
 * Tests for a hyphen between two letters or digits, as in state-of-the-art, or a slash inside a path. An option such as
 * --all has none.
 */
function isHyphenInWord(line: string, offset: number): boolean {
  const character = line.charAt(offset);
  if (!hyphenOrSlash.test(character)) return false;
  const after = line.charAt(offset + 1);
  if (character === '/' || character === '\\')
    return after !== character && after !== '' && !isBreakingSpace(line, offset + 1);
  return /^[\p{L}\p{N}]{2}$/u.test(line.charAt(offset - 1) + after);
}

function isBlank(line: string): boolean {
  for (let i = 0; i < line.length; i++) if (!isBreakingSpace(line, i)) return false;
  return true;
}

function isBreakingSpace(line: string, offset: number): boolean {
  const unit = line.charCodeAt(offset);
  if (unit < 0x80) return unit === 0x20 || unit === 0x09 || unit === 0x0b || unit === 0x0c;
  return unit >= 0x1680 && unit <= 0x3000 && breakingSpace.test(line.charAt(offset));
}

function unitsAt(text: string, offset: number): 1 | 2 {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}
