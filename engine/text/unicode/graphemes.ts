/** The length that is segmented at a time: Node 20 takes quadratic time in the length of the text. */
export const segmentedLength = 4096;

/** Created when it is first needed: it loads data of ICU. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Divides a text of at most about {@link segmentedLength} code units into user-perceived characters (extended grapheme
 * clusters): letters keep their accents, emoji and flags stay whole.
 *
 * @see Unicode Standard Annex #29
 */
export function graphemesOf(text: string): Intl.Segments {
  // English uses Unicode's rules unchanged, and does not depend on the locale of the process.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Letters and signs that are always one code unit and never combine: segmenting costs 100 times as much. */
const singleUnits =
  /^[\0-\x0c\x0e-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9d]*$/;

/** Tests whether each code unit of a text is a character of its own. */
export function neverCombines(text: string): boolean {
  return singleUnits.test(text);
}

/**
 * Returns the last place up to `offset`, and behind `from`, where a text can be cut between two user-perceived characters.
 * `offset` itself if there is none.
 */
export function graphemeStart(text: string, offset: number, from: number): number {
  if (offset >= text.length || neverCombines(text.charAt(offset))) return offset;
  const first = Math.max(from, offset - segmentedLength);
  // With the character at the place, which may have two units.
  const start = graphemesOf(text.slice(first, offset + 2)).containing(offset - first)?.index ?? 0;
  return start > 0 ? first + start : offset;
}
