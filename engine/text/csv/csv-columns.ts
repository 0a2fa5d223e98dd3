import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import type { OutputLimit } from '../../core/tool.js';
import { TextWriter } from '../text-writer.js';
import { writeCsvLine } from './csv.js';
import { columnList, likeLinesOf } from './csv-table.js';

/** A column in an option: its name, or its number from 1. */
export const Column = Type.Union([Type.String({ maxLength: 1000 }), Type.Integer({ minimum: 1, maximum: 500_000 })]);

export type Column = Static<typeof Column>;

/** The most columns that one option lists. */
const maxListed = 100;

/** An option that lists columns, none by default. @param description - says what the columns are for. */
export const columnsOption = (description: string) =>
  Type.Array(Column, { default: [], maxItems: maxListed, description });

/** The data records of a table and its header. */
export interface NamedTable {
  /** Undefined if the columns have no names. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** How many cells the longest record has. */
  readonly width: number;
}

/** Separates the header from the records. */
export function namedTable(
  { records, width }: { readonly records: NamedTable['rows']; readonly width: number },
  hasHeaders: boolean,
): NamedTable {
  return hasHeaders
    ? { header: records[0], rows: records.slice(1), width }
    : { header: undefined, rows: records, width };
}

/**
 * Returns the index of a column, counted from 0.
 *
 * @throws {ToolError} if no column, or more than one, has the name.
 */
export function columnPlace(column: Column, { header, width }: Omit<NamedTable, 'rows'>): number {
  if (typeof column === 'number') {
    if (column > width) throw new ToolError(`there is no column ${column}; there are ${width}, counted from 1`);
    return column - 1;
  }
  if (header === undefined)
    throw new ToolError(`"${column}" is a name, and with hasHeaders false columns have numbers`);
  const index = header.indexOf(column);
  if (index === -1) throw new ToolError(`there is no column "${column}"; the columns are ${columnList(header)}`);
  if (header.includes(column, index + 1)) throw new ToolError(`several columns are called "${column}"; use a number`);
  return index;
}

/**
 * Writes records as CSV. Keeps what {@link likeLinesOf} finds in the original text. No records
 * give an empty text.
 *
 * @param records - written one at a time, so that a generator makes no cells beyond the limit.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit.
 */
export function writeCsvLike(
  input: string,
  records: Iterable<readonly string[]>,
  delimiter: string,
  limit: OutputLimit,
): string {
  const { before, between, after } = likeLinesOf(input, delimiter);
  const csv = new TextWriter(limit);
  let isFirst = true;
  for (const record of records) {
    csv.write(isFirst ? before : between);
    writeCsvLine(csv, record, delimiter);
    isFirst = false;
  }
  return isFirst ? '' : csv + after;
}
