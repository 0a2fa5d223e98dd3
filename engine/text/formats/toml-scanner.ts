import { ToolError } from '../../core/errors.js';
import { describeCharacter, positionAt } from '../position.js';
import { tomlScalarAt } from './toml-scalar.js';

/** Runs of characters without special meaning; tab is the only control character among them. */
const basicRun = /[^"\\\0-\x08\x0a-\x1f\x7f]*/y;
const literalRun = /[^'\0-\x08\x0a-\x1f\x7f]*/y;
const multiLineBasicRun = /(?:[^"\\\0-\x08\x0b-\x1f\x7f]|\r\n)*/y;
const multiLineLiteralRun = /(?:[^'\0-\x08\x0b-\x1f\x7f]|\r\n)*/y;
const commentRun = /[^\0-\x08\x0a-\x1f\x7f]*/y;
const blankRun = /[ \t]*/y;
const bareKey = /[A-Za-z\d_-]+/y;
/** A backslash at the end of a line, and all white space up to the next character. */
const lineContinuation = /[ \t]*\r?\n[ \t\r\n]*/y;

const escapes: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  ['"', '"'],
  ['\\', '\\'],
]);
const hexEscapeLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Reads the tokens of TOML: keys, strings, numbers, dates, comments. Every method moves past what it reads. */
export class TomlScanner {
  position = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\ufeff')) this.position = 1;
  }

  /** The current character, `''` at the end. */
  get character(): string {
    return this.#text.charAt(this.position);
  }

  get atEnd(): boolean {
    return this.position >= this.#text.length;
  }

  error(reason: string, offset = this.position): ToolError {
    return ToolError.at(positionAt(this.#text, offset), `${reason}`);
  }

  /** Skips `expected`. @throws {ToolError} if the text continues otherwise. */
  expect(expected: string, where: string): void {
    if (!this.skip(expected)) {
      throw this.error(`expected "${expected}" ${where}, found ${describeCharacter(this.#text, this.position)}`);
    }
  }

  /** Skips `expected` if it comes next. Returns whether it did. */
  skip(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.position)) return false;
    this.position += expected.length;
    return true;
  }

  skipBlanks(): void {
    this.#run(blankRun);
  }

  /** Skips blanks, line ends and comments. */
  skipLines(): void {
    do this.#skipComment();
    while (this.#skipLineEnd());
  }

  /** Skips what may follow a value or a header up to the end of its line. */
  endLine(): void {
    this.#skipComment();
    if (this.atEnd || this.#skipLineEnd()) return;
    throw this.error(`expected the end of the line, found ${describeCharacter(this.#text, this.position)}`);
  }

  #skipComment(): void {
    this.skipBlanks();
    if (this.skip('#')) this.#run(commentRun);
  }

  #skipLineEnd(): boolean {
    return this.skip('\n') || this.skip('\r\n');
  }

  /** Reads the parts of a key: `a."b c".d` has three. */
  key(): string[] {
    const parts: string[] = [];
    do {
      this.skipBlanks();
      parts.push(this.#keyPart());
      this.skipBlanks();
    } while (this.skip('.'));
    return parts;
  }

  #keyPart(): string {
    if (this.character === '"' || this.character === "'") return this.#singleLine(this.character);
    const part = this.#run(bareKey);
    if (part !== '') return part;
    throw this.error(`expected a key, found ${describeCharacter(this.#text, this.position)}`);
  }

  /** Reads a value that is neither an array nor an inline table, as JSON. */
  scalar(): string {
    if (this.character === '"' || this.character === "'") return JSON.stringify(this.#string(this.character));
    const scalar = tomlScalarAt(this.#text, this.position);
    if (scalar === undefined) {
      const written = /^[\w.:+-]{2,40}/.exec(this.#text.slice(this.position, this.position + 40))?.[0];
      const found = written === undefined ? describeCharacter(this.#text, this.position) : `"${written}"`;
      throw this.error(`expected a value, found ${found}`);
    }
    if ('problem' in scalar) throw this.error(scalar.problem);
    this.position = scalar.end;
    return scalar.json;
  }

  #string(quote: '"' | "'"): string {
    return this.#text.startsWith(quote.repeat(3), this.position) ? this.#multiLine(quote) : this.#singleLine(quote);
  }

  #singleLine(quote: '"' | "'"): string {
    const start = this.position++;
    let value = '';
    for (;;) {
      value += this.#run(quote === '"' ? basicRun : literalRun);
      if (this.skip(quote)) return value;
      if (this.character !== '\\') throw this.#brokenString(start);
      value += this.#escape();
    }
  }

  #multiLine(quote: '"' | "'"): string {
    const start = this.position;
    const closing = quote.repeat(3);
    this.position += 3;
    this.#skipLineEnd();
    let value = '';
    for (;;) {
      value += this.#run(quote === '"' ? multiLineBasicRun : multiLineLiteralRun);
      if (this.skip(closing)) return value + this.#quotesBehind(quote);
      if (this.skip(quote)) value += quote;
      else if (this.character !== '\\') throw this.#brokenString(start);
      else value += this.#lineContinuation() ? '' : this.#escape();
    }
  }

  /** Up to two quotes before the closing three belong to the string. */
  #quotesBehind(quote: string): string {
    let quotes = '';
    while (quotes.length < 2 && this.skip(quote)) quotes += quote;
    return quotes;
  }

  #lineContinuation(): boolean {
    this.position++;
    const isOne = this.#run(lineContinuation) !== '';
    if (!isOne) this.position--;
    return isOne;
  }

  #escape(): string {
    const start = this.position;
    const letter = this.#text.charAt(start + 1);
    const character = escapes.get(letter);
    this.position += 2;
    if (character !== undefined) return character;
    const length = hexEscapeLengths.get(letter);
    const digits = this.#text.slice(start + 2, start + 2 + (length ?? 0));
    if (length === undefined || digits.length < length || !/^[\da-f]+$/i.test(digits)) {
      throw this.error('a backslash here must stand before b, t, n, f, r, e, ", \\, xHH, uHHHH or UHHHHHHHH', start);
    }
    this.position += length;
    const codePoint = Number.parseInt(digits, 16);
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint < 0xe000)) {
      throw this.error(`there is no character U+${digits.toUpperCase()}`, start);
    }
    return String.fromCodePoint(codePoint);
  }

  #brokenString(start: number): ToolError {
    if (this.atEnd || this.character === '\n' || this.#text.startsWith('\r\n', this.position)) {
      return this.error('the string that starts here is not closed', start);
    }
    return this.error(`${describeCharacter(this.#text, this.position)} must be written as an escape in a string`);
  }

  /** Reads the match of a sticky expression at the position. */
  #run(expression: RegExp): string {
    expression.lastIndex = this.position;
    const run = expression.exec(this.#text)?.[0] ?? '';
    this.position += run.length;
    return run;
  }
}
