import { type PlaceholderSigns, sqlParts } from '../../../text/code/sql-placeholders.js';
import type { SqlFamily } from '../../../text/code/sql-tokens.js';
import type { Span } from '../../../text/span.js';

/** A name with a character beyond ASCII. */
const unicodeName = /^(?=.*[^\0-\x7f])[\p{L}_][\p{L}\p{M}\p{N}_$]*$/u;

/**
 * Finds what the parser would misread: placeholders, of which it knows only a few in each dialect, and names beyond
 * ASCII, in which it finds keywords (`or` in `orée`).
 *
 * @throws {ToolError} with the place of a comment that is never closed.
 */
export function* hiddenSpans(text: string, family: SqlFamily, signs: PlaceholderSigns): Generator<Span> {
  for (const part of sqlParts(text, family, signs)) {
    const { kind, start, end } = part;
    if (kind === 'placeholder' || (kind === 'word' && unicodeName.test(text.slice(start, end)))) yield part;
  }
}
