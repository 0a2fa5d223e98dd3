/** The length that is segmented at a time: Node 20 takes quadratic time in the length of the text. */
const pieceLength = 4096;

/** Letters and signs that are always one code unit and never combine: segmenting costs 100 times as much. */
const singleUnits =
  /^[\0-\x0c\x0e-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9d]*$/;

/** Created when it is first needed: it loads data of ICU. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Reverses a text by user-perceived characters (extended grapheme clusters): letters keep their accents, emoji and
 * flags stay whole, and so does a CRLF.
 *
 * A cluster of more than 4,096 code units, which no writing system has, is split.
 *
 * @see Unicode Standard Annex #29
 */
export function reverseGraphemes(text: string): string {
  if (singleUnits.test(text)) return Buffer.from(text, 'utf16le').reverse().swap16().toString('utf16le');
  // English uses Unicode's rules unchanged, and does not depend on the locale of the process.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const reversed: string[] = [];
  for (let position = 0; position < text.length; ) {
    const piece = pieceAt(text, position);
    const clusters = Array.from(segmenter.segment(piece), ({ segment }) => segment);
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
  const end = start + pieceLength;
  const isHigh = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(start, isHigh ? end + 1 : end);
}
