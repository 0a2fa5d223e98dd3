import type { OutputLimit } from '../../../core/tool.js';
import { replaceMatches } from '../../../text/replacement.js';
import { normalize } from '../../../text/unicode/normalization.js';

/**
 * Letters that no normal form resolves, and © as OpenRefine has them. An å is decomposed before, so it becomes a.
 */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'oe'],
  ['þ', 'th'],
  ['ð', 'd'],
  ['đ', 'd'],
  ['ɖ', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ĸ', 'k'],
  ['ł', 'l'],
  ['ŋ', 'n'],
  ['ſ', 's'],
  ['ẜ', 's'],
  ['ẝ', 's'],
  ['ŧ', 't'],
  ['ƿ', 'w'],
  ['©', 'c'],
]);

const plainLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g');
/** The block of combining diacritical marks, modifier letters and modifier symbols. */
const diacritics = /[\u0300-\u036f\p{Lm}\p{Sk}]+/gu;
/** White space stays, which divides words. */
const punctuationOrControl = /[\p{P}\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+/gu;
const whiteSpace = /\p{White_Space}+/u;
const controlOrSpace = /[\p{Cc}\p{White_Space}]+/gu;

/**
 * Returns a key that is the same for spellings that differ in case, accents, punctuation, and in the order and number of
 * their words: OpenRefine's method *fingerprint*. Empty if the value has no words.
 *
 * OpenRefine writes an empty word first if punctuation precedes a blank at the start (`- a`). That is not in its
 * definition, and would keep such a value apart.
 */
export function fingerprint(value: string, limit: OutputLimit): string {
  const words = normalized(value, limit).split(whiteSpace);
  return [...new Set(words)]
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/**
 * Returns a key that is also the same where blanks differ and for some typing errors: the sorted sequences of so many
 * characters, OpenRefine's method *n-gram fingerprint*. Empty if the value is shorter.
 */
export function ngramFingerprint(value: string, size: number, limit: OutputLimit): string {
  const text = normalized(value, limit).replace(controlOrSpace, '');
  const sequences = new Set<string>();
  for (let start = 0; start + size <= text.length; start++) sequences.add(text.slice(start, start + size));
  return [...sequences].sort().join('');
}

function normalized(value: string, limit: OutputLimit): string {
  // What is trimmed in OpenRefine divides words here, and is no word.
  const decomposed = normalize(value.toLowerCase(), 'NFKD', limit).replace(diacritics, '');
  return replaceMatches(decomposed, plainLetter, (letter) => plainLetters.get(letter) ?? letter).replace(
    punctuationOrControl,
    '',
  );
}
