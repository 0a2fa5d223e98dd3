export { codePointAt, codePointBefore, unitsOf } from './code-points.js';

/** Letters (with the marks that belong to them), digits and the underscore, of every script. */
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/**
 * Scripts whose words stand next to Latin ones without a space: the scripts written without spaces, and Hangul, whose
 * particles follow a word directly.
 */
const unspacedScript =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

const oneWordScript = /^(?:\p{scx=Katakana}{2}|\p{scx=Hangul}{2})$/u;

/** Tests for a letter, a mark, a digit or an underscore. */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint < 0x80) return isAsciiAlphanumeric(codePoint) || codePoint === 0x5f;
  return wordCharacter.test(String.fromCodePoint(codePoint));
}

/** Tests for a mark that is written over, under or after the character before it. */
export function isMark(codePoint: number): boolean {
  return codePoint >= 0x300 && /\p{M}/u.test(String.fromCodePoint(codePoint));
}

/** Tests whether a word ends where such a character follows a Latin letter, or precedes one. */
export function isUnspaced(codePoint: number): boolean {
  return codePoint >= 0x0e00 && unspacedScript.test(String.fromCodePoint(codePoint));
}

/**
 * Tests whether a word continues from one character to the next.
 *
 * In scripts without spaces only a dictionary could tell, so there a word may end anywhere except before a mark; only
 * Katakana and Hangul run on. Compare UAX #29, rules WB4 to WB13.
 *
 * @param before - -1 at the start of the text, as `after` is at its end.
 */
export function continuesWord(before: number, after: number): boolean {
  if (!isWordCharacter(before) || !isWordCharacter(after)) return false;
  if (isMark(after) || !(isUnspaced(before) || isUnspaced(after))) return true;
  return oneWordScript.test(String.fromCodePoint(before, after));
}

/** Tests whether a code point is one of 0 to 9, A to Z or a to z. */
export function isAsciiAlphanumeric(codePoint: number): boolean {
  return (codePoint >= 0x30 && codePoint <= 0x39) || isAsciiLetter(codePoint);
}

function isAsciiLetter(codePoint: number): boolean {
  return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a);
}
