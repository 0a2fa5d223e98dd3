import { Type } from '../../core/schema.js';
import type { OutputLimit } from '../../core/tool.js';
import { cellError } from './cell-numbers.js';
import { Column, columnPlace, namedTable, writeCsvLike } from './csv-columns.js';
import { Delimiter } from './csv-delimiter.js';
import { type CsvForm, csvFormOptions } from './csv-form.js';
import { HasHeaders, readCsv } from './csv-table.js';

/** The columns that a tool rewrites in their place. */
export const ConvertedColumns = Type.Array(Column, {
  minItems: 1,
  maxItems: 100,
  description: 'The columns to convert, in their place, by name or by number from 1',
});

/** The options of every tool that converts the cells of columns, behind those that say how. */
export const cellConversionOptions = {
  invalid: Type.Enum(['error', 'keep', 'drop', 'blank', 'mark'], {
    default: 'error',
    description:
      'What to do with a cell that cannot be converted: error refuses the text and names the record, keep leaves it as it is, drop removes its row, blank empties it, mark writes "invalid: " before it. Blank cells always stay',
  }),
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
};

/** The values of {@link ConvertedColumns} and {@link cellConversionOptions}. */
export interface CellConversion extends CsvForm {
  readonly columns: readonly Column[];
  readonly invalid: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  readonly delimiter: string;
  readonly hasHeaders: boolean;
}

/** What a cell becomes, or why it cannot be converted. */
export type ConvertedCell = { readonly cell: string } | { readonly reason: string };

/**
 * Converts the cells of some columns, each by itself.
 *
 * @param convert - given a cell without the white space at its ends, and never a blank one.
 * @throws {ToolError} for a column that is not there, and for the first cell that cannot be converted if `invalid` is
 *   `error`.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit.
 */
export function convertCells(
  input: string,
  config: CellConversion,
  convert: (cell: string) => ConvertedCell,
  limit: OutputLimit,
): string {
  const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
  if (csv.records.length === 0) return '';
  const { header, rows, width } = namedTable(csv, config.hasHeaders);
  const indices = [...new Set(config.columns.map((column) => columnPlace(column, { header, width })))];
  /** Undefined if the row is removed. */
  const convertedRow = (row: readonly string[], record: number): readonly string[] | undefined => {
    const cells = row.slice();
    for (const index of indices) {
      const cell = row[index] ?? '';
      const text = cell.trim();
      if (text === '') continue;
      const result = convert(text);
      if ('cell' in result) cells[index] = result.cell;
      else if (config.invalid === 'drop') return undefined;
      else if (config.invalid === 'blank') cells[index] = '';
      else if (config.invalid === 'mark') cells[index] = `invalid: ${cell}`;
      else if (config.invalid === 'error') {
        const at = { record, column: header?.[index] ?? index + 1 };
        throw cellError(at, cell, `cannot be converted: ${result.reason}`);
      }
    }
    return cells;
  };
  function* records(): Generator<readonly string[]> {
    if (header !== undefined) yield header;
    const firstRecord = header === undefined ? 1 : 2;
    for (const [i, row] of rows.entries()) {
      const converted = convertedRow(row, i + firstRecord);
      if (converted !== undefined) yield converted;
    }
  }
  return writeCsvLike(input, records(), delimiter, limit);
}
