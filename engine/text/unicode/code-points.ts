/** Number of code points. A lone surrogate counts as one, as it does when a string is iterated. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if (splitsPair(text, i)) count--;
  }
  return count;
}

/** The code point that ends before an offset, or -1 at the start of the text. */
export function codePointBefore(text: string, end: number): number {
  if (end === 0) return -1;
  const last = text.charCodeAt(end - 1);
  return splitsPair(text, end - 1) ? (text.codePointAt(end - 2) ?? last) : last;
}

/** The code point that starts at an offset, or -1 at the end of the text. */
export function codePointAt(text: string, offset: number): number {
  return text.codePointAt(offset) ?? -1;
}

/** How many UTF-16 code units a code point takes. */
export function unitsOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}

/** Whether an offset is inside of a surrogate pair. */
export function splitsPair(text: string, offset: number): boolean {
  return isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));
}

/** Whether a UTF-16 code unit is the first half of a surrogate pair. */
export function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

/** Whether a UTF-16 code unit is the second half of a surrogate pair. */
export function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
