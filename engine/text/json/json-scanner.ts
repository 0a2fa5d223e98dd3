import { placeText, ToolError } from '../../core/errors.js';
import { maxJsonDepth } from '../../core/limits.js';
import { describeCharacter, type Position, positionAt } from '../position.js';

/** The text is not JSON. The message is `line 3, column 7: expected …`. */
export class JsonSyntaxError extends ToolError {
  declare readonly place: Position;
  /** Whether the text may be JSON, but is nested deeper than {@link maxJsonDepth}. */
  readonly isTooDeep: boolean;

  constructor(text: string, offset: number, reason: string, { isTooDeep = false } = {}) {
    const place = positionAt(text, offset);
    super(`${placeText(place)}: ${reason}`, place, reason, isTooDeep ? undefined : 'invalid-json');
    this.isTooDeep = isTooDeep;
  }
}

/** A bracket, the name of a member, any value that is not a container, or the end of the text. */
export type JsonToken = '{' | '}' | '[' | ']' | 'key' | 'scalar' | 'end';

export interface JsonScannerOptions {
  /** Skips `//` and block comments between tokens instead of rejecting them. */
  readonly allowComments?: boolean;
  /** Skips a comma before a closing bracket instead of rejecting it. */
  readonly allowTrailingCommas?: boolean;
}

const quote = 0x22;
const comma = 0x2c;
const slash = 0x2f;
const star = 0x2a;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Splits a JSON text (RFC 8259) into tokens and validates it.
 *
 * Tokens are offsets into the text, so a number of any size, an escape or a lone surrogate can be passed on as written.
 * Works without recursion in linear time. Skips a byte order mark at the start; the caller handles duplicate names.
 *
 * @example const scanner = new JsonScanner(text); while (scanner.next() !== 'end') use(text.slice(scanner.start,
 * scanner.end));
 */
export class JsonScanner {
  /** Start and end of the last token, in UTF-16 code units. Strings and names include their quotes. */
  start = 0;
  end = 0;

  readonly #text: string;
  readonly #allowComments: boolean;
  readonly #allowTrailingCommas: boolean;
  /** The bracket that closes each open container, the innermost last. */
  readonly #closers: number[] = [];
  #position = 0;
  #expected: 'value' | 'first' | 'next' = 'value';

  constructor(text: string, { allowComments = false, allowTrailingCommas = false }: JsonScannerOptions = {}) {
    this.#text = text;
    this.#allowComments = allowComments;
    this.#allowTrailingCommas = allowTrailingCommas;
    if (text.charCodeAt(0) === 0xfeff) this.#position = 1;
  }

  /**
   * Moves to the next token.
   *
   * @throws {JsonSyntaxError} if the text is not JSON, or is nested deeper than {@link maxJsonDepth}.
   */
  next(): JsonToken {
    let unit = this.#skipBlanks();
    const closer = this.#closers.at(-1);
    if (this.#expected !== 'value') {
      if (closer === undefined) return this.#finish();
      if (unit === closer) return this.#close(closer);
      if (this.#expected === 'next') {
        unit = this.#skipComma(unit, closer);
        if (unit === closer) return this.#close(closer);
      }
    }
    return closer === closeBrace && this.#expected !== 'value' ? this.#key(unit) : this.#value(unit);
  }

  #finish(): 'end' {
    if (this.#position < this.#text.length) throw this.#error('expected the end of the text');
    this.start = this.end = this.#position;
    return 'end';
  }

  #close(closer: number): '}' | ']' {
    this.#closers.pop();
    this.#accept(this.#position + 1);
    return closer === closeBrace ? '}' : ']';
  }

  #skipComma(unit: number, closer: number): number {
    const bracket = String.fromCharCode(closer);
    if (unit !== comma) throw this.#error(`expected a comma or "${bracket}"`);
    const commaAt = this.#position++;
    const following = this.#skipBlanks();
    if (following === closer && !this.#allowTrailingCommas) {
      throw new JsonSyntaxError(this.#text, commaAt, `a comma must not stand before "${bracket}"`);
    }
    return following;
  }

  #key(unit: number): 'key' {
    if (unit !== quote) throw this.#error('expected a property name in double quotes');
    this.#accept(this.#stringEnd());
    if (this.#skipBlanks() !== colon) throw this.#error('expected ":" after the property name');
    this.#position++;
    this.#expected = 'value';
    return 'key';
  }

  #value(unit: number): '{' | '[' | 'scalar' {
    switch (unit) {
      case openBrace:
        return this.#open(closeBrace, '{');
      case openBracket:
        return this.#open(closeBracket, '[');
      case quote:
        this.#accept(this.#stringEnd());
        return 'scalar';
      default:
        this.#accept(isDigit(unit) || unit === 0x2d ? this.#numberEnd() : this.#wordEnd());
        return 'scalar';
    }
  }

  #open(closer: number, token: '{' | '['): '{' | '[' {
    if (this.#closers.length === maxJsonDepth) {
      const reason = `nested deeper than ${maxJsonDepth} levels`;
      throw new JsonSyntaxError(this.#text, this.#position, reason, { isTooDeep: true });
    }
    this.#closers.push(closer);
    this.#accept(this.#position + 1);
    this.#expected = 'first';
    return token;
  }

  #accept(end: number): void {
    this.start = this.#position;
    this.end = end;
    this.#position = end;
    this.#expected = 'next';
  }

  #stringEnd(): number {
    const text = this.#text;
    for (let i = this.#position + 1; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === quote) return i + 1;
      if (unit === backslash) i = this.#escapeEnd(i);
      else if (unit === 0x0a || unit === 0x0d) break;
      else if (unit < 0x20) {
        throw new JsonSyntaxError(text, i, `${describeCharacter(text, i)} must be written as an escape in a string`);
      }
    }
    throw new JsonSyntaxError(text, this.#position, 'the string that starts here is not closed on its line');
  }

  /** Returns the offset of an escape's last character. */
  #escapeEnd(start: number): number {
    const text = this.#text;
    switch (text[start + 1]) {
      case '"':
      case '\\':
      case '/':
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        return start + 1;
      case 'u':
        for (let i = start + 2; i < start + 6; i++) {
          if (!isHexDigit(text.charCodeAt(i))) {
            throw new JsonSyntaxError(text, start, 'expected four hexadecimal digits after \\u');
          }
        }
        return start + 5;
      case undefined:
        return start;
      default:
        throw new JsonSyntaxError(
          text,
          start,
          `a backslash must not stand before ${describeCharacter(text, start + 1)}`,
        );
    }
  }

  #numberEnd(): number {
    const text = this.#text;
    let end = this.#position;
    if (text[end] === '-') end++;
    if (text[end] === '0') {
      if (isDigit(text.charCodeAt(end + 1))) {
        throw new JsonSyntaxError(text, this.#position, 'a number must not start with 0');
      }
      end++;
    } else end = this.#digitsEnd(end, 'the minus sign');
    if (text[end] === '.') end = this.#digitsEnd(end + 1, 'the decimal point');
    if (text[end] === 'e' || text[end] === 'E') {
      end++;
      if (text[end] === '+' || text[end] === '-') end++;
      end = this.#digitsEnd(end, 'the "e" of a number');
    }
    return end;
  }

  #digitsEnd(start: number, after: string): number {
    let end = start;
    while (isDigit(this.#text.charCodeAt(end))) end++;
    if (end === start) throw this.#error(`expected a digit after ${after}`, start);
    return end;
  }

  #wordEnd(): number {
    for (const word of ['true', 'false', 'null']) {
      if (this.#text.startsWith(word, this.#position)) return this.#position + word.length;
    }
    throw this.#error('expected a value');
  }

  /** Skips blanks and, if allowed, comments. Returns the offset of the next character. */
  #skipBlanks(): number {
    const text = this.#text;
    for (;;) {
      const unit = text.charCodeAt(this.#position);
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) this.#position++;
      else if (unit === slash && this.#allowComments) this.#position = this.#commentEnd();
      else return unit;
    }
  }

  #commentEnd(): number {
    const text = this.#text;
    const start = this.#position;
    if (text.charCodeAt(start + 1) === slash) {
      let end = start + 2;
      while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
      return end;
    }
    if (text.charCodeAt(start + 1) !== star) throw this.#error('expected "//" or "/*" to start a comment', start + 1);
    const end = text.indexOf('*/', start + 2);
    if (end === -1) throw new JsonSyntaxError(text, start, 'the comment that starts here is not closed');
    return end + 2;
  }

  #error(reason: string, offset = this.#position): JsonSyntaxError {
    return new JsonSyntaxError(this.#text, offset, `${reason}, found ${this.#describe(offset)}`);
  }

  /**
   * Quotes a whole word where there is one (`NaN`, `undefined`, `'single`), so that the message shows what was written.
   */
  #describe(offset: number): string {
    const word = /^[A-Za-z_$][\w$]*/.exec(this.#text.slice(offset, offset + 20))?.[0] ?? '';
    if (word.length > 1) return `"${word}"`;
    if (this.#text.startsWith('//', offset) || this.#text.startsWith('/*', offset)) return 'a comment';
    return describeCharacter(this.#text, offset);
  }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isHexDigit(unit: number): boolean {
  return isDigit(unit) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);
}
