import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { csvRecords } from './csv.js';
import type { CsvForm } from './csv-form.js';

/** The delimiter option of every tool that reads or writes delimited text. See {@link resolveDelimiter}. */
export const Delimiter = Type.String({
  default: ',',
  minLength: 1,
  maxLength: 4,
  description:
    'The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such as sep=; or detects which of , ; tab and | the text uses (and writes commas)',
});

/**
 * Returns the delimiter that the option means.
 *
 * @param name - the name of the option, for the error.
 * @throws {ToolError} if it is none. Words are none, so that `comma` or `\\t` is no delimiter that no text has.
 */
export function resolveDelimiter(option: string, name = 'delimiter'): string {
  if (option === 'auto') return ',';
  if (option === 'tab' || option === '\\t') return '\t';
  if (!/^(?:[^"\r\n\p{Surrogate}]|[^"\r\n\\\p{Surrogate}\p{L}\p{N}]{2,4})$/u.test(option)) {
    throw new ToolError(`${name} must be tab, auto, one character or up to 4 signs, without quotes and line ends`);
  }
  return option;
}

/** How a text is to be read. */
export interface Delimited {
  readonly delimiter: string;
  readonly form: CsvForm;
  /** The offset of the first record. */
  readonly start: number;
}

/**
 * Finds out how to read a text. Skips a line `sep=;` at its start, which Excel reads and writes.
 *
 * With `auto`, blanks between a closing quote and a delimiter are ignored.
 *
 * @param text - without a byte order mark.
 * @throws {ToolError} as {@link resolveDelimiter} does, or if the line names another delimiter than the option.
 */
export function delimitedText(text: string, option: string, form: CsvForm): Delimited {
  const line = separatorLine(text);
  const start = line?.text.length ?? 0;
  if (option === 'auto') {
    const guessed = { ...form, blanksAfterQuotes: true };
    return { delimiter: line?.delimiter ?? detectDelimiter(text, guessed), form: guessed, start };
  }
  const delimiter = resolveDelimiter(option);
  if (line !== undefined && line.delimiter !== delimiter) {
    throw ToolError.at({ line: 1 }, `${line.text.trimEnd()} names another delimiter; set delimiter to auto`);
  }
  return { delimiter, form, start };
}

/** Returns a first line such as `sep=;`, also in quotes, with its line end, and the delimiter it names. */
export function separatorLine(text: string): { readonly text: string; readonly delimiter: string } | undefined {
  const [line, , delimiter] = /^("?)sep=([^"\r\n\p{Surrogate}])\1(?:\r\n?|\n|$)/iu.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? undefined : { text: line, delimiter };
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
