import { Type } from '../../core/schema.js';
import { withoutByteOrderMark } from '../byte-order-mark.js';
import { lineEndsOf } from '../lines/lines.js';
import { csvRecords } from './csv.js';
import { resolveDelimiter } from './csv-delimiter.js';
import type { CsvForm } from './csv-form.js';

/** The option of tools to which it matters whether the first record names the columns. */
export const HasHeaders = Type.Boolean({
  default: true,
  description: 'The first record names the columns',
});

/** Delimited text, taken apart. */
export interface CsvTable {
  /** In their order; not all of one length. */
  readonly records: readonly (readonly string[])[];
  /** How many cells the longest record has. */
  readonly width: number;
  /** One character. */
  readonly delimiter: string;
}

/**
 * Reads all records. A byte order mark at the start is left out.
 *
 * @param option - as the option `delimiter` has it.
 * @param form - the options of {@link csvFormOptions}.
 * @throws {ToolError} as {@link csvRecords} and {@link resolveDelimiter} do.
 */
export function readCsv(input: string, option: string, form: CsvForm): CsvTable {
  const text = withoutByteOrderMark(input);
  const delimiter = resolveDelimiter(option, text, 'delimiter', form);
  const records: string[][] = [];
  // An array that grows has room for 17 cells at least; the copy has none to spare.
  for (const record of csvRecords(text, delimiter, form)) records.push(record.slice());
  return { records, width: records.reduce((most, { length }) => Math.max(most, length), 0), delimiter };
}

/** Joins lines of CSV with the first line end of the text that they were made from, and ends as that did. */
export function likeLinesOf(input: string): { readonly between: string; readonly after: string } {
  const { lineEnd, final } = lineEndsOf(input);
  return { between: lineEnd, after: final ? lineEnd : '' };
}

const shownNames = 10;

/** The first names of columns, for an error message; long ones are cut off. */
export function columnList(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).map((name) => `"${name.length > 40 ? `${name.slice(0, 40)}…` : name}"`);
  return shown.join(', ') + (names.length > shownNames ? ` and ${names.length - shownNames} more` : '');
}
