/** A place in a text as editors show it. Both numbers count from 1; the column counts characters (code points). */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the line and column of an offset. Lines end at `\n`, `\r\n` and a lone `\r`.
 *
 * Walks the text from its start, so call it only for the one error that ends a run.
 *
 * @param offset - in UTF-16 code units, at most the length of the text.
 */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) {
      line++;
      lineStart = i + 1;
    }
  }
  let column = 1;
  for (const _ of text.slice(lineStart, offset)) column++;
  return { line, column };
}

/**
 * Describes the character at an offset for an error message: `"x"`, `U+200B` if it is invisible, or `the end of the
 * text`.
 */
export function describeCharacter(text: string, offset: number): string {
  const codePoint = text.codePointAt(offset);
  if (codePoint === undefined) return 'the end of the text';
  const character = String.fromCodePoint(codePoint);
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return character === '"' ? `'"'` : `"${character}"`;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
