import { Type } from '../../core/schema.js';
import { withoutByteOrderMark } from '../byte-order-mark.js';
import { lineEndsOf } from '../lines/lines.js';
import { csvRecords } from './csv.js';
import { delimitedText, separatorLine } from './csv-delimiter.js';
import type { CsvForm } from './csv-form.js';

/** The option of tools that need to know whether the first record is a header. */
export const HasHeaders = Type.Boolean({
  default: true,
  description: 'The first record names the columns',
});

/** Parsed delimited text. */
export interface CsvTable {
  /** In order; their lengths may differ. */
  readonly records: readonly (readonly string[])[];
  /** The number of cells in the longest record. */
  readonly width: number;
  /** As it is written between two cells. */
  readonly delimiter: string;
}

/**
 * Reads all records. Drops a byte order mark at the start.
 *
 * @param option - the value of the option `delimiter`.
 * @param form - the options of {@link csvFormOptions}.
 * @throws {ToolError} as {@link csvRecords} and {@link delimitedText} do.
 */
export function readCsv(input: string, option: string, form: CsvForm): CsvTable {
  const text = withoutByteOrderMark(input);
  const { delimiter, ...how } = delimitedText(text, option, form);
  const records: string[][] = [];
  // A growing array has room for at least 17 cells; the copy has none to spare.
  for (const record of csvRecords(text, delimiter, how.form, how.start)) records.push(record.slice());
  return { records, width: records.reduce((most, { length }) => Math.max(most, length), 0), delimiter };
}

/**
 * Returns how many rows a text has, without its header, for traces.
 *
 * @param options - those of the tool.
 */
export function countRows(
  input: string,
  options: CsvForm & { readonly delimiter: string; readonly hasHeaders: boolean },
): number {
  const { length } = readCsv(input, options.delimiter, options).records;
  return options.hasHeaders && length > 0 ? length - 1 : length;
}

/**
 * Returns what to write before, between and after CSV lines: a line such as `sep=;` of the original text if it names the
 * delimiter, the first line end of that text, and a final one if it has one.
 */
export function likeLinesOf(
  input: string,
  delimiter: string,
): { readonly before: string; readonly between: string; readonly after: string } {
  const { lineEnd, final } = lineEndsOf(input);
  const line = separatorLine(withoutByteOrderMark(input));
  return { before: line?.delimiter === delimiter ? line.text : '', between: lineEnd, after: final ? lineEnd : '' };
}

const shownNames = 10;

/** Lists the first column names for an error message; long names are cut. */
export function columnList(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).map((name) => `"${name.length > 40 ? `${name.slice(0, 40)}…` : name}"`);
  return shown.join(', ') + (names.length > shownNames ? ` and ${names.length - shownNames} more` : '');
}
