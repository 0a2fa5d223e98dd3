import { ToolError } from '../errors.js';
import { Type } from '../schema.js';
import { csvRecords } from './csv.js';

/** The option of every tool that reads or writes delimited text. See {@link resolveDelimiter}. */
export const Delimiter = Type.String({
  default: ',',
  minLength: 1,
  maxLength: 4,
  description:
    'The character between two cells, or tab, or auto, which finds out which of , ; tab and | the text uses (and writes commas)',
});

/**
 * The delimiter that the option stands for.
 *
 * @param text - what `auto` looks at; left out where delimited text is written.
 * @param name - what the option is called, for the error.
 * @throws {ToolError} if it is not one character, or one that cells need for themselves.
 */
export function resolveDelimiter(option: string, text = '', name = 'delimiter'): string {
  if (option === 'auto') return detectDelimiter(text);
  if (option === 'tab') return '\t';
  if (!/^[^"\r\n\p{Surrogate}]$/u.test(option)) {
    throw new ToolError(`${name} must be tab, auto, or one character that is neither a quote nor a line end`);
  }
  return option;
}

/** Delimiters that {@link detectDelimiter} knows, the likeliest first. */
const likelyDelimiters = [',', ';', '\t', '|'];
const sampledRecords = 10;

/**
 * The delimiter that gives each of the first ten records the same number of cells, and the most of them; the comma if
 * none gives any record a second cell. A delimiter by which the quotes make no sense is not the one.
 */
function detectDelimiter(text: string): string {
  let detected = ',';
  let most = 1;
  for (const delimiter of likelyDelimiters) {
    const cells = constantCellCount(text, delimiter);
    if (cells > most) {
      detected = delimiter;
      most = cells;
    }
  }
  return detected;
}

/** How many cells each of the first records has; 0 if they differ or cannot be read. */
function constantCellCount(text: string, delimiter: string): number {
  let count = 0;
  let records = 0;
  try {
    for (const { length } of csvRecords(text, delimiter)) {
      if (records > 0 && length !== count) return 0;
      count = length;
      if (++records === sampledRecords) break;
    }
  } catch (error) {
    if (error instanceof ToolError) return 0;
    throw error;
  }
  return count;
}
