import { splitsPair } from '../unicode/code-points.js';

/** Up to this length the native search costs little even where every place nearly matches. */
const longestNativeNeedle = 32;

/**
 * Every offset at which the needle stands in the text, ascending, overlapping ones included (`aa` stands in `aaa` twice).
 *
 * Linear in the text whatever it holds: the native search compares the whole needle at every place in the worst case,
 * so long needles are searched for by the algorithm of Knuth, Morris and Pratt.
 *
 * @param needle - not empty.
 */
export function occurrences(text: string, needle: string): Iterable<number> {
  // Many short texts may be searched for one long needle, which takes its time to prepare.
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

/** For each length of a prefix, how long the longest part is that both starts and ends it without being all of it. */
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

/** Whether the needle stands in the text: as `String.prototype.includes`, but linear whatever either holds. */
export function contains(text: string, needle: string): boolean {
  return needle === '' || occurrences(text, needle)[Symbol.iterator]().next().done !== true;
}

/**
 * The pieces of a text between the places where a delimiter stands, from left to right; the whole text if it stands
 * nowhere. As `String.prototype.split`, except that half a surrogate pair is never taken for the delimiter and that
 * the last piece holds the rest.
 *
 * @param delimiter - not empty.
 * @param most - how many pieces there may be, at least 1.
 */
export function piecesBetween(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[] {
  const pieces: string[] = [];
  let start = 0;
  if (most > 1) {
    for (const place of occurrences(text, delimiter)) {
      const end = place + delimiter.length;
      if (place < start || splitsPair(text, place) || splitsPair(text, end)) continue;
      pieces.push(text.slice(start, place));
      start = end;
      if (pieces.length === most - 1) break;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}
