import type { OutputLimit } from '../../core/tool.js';
import { replaceMatches } from '../replacement.js';

/** The normal forms of Unicode. @see Unicode Standard Annex #15 */
export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * Does the same as `String.prototype.normalize`, in linear time for any text.
 *
 * The native method puts the marks of a run in canonical order in quadratic time, and nothing can stop it: 80,000 marks
 * take a second, 500,000 most of a minute. Here long runs are sorted first, and the result is the same.
 *
 * @throws {OutputTooLongError} before building, if the result would surely be too long: one character can become 18.
 */
export function normalize(text: string, form: NormalForm, limit: OutputLimit): string {
  if (!notAscii.test(text)) return text;
  const decomposition = form.startsWith('NFK') ? 'NFKD' : 'NFD';
  const decomposed = decomposedLength(text, decomposition);
  limit.check(form === decomposition ? decomposed : Math.ceil(decomposed / mostUnitsOfComposite));
  return replaceMatches(text, longMarkRun, (run) => inCanonicalOrder(run, decomposition)).normalize(form);
}

const notAscii = /[^\0-\x7f]/;
/** In UTF-16, NFD is at most four times as long as NFC. @see UAX #15, Frequently Asked Questions */
const mostUnitsOfComposite = 4;

/**
 * More marks in a row than the Stream-Safe Text Format allows (UAX #15 section 13). The halfwidth sound marks of
 * Japanese are letters, but marks in the compatibility forms.
 */
const longMarkRun = /[\p{M}\uff9e\uff9f]{31,}/gu;

function inCanonicalOrder(run: string, decomposition: 'NFD' | 'NFKD'): string {
  let ordered = '';
  let marks: string[] = [];
  for (const character of run) {
    for (const mark of character.normalize(decomposition)) {
      if (!isStarter(mark)) marks.push(mark);
      else {
        ordered += sortMarks(marks) + mark;
        marks = [];
      }
    }
  }
  return ordered + sortMarks(marks);
}

/** Sorts marks by combining class; those of the same class keep their order. */
function sortMarks(marks: readonly string[]): string {
  const classes = new Map<string, number>();
  const groups: string[] = [];
  let previous = '';
  for (const mark of [...new Set(marks)].sort(compareCombiningClass)) {
    if (previous === '' || compareCombiningClass(previous, mark) !== 0) groups.push('');
    classes.set(mark, groups.length - 1);
    previous = mark;
  }
  for (const mark of marks) groups[classes.get(mark) ?? 0] += mark;
  return groups.join('');
}

/** JavaScript does not expose the combining class of a mark, but normalization shows which of two is lower. */
function compareCombiningClass(a: string, b: string): number {
  if (isReordered(b + a)) return -1;
  return isReordered(a + b) ? 1 : 0;
}

const starters = new Map<string, boolean>();

/**
 * Tests whether a mark has combining class 0, so that no mark moves past it. Compares it with the first and the last
 * class.
 */
function isStarter(mark: string): boolean {
  let starter = starters.get(mark);
  if (starter === undefined) {
    starter = !isReordered(`${mark}\u0334`) && !isReordered(`\u0345${mark}`);
    starters.set(mark, starter);
  }
  return starter;
}

function isReordered(marks: string): boolean {
  return marks.normalize('NFD') !== marks;
}

/** For each code point, the length of its full decomposition in UTF-16 code units; 0 until it is requested. */
const decomposedLengths = { NFD: new Map<number, number>(), NFKD: new Map<number, number>() };

function decomposedLength(text: string, decomposition: 'NFD' | 'NFKD'): number {
  const lengths = decomposedLengths[decomposition];
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i) ?? 0;
    if (codePoint > 0xffff) i++;
    if (codePoint < 0xa0) total++;
    else {
      let length = lengths.get(codePoint);
      if (length === undefined) {
        length = String.fromCodePoint(codePoint).normalize(decomposition).length;
        lengths.set(codePoint, length);
      }
      total += length;
    }
  }
  return total;
}
