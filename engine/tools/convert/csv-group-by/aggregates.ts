import { type CellPlace, cellError, cellNumber, isPercentage } from '../../../text/csv/cell-numbers.js';
import { compareDecimals, type Decimal, plainDecimal } from '../../../text/numbers/decimal.js';
import { DecimalSample } from '../../../text/numbers/decimal-sample.js';
import type { NumberMarks } from '../../../text/numbers/numbers-in-text.js';
import { compareNaturally, naturalKey } from '../../../text/order/natural-order.js';

/** The calculations on the cells of a column, in the order in which the results are written. */
export const aggregateNames = ['sum', 'mean', 'median', 'min', 'max', 'first', 'last', 'distinct', 'list'] as const;

export type AggregateName = (typeof aggregateNames)[number];

/** A cell that is not blank. */
export interface FilledCell {
  readonly text: string;
  /** Counted from 1, including the header. */
  readonly record: number;
}

export interface AggregateOptions {
  readonly marks: NumberMarks;
  readonly invalid: 'error' | 'drop';
  /** Digits after the decimal mark to which a mean is rounded. */
  readonly decimals: number;
  /** Written between the cells of a list. */
  readonly separator: string;
  /** Whether a list contains each cell only once. */
  readonly unique: boolean;
}

/** Calculates one cell of the result from the cells of a group. */
export type Aggregate = (cells: readonly FilledCell[]) => string;

/**
 * Returns the calculation with a name for a column.
 *
 * @param column - its name, or its number, for messages.
 * @param all - all cells of the column: `min` and `max` compare numbers if each of them is one, and texts otherwise.
 */
export function aggregateOf(
  name: AggregateName,
  column: CellPlace['column'],
  all: readonly FilledCell[],
  options: AggregateOptions,
): Aggregate {
  const { marks, decimals, separator, unique } = options;
  const sample = (cells: readonly FilledCell[]) => new DecimalSample(numbersOf(cells, column, options));
  switch (name) {
    case 'sum':
      return (cells) => plainDecimal(sample(cells).sum());
    case 'mean':
      return (cells) => optionalDecimal(sample(cells).mean(decimals));
    case 'median':
      return (cells) => optionalDecimal(sample(cells).median());
    case 'min':
      return extreme(all, marks, -1);
    case 'max':
      return extreme(all, marks, 1);
    case 'first':
      return (cells) => cells[0]?.text ?? '';
    case 'last':
      return (cells) => cells.at(-1)?.text ?? '';
    case 'distinct':
      return (cells) => String(new Set(cells.map(({ text }) => text)).size);
    case 'list':
      return (cells) => {
        const texts = cells.map(({ text }) => text);
        return (unique ? [...new Set(texts)] : texts).join(separator);
      };
  }
}

function numbersOf(
  cells: readonly FilledCell[],
  column: CellPlace['column'],
  { marks, invalid }: AggregateOptions,
): Decimal[] {
  const numbers: Decimal[] = [];
  let first: boolean | undefined;
  for (const { text, record } of cells) {
    const number = cellNumber(text, marks);
    const percentage = isPercentage(text);
    if (number !== undefined) first ??= percentage;
    if (number !== undefined && percentage === first) numbers.push(number);
    else if (invalid === 'error') throw cellError({ record, column }, text, reasonAgainst(number, percentage));
  }
  return numbers;
}

function reasonAgainst(number: Decimal | undefined, percentage: boolean): string {
  if (number === undefined) return 'is not a number';
  return percentage ? 'is a percentage, unlike the cells before it' : 'is not a percentage, unlike the cells before it';
}

function optionalDecimal(value: Decimal | undefined): string {
  return value === undefined ? '' : plainDecimal(value);
}

/** Finds the smallest (`sign` −1) or largest (1) cell and keeps its spelling; of equal ones the first. */
function extreme(all: readonly FilledCell[], marks: NumberMarks, sign: 1 | -1): Aggregate {
  const areNumbers = all.every(({ text }) => cellNumber(text, marks) !== undefined);
  if (!areNumbers) return mostOf(naturalKey, (a, b) => sign * compareNaturally(a, b));
  return mostOf(
    (text) => cellNumber(text, marks),
    (a, b) => (a === undefined || b === undefined ? 0 : sign * compareDecimals(a, b)),
  );
}

function mostOf<Key>(keyOf: (text: string) => Key, compare: (a: Key, b: Key) => number): Aggregate {
  return (cells) => {
    let most: { readonly text: string; readonly key: Key } | undefined;
    for (const { text } of cells) {
      const key = keyOf(text);
      if (most === undefined || compare(key, most.key) > 0) most = { text, key };
    }
    return most?.text ?? '';
  };
}
