/** A line end. U+2028 and U+2029 are not line ends. */
export type LineEnd = '\n' | '\r\n' | '\r';

/** A text split at its line ends. */
export interface Lines {
  /** The lines without line ends. A line end at the very end of the text does not start another line. */
  readonly lines: string[];
  /** The first line end of the text, which is written between the lines again; `\n` if it has none. */
  readonly lineEnd: LineEnd;
  /** Whether the text ended with a line end. */
  readonly final: boolean;
}

/** Splits at `\n`, `\r\n` and a lone `\r`. The empty text has no lines. */
export function splitLines(text: string): Lines {
  if (text === '') return { lines: [], lineEnd: '\n', final: false };
  const firstReturn = text.indexOf('\r');
  // Many short texts are one line, for which `split` takes longer than the search.
  if (firstReturn === -1 && !text.includes('\n')) return { lines: [text], lineEnd: '\n', final: false };
  const lines = firstReturn === -1 ? text.split('\n') : text.split(/\r\n|\n|\r/);
  const final = lines.at(-1) === '';
  if (final) lines.pop();
  return { lines, lineEnd: firstLineEnd(text, firstReturn), final };
}

/** Returns how many lines {@link splitLines} finds. */
export function countLines(text: string): number {
  return splitLines(text).lines.length;
}

/** Returns the line ends of a text as {@link splitLines} finds them, without its lines. */
export function lineEndsOf(text: string): Omit<Lines, 'lines'> {
  return { lineEnd: firstLineEnd(text, text.indexOf('\r')), final: /[\r\n]/.test(text.slice(-1)) };
}

/** Returns what follows the last line end (CR, LF, or both). */
export function lastLineOf(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

/** Returns the line end after each line that {@link splitLines} finds; the last line may have none. */
export function ownLineEnds(text: string): readonly string[] {
  return text.match(/\r\n|\n|\r/g) ?? [];
}

/** Returns the lines that contain more than white space. */
export function nonBlankLines(text: string): string[] {
  return splitLines(text).lines.filter((line) => line.trim() !== '');
}

/** Joins lines as {@link splitLines} found them: same line end between them, same ending. */
export function joinLines(lines: readonly string[], { lineEnd, final }: Pick<Lines, 'lineEnd' | 'final'>): string {
  const text = lines.length === 1 && lines[0] !== undefined ? lines[0] : lines.join(lineEnd);
  return final && lines.length > 0 ? text + lineEnd : text;
}

/** Returns what {@link splitLines} finds in the text that {@link joinLines} makes, for lines without line ends. */
export function asSplitAgain(lines: readonly string[], { lineEnd, final }: Pick<Lines, 'lineEnd' | 'final'>): Lines {
  const endsBlank = !final && lines.at(-1) === '';
  const kept = endsBlank ? lines.slice(0, -1) : [...lines];
  const isFinal = (final || endsBlank) && kept.length > 0;
  return { lines: kept, lineEnd: kept.length > 1 || isFinal ? lineEnd : '\n', final: isFinal };
}

function firstLineEnd(text: string, firstReturn: number): LineEnd {
  if (firstReturn === -1) return '\n';
  const firstFeed = text.indexOf('\n');
  if (firstFeed !== -1 && firstFeed < firstReturn) return '\n';
  return firstFeed === firstReturn + 1 ? '\r\n' : '\r';
}

/**
 * Returns the length of the text that {@link joinLines} makes, in UTF-16 code units, to check the limit before building
 * it.
 */
export function joinedLength(lines: readonly string[], { lineEnd, final }: Pick<Lines, 'lineEnd' | 'final'>): number {
  if (lines.length === 0) return 0;
  const lineEnds = lines.length - (final ? 0 : 1);
  return lines.reduce((length, line) => length + line.length, lineEnds * lineEnd.length);
}

/** Returns the column after blanks: a tab advances to the next multiple of `width`, a space to the next column. */
export function columnAfter(blanks: string, column: number, width: number): number {
  let end = column;
  for (let i = 0; i < blanks.length; i++) end += blanks.charCodeAt(i) === 0x09 ? width - (end % width) : 1;
  return end;
}
