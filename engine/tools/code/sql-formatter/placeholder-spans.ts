import { type PlaceholderSigns, sqlParts } from '../../../text/code/sql-placeholders.js';
import type { SqlFamily } from '../../../text/code/sql-tokens.js';
import type { Span } from '../../../text/span.js';

/**
 * Finds the placeholders of a text, of which the parser knows only a few in each dialect.
 *
 * @throws {ToolError} with the place of a comment that is never closed.
 */
export function* placeholderSpans(text: string, family: SqlFamily, signs: PlaceholderSigns): Generator<Span> {
  for (const part of sqlParts(text, family, signs)) if (part.kind === 'placeholder') yield part;
}
