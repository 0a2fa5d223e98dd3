import { foldCase } from '../unicode/case-folding.js';

type Row = readonly string[];

/** Rows in groups, those with the same cells in some columns in one. */
export interface RowGroups {
  readonly count: number;
  /** The rows of a group by their places, in their order. */
  rowsOf(group: number): Uint32Array;
  /** The group with a key, or undefined. */
  find(key: string): number | undefined;
}

/**
 * Puts rows with the same key into one group. Groups are in the order of their first rows.
 *
 * The places are kept in typed arrays: a list for each group would need a hundred bytes where every row is a group.
 *
 * @param keyOf - see {@link rowKey}.
 */
export function groupRows(rows: readonly Row[], keyOf: (row: Row) => string): RowGroups {
  const groups = new Map<string, number>();
  const groupOfRow = new Uint32Array(rows.length);
  rows.forEach((row, i) => {
    const key = keyOf(row);
    let group = groups.get(key);
    if (group === undefined) {
      group = groups.size;
      groups.set(key, group);
    }
    groupOfRow[i] = group;
  });
  const count = groups.size;
  const starts = new Uint32Array(count + 1);
  for (const group of groupOfRow) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < count; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const free = starts.slice();
  const places = new Uint32Array(rows.length);
  groupOfRow.forEach((group, row) => {
    const place = free[group] ?? 0;
    places[place] = row;
    free[group] = place + 1;
  });
  return {
    count,
    rowsOf: (group) => places.subarray(starts[group], starts[group + 1]),
    find: (key) => groups.get(key),
  };
}

/**
 * Returns a function that makes a text of the cells in some columns. It is the same for rows with the same cells only.
 *
 * @param columns - places counted from 0; with none, all rows have the same text.
 * @param caseSensitive - when false, cells that differ only in case are the same.
 */
export function rowKey(columns: readonly number[], caseSensitive = true): (row: Row) => string {
  const [first, ...more] = columns;
  const cellOf = (row: Row, column: number) => (caseSensitive ? (row[column] ?? '') : foldCase(row[column] ?? ''));
  if (first === undefined) return () => '';
  if (more.length === 0) return (row) => cellOf(row, first);
  return (row) =>
    columns
      .map((column) => cellOf(row, column))
      .map((cell) => `${cell.length}:${cell}`)
      .join('');
}
