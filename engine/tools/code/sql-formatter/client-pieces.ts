import { type SqlFamily, type SqlToken, sqlTokens } from '../../../text/code/sql-tokens.js';
import type { Span } from '../../../text/span.js';

interface Piece extends Span {
  readonly kind: 'code' | Extract<SqlToken['kind'], 'command' | 'delimiter' | 'data'>;
}

/**
 * Formats the SQL between what only clients read (`GO`, `DELIMITER //`, `\connect`, the data after `COPY … FROM
 * stdin;`), which stays as it is.
 *
 * @param format - formats the code at a place of the text.
 */
export function formatPieces(text: string, family: SqlFamily, lineEnd: string, format: (code: Span) => string): string {
  let written = '';
  let previous: Piece['kind'] = 'command';
  for (const piece of pieces(text, family)) {
    const source = piece.kind === 'code' ? format(piece) : text.slice(piece.start, piece.end);
    if (source === '') continue;
    if (written !== '') written += separator(previous, piece.kind, lineEnd);
    written += source;
    previous = piece.kind;
  }
  return written;
}

function separator(before: Piece['kind'], after: Piece['kind'], lineEnd: string): string {
  if (after === 'data') return '';
  if (after === 'delimiter' && before === 'code') return ' ';
  return after === 'command' || before === 'command' ? lineEnd : lineEnd + lineEnd;
}

function* pieces(text: string, family: SqlFamily): Generator<Piece> {
  let from = 0;
  for (const { kind, start, end } of sqlTokens(text, family)) {
    if (kind !== 'command' && kind !== 'delimiter' && kind !== 'data') continue;
    if (from < start) yield { kind: 'code', start: from, end: start };
    yield { kind, start, end };
    from = end;
  }
  if (from < text.length) yield { kind: 'code', start: from, end: text.length };
}
