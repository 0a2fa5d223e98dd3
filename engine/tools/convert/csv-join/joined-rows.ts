import type { NamedTable } from '../../../text/csv/csv-columns.js';
import { groupRows, rowKey } from '../../../text/csv/row-groups.js';

/** The rows that a join writes: see the option `type` of csv-join. */
export type JoinType = 'inner' | 'left' | 'right' | 'full' | 'semi' | 'anti';

/** One of the two tables. */
export interface JoinSide extends NamedTable {
  /** The indexes of the columns to compare, as many on both sides. */
  readonly keys: readonly number[];
}

type Row = readonly string[];

/**
 * Yields the rows of two tables joined by equal cells, without a header: in the order of the first table, and of the
 * second if several match. Unmatched rows of the second table come last.
 *
 * Rows whose key cells are all blank match nothing: two empty cells are not the same thing.
 */
export function* joinedRows(
  first: JoinSide,
  second: JoinSide,
  type: JoinType,
  caseSensitive: boolean,
): Generator<readonly string[]> {
  const matches = matcher(first, second, caseSensitive);
  if (type === 'semi' || type === 'anti') {
    for (const row of first.rows) if (matches(row).length > 0 === (type === 'semi')) yield row;
    return;
  }
  const added = addedColumns(second);
  const noCells = added.map(() => '');
  const isMatched = new Uint8Array(second.rows.length);
  for (const row of first.rows) {
    const places = matches(row);
    for (const place of places) {
      isMatched[place] = 1;
      yield [...padded(row, first.width), ...cellsOf(second.rows[place] ?? [], added)];
    }
    if (places.length === 0 && (type === 'left' || type === 'full')) yield [...padded(row, first.width), ...noCells];
  }
  if (type !== 'right' && type !== 'full') return;
  for (const [place, row] of second.rows.entries()) {
    if (isMatched[place] === 1) continue;
    const cells = padded([], first.width);
    first.keys.forEach((column, i) => {
      cells[column] = row[second.keys[i] ?? 0] ?? '';
    });
    yield [...cells, ...cellsOf(row, added)];
  }
}

/**
 * Returns the names of the joined columns: those of the first table, and those of the second without its keys.
 *
 * @param suffix - added to a name that the first table also has.
 */
export function joinedHeader(first: JoinSide, second: JoinSide, suffix: string): string[] {
  const names = padded(first.header ?? [], first.width);
  const taken = new Set(names);
  const added = cellsOf(second.header ?? [], addedColumns(second));
  return [...names, ...added.map((name) => (taken.has(name) ? name + suffix : name))];
}

/** Makes a function that returns the indexes of the rows of the second table that match a row of the first. */
function matcher(first: JoinSide, second: JoinSide, caseSensitive: boolean): (row: Row) => Uint32Array {
  const groups = groupRows(second.rows, rowKey(second.keys, caseSensitive));
  const keyOf = rowKey(first.keys, caseSensitive);
  const none = new Uint32Array();
  return (row) => {
    if (first.keys.every((column) => (row[column] ?? '').trim() === '')) return none;
    const group = groups.find(keyOf(row));
    return group === undefined ? none : groups.rowsOf(group);
  };
}

function addedColumns({ width, keys }: JoinSide): number[] {
  return Array.from({ length: width }, (_, column) => column).filter((column) => !keys.includes(column));
}

function cellsOf(row: Row, columns: readonly number[]): string[] {
  return columns.map((column) => row[column] ?? '');
}

function padded(row: Row, width: number): string[] {
  return Array.from({ length: width }, (_, column) => row[column] ?? '');
}
