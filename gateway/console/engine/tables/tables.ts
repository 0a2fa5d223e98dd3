import { ToolError } from '#engine/core/errors.js';
import { compareNaturally, naturalKey } from '#engine/text/order/natural-order.js';
import { type Alignment, alignTables } from './align-tables.js';
import { areDecimalCommas, cellType, columnFacts, dateValues, decimalMark } from './column-facts.js';
import { type Difference, differenceOf, markedRow } from './line-difference.js';
import {
  type CellType,
  longestShown,
  type ShownRow,
  type TableCalls,
  type TableChanges,
  type TableFacts,
  type TableKind,
  type TableOrder,
  type TableProblem,
  type TableRequest,
  type TableSide,
} from './messages.js';
import { type Row, readDelimited, readObjects, type Sheet } from './read-table.js';
import { toCsv } from './table-steps.js';

/** Runs steps on a text. @returns the text, or why they fail. */
export type RunSteps = (steps: readonly object[], text: string) => Promise<{ readonly text: string } | TableProblem>;

interface OpenTable {
  readonly facts: Omit<TableFacts, 'columns' | 'changes'>;
  readonly sheet: Sheet;
  order: Uint32Array | undefined;
}

interface Comparison extends Alignment {
  readonly before: Sheet;
  readonly after: Sheet;
  readonly changes: TableChanges;
  readonly changedRows: Uint8Array;
}

const open = new Map<TableSide, OpenTable>();
let compared: Comparison | undefined;
let difference: Difference | undefined;

const noTable: TableProblem = { problem: 'The table is not open.' };

/** Answers a call of the page. It keeps the tables that are open, and the last difference. */
export async function answerTable(request: TableRequest, run: RunSteps): Promise<object> {
  switch (request.call) {
    case 'open':
      return openTable(request, run);
    case 'close':
      open.delete(request.side);
      compared = undefined;
      return {};
    case 'order': {
      const table = open.get(request.side);
      if (table === undefined) return noTable;
      const { order } = request;
      const changed = request.side === 'out' ? comparison()?.changedRows : undefined;
      const isAll = order.sort === undefined && order.contains === '' && !order.onlyChanged;
      table.order = isAll ? undefined : orderedRows(table.sheet.rows, order, (row) => changed?.[row] === 1);
      return { rows: table.order?.length ?? table.sheet.rows.length } satisfies TableCalls['order']['answer'];
    }
    case 'rows':
      return shownRows(request);
    case 'compare': {
      const [before, after] = [request.before, request.after].map((text) => ({ text, truncated: false }));
      if (before === undefined || after === undefined) return noTable;
      difference = differenceOf(before, after);
      const { rows, ...counts } = difference;
      return { ...counts, rows: rows.length } satisfies TableCalls['compare']['answer'];
    }
    case 'lines': {
      const rows = difference?.rows.slice(request.from, request.from + request.count) ?? [];
      return { rows: rows.map(markedRow) } satisfies TableCalls['lines']['answer'];
    }
  }
}

async function openTable(
  { side, text, kind }: TableCalls['open']['ask'],
  run: RunSteps,
): Promise<TableFacts | TableProblem> {
  open.delete(side);
  compared = undefined;
  const sheet = await read(text, kind, run);
  if ('problem' in sheet) return sheet;
  const { rows, length, dialect } = sheet;
  const ragged = length === undefined ? 0 : rows.reduce((sum, row) => sum + Number(row.length !== length), 0);
  const facts = { format: kind.format, rows: rows.length, ragged, dialect };
  open.set(side, { facts, sheet, order: undefined });
  const changes = side === 'out' ? comparison() : undefined;
  return {
    ...facts,
    columns: columnFacts(sheet, (column) => changes?.columns[column] === -1),
    changes: changes?.changes,
  };
}

async function read(text: string, kind: TableKind, run: RunSteps): Promise<Sheet | TableProblem> {
  try {
    if (kind.format === 'json' || kind.format === 'ndjson') return readObjects(text, kind.format === 'ndjson');
    if (kind.format === 'csv') return readDelimited(text, kind.dialect);
    const csv = await run(toCsv(kind, false), text);
    return 'problem' in csv ? csv : readDelimited(csv.text, { delimiter: ',', quotes: 'strict', hasHeaders: true });
  } catch (error) {
    if (error instanceof ToolError) return { problem: error.message };
    throw error;
  }
}

/** Compares the table out with the table in, if both are open. */
function comparison(): Comparison | undefined {
  const [before, after] = [open.get('in')?.sheet, open.get('out')?.sheet];
  if (before === undefined || after === undefined) return undefined;
  if (compared?.before === before && compared.after === after) return compared;
  const { rows, columns } = alignTables(before, after);
  const changedRows = new Uint8Array(rows.length);
  let cells = 0;
  let newRows = 0;
  for (const [index, old] of rows.entries()) {
    const changes = old === -1 ? [] : changedCells(before, after, columns, old, index);
    cells += changes.length;
    newRows += Number(old === -1);
    changedRows[index] = Number(old === -1 || changes.length > 0);
  }
  const kept = new Set(columns);
  const changes = {
    cells,
    newRows,
    removedRows: before.rows.length - (rows.length - newRows),
    removedColumns: before.names.filter((_, place) => !kept.has(place)),
  };
  compared = { before, after, rows, columns, changes, changedRows };
  return compared;
}

/** Returns the columns of a later row whose cells differ from those of an earlier one. */
function changedCells(before: Sheet, after: Sheet, columns: Int32Array, old: number, now: number): number[] {
  const [was, is] = [before.rows[old] ?? [], after.rows[now] ?? []];
  const changed: number[] = [];
  for (const [column, from] of columns.entries()) {
    if (from !== -1 && (was[from] ?? '') !== (is[column] ?? '')) changed.push(column);
  }
  return changed;
}

function shownRows({ side, from, count }: TableCalls['rows']['ask']): TableCalls['rows']['answer'] | TableProblem {
  const table = open.get(side);
  if (table === undefined) return noTable;
  const { sheet, order } = table;
  const compared = side === 'out' ? comparison() : undefined;
  const rows: ShownRow[] = [];
  const end = Math.min(from + count, order?.length ?? sheet.rows.length);
  for (let at = from; at < end; at++) {
    const index = order?.[at] ?? at;
    const row = sheet.rows[index] ?? [];
    const old = compared?.rows[index];
    const before: Record<number, string> = {};
    if (compared !== undefined && old !== undefined && old !== -1) {
      for (const column of changedCells(compared.before, compared.after, compared.columns, old, index)) {
        before[column] = (compared.before.rows[old]?.[compared.columns[column] ?? -1] ?? '').slice(0, longestShown);
      }
    }
    rows.push({
      number: index + 1,
      cells: sheet.names.map((_, place) => row[place]?.slice(0, longestShown) ?? null),
      before,
      isNew: old === -1,
      isRagged: sheet.length !== undefined && row.length !== sheet.length,
    });
  }
  return { rows };
}

/**
 * Returns the rows to show, by their indices, in the order to show them. Numbers and dates come in the order of their values
 * if a column has nothing else, all else in natural order; blank cells come last, and equal ones keep their order.
 *
 * @param isChanged - tells the rows that a workflow changed.
 */
function orderedRows(rows: readonly Row[], order: TableOrder, isChanged: (row: number) => boolean): Uint32Array {
  const { sort, contains, column, onlyChanged } = order;
  const wanted = contains.toLowerCase();
  const has = (cell: string | undefined) => cell?.toLowerCase().includes(wanted) === true;
  const shown: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (onlyChanged && !isChanged(index)) continue;
    if (wanted !== '' && !(column === undefined ? row.some(has) : has(row[column]))) continue;
    shown.push(index);
  }
  return Uint32Array.from(sort === undefined ? shown : sorted(rows, shown, sort));
}

function sorted(
  rows: readonly Row[],
  shown: readonly number[],
  { column, direction }: NonNullable<TableOrder['sort']>,
) {
  const filled: number[] = [];
  const blank: number[] = [];
  for (const row of shown) ((rows[row]?.[column] ?? '').trim() === '' ? blank : filled).push(row);
  const cells = filled.map((row) => rows[row]?.[column] ?? '');
  const areAll = (type: CellType) => cells.every((cell) => cellType(cell) === type);
  const numbers = areAll('number') ? numbersIn(cells) : areAll('date') ? dateValues(cells) : undefined;
  const keys = numbers === undefined ? cells.map(naturalKey) : [];
  const sign = direction === 'asc' ? 1 : -1;
  const places = cells.map((_, place) => place);
  places.sort((a, b) => {
    const [one, other] = [keys[a], keys[b]];
    if (one !== undefined && other !== undefined) return sign * compareNaturally(one, other) || a - b;
    return sign * ((numbers?.[a] ?? 0) - (numbers?.[b] ?? 0)) || a - b;
  });
  return [...places.map((place) => filled[place] ?? 0), ...blank];
}

function numbersIn(cells: readonly string[]): number[] {
  const isWithCommas = areDecimalCommas(new Set(cells.map(decimalMark)));
  return cells.map((cell) => numberIn(isWithCommas ? cell.replaceAll('.', '') : cell));
}

/** Returns the value of a number. A comma before three digits groups them, any other last mark is that of decimals. */
function numberIn(cell: string): number {
  const [all = '', written = '', exponent = '0'] =
    /[^\d.,]*((?:[\d.,'’ \u00a0\u202f]*\d)?)(?:[eE]([+-]?\d+))?/.exec(cell) ?? [];
  const digits = written.replace(/[^\d.,]/g, '');
  const mark = digits.at(Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))) ?? '';
  const [whole = '', ...rest] = digits.split(mark);
  const groups = rest.length > 1 || (mark === ',' && rest[0]?.length === 3);
  const text = /[.,]/.test(mark) && !groups ? `${whole.replace(/[.,]/g, '')}.${rest[0]}` : digits.replace(/[.,]/g, '');
  const value = Number(`${text}e${exponent}`);
  return /^[^\d]*[-−(]/.test(all) ? -value : value;
}
