import { TextWriter } from '../text-writer.js';
import { isBlank } from './repair-characters.js';

/** How many pieces may pend, and how many of them may still change between two values. */
const mostPieces = 1_024;
const mayChange = 4;

/**
 * The repaired JSON, in pieces: what is inserted or removed is always at the end, so nothing is copied before the end.
 *
 * The white space behind the last piece is kept apart, because commas and brackets are inserted before it.
 */
export class RepairOutput {
  /** Tokens, and the white space between two of them as a piece of its own. */
  #pieces: string[] = [];
  #blank = '';
  /** What comes before the pieces. */
  readonly #settled = new TextWriter();
  #start = '';
  /** How many pieces are still to be changed. */
  #changeable = 0;

  /** The number of pieces that can still change. */
  get length(): number {
    return this.#pieces.length;
  }

  /** Joins most of the pieces; not while a string is read. */
  settle(): void {
    if (this.#pieces.length < mostPieces || this.#changeable > 0) return;
    const last = this.#pieces.splice(-mayChange);
    this.#settled.write(this.#pieces.join(''));
    this.#pieces = last;
  }

  /** Appends a token. */
  push(piece: string): void {
    if (this.#blank !== '') this.#pieces.push(this.#blank);
    this.#blank = '';
    this.#pieces.push(piece);
  }

  /** Appends a token that {@link change} replaces later. @returns its index. */
  pushChangeable(piece: string): number {
    this.push(piece);
    this.#changeable++;
    return this.#pieces.length - 1;
  }

  change(index: number, piece: string): void {
    this.#pieces[index] = piece;
    this.#changeable--;
  }

  pushBlank(blank: string): void {
    this.#blank += blank;
  }

  /** Inserts a token before the white space at the end. */
  insert(piece: string): void {
    this.#pieces.push(piece);
  }

  /** Removes the last token, which is a comma; the white space around it stays. */
  removeComma(): void {
    if (this.#pieces.at(-1) !== ',') return;
    this.#pieces.pop();
    const before = this.#pieces.at(-1) ?? '';
    if (!isBlank(before.charAt(0))) return;
    this.#pieces.pop();
    this.#blank = before + this.#blank;
  }

  /** Appends a string whose end quote is missing; blanks at its end come after the quote. */
  pushUnclosed(string: string): void {
    const end = endWithoutBlanks(string);
    this.push(`${string.slice(0, end)}"`);
    this.#blank = string.slice(end);
  }

  /** Removes the end quote of the string that is the last token, with the white space behind it. */
  reopenString(): void {
    this.#blank = '';
    this.#replaceLast((piece) => piece.slice(0, -1));
  }

  /** Writes the end quote again after {@link reopenString}. */
  closeString(): void {
    const string = this.#pieces.pop() ?? '';
    this.pushUnclosed(string);
  }

  /** Removes the first character of a piece. */
  removeFirst(index: number): void {
    this.#pieces[index] = (this.#pieces[index] ?? '').slice(1);
  }

  /** Tests whether the output ends with a comma or a line end, and white space within the line. */
  endsWithCommaOrLineEnd(): boolean {
    return this.#blank.includes('\n') || this.#pieces.at(-1) === ',';
  }

  /** Puts a text around all of the output. */
  enclose(before: string, after: string): void {
    this.push(after);
    this.#start = before;
  }

  toString(): string {
    return this.#start + this.#settled.toString() + this.#pieces.join('') + this.#blank;
  }

  #replaceLast(change: (piece: string) => string): void {
    this.#pieces.push(change(this.#pieces.pop() ?? ''));
  }
}

function endWithoutBlanks(text: string): number {
  let end = text.length;
  while (end > 0 && isBlank(text.charAt(end - 1))) end--;
  return end;
}
