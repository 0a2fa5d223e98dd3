import { ToolError } from '../../core/errors.js';
import { describeCharacter, positionAt } from '../position.js';
import { isBlank, isDelimiter, isForeignBlank } from './repair-characters.js';
import { RepairOutput } from './repair-output.js';

/** Characters of strings and comments that a repair reads at most, again and again ones included: half a second. */
const mostRead = 5_000_000;

/** A broken JSON text, how far it was read, and what was written for it. */
export class RepairReader {
  readonly text: string;
  /** Whether to repair more than the library jsonrepair does, which is the model of everything else. */
  readonly beyondLibrary: boolean;
  readonly output = new RepairOutput();
  /** The offset of the next character; it can be after the end. */
  at = 0;
  /** Characters of strings and comments that may still be read. */
  #readable = mostRead;

  constructor(text: string, beyondLibrary: boolean) {
    this.text = text;
    this.beyondLibrary = beyondLibrary;
  }

  /** The next character; '' at the end. */
  get character(): string {
    return this.text.charAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Skips a character if it is the next one. */
  skip(character: string): boolean {
    if (this.character !== character) return false;
    this.at++;
    return true;
  }

  /** Writes a character if it is the next one. */
  copy(character: string): boolean {
    if (!this.skip(character)) return false;
    this.output.push(character);
    return true;
  }

  /** Writes a comma if it is next, or a semicolon that stands for one. */
  copyComma(): boolean {
    if (this.copy(',')) return true;
    if (!this.beyondLibrary || !this.skip(';')) return false;
    this.output.push(',');
    return true;
  }

  /** Tests for a semicolon that stands for a comma: a value, a member or the end follows, and not plain text. */
  isSeparator(at: number): boolean {
    if (!this.beyondLibrary || this.text.charAt(at) !== ';') return false;
    return /^;\s{0,100}(?:$|["'[\]{}\d-]|[\w$]{1,100}\s{0,100}:)/.test(this.text.slice(at, at + 302));
  }

  /** Refuses a comma after one that was read, where a value may be lost: the library ends the array there. */
  refuseMoreCommas(): void {
    if (!this.beyondLibrary) return;
    this.skipBlanks();
    if (this.character === ',')
      this.refuse(this.at, 'a comma after another one; remove it, or write the value that is missing');
  }

  /** Skips comments, and writes white space. */
  skipBlanks(): void {
    this.output.pushBlank(this.readBlanks());
  }

  /** Writes white space. */
  skipWhiteSpace(): void {
    this.output.pushBlank(this.#readBlankRun(true));
  }

  /** Skips comments and white space. @returns the white space. */
  readBlanks(lineEnds = true): string {
    let blanks = this.#readBlankRun(lineEnds);
    // A comment right behind another one is no comment: the library that this follows reads it as a value.
    for (let run = ' '; run !== '' && this.#skipComment(); blanks += run) run = this.#readBlankRun(lineEnds);
    return blanks;
  }

  /** Tests for a comment of a shell or Python, after white space or a delimiter; `#fff` without a blank is a value. */
  isHashComment(at: number): boolean {
    const { text } = this;
    if (!this.beyondLibrary || text.charAt(at) !== '#' || !'# \t\r\n!'.includes(text.charAt(at + 1))) return false;
    const before = text.charAt(at - 1);
    return isBlank(before) || isDelimiter(before);
  }

  /** Returns the offset of the last character up to one that is not white space; 0 if there is none. */
  lastNonBlank(from: number): number {
    let at = from;
    while (at > 0 && isBlank(this.text.charAt(at))) at--;
    return at;
  }

  /**
   * Counts characters that were read.
   *
   * A quote that turns out not to end its string makes the repair read the string again, so time would be quadratic.
   *
   * @throws {ToolError} if more were read than a repair may read.
   */
  count(characters: number): void {
    this.#readable -= characters;
    if (this.#readable >= 0) return;
    throw ToolError.at(positionAt(this.text, this.at), 'too many strings up to here lack a quote or have too many');
  }

  /** @throws {ToolError} with the place of the next character. */
  fail(): never {
    const offset = Math.min(this.at, this.text.length);
    this.refuse(offset, `the text cannot be repaired from here on, found ${describeCharacter(this.text, offset)}`);
  }

  /** Refuses a text that can mean several things. @throws {ToolError} with a place. */
  refuse(offset: number, reason: string): never {
    throw ToolError.at(positionAt(this.text, offset), reason);
  }

  /** Reads white space, of which other kinds become blanks. */
  #readBlankRun(lineEnds: boolean): string {
    const { text, at: start } = this;
    let foreign = false;
    for (; ; this.at++) {
      const character = text.charAt(this.at);
      if (isBlank(character) && (lineEnds || character !== '\n')) continue;
      if (!isForeignBlank(character)) break;
      foreign = true;
    }
    const run = text.slice(start, this.at);
    return foreign ? run.replace(/[^ \n\t\r]/g, ' ') : run;
  }

  #skipComment(): boolean {
    const { text, at: start } = this;
    if (this.isHashComment(start)) {
      while (!this.isAtEnd && this.character !== '\n') this.at++;
      this.count(this.at - start);
      return true;
    }
    if (text.charAt(start) !== '/') return false;
    const second = text.charAt(start + 1);
    if (second !== '*' && second !== '/') return false;
    const end = second === '*' ? text.indexOf('*/', start) : text.indexOf('\n', start);
    const after = end === -1 ? text.length : end;
    this.at = second === '*' ? after + 2 : after;
    this.count(this.at - start);
    return true;
  }
}
