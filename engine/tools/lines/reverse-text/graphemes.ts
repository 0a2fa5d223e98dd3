import { graphemesOf, neverCombines, segmentedLength } from '../../../text/unicode/graphemes.js';

/**
 * Reverses a text by user-perceived characters (extended grapheme clusters): letters keep their accents, emoji and
 * flags stay whole, and so does a CRLF.
 *
 * A cluster of more than 4,096 code units, which no writing system has, is split.
 *
 * @see Unicode Standard Annex #29
 */
export function reverseGraphemes(text: string): string {
  if (neverCombines(text)) return Buffer.from(text, 'utf16le').reverse().swap16().toString('utf16le');
  const reversed: string[] = [];
  for (let position = 0; position < text.length; ) {
    const piece = pieceAt(text, position);
    const clusters = Array.from(graphemesOf(piece), ({ segment }) => segment);
    const isLast = position + piece.length === text.length;
    // It may continue after the piece. Its start is certain, and a good place to start again.
    const unfinished = !isLast && clusters.length > 1 ? clusters.pop() : undefined;
    reversed.push(clusters.reverse().join(''));
    position += piece.length - (unfinished?.length ?? 0);
  }
  return reversed.reverse().join('');
}

/** Returns a piece that does not end within a surrogate pair. */
function pieceAt(text: string, start: number): string {
  const end = start + segmentedLength;
  const isHigh = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(start, isHigh ? end + 1 : end);
}
