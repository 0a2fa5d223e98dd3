import { ToolError } from '../../core/errors.js';
import { maxTableCells } from '../../core/limits.js';
import { describeCharacter, positionAt } from '../position.js';
import { TextWriter } from '../text-writer.js';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/**
 * Reads delimited text record by record, by the grammar of RFC 4180 with `\n`, `\r\n` and a lone `\r` as line ends.
 *
 * A cell is quoted only if a quote is its first character; elsewhere in a bare cell a quote is a character like any
 * other. Lines without any character are skipped. Linear in the length of the text.
 *
 * @param delimiter - one character; neither a quote nor a line end.
 * @throws {ToolError} with the line of a quote that is never closed, of text behind a closing quote, or of the record
 *   that makes the table too large.
 */
export function* csvRecords(text: string, delimiter: string): Generator<string[]> {
  const scanner = new CellScanner(text, delimiter);
  let cells = 0;
  while (scanner.skipLineEnds()) {
    const start = scanner.position;
    const record: string[] = [];
    do {
      record.push(scanner.cell());
      if (++cells > maxTableCells) throw csvError(text, start, `the table has more than ${maxTableCells} cells`);
    } while (scanner.skipDelimiter());
    yield record;
  }
}

class CellScanner {
  /** Offset in UTF-16 code units. */
  position = 0;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #delimiterStart: number;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#delimiterStart = delimiter.charCodeAt(0);
  }

  /** @returns whether there is another record. */
  skipLineEnds(): boolean {
    while (isLineEnd(this.#text.charCodeAt(this.position))) this.position++;
    return this.position < this.#text.length;
  }

  /** @returns whether a delimiter stood here: another cell follows, be it empty. */
  skipDelimiter(): boolean {
    if (!this.#text.startsWith(this.#delimiter, this.position)) return false;
    this.position += this.#delimiter.length;
    return true;
  }

  cell(): string {
    return this.#text.charCodeAt(this.position) === quote ? this.#quotedCell() : this.#bareCell();
  }

  #bareCell(): string {
    const text = this.#text;
    const start = this.position;
    let end = start;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (isLineEnd(unit)) break;
      if (unit === this.#delimiterStart && text.startsWith(this.#delimiter, end)) break;
    }
    this.position = end;
    return text.slice(start, end);
  }

  #quotedCell(): string {
    const text = this.#text;
    const start = this.position;
    let doubled = false;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && text.charCodeAt(end + 1) === quote) {
      doubled = true;
      end = text.indexOf('"', end + 2);
    }
    if (end === -1) throw csvError(text, start, 'the quote that opens a cell here is never closed');
    this.position = end + 1;
    this.#checkEndOfCell();
    const cell = text.slice(start + 1, end);
    return doubled ? cell.replaceAll('""', '"') : cell;
  }

  #checkEndOfCell(): void {
    const text = this.#text;
    const at = this.position;
    if (at === text.length || isLineEnd(text.charCodeAt(at)) || text.startsWith(this.#delimiter, at)) return;
    throw csvError(
      text,
      at,
      `${describeCharacter(text, at)} follows a closing quote; a quote inside a quoted cell is written twice`,
    );
  }
}

function isLineEnd(unit: number): boolean {
  return unit === lineFeed || unit === carriageReturn;
}

function csvError(text: string, offset: number, reason: string): ToolError {
  return ToolError.at({ line: positionAt(text, offset).line }, `${reason}`);
}

/**
 * One record as a line of CSV, without a line end.
 *
 * A cell is quoted if it holds the delimiter, a quote or a line end, or starts or ends with white space; besides, the
 * only cell of a record if it is empty, because an empty line is no record.
 */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const line = new TextWriter();
  writeCsvLine(line, cells, delimiter);
  return line.toString();
}

/** Writes what {@link csvLine} returns. @throws {OutputTooLongError} as the writer does. */
export function writeCsvLine(writer: TextWriter, cells: readonly string[], delimiter: string): void {
  if (cells.length === 1 && cells[0] === '') {
    writer.write('""');
    return;
  }
  let line = '';
  let separator = '';
  for (const cell of cells) {
    line += separator + (needsQuotes(cell, delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell);
    separator = delimiter;
    // Most lines are written at once, which is quicker than cell by cell.
    if (line.length < 1_000) continue;
    writer.write(line);
    line = '';
  }
  writer.write(line);
}

function needsQuotes(cell: string, delimiter: string): boolean {
  if (cell === '') return false;
  return /["\r\n]/.test(cell) || cell.includes(delimiter) || cell.trim().length < cell.length;
}
