import { ToolError } from '../../core/errors.js';
import { maxOutputCharacters } from '../../core/limits.js';
import { CellScanner, neverClosed } from './cell-scanner.js';
import type { CsvForm } from './csv-form.js';

/** How delimited text is read. */
export interface Dialect {
  readonly delimiter: string;
  readonly form: CsvForm;
}

/** Cuts delimited text that arrives in pieces into texts of whole records, and counts these. */
export class CsvRecordCutter {
  readonly #dialect: Dialect;
  #held: string[] = [];
  #length = 0;
  /** The length from which it is worth looking again. */
  #needed = 1;
  #records = 0;
  #fault: string | undefined;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns one that goes on from here by itself. */
  copy(): CsvRecordCutter {
    const copy = new CsvRecordCutter(this.#dialect);
    copy.#held = [...this.#held];
    copy.#length = this.#length;
    copy.#needed = this.#needed;
    copy.#records = this.#records;
    copy.#fault = this.#fault;
    return copy;
  }

  /** How many records have been returned, without blank lines and comments. */
  get records(): number {
    return this.#records;
  }

  /** Why some text is no record; undefined if there is none so far. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /**
   * Takes the next piece.
   *
   * @returns whole records with their line ends, and what is between them; '' if there are none.
   * @throws {ToolError} for a record that is too long: probably a quote is never closed.
   */
  push(piece: string): string {
    this.#held.push(piece);
    this.#length += piece.length;
    if (this.#length < this.#needed) return '';
    const text = this.#held.join('');
    const end = this.#endOfRecords(text, false);
    this.#held = [text.slice(end)];
    this.#length -= end;
    this.#needed = end === 0 ? 2 * this.#length : this.#length + 1;
    if (this.#length > maxOutputCharacters) {
      throw new ToolError(
        `Record ${this.#records + 1} is longer than ${maxOutputCharacters} characters: perhaps a quote in it is never closed`,
      );
    }
    return text.slice(0, end);
  }

  /** Returns the rest at the end, whole records or not. */
  end(): string {
    const text = this.#held.join('');
    this.#held = [];
    this.#length = 0;
    this.#endOfRecords(text, true);
    return text;
  }

  /** Returns where the last record ends that does not go on behind the text, and counts the records up to there. */
  #endOfRecords(text: string, isEnd: boolean): number {
    const { delimiter, form } = this.#dialect;
    const scanner = new CellScanner(text, delimiter, form);
    let end = 0;
    try {
      while (scanner.skipToRecord()) {
        scanner.skipCell();
        scanner.skipRestOfRecord();
        const at = scanner.position;
        // A `\r` at the end may be half of a line end. A quote that was read as a character may have its other half to come.
        if (!isEnd && (at + 1 >= text.length || scanner.strayQuote < at)) break;
        this.#records++;
        end = at + (text.startsWith('\r\n', at) ? 2 : at < text.length ? 1 : 0);
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      // More text may close the quote. Otherwise whoever reads the record says what is wrong.
      if (!isEnd && error.reason === neverClosed) return end;
      this.#fault ??= `record ${this.#records + 1}: ${error.reason}`;
      return text.length;
    }
    return end;
  }
}
