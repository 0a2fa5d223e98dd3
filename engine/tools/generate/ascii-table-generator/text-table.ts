import type { OutputLimit } from '../../../core/tool.js';
import { displayWidth } from '../../../text/csv/display-width.js';
import { TextWriter } from '../../../text/text-writer.js';

/** The characters that draw a table. */
export interface TableStyle {
  /** Rules above the table, below the header and below the table; absent if there is none. */
  readonly top?: Rule;
  readonly middle: Rule;
  readonly bottom?: Rule;
  /** Written before, between and after the cells of a line. */
  readonly left: string;
  readonly between: string;
  readonly right: string;
  /** Columns that contain only numbers are aligned right. */
  readonly numbersRight: boolean;
}

interface Rule {
  readonly left: string;
  readonly line: string;
  readonly between: string;
  readonly right: string;
}

const asciiRule: Rule = { left: '+-', line: '-', between: '-+-', right: '-+' };
const asciiBox = { top: asciiRule, middle: asciiRule, bottom: asciiRule, left: '| ', between: ' | ', right: ' |' };

export const tableStyles: Readonly<Record<'ascii' | 'unicode' | 'compact' | 'mysql', TableStyle>> = {
  ascii: { ...asciiBox, numbersRight: false },
  mysql: { ...asciiBox, numbersRight: true },
  unicode: {
    top: { left: '┌─', line: '─', between: '─┬─', right: '─┐' },
    middle: { left: '├─', line: '─', between: '─┼─', right: '─┤' },
    bottom: { left: '└─', line: '─', between: '─┴─', right: '─┘' },
    left: '│ ',
    between: ' │ ',
    right: ' │',
    numbersRight: false,
  },
  compact: {
    middle: { left: '', line: '-', between: '  ', right: '' },
    left: '',
    between: '  ',
    right: '',
    numbersRight: false,
  },
};

/**
 * Draws a table for a monospaced font. A cell of several lines takes as many lines of the table.
 *
 * @param records - cells, their lines joined by `\n`; their lengths may differ. The first record is the header if there
 * is one.
 * @throws {OutputTooLongError} as soon as the drawing is longer than the limit.
 */
export function drawTable(
  records: readonly (readonly string[])[],
  style: TableStyle,
  hasHeader: boolean,
  limit: OutputLimit,
): string {
  const drawing = new Drawing(columnsOf(records, style, hasHeader), style, limit);
  drawing.rule(style.top);
  records.forEach((record, i) => {
    drawing.record(record);
    if (i === 0 && hasHeader) drawing.rule(style.middle);
  });
  drawing.rule(style.bottom);
  return drawing.text;
}

interface Column {
  width: number;
  right: boolean;
}

const number = /^[-+]?\d+(?:[.,]\d+)*%?$/;

function columnsOf(
  records: readonly (readonly string[])[],
  { numbersRight }: TableStyle,
  hasHeader: boolean,
): Column[] {
  const columns: Column[] = [];
  records.forEach((record, i) => {
    record.forEach((cell, at) => {
      columns[at] ??= { width: 1, right: numbersRight };
      const column = columns[at];
      for (const line of linesOf(cell)) {
        column.width = Math.max(column.width, displayWidth(line));
        if (column.right && !(hasHeader && i === 0) && line !== '' && !number.test(line)) column.right = false;
      }
    });
  });
  return columns;
}

/** Nearly all cells have one line: no array is kept for them. */
function linesOf(cell: string): readonly string[] {
  return cell.includes('\n') ? cell.split('\n') : [cell];
}

class Drawing {
  readonly #text: TextWriter;
  readonly #columns: readonly Column[];
  readonly #style: TableStyle;

  constructor(columns: readonly Column[], style: TableStyle, limit: OutputLimit) {
    this.#columns = columns;
    this.#style = style;
    this.#text = new TextWriter(limit);
  }

  get text(): string {
    return this.#text.toString();
  }

  rule(rule: Rule | undefined): void {
    if (rule === undefined) return;
    this.#line(this.#columns, rule.left, rule.between, rule.right, ({ width }) => rule.line.repeat(width));
  }

  record(record: readonly string[]): void {
    const tall = record.some((cell) => cell.includes('\n')) ? record.map(linesOf) : undefined;
    const height = tall?.reduce((most, { length }) => Math.max(most, length), 1) ?? 1;
    const { left, between, right } = this.#style;
    // Without a box nothing is drawn after the last cell.
    const columns = right === '' ? this.#columns.slice(0, record.length) : this.#columns;
    for (let i = 0; i < height; i++) {
      this.#line(columns, left, between, right, ({ width, right: toRight }, at) => {
        const cell = (tall === undefined ? record[at] : tall[at]?.[i]) ?? '';
        const blanks = ' '.repeat(width - displayWidth(cell));
        return toRight ? blanks + cell : cell + blanks;
      });
    }
  }

  #line(
    columns: readonly Column[],
    left: string,
    between: string,
    right: string,
    cell: (column: Column, at: number) => string,
  ): void {
    const line = new TextWriter();
    line.write(left);
    columns.forEach((column, at) => {
      line.write((at === 0 ? '' : between) + cell(column, at));
    });
    line.write(right);
    if (this.#text.length > 0) this.#text.write('\n');
    this.#text.write(right === '' ? line.toString().trimEnd() : line.toString());
  }
}
