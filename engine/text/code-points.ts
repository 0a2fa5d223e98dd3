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

function isHighSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
