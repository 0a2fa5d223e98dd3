import { ToolError } from '../../core/errors.js';
import { maxOutputCharacters } from '../../core/limits.js';

/** Cuts a text that arrives in pieces at line ends, so that no line is split. */
export class LineCutter {
  readonly #feedsOnly: boolean;
  #pending: string[] = [];
  #pendingLength = 0;
  /** Line ends before the next part. */
  #lines: number;

  /**
   * @param feedsOnly - whether to cut only after `\n`, not after a lone `\r`.
   * @param linesBefore - lines before the text, for line numbers.
   */
  constructor({ feedsOnly = false, linesBefore = 0 } = {}) {
    this.#feedsOnly = feedsOnly;
    this.#lines = linesBefore;
  }

  /** Returns one that goes on from here by itself. */
  copy(): LineCutter {
    const copy = new LineCutter({ feedsOnly: this.#feedsOnly, linesBefore: this.#lines });
    copy.#pending = [...this.#pending];
    copy.#pendingLength = this.#pendingLength;
    return copy;
  }

  /** The number of the first line of the next part, from 1. */
  get nextLine(): number {
    return this.#lines + 1;
  }

  /** Length of the unfinished line in UTF-16 code units. */
  get pendingLength(): number {
    return this.#pendingLength;
  }

  /**
   * Takes the next piece.
   *
   * @returns all complete lines; '' if there are none.
   * @throws {ToolError} if a line gets longer than any tool may return.
   */
  push(piece: string): string {
    const end = this.#endOfLines(piece);
    if (end === 0) {
      this.#keep(piece);
      return '';
    }
    const part = this.#withPending(end === piece.length ? piece : piece.slice(0, end));
    if (end < piece.length) this.#keep(piece.slice(end));
    this.#lines += countLineEnds(part);
    return part;
  }

  /** Returns the rest at the end: the last line if it has no line end. */
  end(): string {
    return this.#withPending('');
  }

  /** Returns the offset after the last certain line end: a `\r` at the end of the piece may be half of one. */
  #endOfLines(piece: string): number {
    const feed = piece.lastIndexOf('\n') + 1;
    if (feed > 0 || this.#feedsOnly || piece.length < 2) return feed;
    return piece.lastIndexOf('\r', piece.length - 2) + 1;
  }

  #keep(piece: string): void {
    if (piece === '') return;
    this.#pending.push(piece);
    this.#pendingLength += piece.length;
    if (this.#pendingLength > maxOutputCharacters) {
      throw new ToolError(`Line ${this.nextLine} of the input is longer than ${maxOutputCharacters} characters`);
    }
  }

  #withPending(piece: string): string {
    if (this.#pending.length === 0) return piece;
    const text = this.#pending.join('') + piece;
    this.#pending = [];
    this.#pendingLength = 0;
    return text;
  }
}

/** Counts the line ends of a text: `\n`, `\r\n` and lone `\r`. */
function countLineEnds(text: string): number {
  if (text.includes('\r')) return text.match(/\r\n|\n|\r/g)?.length ?? 0;
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
