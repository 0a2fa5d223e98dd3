import { nearestName } from '../../core/edit-distance.js';
import { withSuggestion } from '../../core/error-table.js';
import { ToolError } from '../../core/errors.js';
import { maxTableCells } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { CellScanner, csvError } from '../csv/cell-scanner.js';
import { looksLikeDirective } from '../csv/csv.js';
import { Column, columnPlace } from '../csv/csv-columns.js';
import { type Delimited, Delimiter, delimitedText, likelyDelimiters } from '../csv/csv-delimiter.js';
import { type CsvForm, csvFormOptions } from '../csv/csv-form.js';
import { columnList, HasHeaders } from '../csv/csv-table.js';
import type { Span } from '../span.js';
import { type CutText, checkParts, lineEndLength, type Part, type PartCutter } from './parts.js';

/** The members of `each: { "csv": … }`. */
export const CsvParts = Type.Object(
  {
    columns: Type.Array(Column, {
      minItems: 1,
      maxItems: 100,
      description: 'The columns whose cells are the parts, by name or by number from 1',
    }),
    delimiter: Delimiter,
    hasHeaders: HasHeaders,
    ...csvFormOptions,
  },
  { required: ['columns'], additionalProperties: false },
);

export interface CsvOptions extends CsvForm {
  readonly columns: readonly Column[];
  readonly delimiter: string;
  readonly hasHeaders: boolean;
}

/** How a text of which only parts are there is to be read, see {@link delimitedText}. */
interface KnownForm extends Delimited {
  /** Whether the delimiter was found out. */
  readonly isGuessed: boolean;
}

/** Cuts the cells of some columns out of delimited text. */
export class CsvCutter implements PartCutter {
  readonly #options: CsvOptions;
  readonly #known: KnownForm | undefined;

  /** @param known - for parts of a text, each behind its header: of the whole text. */
  constructor(options: CsvOptions, known?: KnownForm) {
    this.#options = options;
    this.#known = known;
  }

  cut(text: string): CutText {
    return new CsvCut(text, this.#options, this.#known);
  }

  whyNone(): string {
    return this.#options.hasHeaders ? 'there is no row behind the header' : 'there is no row';
  }
}

class CsvCut implements CutText {
  readonly parts: Part[] = [];
  readonly removes = 'lines';
  readonly #rows: Span[] = [];
  readonly #text: string;
  readonly #delimiter: string;
  readonly #form: CsvForm;
  /** Whether the steps behind may have to guess the delimiter again. */
  readonly #isGuessed: boolean;
  /** See `CellScanner.strayQuote`. */
  #strayQuote = Number.POSITIVE_INFINITY;

  constructor(text: string, options: CsvOptions, known?: KnownForm) {
    this.#text = text;
    const mark = text.startsWith('\ufeff') ? 1 : 0;
    const { delimiter, form, start } = known ?? delimitedText(text.slice(mark), options.delimiter, options);
    this.#delimiter = delimiter;
    this.#form = form;
    this.#isGuessed = known?.isGuessed ?? (options.delimiter === 'auto' && start === 0);
    this.#read(mark + start, options);
  }

  #read(start: number, { columns, hasHeaders }: CsvOptions): void {
    const scanner = new CellScanner(this.#text, this.#delimiter, this.#form, start);
    let places = hasHeaders ? this.#placesOf(headerOf(scanner), columns) : numbersOf(columns);
    if (places === undefined) return;
    places = [...new Set(places)].sort((a, b) => a - b);
    const widest = this.#readRows(scanner, places);
    this.#strayQuote = scanner.strayQuote;
    const last = Math.max(...places);
    if (!hasHeaders && this.#rows.length > 0 && widest <= last)
      columnPlace(last + 1, { header: undefined, width: widest });
  }

  /** Returns undefined for a text without records. */
  #placesOf(header: readonly string[], columns: readonly Column[]): readonly number[] | undefined {
    if (header.length === 0) return undefined;
    return columns.map((column) => namedPlace(column, header));
  }

  /** Returns how many cells the longest row has, up to the last that is wanted. */
  #readRows(scanner: CellScanner, places: readonly number[]): number {
    const text = this.#text;
    const last = Math.max(...places);
    const wanted = Array.from({ length: last + 1 }, (_, place) => places.includes(place));
    let cells = 0;
    let widest = 0;
    while (scanner.skipToRecord()) {
      const rowStart = scanner.position;
      const firstPart = this.parts.length;
      let place = 0;
      do {
        if (wanted[place] === true) {
          const start = scanner.position;
          const cell = scanner.cell();
          this.parts.push({ start, end: scanner.position, text: cell });
        } else scanner.skipCell();
        place++;
      } while (place <= last && scanner.skipDelimiter());
      if (place > last) scanner.skipRestOfRecord();
      cells += place;
      if (cells > maxTableCells) throw csvError(text, rowStart, `the table has more than ${maxTableCells} cells`);
      widest = Math.max(widest, place);
      const end = scanner.position;
      if (place <= last) {
        const missing = places.find((index) => index >= place) ?? last;
        const fault = `the row has ${place} ${place === 1 ? 'cell' : 'cells'}, so it has no column ${missing + 1}`;
        this.parts.push({ start: end, end, text: '', fault });
      }
      const row = { start: rowStart, end: lineEndAfter(text, end) };
      for (let index = firstPart; index < this.parts.length; index++) this.#rows.push(row);
      checkParts(this.parts.length);
    }
    return widest;
  }

  removal({ start, end }: Part, index: number): Span {
    return this.#rows[index] ?? { start, end };
  }

  lineEndLength(offset: number): number {
    const length = lineEndLength(this.#text, offset);
    if (length === 0 || this.#form.quotes !== 'backslash') return length;
    let slashes = 0;
    while (this.#text.charAt(offset - length - slashes - 1) === '\\') slashes++;
    // The first character of an escaped one belongs to the cell.
    return slashes % 2 === 1 ? length - 1 : length;
  }

  write(cell: string, part: Part): string {
    const { start, end, text } = part;
    // A cell without quotes and blanks is written as it means.
    if (end - start === text.length) return this.#written(cell, false, part);
    const source = this.#text.slice(start, end);
    const core = this.#withoutBlanks(source);
    const isQuoted = core.startsWith('"') && core !== text;
    const written = this.#written(cell, isQuoted, part);
    if (core === '' || core.length === source.length) return written;
    const at = source.indexOf(core);
    return source.slice(0, at) + written + source.slice(at + core.length);
  }

  /** Returns a cell as it is written, without the blanks around it that do not belong to it. */
  #withoutBlanks(source: string): string {
    const { trim, blanksAfterQuotes = false, blanksBeforeQuotes = false } = this.#form;
    // An escaped blank at the end belongs to the cell.
    if (trim && this.#form.quotes === 'backslash' && source.includes('\\')) return source.trimStart();
    if (trim) return source.trim();
    if (blanksBeforeQuotes && source.trimStart().startsWith('"')) return source.trim();
    return blanksAfterQuotes && source.startsWith('"') ? source.trimEnd() : source;
  }

  #written(cell: string, isQuoted: boolean, part: Part): string {
    const { quotes } = this.#form;
    const needsQuotes = this.#needsQuotes(cell, part);
    if (quotes === 'none') {
      if (needsQuotes) throw new ToolError('the cell cannot be written with quotes none');
      return cell;
    }
    if (!isQuoted && !needsQuotes && !(quotes === 'backslash' && cell.includes('\\'))) return cell;
    if (quotes === 'backslash') return cell === '\\N' && !isQuoted ? cell : `"${cell.replaceAll(/["\\]/g, '\\$&')}"`;
    if (part.start > this.#strayQuote) {
      throw new ToolError('the cell needs quotes, and a quote before it that is never closed would end there');
    }
    return `"${cell.replaceAll('"', '""')}"`;
  }

  /** Whether a reader would read a cell without quotes as something else. */
  #needsQuotes(cell: string, { start, end }: Part): boolean {
    const { quotes, comments, trim } = this.#form;
    if (cell.includes('\n') || cell.includes('\r') || this.#hasDelimiter(cell)) return true;
    if (quotes !== 'none' && cell.includes('"')) return true;
    if (trim && cell.trim().length < cell.length) return true;
    if (this.#isGuessed && quotes !== 'none' && likelyDelimiters.some((one) => cell.includes(one))) return true;
    if (looksLikeDirective(cell) && this.#isLineStart(start)) return true;
    // Readers skip empty lines and comments.
    if (cell === '') return this.#isLineStart(start) && !this.#text.startsWith(this.#delimiter, end);
    return comments !== '' && cell.startsWith(comments) && this.#isLineStart(start);
  }

  /** Whether a delimiter is found before the end of a cell: `a|` before `||` is read as `a`. */
  #hasDelimiter(cell: string): boolean {
    const delimiter = this.#delimiter;
    return delimiter.length === 1 ? cell.includes(delimiter) : (cell + delimiter).indexOf(delimiter) < cell.length;
  }

  #isLineStart(offset: number): boolean {
    return offset === 0 || /[\r\n\ufeff]/.test(this.#text.charAt(offset - 1));
  }
}

function headerOf(scanner: CellScanner): string[] {
  const header: string[] = [];
  if (!scanner.skipToRecord()) return header;
  do header.push(scanner.cell());
  while (scanner.skipDelimiter());
  return header;
}

/** @throws {ToolError} for names: the table has none. */
function numbersOf(columns: readonly Column[]): readonly number[] {
  return columns.map((column) => columnPlace(column, { header: undefined, width: Number.POSITIVE_INFINITY }));
}

/** @throws {ToolError} with the column that was likely meant. */
function namedPlace(column: Column, header: readonly string[]): number {
  if (typeof column === 'string' && !header.includes(column)) {
    const meant = nearestName(column, header);
    const columns = meant === undefined ? `; the columns are ${columnList(header)}` : '';
    throw new ToolError(withSuggestion(`there is no column "${column}"${columns}`, meant && `"${meant}"`));
  }
  return columnPlace(column, { header, width: header.length });
}

/** Returns the offset behind a line end at an offset. */
function lineEndAfter(text: string, offset: number): number {
  if (text.charCodeAt(offset) === 0x0d) return text.charCodeAt(offset + 1) === 0x0a ? offset + 2 : offset + 1;
  return text.charCodeAt(offset) === 0x0a ? offset + 1 : offset;
}
