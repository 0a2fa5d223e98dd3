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
