import { ToolError } from '../../../core/errors.js';
import { type Column, columnPlace, type NamedTable } from '../../../text/csv/csv-columns.js';
import { groupRows, type RowGroups, rowKey } from '../../../text/csv/row-groups.js';

type Row = readonly string[];

/** A column of one or both tables; undefined where a table does not have it. */
export interface SharedColumn {
  readonly name: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly isKey: boolean;
}

/** A row that differs. */
export type RowChange =
  | { readonly change: 'added'; readonly after: Row }
  | { readonly change: 'removed'; readonly before: Row }
  | {
      readonly change: 'changed';
      readonly before: Row;
      readonly after: Row;
      /** The columns whose cells differ, at least one. */
      readonly columns: readonly SharedColumn[];
    };

/** The differences of two tables. */
export interface TableDifference {
  /** Those of the first table, and then those that only the second has. */
  readonly columns: readonly SharedColumn[];
  /** Rows of the first table in their order, then those that only the second has. */
  readonly changes: Iterable<RowChange>;
}

export interface TableDifferenceOptions {
  readonly on: readonly Column[];
  readonly ignore: readonly Column[];
  /** What messages call the second table. */
  readonly nameOfOther: string;
}

/**
 * Compares two tables by key columns. Columns belong together by name, or by place if they have no names; cells of a column
 * that only one table has are not compared.
 *
 * @throws {ToolError} if a column is missing or two have one name, or if a table has two rows with the same key.
 */
export function tableDifference(
  before: NamedTable,
  after: NamedTable,
  { on, ignore, nameOfOther }: TableDifferenceOptions,
): TableDifference {
  const columns = sharedColumns(before, after, on, nameOfOther);
  const ignored = new Set(ignore.map((column) => placeInEither(column, before, after, columns)));
  const keys = columns.filter(({ isKey }) => isKey);
  const keyBefore = rowKey(keys.map((column) => column.before ?? 0));
  const keyAfter = rowKey(keys.map((column) => column.after ?? 0));
  requireDistinctKeys(before, keyBefore, '');
  const groups = requireDistinctKeys(after, keyAfter, `${nameOfOther}: `);
  const compared = columns.filter(
    (column) => column.before !== undefined && column.after !== undefined && !column.isKey && !ignored.has(column),
  );
  function* changes(): Generator<RowChange> {
    const isMatched = new Uint8Array(after.rows.length);
    for (const row of before.rows) {
      const group = groups.find(keyBefore(row));
      const place = group === undefined ? undefined : groups.rowsOf(group)[0];
      if (place === undefined) {
        yield { change: 'removed', before: row };
        continue;
      }
      isMatched[place] = 1;
      const other = after.rows[place] ?? [];
      const changed = compared.filter((column) => cellIn(row, column.before) !== cellIn(other, column.after));
      if (changed.length > 0) yield { change: 'changed', before: row, after: other, columns: changed };
    }
    for (const [place, row] of after.rows.entries()) if (isMatched[place] === 0) yield { change: 'added', after: row };
  }
  return { columns, changes: changes() };
}

/** Returns a cell; an empty one for a column that a row or a table does not have. */
export function cellIn(row: Row, place: number | undefined): string {
  return place === undefined ? '' : (row[place] ?? '');
}

function sharedColumns(
  before: NamedTable,
  after: NamedTable,
  on: readonly Column[],
  nameOfOther: string,
): SharedColumn[] {
  const names = namesOf(before, '');
  const otherNames = namesOf(after, `${nameOfOther}: `);
  const keys = new Set(on.map((column) => columnPlace(column, before)));
  const otherPlaces = new Map(otherNames.map((name, place) => [name, place]));
  const columns: SharedColumn[] = names.map((name, place) => ({
    name,
    before: place,
    after: otherPlaces.get(name),
    isKey: keys.has(place),
  }));
  const missing = columns.find((column) => column.isKey && column.after === undefined);
  if (missing !== undefined) throw new ToolError(`${nameOfOther}: there is no column "${missing.name.slice(0, 60)}"`);
  const known = new Set(names);
  for (const [place, name] of otherNames.entries()) {
    if (!known.has(name)) columns.push({ name, before: undefined, after: place, isKey: false });
  }
  return columns;
}

function namesOf({ header, width }: NamedTable, prefix: string): string[] {
  const names = Array.from({ length: width }, (_, place) =>
    header === undefined ? String(place + 1) : (header[place] ?? ''),
  );
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new ToolError(`${prefix}several columns are called "${name.slice(0, 60)}"`);
    seen.add(name);
  }
  return names;
}

function placeInEither(column: Column, before: NamedTable, after: NamedTable, columns: readonly SharedColumn[]) {
  const isOnlyInOther = typeof column === 'string' && before.header?.includes(column) !== true;
  if (isOnlyInOther && after.header?.includes(column) === true) return columns.find(({ name }) => name === column);
  return columns[columnPlace(column, before)];
}

function requireDistinctKeys(table: NamedTable, keyOf: (row: Row) => string, prefix: string): RowGroups {
  const groups = groupRows(table.rows, keyOf);
  if (groups.count === table.rows.length) return groups;
  const firstRecord = table.header === undefined ? 1 : 2;
  for (let group = 0; group < groups.count; group++) {
    const [first, second] = groups.rowsOf(group);
    if (first === undefined || second === undefined) continue;
    throw new ToolError(
      `${prefix}records ${first + firstRecord} and ${second + firstRecord} have the same key; list more columns in on`,
    );
  }
  return groups;
}
