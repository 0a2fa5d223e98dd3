/** Counts code points. A lone surrogate counts as one, as in string iteration. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if (splitsPair(text, i)) count--;
  }
  return count;
}

/** Returns the code point that ends before an offset, or -1 at the start of the text. */
export function codePointBefore(text: string, end: number): number {
  if (end === 0) return -1;
  const last = text.charCodeAt(end - 1);
  return splitsPair(text, end - 1) ? (text.codePointAt(end - 2) ?? last) : last;
}

/** Returns the code point that starts at an offset, or -1 at the end of the text. */
export function codePointAt(text: string, offset: number): number {
  return text.codePointAt(offset) ?? -1;
}

/** Returns the number of UTF-16 code units of a code point. */
export function unitsOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}

/** Tests whether an offset is inside a surrogate pair. */
export function splitsPair(text: string, offset: number): boolean {
  return isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));
}

/** Tests whether a UTF-16 code unit is the first half of a surrogate pair. */
export function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

/** Tests whether a UTF-16 code unit is the second half of a surrogate pair. */
export function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}

/** Returns the offset a number of code points (may be infinite) after another; at most the end of the text. */
export function offsetForward(text: string, from: number, codePoints: number): number {
  if (codePoints >= text.length - from) return text.length;
  let offset = from;
  for (let left = codePoints; left > 0; left--) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return Math.min(offset, text.length);
}

/** Returns the offset a number of code points before another; 0 if there are fewer. */
export function offsetBack(text: string, from: number, codePoints: number): number {
  let offset = from;
  for (let left = codePoints; left > 0 && offset > 0; left--) {
    offset -= codePointBefore(text, offset) > 0xffff ? 2 : 1;
  }
  return offset;
}
