import { lazyLibrary } from '../../core/lazy-library.js';

const eastAsianWidth = lazyLibrary<typeof import('get-east-asian-width')>('get-east-asian-width');

/**
 * Characters that take no column: marks, format characters and joiners, vowels and final consonants of
 * conjoining Hangul.
 */
const zeroWidth = /^[\p{M}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]$/u;
const zeroWidthJoiner = 0x200d;
const emojiPresentation = 0xfe0f;

/**
 * Returns the number of columns a text takes in a monospaced font: two for wide and full-width characters of East Asia
 * and for emoji, none for combining marks, one for all others. Ambiguous characters count as narrow (Unicode Standard
 * Annex #11).
 *
 * A sequence joined by U+200D or with a skin tone counts as one emoji, as terminals that support it draw it. Control
 * characters count as one column.
 */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  /** The width of the last character that takes columns. */
  let last = 0;
  let joined = false;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint === emojiPresentation && last === 1) {
      width++;
      last = 2;
    }
    const own = isSkinTone(codePoint) && last === 2 ? 0 : characterWidth(codePoint, character);
    if (own > 0 && !(joined && /\p{Extended_Pictographic}/u.test(character))) {
      width += own;
      last = own;
    }
    joined = codePoint === zeroWidthJoiner && last === 2;
  }
  return width;
}

function isSkinTone(codePoint: number): boolean {
  return codePoint >= 0x1f3fb && codePoint <= 0x1f3ff;
}

function characterWidth(codePoint: number, character: string): number {
  if (codePoint < 0x300) return codePoint === 0xad ? 0 : 1;
  return zeroWidth.test(character) ? 0 : eastAsianWidth().eastAsianWidth(codePoint);
}
