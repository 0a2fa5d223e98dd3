import { ToolError } from '../../core/errors.js';
import { describeCharacter, positionAt } from '../position.js';
import { isWhiteSpace } from '../unicode/white-space.js';
import type { CsvForm } from './csv-form.js';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const backslash = 0x5c;

/** The reason of the error for a quote that more text might close. */
export const neverClosed = 'the quote that opens a cell here is never closed';

/** Reads delimited text cell by cell. Linear in the length of the text, whatever quotes it contains. */
export class CellScanner {
  /** Offset in UTF-16 code units. */
  position: number;
  readonly #text: string;
  readonly #delimiter: string;
  readonly #delimiterStart: number;
  readonly #form: CsvForm;
  #strayQuote = Number.POSITIVE_INFINITY;
  #nextFeed = -1;
  #nextReturn = -1;
  #nextQuote = -1;
  /** After this offset no quote closes a cell, except those of cells that start with a quote. */
  #noCloserFrom = Number.POSITIVE_INFINITY;

  constructor(text: string, delimiter: string, form: CsvForm, start = 0) {
    this.position = start;
    this.#text = text;
    this.#delimiter = delimiter;
    this.#delimiterStart = delimiter.charCodeAt(0);
    this.#form = form;
  }

  /** Where the first quote is that begins a cell and was read as a character of it; infinity if there is none. */
  get strayQuote(): number {
    return this.#strayQuote;
  }

  /** Skips empty lines and comments. Returns whether another record follows. */
  skipToRecord(): boolean {
    const text = this.#text;
    const { comments, trim } = this.#form;
    for (;;) {
      while (isLineEnd(text.charCodeAt(this.position))) this.position++;
      if (this.position >= text.length) return false;
      if (comments !== '' && text.startsWith(comments, this.position)) {
        this.#skipLine();
        continue;
      }
      const start = trim ? this.#blanksEnd(this.position) : this.position;
      if (start < text.length && !isLineEnd(text.charCodeAt(start))) return true;
      this.position = start;
    }
  }

  /** Skips a delimiter. Returns whether there was one: then another cell follows, possibly empty. */
  skipDelimiter(): boolean {
    if (!this.#text.startsWith(this.#delimiter, this.position)) return false;
    this.position += this.#delimiter.length;
    return true;
  }

  cell(): string {
    const { quotes, trim } = this.#form;
    if (trim) this.position = this.#blanksEnd(this.position);
    const before = this.position;
    this.#skipBlanksBeforeQuote();
    if (quotes === 'backslash') return this.#escapedCell();
    if (quotes === 'none' || this.#text.charCodeAt(this.position) !== quote) return this.#bareCell();
    if (quotes === 'strict') return this.#quotedCell();
    const start = this.position;
    const quoted = this.#lenientCell();
    if (quoted !== undefined) return quoted;
    this.#strayQuote = Math.min(this.#strayQuote, start);
    this.position = before;
    return this.#bareCell();
  }

  /** Skips a cell: quicker than {@link cell}, which makes a text of it. */
  skipCell(): void {
    const { quotes, trim } = this.#form;
    this.#skipBlanksBeforeQuote();
    if (trim || quotes === 'backslash' || (quotes !== 'none' && this.#text.charCodeAt(this.position) === quote)) {
      this.cell();
    } else this.position = this.#bareEnd(this.position);
  }

  /** Skips the rest of a record, from the end of a cell: quicker than cell by cell. */
  skipRestOfRecord(): void {
    const { quotes } = this.#form;
    this.#nextFeed = this.#next('\n', this.#nextFeed);
    this.#nextReturn = this.#next('\r', this.#nextReturn);
    const end = Math.min(this.#nextFeed, this.#nextReturn);
    if (quotes !== 'none') this.#nextQuote = this.#next('"', this.#nextQuote);
    if (quotes !== 'backslash' && (quotes === 'none' || this.#nextQuote > end)) this.position = end;
    else while (this.skipDelimiter()) this.skipCell();
  }

  /** Returns where a character is next, if it was at an offset before; the end of the text if it is not. */
  #next(character: string, known: number): number {
    if (known >= this.position) return known;
    const next = this.#text.indexOf(character, this.position);
    return next === -1 ? this.#text.length : next;
  }

  #bareCell(): string {
    const start = this.position;
    const end = this.#bareEnd(start);
    this.position = end;
    const cell = this.#text.slice(start, end);
    return this.#form.trim ? cell.trimEnd() : cell;
  }

  #bareEnd(start: number): number {
    const text = this.#text;
    let end = start;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (isLineEnd(unit)) break;
      if (unit === this.#delimiterStart && this.#isDelimiter(end)) break;
    }
    return end;
  }

  #quotedCell(): string {
    const text = this.#text;
    const start = this.position;
    let end = text.indexOf('"', start + 1);
    while (end !== -1 && text.charCodeAt(end + 1) === quote) end = text.indexOf('"', end + 2);
    if (end === -1) throw csvError(text, start, neverClosed);
    const cellEnd = this.#cellEnd(end + 1);
    if (cellEnd !== undefined) return this.#take(start, end, cellEnd);
    return this.#refuseAfterQuote(end + 1);
  }

  /** Reads a cell in which a backslash escapes the next character, as LOAD DATA of MySQL does. */
  #escapedCell(): string {
    const text = this.#text;
    const start = this.position;
    const quoted = text.charCodeAt(start) === quote;
    let cell = '';
    let from = quoted ? start + 1 : start;
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === backslash && at + 1 < text.length) {
        cell += text.slice(from, at) + escapedCharacter(text.charAt(at + 1));
        from = at + 2;
        at++;
      } else if (quoted) {
        if (unit !== quote) continue;
        if (text.charCodeAt(at + 1) !== quote) break;
        cell += text.slice(from, at + 1);
        from = at + 2;
        at++;
      } else if (isLineEnd(unit) || this.#isDelimiter(at)) break;
    }
    cell += text.slice(from, at);
    if (!quoted) {
      this.position = at;
      return this.#form.trim ? cell.trimEnd() : cell;
    }
    if (at >= text.length) throw csvError(text, start, neverClosed);
    this.position = this.#cellEnd(at + 1) ?? this.#refuseAfterQuote(at + 1);
    return cell;
  }

  #refuseAfterQuote(offset: number): never {
    const escaped = this.#form.quotes === 'strict' && this.#text.charCodeAt(offset - 2) === backslash;
    const rule = escaped
      ? 'set quotes to backslash if \\" is a quote in this text'
      : 'a quote inside a quoted cell is written twice';
    throw csvError(this.#text, offset, `${describeCharacter(this.#text, offset)} follows a closing quote; ${rule}`);
  }

  #isDelimiter(offset: number): boolean {
    return this.#text.charCodeAt(offset) === this.#delimiterStart && this.#text.startsWith(this.#delimiter, offset);
  }

  /** Returns the cell up to the first quote that can close it; undefined if there is none. */
  #lenientCell(): string | undefined {
    const text = this.#text;
    const start = this.position;
    let from = start + 1;
    for (;;) {
      const first = text.indexOf('"', from);
      if (first === -1) break;
      let runEnd = first;
      while (text.charCodeAt(runEnd) === quote) runEnd++;
      // Two quotes in a row are one quote of the cell; only an odd one at the end can close it.
      const cellEnd = (runEnd - first) % 2 === 1 ? this.#cellEnd(runEnd) : undefined;
      if (cellEnd !== undefined) return this.#take(start, runEnd - 1, cellEnd);
      // Which later quotes close a cell does not depend on where the cell started.
      if (first > this.#noCloserFrom) return undefined;
      from = runEnd;
    }
    this.#noCloserFrom = Math.min(this.#noCloserFrom, start);
    return undefined;
  }

  /** Takes the text between two quotes. */
  #take(opening: number, closing: number, cellEnd: number): string {
    this.position = cellEnd;
    return this.#text.slice(opening + 1, closing).replaceAll('""', '"');
  }

  /** Returns the end of a cell closed by a quote before this place; undefined if the cell continues. */
  #cellEnd(from: number): number | undefined {
    const text = this.#text;
    const { trim, blanksAfterQuotes = false } = this.#form;
    const end = trim || blanksAfterQuotes ? this.#blanksEnd(from) : from;
    const isEnd = end === text.length || isLineEnd(text.charCodeAt(end)) || text.startsWith(this.#delimiter, end);
    return isEnd ? end : undefined;
  }

  #skipBlanksBeforeQuote(): void {
    if (this.#form.blanksBeforeQuotes !== true) return;
    const end = this.#blanksEnd(this.position);
    if (this.#text.charCodeAt(end) === quote) this.position = end;
  }

  /** Returns the end of the white space that starts here, excluding line ends and the delimiter. */
  #blanksEnd(from: number): number {
    let end = from;
    for (;;) {
      const unit = this.#text.charCodeAt(end);
      if (!isWhiteSpace(unit) || isLineEnd(unit) || this.#isDelimiter(end)) return end;
      end++;
    }
  }

  #skipLine(): void {
    while (this.position < this.#text.length && !isLineEnd(this.#text.charCodeAt(this.position))) this.position++;
  }
}

/** What the letters after a backslash mean in MySQL; every other character means itself. */
const escapedLetters: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['b', '\b'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['Z', '\x1a'],
  // NULL is no text: an empty cell would hide it.
  ['N', '\\N'],
]);

function escapedCharacter(character: string): string {
  return escapedLetters.get(character) ?? character;
}

function isLineEnd(unit: number): boolean {
  return unit === lineFeed || unit === carriageReturn;
}

/** Returns the error with the line of an offset. */
export function csvError(text: string, offset: number, reason: string): ToolError {
  return ToolError.at({ line: positionAt(text, offset).line }, `${reason}`);
}
