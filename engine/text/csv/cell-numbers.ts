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

/** A currency sign at the start, before or after the sign of the number, or at the end. */
const currency = /^([+\-\u2212]?)\p{Sc}\s?(?=[\d.,])|^\p{Sc}\s?(?=[+\-\u2212])|(?<=[\d.,])\s?\p{Sc}$/u;

/** Returns the number in a cell as text, without white space and a currency sign around it: of `-$1,200`, `€ -5`, `5 €`. */
export function numberText(cell: string): string {
  const text = cell.trim();
  // Most cells have none.
  if (isDigit(text, 0) && isDigit(text, text.length - 1)) return text;
  return text.replace(currency, '$1');
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/**
 * Returns the number in a cell, ignoring white space and a currency sign around it; undefined if it is not a number.
 */
export function cellNumber(cell: string, marks: NumberMarks): Decimal | undefined {
  const text = numberText(cell);
  const number = wholeNumber(text, marks);
  if (number === undefined) return undefined;
  const value = exactValue(text, number, marks);
  if (value === undefined) throw new ToolError(exponentTooLarge);
  if (value.digits.length > maxDigits) throw new ToolError(`a number has more than ${maxDigits} digits`);
  return value;
}

/** Returns the error that names an unsuitable cell. @param reason - follows the text of the cell: `is not a number`. */
export function cellError({ record, column }: CellPlace, cell: string, reason: string): ToolError {
  const name = typeof column === 'string' ? `"${shortened(column)}"` : column;
  return new ToolError(`record ${record}, column ${name}: "${shortened(cell)}" ${reason}`);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
