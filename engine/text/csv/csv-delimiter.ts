import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { csvRecords } from './csv.js';
import { type CsvForm, rfc4180 } from './csv-form.js';

/** The delimiter option of every tool that reads or writes delimited text. See {@link resolveDelimiter}. */
export const Delimiter = Type.String({
  default: ',',
  minLength: 1,
  maxLength: 4,
  description:
    'The character between two cells, or tab, or auto, which detects which of , ; tab and | the text uses (and writes commas)',
});

/**
 * Returns the delimiter that the option means.
 *
 * @param text - the text in which `auto` looks for delimiters; omitted when writing.
 * @param name - the name of the option, for the error.
 * @param form - how `auto` reads the text.
 * @throws {ToolError} if it is not one character, or is a quote or a line end.
 */
export function resolveDelimiter(option: string, text = '', name = 'delimiter', form: CsvForm = rfc4180): string {
  if (option === 'auto') return detectDelimiter(text, form);
  if (option === 'tab') return '\t';
  if (!/^[^"\r\n\p{Surrogate}]$/u.test(option)) {
    throw new ToolError(`${name} must be tab, auto, or one character that is neither a quote nor a line end`);
  }
  return option;
}

/** The delimiters that {@link detectDelimiter} knows, likeliest first. */
const likelyDelimiters = [',', ';', '\t', '|'];
const sampledRecords = 10;

/**
 * Detects the delimiter: the one that gives each of the first ten records the same number of cells, and the most cells.
 * If all give records of different lengths, the one with the most cells in the first record; if none gives it a second
 * cell, the comma. A delimiter that leaves quotes unbalanced is ruled out.
 */
function detectDelimiter(text: string, form: CsvForm): string {
  const candidates = likelyDelimiters.map((delimiter) => ({ delimiter, ...sampleOf(text, delimiter, form) }));
  const constant = candidates.filter(({ isConstant, cells }) => isConstant && cells > 1);
  let detected = { delimiter: ',', cells: 1 };
  for (const candidate of constant.length > 0 ? constant : candidates) {
    if (candidate.cells > detected.cells) detected = candidate;
  }
  return detected.delimiter;
}

/**
 * Returns the number of cells in the first record, 0 if the text is invalid, and whether the next records have as many.
 */
function sampleOf(
  text: string,
  delimiter: string,
  form: CsvForm,
): { readonly cells: number; readonly isConstant: boolean } {
  let cells = 0;
  let isConstant = true;
  let records = 0;
  try {
    for (const { length } of csvRecords(text, delimiter, form)) {
      if (records === 0) cells = length;
      else isConstant &&= length === cells;
      if (++records === sampledRecords) break;
    }
  } catch (error) {
    if (error instanceof ToolError) return { cells: 0, isConstant: false };
    throw error;
  }
  return { cells, isConstant };
}
