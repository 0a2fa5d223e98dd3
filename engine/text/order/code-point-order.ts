import { isHighSurrogate, isLowSurrogate } from '../unicode/code-points.js';
import type { Direction } from './alphabetical-order.js';

/**
 * Compares by code point, which is also the order of the UTF-8 bytes: that of `sort` in the C locale.
 *
 * The order of code units differs where surrogates meet U+E000 to U+FFFF. A lone surrogate counts as the code point of
 * its number.
 */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === shorter) return a.length - b.length;
  const splitsPair =
    isHighSurrogate(a.charCodeAt(at - 1)) && (isLowSurrogate(a.charCodeAt(at)) || isLowSurrogate(b.charCodeAt(at)));
  if (splitsPair) at--;
  return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
}

/** Sorts lines by code point into a new array. */
export function sortByCodePoint(lines: readonly string[], direction: Direction): string[] {
  // Without these characters the built-in order of code units is the same, and faster.
  const sorted = lines.some((line) => /[\ud800-\uffff]/.test(line))
    ? lines.toSorted(compareCodePoints)
    : lines.toSorted();
  return direction === 'asc' ? sorted : sorted.reverse();
}
