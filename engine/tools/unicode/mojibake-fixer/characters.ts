/**
 * The class of a decoded character, by how likely a text is to contain a single one:
 * - `latin`: a letter of a European language or Vietnamese;
 * - `sign`: punctuation, a currency, the non-letters of Latin-1, U+FFFD;
 * - `symbol`: arrows, boxes, emoji and such;
 * - `mark`: a combining accent;
 * - the name of another script, whose letters occur in words;
 * - `rare`: phonetic letters, modifiers, controls, and unassigned code points.
 */
export type CharacterKind = string;

/** First and last code point, and the kind. Ranges missing from the table are `rare`. */
const ranges: readonly (readonly [first: number, last: number, kind: CharacterKind])[] = [
  [0xa0, 0xbf, 'sign'],
  [0xc0, 0x17e, 'latin'],
  [0x18a, 0x18a, 'latin'],
  [0x18f, 0x18f, 'latin'],
  [0x198, 0x199, 'latin'],
  [0x1a0, 0x1a1, 'latin'],
  [0x1af, 0x1b0, 'latin'],
  [0x1b3, 0x1b4, 'latin'],
  [0x1cd, 0x1dc, 'latin'],
  [0x1e6, 0x1e7, 'latin'],
  [0x218, 0x21b, 'latin'],
  [0x259, 0x259, 'latin'],
  [0x2bb, 0x2bc, 'sign'],
  [0x300, 0x36f, 'mark'],
  [0x384, 0x3ce, 'greek'],
  [0x400, 0x45f, 'cyrillic'],
  [0x490, 0x4ff, 'cyrillic'],
  [0x531, 0x58a, 'armenian'],
  [0x591, 0x5f4, 'hebrew'],
  [0x600, 0x6ff, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0x980, 0x9ff, 'bengali'],
  [0xa00, 0xa7f, 'gurmukhi'],
  [0xa80, 0xaff, 'gujarati'],
  [0xb80, 0xbff, 'tamil'],
  [0xc00, 0xc7f, 'telugu'],
  [0xc80, 0xcff, 'kannada'],
  [0xd00, 0xd7f, 'malayalam'],
  [0xd80, 0xdff, 'sinhala'],
  [0xe00, 0xe7f, 'thai'],
  [0xe80, 0xeff, 'lao'],
  [0xf00, 0xfff, 'tibetan'],
  [0x1000, 0x109f, 'myanmar'],
  [0x10a0, 0x10ff, 'georgian'],
  [0x1200, 0x139f, 'ethiopic'],
  [0x1780, 0x17ff, 'khmer'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x2000, 0x2064, 'sign'],
  [0x2070, 0x20bf, 'sign'],
  [0x2100, 0x218f, 'sign'],
  [0x2190, 0x2bff, 'symbol'],
  [0x3000, 0x30ff, 'cjk'],
  [0x3100, 0x318f, 'cjk'],
  [0x3400, 0x9fff, 'cjk'],
  [0xac00, 0xd7a3, 'cjk'],
  [0xfb00, 0xfb06, 'sign'],
  [0xfe0f, 0xfe0f, 'symbol'],
  [0xfeff, 0xfeff, 'sign'],
  [0xff01, 0xffe6, 'cjk'],
  [0xfffd, 0xfffd, 'sign'],
  [0x1f000, 0x1faff, 'symbol'],
  [0x20000, 0x323af, 'cjk'],
];

/** Returns the {@link CharacterKind} of a code point. */
export function characterKind(codePoint: number): CharacterKind {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, kind] = ranges[middle] ?? [0, 0, 'rare'];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return kind;
  }
  return 'rare';
}

const singleKinds: ReadonlySet<CharacterKind> = new Set(['latin', 'sign', 'symbol', 'mark', 'rare']);

/** Tests whether characters of a kind occur in words of their own script. */
export function isOtherScript(kind: CharacterKind): boolean {
  return !singleKinds.has(kind);
}

const known = 1;
const letter = 2;
const lower = 4;
const upper = 8;
const number = 16;
const latin = 32;

/** The class of each UTF-16 code unit, cached: patterns take ten times as long. */
const traits = new Uint8Array(0x10000);

function traitsAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return known;
  const found = traits[unit] ?? 0;
  if (found !== 0) return found;
  const character = text.charAt(at);
  let all = known;
  if (/\p{L}/u.test(character)) all |= letter;
  if (/\p{Ll}/u.test(character)) all |= lower;
  if (/\p{Lu}/u.test(character)) all |= upper;
  if (/\p{N}/u.test(character)) all |= number;
  if (/\p{sc=Latin}/u.test(character)) all |= latin;
  traits[unit] = all;
  return all;
}

/** Tests whether the code unit at a position is a letter. False beyond the ends. */
export function isLetter(text: string, at: number): boolean {
  return (traitsAt(text, at) & letter) !== 0;
}

/** Tests whether the code unit at a position is a lower-case letter. */
export function isLower(text: string, at: number): boolean {
  return (traitsAt(text, at) & lower) !== 0;
}

/** Tests whether the code unit at a position is an upper-case letter. */
export function isUpper(text: string, at: number): boolean {
  return (traitsAt(text, at) & upper) !== 0;
}

/** Tests whether the code unit at a position is a letter or a number. */
export function isLetterOrNumber(text: string, at: number): boolean {
  return (traitsAt(text, at) & (letter | number)) !== 0;
}

/** Tests for a letter of the Latin alphabet at an offset, accented or not. */
export function isLatin(text: string, at: number): boolean {
  return (traitsAt(text, at) & latin) !== 0;
}

/** Tests whether the code unit at a position is one of A to Z or a to z. */
export function isAsciiLetter(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80 && isLetter(text, at);
}
