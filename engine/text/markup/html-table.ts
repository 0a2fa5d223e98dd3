import { ToolError } from '../../core/errors.js';
import { maxTableCells } from '../../core/limits.js';
import type { HtmlElement } from './html-tree.js';

/** HTML Standard, section 4.9.11: larger spans count as these. */
const maxColumnSpan = 1000;
const maxRowSpan = 65_534;

/**
 * Returns the cells of a table, row by row. Rows and cells follow the order of their tags, as in browsers, however
 * badly they are nested. Cells of a table inside the table are not included. A row may be empty.
 */
export function tableRows(table: HtmlElement): HtmlElement[][] {
  const rows: HtmlElement[][] = [[]];
  const visit = (element: HtmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string' || child.name === 'table') continue;
      // A growing array has room for at least 17 cells; the copy has none to spare.
      if (child.name === 'tr') rows[rows.length - 1] = rows.at(-1)?.slice() ?? [];
      if (child.name === 'tr') rows.push([]);
      if (child.name === 'td' || child.name === 'th') rows.at(-1)?.push(child);
      visit(child);
    }
  };
  visit(table);
  return rows;
}

/**
 * Returns the texts of a table's cells, each at its column. All rows have the length of the longest; rows without a
 * cell of their own are omitted.
 *
 * @param textOf - called once for each cell.
 * @param repeat - writes the text of a spanning cell into all its columns and rows, instead of the first.
 * @throws {ToolError} if there are more than {@link maxTableCells} cells: a few characters can ask for a million.
 */
export function tableGrid(
  rows: readonly (readonly HtmlElement[])[],
  textOf: (cell: HtmlElement) => string,
  repeat: boolean,
): string[][] {
  const hanging = new HangingCells();
  const grid: string[][] = [];
  let width = 0;
  rows.forEach((cells, number) => {
    const row: string[] = [];
    for (const cell of cells) {
      while (hanging.has(row.length)) row.push(hanging.take(row.length));
      const text = textOf(cell);
      const columns = spanOf(cell, 'colspan', maxColumnSpan, 1);
      const rowsBelow = spanOf(cell, 'rowspan', maxRowSpan, rows.length - number) - 1;
      width = Math.max(width, row.length + columns);
      if (width * rows.length > maxTableCells) throw new ToolError(`the table has more than ${maxTableCells} cells`);
      for (let i = 0; i < columns; i++) {
        hanging.put(row.length, repeat ? text : '', rowsBelow);
        row.push(repeat || i === 0 ? text : '');
      }
    }
    while (row.length < width) row.push(hanging.take(row.length));
    if (cells.length > 0) grid.push(row.slice());
  });
  for (const row of grid) while (row.length < width) row.push('');
  return grid;
}

/** The cells that extend down from earlier rows, by column. */
class HangingCells {
  readonly #texts: string[] = [];
  /** The number of rows that they still extend down. */
  readonly #rows: number[] = [];

  has(column: number): boolean {
    return (this.#rows[column] ?? 0) > 0;
  }

  /** Returns the text of the cell that extends into this row; empty if there is none. */
  take(column: number): string {
    const rows = this.#rows[column] ?? 0;
    if (rows === 0) return '';
    this.#rows[column] = rows - 1;
    return this.#texts[column] ?? '';
  }

  put(column: number, text: string, rows: number): void {
    this.#texts[column] = text;
    this.#rows[column] = rows;
  }
}

/** @param zero - the meaning of the span 0. */
function spanOf({ attributes }: HtmlElement, name: string, maximum: number, zero: number): number {
  const value = /^\s*(\d{1,9})/.exec(attributes.get(name) ?? '')?.[1];
  return value === undefined ? 1 : Math.min(Number(value) === 0 ? zero : Number(value), maximum);
}
