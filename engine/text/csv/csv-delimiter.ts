import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { CellScanner } from './cell-scanner.js';
import { csvRecords } from './csv.js';
import { type CsvForm, rfc4180 } from './csv-form.js';

/** The delimiter option of every tool that reads or writes delimited text. See {@link resolveDelimiter}. */
export const Delimiter = Type.String({
  default: ',',
  minLength: 1,
  maxLength: 4,
  description:
    'The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes commas)',
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
 * With `auto`, blanks between a closing quote and a delimiter are ignored, and so are those before an opening quote if all
 * quotes of the text are balanced then, and the records do not become of different lengths: in `a, "b, c"`, the second
 * cell is `b, c`.
 *
 * @param text - without a byte order mark.
 * @throws {ToolError} as {@link resolveDelimiter} does, or if the line names another delimiter than the option.
 */
export function delimitedText(text: string, option: string, form: CsvForm): Delimited {
  const line = separatorLine(text);
  const start = line?.text.length ?? 0;
  if (option === 'auto') {
    const guessed = { ...form, blanksAfterQuotes: true };
    const plain = detect(text, guessed, start, line?.delimiter);
    if (form.quotes === 'none' || form.trim || !/[^\S\r\n]"/.test(text)) return { ...plain, form: guessed, start };
    const spacedForm = { ...guessed, blanksBeforeQuotes: true };
    const spaced = detect(text, spacedForm, start, line?.delimiter);
    const isBetter = (spaced.isConstant || !plain.isConstant) && isReadable(text, spaced.delimiter, spacedForm, start);
    return isBetter ? { ...spaced, form: spacedForm, start } : { ...plain, form: guessed, start };
  }
  const delimiter = resolveDelimiter(option);
  if (line !== undefined && line.delimiter !== delimiter) {
    throw ToolError.at({ line: 1 }, `${line.text.trimEnd()} names another delimiter; set delimiter to auto`);
  }
  return { delimiter, form, start };
}

/**
 * Returns a first line such as `sep=;`, with its line end, and the delimiter it names. In quotes, it is a cell unless the
 * delimiter is a usual one and divides the next record.
 */
export function separatorLine(text: string): { readonly text: string; readonly delimiter: string } | undefined {
  const [line, mark, delimiter] = /^("?)sep=([^"\r\n\p{Surrogate}])\1(?:\r\n?|\n|$)/iu.exec(text) ?? [];
  if (line === undefined || delimiter === undefined) return undefined;
  if (mark !== '' && !(likelyDelimiters.includes(delimiter) && isDivided(text, delimiter, line.length)))
    return undefined;
  return { text: line, delimiter };
}

function isDivided(text: string, delimiter: string, start: number): boolean {
  const scanner = new CellScanner(text, delimiter, { ...rfc4180, quotes: 'lenient' }, start);
  if (!scanner.skipToRecord()) return false;
  scanner.cell();
  return scanner.skipDelimiter();
}

/** The delimiters that are detected, likeliest first. */
export const likelyDelimiters = [',', ';', '\t', '|'];
const sampledRecords = 10;

/** What a delimiter makes of the first records. */
interface Sample {
  readonly delimiter: string;
  /** The number of cells in the first record. */
  readonly cells: number;
  /** Whether the text is invalid. */
  readonly isBroken: boolean;
  /** Whether the next records have as many. */
  readonly isConstant: boolean;
  /** Whether a quote is inside of a cell without quotes: `1,"x` in a text in which `"x;y"` is a cell. */
  readonly hasBareQuotes: boolean;
}

/**
 * Detects the delimiter: the one that gives each of the first ten records the same number of cells, and the most cells.
 * If all give records of different lengths, the one with the most cells in the first record; if none gives it a second
 * cell, the comma. A delimiter that leaves quotes unbalanced is ruled out, and so is one that divides quoted cells; but if
 * no other divides the text, a quote is missing, and reading it tells where.
 *
 * @param known - the delimiter if it need not be detected.
 */
function detect(text: string, form: CsvForm, start: number, known?: string): Sample {
  const first = sampleOf(text, known ?? ',', form, start);
  if (known !== undefined) return first;
  const samples = [first, ...likelyDelimiters.slice(1).map((delimiter) => sampleOf(text, delimiter, form, start))];
  const dividing = samples.filter(({ cells, isBroken }) => cells > 1 && !isBroken);
  if (dividing.length === 0) return mostCells(samples.filter(({ cells, isBroken }) => cells > 1 && isBroken)) ?? first;
  const clean = dividing.filter(({ hasBareQuotes }) => !hasBareQuotes);
  const candidates = clean.length > 0 ? clean : dividing;
  const constant = candidates.filter(({ isConstant }) => isConstant);
  return mostCells(constant.length > 0 ? constant : candidates) ?? first;
}

function mostCells([likeliest, ...others]: readonly Sample[]): Sample | undefined {
  return others.reduce((best, one) => (best !== undefined && one.cells > best.cells ? one : best), likeliest);
}

function sampleOf(text: string, delimiter: string, form: CsvForm, start: number): Sample {
  const scanner = new CellScanner(text, delimiter, form, start);
  let cells = 0;
  let isConstant = true;
  let hasBareQuotes = false;
  try {
    for (let records = 0; records < sampledRecords && scanner.skipToRecord(); records++) {
      let length = 0;
      do {
        const from = scanner.position;
        const cell = scanner.cell();
        hasBareQuotes ||= cell.includes('"') && cell.length === scanner.position - from;
        length++;
      } while (scanner.skipDelimiter());
      if (records === 0) cells = length;
      else isConstant &&= length === cells;
    }
  } catch (error) {
    if (error instanceof ToolError) return { delimiter, cells, isBroken: true, isConstant: false, hasBareQuotes };
    throw error;
  }
  return { delimiter, cells, isBroken: false, isConstant, hasBareQuotes };
}

/** Tests whether all quotes of a text are balanced. */
function isReadable(text: string, delimiter: string, form: CsvForm, start: number): boolean {
  const records = csvRecords(text, delimiter, form, start);
  try {
    while (records.next().done !== true);
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
