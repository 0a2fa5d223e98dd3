import { ToolError } from '../../../core/errors.js';
import { decodeUtf8 } from '../../../text/encoding/utf8.js';
import { describeCharacter, positionAt } from '../../../text/position.js';
import { replaceMatches } from '../../../text/replacement.js';

/** The backslash escapes of one language. The patterns are sticky and start at the backslash. */
interface EscapeSyntax {
  /** For messages. */
  readonly name: string;
  readonly quotes: string;
  /** A code point in hexadecimal; one of the groups has its digits. */
  readonly hex: RegExp;
  readonly octal?: RegExp;
  /** Whether octal numbers, and `\x`, are bytes of UTF-8 rather than code points. */
  readonly bytes?: boolean;
  readonly named: ReadonlyMap<string, string>;
  /**
   * Characters that no other escape may begin with. A backslash before any other character is dropped or kept;
   * undefined: an error.
   */
  readonly refused?: string;
  readonly others?: 'dropped' | 'kept';
  /** What to write instead of an escape that is refused, by the character after the backslash. */
  readonly hints: Readonly<Record<string, string>>;
}

const fourDigits = '\\u needs four hexadecimal digits';
const eightDigits = '\\U needs eight hexadecimal digits';
const twoDigits = '\\x needs two hexadecimal digits';

const common: [string, string][] = [
  ['\\', '\\'],
  ['"', '"'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
];
const apostrophe: [string, string] = ["'", "'"];
const bellAndVerticalTab: [string, string][] = [
  ['a', '\x07'],
  ['v', '\v'],
];
/** A backslash at the end of a line joins it with the next. */
const continuation: [string, string][] = [
  ['\n', ''],
  ['\r\n', ''],
  ['\r', ''],
];

const syntaxes = {
  json: {
    name: 'JSON',
    quotes: '"',
    hex: /\\u([\da-fA-F]{4})/y,
    named: new Map([...common, ['/', '/']]),
    hints: { u: fourDigits, x: 'write \\u00 and the two digits', U: 'write \\u and four hexadecimal digits' },
  },
  js: {
    name: 'JavaScript',
    quotes: '"\'`',
    hex: /\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]+)\}|x([\da-fA-F]{2}))/y,
    octal: /\\(0)(?!\d)/y,
    named: new Map([...common, apostrophe, ['v', '\v'], ...continuation]),
    refused: 'ux0123456789',
    others: 'dropped',
    hints: {
      u: `${fourDigits}, or one to six in braces`,
      x: twoDigits,
      0: 'octal numbers are not supported; write \\x and two hexadecimal digits',
    },
  },
  java: {
    name: 'Java',
    quotes: '"',
    hex: /\\u+([\da-fA-F]{4})/y,
    octal: /\\([0-3]?[0-7]{1,2})/y,
    named: new Map([...common, apostrophe, ['s', ' '], ...continuation]),
    hints: { u: fourDigits, x: 'write \\u00 and the two digits' },
  },
  python: {
    name: 'Python',
    quotes: '"\'',
    hex: /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2}))/y,
    octal: /\\([0-7]{1,3})/y,
    named: new Map([...common, apostrophe, ...bellAndVerticalTab, ...continuation]),
    refused: 'uUxN',
    others: 'kept',
    hints: {
      u: fourDigits,
      U: eightDigits,
      x: twoDigits,
      N: 'names of characters are not supported; write \\u and four, or \\U and eight hexadecimal digits',
    },
  },
  c: {
    name: 'C',
    quotes: '"',
    hex: /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y,
    octal: /\\([0-7]{1,3})/y,
    bytes: true,
    named: new Map([...common, apostrophe, ['?', '?'], ...bellAndVerticalTab, ...continuation]),
    hints: { u: fourDigits, U: eightDigits, x: '\\x needs hexadecimal digits', e: 'write \\033' },
  },
} as const satisfies Record<string, EscapeSyntax>;

export type EscapeLanguage = keyof typeof syntaxes;

/**
 * Reads the body of a literal, or a literal with its quotes.
 *
 * @throws {ToolError} with line and column of an invalid escape, or of quotes that do not enclose exactly one literal.
 */
export function unescapeString(text: string, language: EscapeLanguage, quotes: boolean): string {
  const syntax: EscapeSyntax = syntaxes[language];
  const { start, end } = quotes ? literalBody(text, syntax.quotes) : { start: 0, end: text.length };
  return new Unescaping(text.slice(0, end), syntax, quotes ? text.charAt(start - 1) : '').read(start);
}

/** Reads the body of a literal with doubled quotes, or such a literal with its quotes. */
export function undoubleQuotes(text: string, quote: '"' | "'", quotes: boolean): string {
  const { start, end } = quotes ? literalBody(text, quote) : { start: 0, end: text.length };
  return replaceMatches(text.slice(start, end), quote === '"' ? /""?/g : /''?/g, (written, offset: number) => {
    if (quotes && written === quote) throw earlyEnd(text, start + offset);
    return quote;
  });
}

const escapedByte = /\\(?:([0-7]{1,3})|x([\da-fA-F]+))/y;

/** Returns where the text between the quotes starts and ends. Ignores white space around a literal. */
function literalBody(text: string, quotes: string): { start: number; end: number } {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const quote = text.charAt(start);
  const expected = [...quotes].join(' or ');
  if (quote === '' || !quotes.includes(quote)) throw ToolError.at(positionAt(text, start), `expected ${expected}`);
  if (end - start < 2 || text.charAt(end - 1) !== quote) throw unclosed(text, start);
  return { start: start + 1, end: end - 1 };
}

function unclosed(text: string, offset: number): ToolError {
  return ToolError.at(positionAt(text, offset), `the string that starts here is not closed`);
}

function earlyEnd(text: string, offset: number): ToolError {
  return ToolError.at(positionAt(text, offset), `the string ends here, and more text follows`);
}

class Unescaping {
  readonly #text: string;
  readonly #syntax: EscapeSyntax;
  readonly #quote: string;
  #position = 0;

  /** @param quote - must be escaped in the text; `''` if nothing must. */
  constructor(text: string, syntax: EscapeSyntax, quote: string) {
    this.#text = text;
    this.#syntax = syntax;
    this.#quote = quote;
  }

  read(start: number): string {
    const text = this.#text;
    let result = '';
    this.#position = start;
    for (let at = text.indexOf('\\', start); at !== -1; at = text.indexOf('\\', this.#position)) {
      result += this.#plain(at);
      this.#position = at;
      result += this.#escape();
    }
    return result + this.#plain(text.length);
  }

  #plain(end: number): string {
    const plain = this.#text.slice(this.#position, end);
    const early = this.#quote === '' ? -1 : plain.indexOf(this.#quote);
    if (early !== -1) throw earlyEnd(this.#text, this.#position + early);
    return plain;
  }

  /** Returns the meaning of the escape at the position, and moves the position past it. */
  #escape(): string {
    const { named, octal, hex, bytes } = this.#syntax;
    const next = this.#text.charAt(this.#position + 1);
    const following = this.#text.startsWith('\r\n', this.#position + 1) ? '\r\n' : next;
    const character = named.get(following);
    if (character !== undefined) {
      this.#position += 1 + following.length;
      return character;
    }
    if (bytes === true) {
      const text = this.#bytes();
      if (text !== '') return text;
    }
    const digits = this.#number(hex);
    if (digits !== undefined) return this.#character(Number.parseInt(digits, 16));
    const octalDigits = octal === undefined ? undefined : this.#number(octal);
    if (octalDigits !== undefined) return this.#character(Number.parseInt(octalDigits, 8));
    return this.#other(next);
  }

  #number(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position = pattern.lastIndex;
    return match.slice(1).find((group) => group !== undefined);
  }

  #character(codePoint: number): string {
    if (codePoint <= 0x10ffff) return String.fromCodePoint(codePoint);
    const start = this.#text.lastIndexOf('\\', this.#position - 1);
    throw this.#error(start, `"${shortened(this.#text.slice(start, this.#position))}" is beyond U+10FFFF`);
  }

  /** Reads adjacent escaped bytes as UTF-8. Returns `''` if there are none. */
  #bytes(): string {
    const start = this.#position;
    const values: number[] = [];
    escapedByte.lastIndex = start;
    for (let match = escapedByte.exec(this.#text); match !== null; match = escapedByte.exec(this.#text)) {
      const [written, octal = '', hex = ''] = match;
      const value = octal === '' ? Number.parseInt(hex, 16) : Number.parseInt(octal, 8);
      if (value > 0xff) throw this.#error(match.index, `"${shortened(written)}" is more than a byte`);
      values.push(value);
      this.#position = escapedByte.lastIndex;
    }
    if (values.length === 0) return '';
    const text = decodeUtf8(Uint8Array.from(values));
    if (typeof text === 'string') return text;
    throw this.#error(start, 'the bytes that are escaped from here on are not UTF-8');
  }

  #other(following: string): string {
    const { refused = '', others, name, hints } = this.#syntax;
    if (following === '') throw this.#error(this.#position, 'nothing follows the last backslash');
    if (others !== undefined && !refused.includes(following)) {
      this.#position += 2;
      return others === 'kept' ? `\\${following}` : following;
    }
    const character = describeCharacter(this.#text, this.#position + 1);
    const hint = hints[following] ?? (/[1-9]/.test(following) ? hints[0] : undefined);
    const reason = `a backslash and ${character} are not an escape of ${name}`;
    throw this.#error(this.#position, hint === undefined ? reason : `${reason}: ${hint}`);
  }

  #error(offset: number, reason: string): ToolError {
    return ToolError.at(positionAt(this.#text, offset), `${reason}`);
  }
}

/** An escape may have any number of digits. */
function shortened(written: string): string {
  return written.length > 12 ? `${written.slice(0, 12)}…` : written;
}
