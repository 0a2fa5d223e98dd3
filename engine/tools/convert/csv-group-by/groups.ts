type Row = readonly string[];

/** Rows in groups. */
export interface Groups {
  readonly count: number;
  /** The rows of a group by their places, in their order. */
  rowsOf(group: number): Uint32Array;
}

/**
 * Puts rows with the same cells in some columns into one group. Groups are in the order of their first rows.
 *
 * The places are kept in typed arrays: a list for each group would need a hundred bytes where every row is a group.
 *
 * @param columns - places counted from 0; none makes all rows one group.
 */
export function groupRows(rows: readonly Row[], columns: readonly number[]): Groups {
  const keyOf = groupKey([...new Set(columns)]);
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
  return { count, rowsOf: (group) => places.subarray(starts[group], starts[group + 1]) };
}

/** A text that is the same for rows with the same cells only. */
function groupKey(columns: readonly number[]): (row: Row) => string {
  const [first, ...more] = columns;
  if (first === undefined) return () => '';
  if (more.length === 0) return (row) => row[first] ?? '';
  return (row) => columns.map((column) => `${row[column]?.length ?? 0}:${row[column] ?? ''}`).join('');
}
