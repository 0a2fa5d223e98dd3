/** Letters (with the marks that belong to them), digits and the underscore, of every script. */
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/**
 * Scripts whose words stand next to Latin ones without a space: the scripts written without spaces, and Hangul, whose
 * particles follow a word directly.
 */
const unspacedScript =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** A letter, a mark, a digit or an underscore. */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint < 0x80) return isAsciiAlphanumeric(codePoint) || codePoint === 0x5f;
  return wordCharacter.test(String.fromCodePoint(codePoint));
}

/** A mark that is written over, under or behind the character before it. */
export function isMark(codePoint: number): boolean {
  return codePoint >= 0x300 && /\p{M}/u.test(String.fromCodePoint(codePoint));
}

/** Whether a word ends where such a character follows a Latin letter, or the other way round. */
export function isUnspaced(codePoint: number): boolean {
  return codePoint >= 0x0e00 && unspacedScript.test(String.fromCodePoint(codePoint));
}

export function isAsciiAlphanumeric(codePoint: number): boolean {
  return (codePoint >= 0x30 && codePoint <= 0x39) || isAsciiLetter(codePoint);
}

function isAsciiLetter(codePoint: number): boolean {
  return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a);
}

/** The code point that ends at an offset, or -1 at the start of the text. */
export function codePointBefore(text: string, offset: number): number {
  if (offset === 0) return -1;
  const unit = text.charCodeAt(offset - 1);
  if (unit < 0xdc00 || unit > 0xdfff || offset === 1) return unit;
  const pair = text.codePointAt(offset - 2) ?? unit;
  return pair > 0xffff ? pair : unit;
}

/** The code point that starts at an offset, or -1 at the end of the text. */
export function codePointAt(text: string, offset: number): number {
  return text.codePointAt(offset) ?? -1;
}

/** How many UTF-16 code units a code point takes. */
export function unitsOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}
