import { codePointAt, codePointBefore, unitsOf } from './code-points.js';

export { codePointAt, codePointBefore, unitsOf };

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

/** What continues a character besides marks: joiners, skin tones, tags, vowels and finals of Hangul, AM of Thai and Lao. */
const continuing = /[\p{M}\p{Emoji_Modifier}\u0e33\u0eb3\u1160-\u11ff\u200c-\u200d\u{e0020}-\u{e007f}]/u;
/** After a joiner or a virama the next letter or sign belongs to the same character. */
const joining = /[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]/;
const regional = /\p{Regional_Indicator}/u;

/**
 * Returns the last place up to `offset`, and behind `from`, where a text can be cut between two characters as people see
 * them: letters keep their accents, emoji and flags stay whole. `offset` itself if there is none.
 */
export function characterStart(text: string, offset: number, from: number): number {
  let at = offset;
  while (at > from && at < text.length && isInCharacter(text, at, from)) at -= unitsOf(codePointBefore(text, at));
  return at > from ? at : offset;
}

function isInCharacter(text: string, at: number, from: number): boolean {
  const after = String.fromCodePoint(codePointAt(text, at));
  if (continuing.test(after)) return true;
  if (joining.test(text.charAt(at - 1))) return true;
  if (!regional.test(after)) return false;
  let flags = at;
  while (flags > from && regional.test(String.fromCodePoint(codePointBefore(text, flags)))) flags -= 2;
  return ((at - flags) / 2) % 2 === 1;
}
