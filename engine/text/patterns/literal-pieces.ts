import { splitsPair } from '../unicode/code-points.js';
import { occurrences } from './literal-search.js';

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
