import { compareNaturally, naturalKey } from '#engine/text/order/natural-order.js';
import { cellType, dateValues } from './column-facts.js';
import type { CellType, TableOrder } from './messages.js';
import type { Row } from './read-table.js';

/**
 * Returns the rows to show, by their indices, in the order to show them. Numbers and dates come in the order of their values
 * if a column has nothing else, all else in natural order; blank cells come last, and equal ones keep their order.
 *
 * @param isChanged - tells the rows that a workflow changed.
 */
export function orderedRows(rows: readonly Row[], order: TableOrder, isChanged: (row: number) => boolean): Uint32Array {
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
  const numbers = areAll('number') ? cells.map(numberIn) : areAll('date') ? dateValues(cells) : undefined;
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
