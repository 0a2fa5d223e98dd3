import { splitsPair } from '../unicode/code-points.js';

/** Up to this length the native search costs little even if every place nearly matches. */
const longestNativeNeedle = 32;

/**
 * Returns every offset at which the needle occurs in the text, ascending, including overlaps (`aa` occurs in `aaa`
 * twice).
 *
 * Linear in any text: in the worst case the native search compares the whole needle at every place, so long needles use
 * the algorithm of Knuth, Morris and Pratt.
 *
 * @param needle - not empty.
 */
export function occurrences(text: string, needle: string): Iterable<number> {
  // Many short texts may be searched for one long needle, which takes time to prepare.
  if (needle.length > text.length) return [];
  return needle.length <= longestNativeNeedle ? nativeSearch(text, needle) : knuthMorrisPratt(text, needle);
}

function* nativeSearch(text: string, needle: string): Generator<number> {
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) yield at;
}

function* knuthMorrisPratt(text: string, needle: string): Generator<number> {
  const borders = bordersOf(needle);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched] ?? 0;
    if (needle.charCodeAt(matched) === unit) matched++;
    if (matched === needle.length) {
      yield i + 1 - matched;
      matched = borders[matched] ?? 0;
    }
  }
}

/** Returns, for each length of a prefix, the length of the longest proper part that both starts and ends it. */
function bordersOf(needle: string): Uint32Array {
  const borders = new Uint32Array(needle.length + 1);
  let border = 0;
  for (let i = 1; i < needle.length; i++) {
    const unit = needle.charCodeAt(i);
    while (border > 0 && needle.charCodeAt(border) !== unit) border = borders[border] ?? 0;
    if (needle.charCodeAt(border) === unit) border++;
    borders[i + 1] = border;
  }
  return borders;
}

/** Tests whether the needle occurs in the text: like `String.prototype.includes`, but always linear. */
export function contains(text: string, needle: string): boolean {
  return needle === '' || occurrences(text, needle)[Symbol.iterator]().next().done !== true;
}

/**
 * Splits a text at a delimiter, from left to right; returns the whole text if it does not occur. Like
 * `String.prototype.split`, except that half a surrogate pair never matches and that the last piece contains the rest.
 *
 * @param delimiter - not empty.
 * @param most - the maximum number of pieces, at least 1.
 */
export function piecesBetween(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[] {
  const pieces: string[] = [];
  let start = 0;
  if (most > 1) {
    for (const offset of occurrences(text, delimiter)) {
      const end = offset + delimiter.length;
      if (offset < start || splitsPair(text, offset) || splitsPair(text, end)) continue;
      pieces.push(text.slice(start, offset));
      start = end;
      if (pieces.length === most - 1) break;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}
