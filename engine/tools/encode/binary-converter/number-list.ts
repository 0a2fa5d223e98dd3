import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { describeCharacter, positionAt } from '../../../text/position.js';
import { TextWriter } from '../../../text/text-writer.js';
import { isWhiteSpace } from '../../../text/unicode/white-space.js';

/** The notation of the numbers in a list. */
export interface NumberNotation {
  readonly base: 2 | 8 | 10;
  /** The minimum number of digits. */
  readonly digits: number;
  /** The largest possible number. */
  readonly maximum: number;
  /** Whether no number has more digits, so that several may be written without a separator. */
  readonly fixedWidth: boolean;
  readonly separator: string;
}

/** Writes numbers. @throws {OutputTooLongError} while the result grows. */
export function encodeNumbers(numbers: Iterable<number>, notation: NumberNotation, limit: OutputLimit): string {
  const { base, digits, separator } = notation;
  const written = new Map<number, string>();
  const list = new TextWriter(limit);
  let part = '';
  let between = '';
  for (const number of numbers) {
    let digitsOf = written.get(number);
    if (digitsOf === undefined) {
      digitsOf = number.toString(base).padStart(digits, '0');
      written.set(number, digitsOf);
    }
    part += between + digitsOf;
    between = separator;
    // Writes many at a time, which is faster than one by one.
    if (part.length < 1_000) continue;
    list.write(part);
    part = '';
  }
  list.write(part);
  return list.toString();
}

/** The characters that may separate numbers, in addition to white space and the separator. */
const usualSeparators = ',;:-_.';

/**
 * Reads a list of numbers.
 *
 * @throws {ToolError} with line and column of a character that is not a digit, and of numbers that are too large.
 */
export function decodeNumbers(text: string, notation: NumberNotation): number[] {
  const numbers: number[] = [];
  const separators = usualSeparators + notation.separator;
  for (let i = 0; i < text.length; ) {
    const start = i;
    while (isDigit(text.charCodeAt(i), notation.base)) i++;
    if (i > start) readNumbers(text, start, i, notation, numbers);
    else if (isWhiteSpace(text.charCodeAt(i)) || separators.includes(text.charAt(i))) i++;
    else {
      throw ToolError.at(positionAt(text, i), `${describeCharacter(text, i)} is not a digit of base ${notation.base}`);
    }
  }
  return numbers;
}

/** Reads one number, or several of fixed width. */
function readNumbers(text: string, start: number, end: number, notation: NumberNotation, numbers: number[]): void {
  const { base, digits, maximum, fixedWidth } = notation;
  const several = fixedWidth && end - start > digits;
  if (several && (end - start) % digits !== 0) {
    throw ToolError.at(positionAt(text, start), `${end - start} digits cannot be split into numbers of ${digits}`);
  }
  const step = several ? digits : end - start;
  for (let from = start; from < end; from += step) {
    const number = Number.parseInt(text.slice(from, from + step), base);
    if (number > maximum) throw ToolError.at(positionAt(text, from), `the number is greater than ${maximum}`);
    numbers.push(number);
  }
}

function isDigit(codeUnit: number, base: number): boolean {
  return codeUnit >= 0x30 && codeUnit < 0x30 + base;
}
