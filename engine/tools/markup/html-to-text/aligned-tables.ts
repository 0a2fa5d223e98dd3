import type { OutputLimit } from '../../../core/tool.js';
import { displayWidth } from '../../../text/csv/display-width.js';
import { tableGrid, tableRows } from '../../../text/markup/html-table.js';
import type { HtmlTextWriter } from '../../../text/markup/html-text.js';
import type { HtmlElement } from '../../../text/markup/html-tree.js';
import { TextWriter } from '../../../text/text-writer.js';

const cellNames: ReadonlySet<string> = new Set(['td', 'th']);
const noNames: ReadonlySet<string> = new Set();
/** Blanks between two columns. */
const columnGap = 2;

/**
 * Writes an element as text in which the columns of tables are aligned.
 *
 * A table that contains tables is there for the layout of a page, so its cells get tabs.
 *
 * @throws {OutputTooLongError} soon after the text is longer than the limit.
 * @throws {ToolError} if a table has too many cells; see {@link tableGrid}.
 */
export function writeAligned(element: HtmlElement, writer: HtmlTextWriter, limit: OutputLimit): void {
  const layout = layoutTables(element);
  const write = (element: HtmlElement, skipped: ReadonlySet<string>) => {
    if (element.name === 'table' && !layout.has(element)) return writeTable(element);
    writer.open(element.name, element.attributes, element);
    writeContent(element, skipped);
    writer.close(element.name);
  };
  const writeContent = (element: HtmlElement, skipped: ReadonlySet<string>) => {
    for (const child of element.children) {
      if (typeof child === 'string') writer.text(child);
      else if (!skipped.has(child.name)) write(child, skipped);
    }
  };
  const writeTable = (table: HtmlElement) => {
    writer.separate();
    // Captions, and what is wrongly outside of all cells, which browsers show above the table.
    writeContent(table, cellNames);
    const textOf = (cell: HtmlElement) => writer.apart(() => writeContent(cell, cellNames));
    writer.lines(alignedColumns(tableGrid(tableRows(table), textOf, false), limit));
  };
  write(element, noNames);
}

/** Returns the tables, in the element or the element itself, that contain another table. */
function layoutTables(root: HtmlElement): ReadonlySet<HtmlElement> {
  const layout = new Set<HtmlElement>();
  const visit = (element: HtmlElement, table: HtmlElement | undefined) => {
    const isTable = element.name === 'table';
    if (isTable && table !== undefined) layout.add(table);
    for (const child of element.children) {
      if (typeof child !== 'string') visit(child, isTable ? element : table);
    }
  };
  visit(root, undefined);
  return layout;
}

/** A cell with text. */
interface Cell {
  readonly column: number;
  readonly lines: readonly string[];
}

/** Writes rows of cells, which may have several lines, with the columns below each other. */
function alignedColumns(grid: readonly (readonly string[])[], limit: OutputLimit): string {
  const rows = grid.map(cellsWithText);
  const starts = columnStarts(rows);
  const text = new TextWriter(limit);
  for (const row of rows) {
    // Looks only at cells that have this line: one of many cells may have very many lines.
    for (let cells = row, i = 0; cells.length > 0; cells = cells.filter(({ lines }) => lines.length > i)) {
      if (text.length > 0) text.write('\n');
      writeLine(cells, i, starts, text);
      i++;
    }
  }
  return text.toString();
}

function cellsWithText(row: readonly string[]): Cell[] {
  const cells: Cell[] = [];
  row.forEach((text, column) => {
    if (text !== '') cells.push({ column, lines: text.split('\n') });
  });
  return cells;
}

/** Returns the offset at which each column starts. An empty column takes no space. */
function columnStarts(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const { column, lines } of rows.flat()) {
    for (const line of lines) widths[column] = Math.max(widths[column] ?? 0, displayWidth(line));
  }
  const starts: number[] = [];
  let start = 0;
  for (const width of widths) {
    starts.push(start);
    if (width !== undefined) start += width + columnGap;
  }
  return starts;
}

/** Writes one line of a row, without blanks at its end. */
function writeLine(cells: readonly Cell[], index: number, starts: readonly number[], text: TextWriter): void {
  let position = 0;
  for (const { column, lines } of cells) {
    const line = lines[index] ?? '';
    if (line === '') continue;
    const start = starts[column] ?? 0;
    text.write(' '.repeat(start - position) + line);
    position = start + displayWidth(line);
  }
}
