import { foldCase } from '../unicode/case-folding.js';

type Row = readonly string[];

/** Rows grouped by their cells in some columns. */
export interface RowGroups {
  readonly count: number;
  /** Returns the indexes of a group's rows, in order. */
  rowsOf(group: number): Uint32Array;
  /** Returns the group that has a key, or undefined. */
  find(key: string): number | undefined;
}

/**
 * Groups rows that have the same key. Groups are in the order of their first rows.
 *
 * The indexes are kept in typed arrays: a list for each group would need a hundred bytes per row if every row is a
 * group.
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
  const ordered = new Uint32Array(rows.length);
  groupOfRow.forEach((group, row) => {
    const index = free[group] ?? 0;
    ordered[index] = row;
    free[group] = index + 1;
  });
  return {
    count,
    rowsOf: (group) => ordered.subarray(starts[group], starts[group + 1]),
    find: (key) => groups.get(key),
  };
}

/**
 * Returns a function that makes a key from the cells in some columns. Only rows with the same cells have the same key.
 *
 * @param columns - indexes counted from 0; if empty, all rows have the same key.
 * @param caseSensitive - if false, cells that differ only in case are the same.
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
