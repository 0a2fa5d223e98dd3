import { isPercentage } from '../../../text/csv/cell-numbers.js';
import { type Decimal, fractionDigits, plainDecimal } from '../../../text/numbers/decimal.js';
import { DecimalSample } from '../../../text/numbers/decimal-sample.js';
import { exactValue, type NumberMarks, wholeNumber } from '../../../text/numbers/numbers-in-text.js';
import { dateKeyOf } from '../../../text/order/date-keys.js';
import { compareNaturally, naturalKey } from '../../../text/order/natural-order.js';

type ColumnType = 'integer' | 'number' | 'date' | 'boolean' | 'text' | 'empty';

/** What is written about a column. Cells of a statistic that its type does not have are empty. */
export interface ColumnSummary {
  readonly column: string;
  readonly type: ColumnType;
  /** The number of cells that are not blank. */
  readonly count: string;
  readonly blank: string;
  readonly distinct: string;
  /** The most frequent cell, of several the first; empty if every cell occurs once. */
  readonly common: string;
  readonly min: string;
  readonly max: string;
  readonly mean: string;
  readonly median: string;
  readonly deviation: string;
}

/**
 * Describes the cells of a column.
 *
 * @param place - the index of the column.
 * @param decimals - digits to which mean and deviation are rounded.
 */
export function summaryOf(
  column: string,
  rows: readonly (readonly string[])[],
  place: number,
  marks: NumberMarks,
  decimals: number,
): ColumnSummary {
  const cells: string[] = [];
  for (const row of rows) {
    const cell = (row[place] ?? '').trim();
    if (cell !== '') cells.push(cell);
  }
  const { distinct, common } = frequencies(cells);
  const counted = {
    column,
    count: String(cells.length),
    blank: String(rows.length - cells.length),
    distinct: String(distinct),
    common,
  };
  const none = { mean: '', median: '', deviation: '' };
  if (cells.length === 0) return { ...counted, ...none, type: 'empty', min: '', max: '' };
  const numbers = numbersOf(cells, marks);
  if (numbers !== undefined) return { ...counted, ...statistics(numbers, decimals) };
  const dates = keysOf(cells, wholeDateKey);
  if (dates !== undefined) return { ...counted, ...none, type: 'date', ...extremes(cells, dates, compareKeys) };
  const type = cells.every((cell) => /^(?:true|false)$/i.test(cell)) ? 'boolean' : 'text';
  return { ...counted, ...none, type, ...naturalExtremes(cells) };
}

function frequencies(cells: readonly string[]): { readonly distinct: number; readonly common: string } {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  let common = '';
  let most = 1;
  for (const [cell, count] of counts) {
    if (count <= most) continue;
    common = cell;
    most = count;
  }
  return { distinct: counts.size, common };
}

/** The most digits of a number: a longer one is text, and calculating with it would take long. */
const maxDigits = 1_000;

/** Returns the numbers in the cells; undefined if one is none, is a code such as 007, or only some are percentages. */
function numbersOf(cells: readonly string[], marks: NumberMarks): Decimal[] | undefined {
  const numbers: Decimal[] = [];
  const percentages = isPercentage(cells[0] ?? '');
  for (const cell of cells) {
    if (/^[+-]?0\d/.test(cell) || isPercentage(cell) !== percentages) return undefined;
    const number = wholeNumber(cell, marks);
    const value = number === undefined ? undefined : exactValue(number, marks);
    if (value === undefined || value.digits.length > maxDigits) return undefined;
    numbers.push(value);
  }
  return numbers;
}

function statistics(numbers: readonly Decimal[], decimals: number) {
  const sample = new DecimalSample(numbers);
  const written = (number: Decimal | undefined) => (number === undefined ? '' : plainDecimal(number));
  return {
    type: numbers.every((number) => fractionDigits(number) === '') ? 'integer' : 'number',
    min: written(sample.minimum()),
    max: written(sample.maximum()),
    mean: written(sample.mean(decimals)),
    median: written(sample.median()),
    deviation: written(sample.standardDeviation(decimals, false)),
  } as const;
}

const wholeDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,30})?)?(?: ?(?:Z|[+-]\d\d(?::?\d\d)?))?)?$/i;
const dateKey = dateKeyOf('iso', 'iso');

function wholeDateKey(cell: string): string | undefined {
  return wholeDate.test(cell) ? dateKey(cell) : undefined;
}

/** Returns the keys of all cells; undefined if one has none. */
function keysOf(cells: readonly string[], keyOf: (cell: string) => string | undefined): string[] | undefined {
  const keys: string[] = [];
  for (const cell of cells) {
    const key = keyOf(cell);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys;
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function naturalExtremes(cells: readonly string[]): { readonly min: string; readonly max: string } {
  // Keys are several times as long as their cells, so one at a time is alive.
  let [min, max] = [cells[0] ?? '', cells[0] ?? ''];
  let [minKey, maxKey] = [naturalKey(min), naturalKey(max)];
  for (const cell of cells) {
    const key = naturalKey(cell);
    if (compareNaturally(key, minKey) < 0) [min, minKey] = [cell, key];
    if (compareNaturally(key, maxKey) > 0) [max, maxKey] = [cell, key];
  }
  return { min, max };
}

/** Returns the cells with the smallest and the largest key; of equal ones the first. */
function extremes(cells: readonly string[], keys: readonly string[], compare: (a: string, b: string) => number) {
  let [min, max] = [0, 0];
  for (const [i, key] of keys.entries()) {
    if (compare(key, keys[min] ?? '') < 0) min = i;
    if (compare(key, keys[max] ?? '') > 0) max = i;
  }
  return { min: cells[min] ?? '', max: cells[max] ?? '' };
}
