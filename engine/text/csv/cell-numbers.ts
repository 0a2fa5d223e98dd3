import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import type { Decimal } from '../numbers/decimal.js';
import { exactValue, exponentTooLarge, type NumberMarks, wholeNumber } from '../numbers/numbers-in-text.js';

/** The most digits of a number in a calculation. */
const maxDigits = 10_000;

/** The option of tools that calculate with cells. */
export const InvalidCells = Type.Enum(['error', 'drop'], {
  default: 'error',
  description:
    'What to do with a cell that must be a number and is not: error rejects the text and names the record, drop ignores the cell',
});

/** The place of a cell, for messages. */
export interface CellPlace {
  /** Counted from 1, the header included. */
  readonly record: number;
  /** The column's name or number. */
  readonly column: string | number;
}

/**
 * Returns the number in a cell, ignoring white space, a currency and a percent sign around it; undefined if it is not a
 * number.
 */
export function cellNumber(cell: string, marks: NumberMarks): Decimal | undefined {
  const number = wholeNumber(cell, marks);
  if (number === undefined) return undefined;
  const value = exactValue(number, marks);
  if (value === undefined) throw new ToolError(exponentTooLarge);
  if (value.digits.length > maxDigits) throw new ToolError(`a number has more than ${maxDigits} digits`);
  return value;
}

/** Tests whether a number in a cell is a percentage: 50% is no half where others are 50. */
export function isPercentage(cell: string): boolean {
  return /[%\uff05\u066a][\s)\uff09]*$/.test(cell.slice(-10));
}

/** Returns the error that names an unsuitable cell. @param reason - follows the text of the cell: `is not a number`. */
export function cellError({ record, column }: CellPlace, cell: string, reason: string): ToolError {
  const name = typeof column === 'string' ? `"${shortened(column)}"` : column;
  return new ToolError(`record ${record}, column ${name}: "${shortened(cell)}" ${reason}`);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
