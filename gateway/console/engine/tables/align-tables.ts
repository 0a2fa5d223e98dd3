import type { Row, Sheet } from './read-table.js';

/** Which rows and columns of a table were which of an earlier one; -1 for those that are new. */
export interface Alignment {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** How many columns are tried as what identifies a row, and on how many rows. */
const mostKeys = 20;
const sampled = 1_000;

/**
 * Finds the rows of a later table in an earlier one: by their places, by a column that tells them apart, or by all their
 * cells, whichever leaves most cells equal. Blanks and letter case do not count, because workflows change them. Linear in
 * the number of cells.
 */
export function alignTables(before: Sheet, after: Sheet): Alignment {
  const columns = alignedColumns(before, after);
  const pairs = [...columns].flatMap((old, now) => (old === -1 ? [] : [[old, now] as const]));
  if (pairs.length === 0) return { columns, rows: new Int32Array(after.rows.length).fill(-1) };
  const step = Math.max(1, Math.floor(after.rows.length / sampled));
  const score = (rows: Int32Array): number => {
    let equal = 0;
    for (let at = 0; at < rows.length; at += step) {
      const old = before.rows[rows[at] ?? -1];
      if (old === undefined) continue;
      for (const [from, to] of pairs) if (old[from] === after.rows[at]?.[to]) equal++;
    }
    return equal;
  };
  let best: Int32Array = new Int32Array(after.rows.length).fill(-1);
  let most = -1;
  const consider = (rows: Int32Array): void => {
    const points = score(rows);
    if (points > most) [best, most] = [rows, points];
  };
  if (before.rows.length === after.rows.length) consider(Int32Array.from(after.rows, (_, at) => at));
  // A table whose rows stayed in their places needs no search.
  if (most >= Math.ceil(after.rows.length / step) * pairs.length) return { columns, rows: best };
  const whole = (side: 0 | 1) => (row: Row) => pairs.map((pair) => loosened(row[pair[side]])).join('\u0001');
  consider(rowsByKey(before.rows, after.rows, whole(0), whole(1)));
  for (const [from, to] of pairs.slice(0, mostKeys)) {
    if (!tellsApart(before.rows, from)) continue;
    consider(
      rowsByKey(
        before.rows,
        after.rows,
        (row) => loosened(row[from]),
        (row) => loosened(row[to]),
      ),
    );
  }
  fillGaps(best, before.rows.length);
  return { columns, rows: best };
}

/** Columns correspond by their names; if as many have other names, in the same place; without names, by their places. */
function alignedColumns(before: Sheet, after: Sheet): Int32Array {
  const places = new Map(before.names.map((name, place) => [name, place]).reverse() as [string, number][]);
  const isNamed = before.names.some((name) => name !== '') && after.names.some((name) => name !== '');
  if (!isNamed) return Int32Array.from(after.names, (_, place) => (place < before.names.length ? place : -1));
  const taken = new Set<number>();
  const found = after.names.map((name) => {
    const place = name === '' ? undefined : places.get(name);
    if (place === undefined || taken.has(place)) return -1;
    taken.add(place);
    return place;
  });
  const isRenamed = before.names.length === after.names.length;
  return Int32Array.from(found, (old, place) => (old === -1 && isRenamed && !taken.has(place) ? place : old));
}

function loosened(cell: string | undefined): string {
  return cell === undefined ? '' : cell.replace(/\s+/g, '').toLowerCase();
}

/** Whether a column has a value of its own in most rows. */
function tellsApart(rows: readonly Row[], place: number): boolean {
  const step = Math.max(1, Math.floor(rows.length / sampled));
  const values = new Set<string>();
  let looked = 0;
  for (let at = 0; at < rows.length; at += step) {
    values.add(loosened(rows[at]?.[place]));
    looked++;
  }
  return values.size > looked / 2;
}

/** Pairs rows of the same key: the first with the first, and so on. */
function rowsByKey(
  before: readonly Row[],
  after: readonly Row[],
  oldKey: (row: Row) => string,
  newKey: (row: Row) => string,
): Int32Array {
  const heads = new Map<string, number>();
  const next = new Int32Array(before.length).fill(-1);
  for (let at = before.length - 1; at >= 0; at--) {
    const key = oldKey(before[at] ?? []);
    next[at] = heads.get(key) ?? -1;
    heads.set(key, at);
  }
  return Int32Array.from(after, (row) => {
    const key = newKey(row);
    const at = heads.get(key) ?? -1;
    if (at !== -1) heads.set(key, next[at] ?? -1);
    return at;
  });
}

/** Pairs rows between two that correspond, if there are as many on both sides. */
function fillGaps(rows: Int32Array, oldRows: number): void {
  const taken = new Set(rows);
  for (let start = 0; start < rows.length; start++) {
    if (rows[start] !== -1) continue;
    let end = start;
    while (end < rows.length && rows[end] === -1) end++;
    const from = start === 0 ? 0 : (rows[start - 1] ?? -1) + 1;
    const to = end === rows.length ? oldRows : (rows[end] ?? -1);
    if (to - from === end - start) {
      for (let at = start; at < end; at++) {
        const old = from + at - start;
        if (!taken.has(old)) rows[at] = old;
      }
    }
    start = end;
  }
}
