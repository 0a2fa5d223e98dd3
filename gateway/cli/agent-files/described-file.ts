import type { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { RequestError } from '#engine/core/errors.js';
import { WorkBudget } from '#engine/core/work-budget.js';
import { runSteps } from '#engine/operations/steps.js';
import { compileWorkflow } from '#engine/operations/workflow.js';
import { rfc4180 } from '#engine/text/csv/csv-form.js';
import { CsvRecordCutter } from '#engine/text/csv/record-cutter.js';
import { detectFormats } from '#engine/text/detection/detect.js';
import type { Detected } from '#engine/text/detection/detected.js';
import type { Fields } from '#gateway/mcp/tools/text-engine.js';

/** How much is looked at to find out what a text is, in UTF-16 code units. */
const sampleCharacters = 100_000;
/** From so many rows the types of columns are found out. */
const sampleRows = 1_000;
const mostColumns = 200;
const longestLine = 200;
const mostSuggestions = 3;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly blank?: number;
}

/**
 * Describes a text that arrives in pieces: its format, lines, rows and columns, and its first lines. Memory does not grow
 * with the text.
 *
 * @param shownLines - how many of its first lines to show.
 * @throws {CommandError} for bytes that are no text.
 */
export async function describedText(
  pieces: AsyncIterable<string>,
  shownLines: number,
  tools: LazyCatalogue,
): Promise<Fields> {
  let sample = '';
  let counter: RowCounter | undefined;
  const lines = new LineCount();
  let characters = 0;
  let formats: readonly Detected[] = [];
  const begin = () => {
    formats = detectFormats(sample);
    counter = counterFor(formats.at(-1));
    counter?.push(sample);
  };
  for await (const piece of pieces) {
    characters += piece.length;
    lines.push(piece);
    if (counter !== undefined || formats.length > 0) counter?.push(piece);
    else {
      sample += piece;
      if (sample.length > sampleCharacters) begin();
    }
  }
  if (formats.length === 0) begin();
  const format = formats.at(-1);
  const isWhole = sample.length === characters;
  const columns = format === undefined ? undefined : await columnsOf(sample, isWhole, format, tools);
  return {
    format: format?.format,
    name: format?.label,
    reason: format?.reason,
    ...(formats.length > 1 && { alsoFound: formats[0]?.label }),
    ...(format?.delimiter !== undefined && { delimiter: format.delimiter }),
    characters,
    lines: lines.count,
    ...counter?.end(format === undefined || hasHeaders(format)),
    ...columns,
    ...(shownLines > 0 && { firstLines: firstLines(sample, shownLines) }),
    suggestions: format?.suggestions.slice(0, mostSuggestions) ?? [],
  };
}

/** Counts lines, of which the last may have no end. */
class LineCount {
  #ends = 0;
  #last = '\n';

  push(piece: string): void {
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) this.#ends++;
    this.#last = piece.charAt(piece.length - 1) || this.#last;
  }

  get count(): number {
    return this.#ends + (this.#last === '\n' ? 0 : 1);
  }
}

interface RowCounter {
  push(piece: string): void;
  /** @param hasHeader - whether the first row names the columns. */
  end(hasHeader: boolean): Fields;
}

function counterFor(format: Detected | undefined): RowCounter | undefined {
  if (format?.format === 'csv' || format?.format === 'tsv') return new CsvRows(format.delimiter ?? ',');
  return format?.format === 'ndjson' ? new JsonRows() : undefined;
}

class CsvRows implements RowCounter {
  readonly #cutter: CsvRecordCutter;

  constructor(delimiter: string) {
    this.#cutter = csvCutter(delimiter);
  }

  push(piece: string): void {
    this.#cutter.push(piece);
  }

  end(hasHeader: boolean): Fields {
    this.#cutter.end();
    const { fault } = this.#cutter;
    if (fault !== undefined) return { rowsNote: `The rows cannot be counted: ${fault}` };
    return { rows: Math.max(0, this.#cutter.records - (hasHeader ? 1 : 0)) };
  }
}

function csvCutter(delimiter: string): CsvRecordCutter {
  return new CsvRecordCutter({ delimiter: delimiter === 'tab' ? '\t' : delimiter, form: rfc4180 });
}

class JsonRows implements RowCounter {
  #rows = 0;
  #isBlank = true;

  push(piece: string): void {
    const [first = '', ...lines] = piece.split('\n');
    this.#isBlank &&= first.trim() === '';
    for (const line of lines) {
      if (!this.#isBlank) this.#rows++;
      this.#isBlank = line.trim() === '';
    }
  }

  end(): Fields {
    return { rows: this.#rows + (this.#isBlank ? 0 : 1) };
  }
}

/** Whether the first row names the columns: the suggestions say so if it does not. */
function hasHeaders({ suggestions }: Detected): boolean {
  return !suggestions.some(({ steps }) =>
    steps.some((step) => typeof step === 'object' && step.config.hasHeaders === false),
  );
}

/** Returns the columns of a table with their types, found out from its first rows. */
async function columnsOf(
  sample: string,
  isWhole: boolean,
  format: Detected,
  tools: LazyCatalogue,
): Promise<Fields | undefined> {
  if (format.format === 'ndjson') {
    const rows = sample.split('\n').slice(0, isWhole ? sampleRows : -1);
    return columnsFrom(jsonColumns(rows.slice(0, sampleRows)), Math.min(rows.length, sampleRows));
  }
  if (format.format !== 'csv' && format.format !== 'tsv') return undefined;
  const delimiter = format.delimiter ?? ',';
  const cutter = csvCutter(delimiter);
  const headers = hasHeaders(format);
  try {
    const text = cutter.push(sample) + (isWhole ? cutter.end() : '');
    const config = { format: 'json', indent: 0, delimiter, hasHeaders: headers };
    await tools.load(['csv-describe']);
    const { steps } = compileWorkflow([{ toolSlug: 'csv-describe', config }], tools);
    const described: { column: string; type: string; blank: number }[] = JSON.parse(
      runSteps(steps, text, WorkBudget.unlimited()),
    );
    const columns = described.map(({ column, type, blank }) => ({ name: column, type, ...(blank > 0 && { blank }) }));
    return { hasHeaders: headers, ...columnsFrom(columns, cutter.records - (headers ? 1 : 0)) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { columnsNote: error.message };
  }
}

function columnsFrom(columns: readonly Column[], rows: number): Fields {
  const more = columns.length - mostColumns;
  return {
    columns: columns.slice(0, mostColumns),
    ...(more > 0 && { moreColumns: more }),
    columnsNote: `Types and blanks are those of the first ${rows} rows`,
  };
}

/** Returns the members of objects, one in each line, with the types of their values. */
function jsonColumns(lines: readonly string[]): readonly Column[] {
  const types = new Map<string, Set<string>>();
  for (const line of lines) {
    for (const [name, value] of Object.entries(objectIn(line))) {
      const known = types.get(name) ?? new Set();
      types.set(name, known.add(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value));
    }
  }
  return Array.from(types, ([name, found]) => ({ name, type: [...found].join(' or ') }));
}

function objectIn(line: string): object {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

function firstLines(sample: string, count: number): readonly string[] {
  const lines = sample === '' ? [] : sample.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/, count);
  return lines.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line));
}
