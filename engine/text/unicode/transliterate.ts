import { lazyLibrary } from '../../core/lazy-library.js';
import type { OutputLimit } from '../../core/tool.js';
import { replaceMatches, replaceWithin } from '../replacement.js';
import { TextWriter } from '../text-writer.js';

const anyAscii = lazyLibrary<typeof import('any-ascii')>('any-ascii');
const notAscii = /[^\0-\x7f]/;
/** The number of UTF-16 code units transliterated at a time; one of them can become 29 characters. */
const chunkLength = 4096;

/**
 * Transliterates a text to ASCII: letters without their accents, other scripts by their sound, emoji by name
 * (`:crown:`). Characters without a counterpart are dropped.
 *
 * @param limit - checked while the result grows, since it can be many times as long as the text.
 */
export function transliterate(text: string, limit: OutputLimit): string {
  if (!notAscii.test(text)) return text;
  return transliterated(withSyllables(text, limit), limit);
}

/** Where a syllable would run into what is beside it: `北京` is Bei Jing. */
const hanEdge = /(?<=\p{Script=Han})(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?=\p{Script=Han})/gu;

/** The syllables of a Korean word, behind what is written together with them. */
const korean = /[\p{L}\p{M}\p{N}]?[\uac00-\ud7a3]+/gu;

/**
 * Writes a blank between Chinese characters, each of which is a syllable by itself, and beside other words. Writes Korean
 * words in Latin letters, which have a capital only where a word begins: 서울 is Seoul.
 */
export function withSyllables(text: string, limit: OutputLimit): string {
  const spaced = /\p{Script=Han}/u.test(text) ? replaceMatches(text, hanEdge, () => ' ') : text;
  if (!/[\uac00-\ud7a3]/.test(spaced)) return spaced;
  const toAscii = anyAscii().default;
  return replaceWithin(limit, spaced, korean, (word) => {
    const begins = /^[\uac00-\ud7a3]/.test(word);
    const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
    return (begins ? toAscii(first) : first) + toAscii(word.slice(first.length)).toLowerCase();
  });
}

function transliterated(text: string, limit: OutputLimit): string {
  const toAscii = anyAscii().default;
  const result = new TextWriter(limit);
  for (let start = 0; start < text.length; ) {
    const end = characterBoundary(text, start + chunkLength);
    result.write(toAscii(text.slice(start, end)));
    start = end;
  }
  return result.toString();
}

/** Returns the index, or the next one if it is inside a surrogate pair. */
function characterBoundary(text: string, index: number): number {
  return index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index;
}

const umlauts: ReadonlyMap<string, string> = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }));

/**
 * Writes ä, ö, ü and ß the German way in ASCII: ae, oe, ue, ss. A capital becomes two capitals unless a small letter
 * follows (`Über`, `ÜBER`). Letters composed with U+0308 are the same letters.
 */
export function transliterateUmlauts(text: string): string {
  return replaceMatches(
    text,
    /([äöüÄÖÜß\u1e9e]|[aouAOU]\u0308)(?=(\p{Ll})?)/gu,
    (_, letter: string, small?: string) => {
      const lower = letter.normalize('NFC').toLowerCase();
      const ascii = umlauts.get(lower) ?? lower;
      if (letter.toLowerCase() === letter) return ascii;
      return small === undefined ? ascii.toUpperCase() : ascii.charAt(0).toUpperCase() + ascii.slice(1);
    },
  );
}
