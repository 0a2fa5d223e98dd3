/** Number of code points. A lone surrogate counts as one, as it does when a string is iterated. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isLowSurrogate(text.charCodeAt(i)) && isHighSurrogate(text.charCodeAt(i - 1))) count--;
  }
  return count;
}

/** The code point that ends before the index `end`; `end` must be above 0. */
export function codePointBefore(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (!isLowSurrogate(last) || !isHighSurrogate(text.charCodeAt(end - 2))) return last;
  return text.codePointAt(end - 2) ?? last;
}

/**
 * Compares by code point: the order of UTF-8 bytes, and of `LC_ALL=C sort`. It differs from `<`, which compares UTF-16
 * code units, between characters above U+FFFF and those from U+E000 to U+FFFF.
 *
 * @returns negative, zero or positive, as for `Array.prototype.sort`.
 */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === shorter) return a.length - b.length;
  // The same high surrogate before the difference: it may be half of a character here and alone there.
  if (i > 0 && isHighSurrogate(a.charCodeAt(i - 1))) i--;
  return (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
}

function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
