import type { OutputLimit } from '../../core/tool.js';
import { displayWidth } from '../csv/display-width.js';
import { replaceMatches } from '../replacement.js';
import { TextWriter } from '../text-writer.js';

/**
 * Writes a text as a cell of a Markdown table: escapes pipes, turns line ends into `<br>`, removes outer white space.
 * Other Markdown stays Markdown.
 */
export function markdownCell(text: string): string {
  // Backslashes before a pipe are doubled, so that the last one does not escape what follows.
  return replaceMatches(
    text.trim(),
    /(?<!\\)(\\*)(\||\r\n|\n|\r)/g,
    (_, slashes: string, mark: string) => slashes + slashes + (mark === '|' ? '\\|' : '<br>'),
  );
}

/** Returns the text of a cell as {@link markdownCell} writes it; other Markdown stays as it is. */
export function textOfMarkdownCell(cell: string): string {
  return replaceMatches(cell, /(?<!\\)(\\*)(\||<br ?\/?>)/gi, (written: string, slashes: string, mark: string) => {
    const isEscaped = slashes.length % 2 === 1;
    const kept = slashes.slice(0, Math.floor(slashes.length / 2));
    if (mark === '|') return slashes === '' ? written : `${isEscaped ? kept : kept.slice(1)}|`;
    return isEscaped ? written : `${kept}\n`;
  });
}

/** The alignment of a column in the delimiter row of a Markdown table. */
export type ColumnAlign = 'left' | 'right' | 'center' | 'none';

/** A Markdown table. Cells are the text between the pipes, trimmed, with pipes inside escaped. */
export interface MarkdownTable {
  readonly header: readonly string[];
  readonly align: readonly ColumnAlign[];
  /** Their lengths may differ from the header's. */
  readonly rows: readonly (readonly string[])[];
}

export interface MarkdownTableLayout {
  /** Pads cells so that the pipes of a column line up. */
  readonly aligned: boolean;
  /** The number of blanks on both sides of a cell. */
  readonly padding: number;
}

/** A column with a cell wider than this is not aligned: one long cell would make every row as long. */
const widestAligned = 200;

/**
 * Returns the lines of a table in GitHub Flavored Markdown.
 *
 * A row shorter than the header gets empty cells; a longer one keeps its extra cells. Widths are those of a monospaced
 * font.
 *
 * @throws {OutputTooLongError} before the lines are longer than the limit.
 */
export function* markdownTableLines(
  table: MarkdownTable,
  layout: MarkdownTableLayout,
  limit: OutputLimit,
): Generator<string> {
  const rows = [table.header, ...table.rows];
  const widths = layout.aligned ? columnWidths(rows, table.header.length) : [];
  const gap = ' '.repeat(layout.padding);
  let length = 0;
  const counted = (line: string) => {
    length += line.length + 1;
    limit.check(length - 1);
    return line;
  };
  for (const [i, row] of rows.entries()) {
    const line = new TextWriter();
    line.write('|');
    const count = Math.max(row.length, table.header.length);
    limit.check(length + count * (2 * layout.padding + 1));
    for (let column = 0; column < count; column++) {
      line.write(`${gap}${padded(row[column] ?? '', widths[column] ?? 0, table.align[column] ?? 'none')}${gap}|`);
      limit.check(length + line.length);
    }
    yield counted(line.toString());
    if (i === 0) yield counted(delimiterRow(table, widths, gap));
  }
}

/**
 * Returns the widths: at least 3, so that the dashes of the delimiter row fit; 0 for a column that is too wide to
 * align.
 */
function columnWidths(rows: readonly (readonly string[])[], columns: number): number[] {
  const widths = new Array<number>(columns).fill(3);
  for (const row of rows) {
    for (let column = 0; column < Math.min(row.length, columns); column++) {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(row[column] ?? ''));
    }
  }
  return widths.map((width) => (width > widestAligned ? 0 : width));
}

function padded(cell: string, width: number, align: ColumnAlign): string {
  const missing = width - (width === 0 ? 0 : displayWidth(cell));
  if (missing <= 0) return cell;
  const before = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(before) + cell + ' '.repeat(missing - before);
}

function delimiterRow({ header, align }: MarkdownTable, widths: readonly number[], gap: string): string {
  const line = new TextWriter();
  line.write('|');
  for (let column = 0; column < header.length; column++) {
    const side = align[column] ?? 'none';
    const start = side === 'left' || side === 'center' ? ':' : '';
    const end = side === 'right' || side === 'center' ? ':' : '';
    const dashes = Math.max(3, widths[column] ?? 0) - start.length - end.length;
    line.write(`${gap}${start}${'-'.repeat(dashes)}${end}${gap}|`);
  }
  return line.toString();
}
