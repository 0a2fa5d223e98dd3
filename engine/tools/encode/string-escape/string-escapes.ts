import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { describeCharacter, positionAt } from '../../../text/position.js';
import { replaceWithin } from '../../../text/replacement.js';

/** The syntax of literals in one language. */
interface LiteralSyntax {
  readonly open: string;
  readonly close: string;
  /** Matches globally what must be escaped between the quotes. Includes lone surrogates only if they have an escape. */
  readonly special: RegExp;
  /** The escapes of special characters that have a name. */
  readonly named: ReadonlyMap<string, string>;
  /** Escapes any other special character, or names the place that cannot hold it. */
  readonly others: ((character: string) => string) | string;
  /** Replaces `special` if the quotes are written as well. */
  readonly specialInQuotes?: RegExp;
  /** The literal for the empty text, if not two quotes. */
  readonly empty?: string;
}

const hex = (character: string, digits: number): string => character.charCodeAt(0).toString(16).padStart(digits, '0');
const unicodeEscape = (character: string): string => `\\u${hex(character, 4)}`;
const doubled = (character: string): string => character + character;
const backslashed = (character: string): string => `\\${character}`;

const common: [string, string][] = [
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
];
const bell: [string, string] = ['\x07', '\\a'];
const backspaceAndFormFeed: [string, string][] = [
  ['\b', '\\b'],
  ['\f', '\\f'],
];
const doubleQuote: [string, string] = ['"', '\\"'];
const singleQuote: [string, string] = ["'", "\\'"];

const none: ReadonlyMap<string, string> = new Map();

const syntaxes = {
  /** RFC 8259 section 7. */
  json: {
    open: '"',
    close: '"',
    special: /[\0-\x1f"\\]|\p{Surrogate}/gu,
    named: new Map([...common, ...backspaceAndFormFeed, doubleQuote]),
    others: unicodeEscape,
  },
  /** ECMA-262 section 12.9.4; U+2028 and U+2029 end lines in older editions. */
  js: {
    open: '"',
    close: '"',
    special: /[\0-\x1f"'\\\x7f\u2028\u2029]|\p{Surrogate}/gu,
    named: new Map([...common, ...backspaceAndFormFeed, ['\v', '\\v'], doubleQuote, singleQuote]),
    others: (character) => (character < '\x80' ? `\\x${hex(character, 2)}` : unicodeEscape(character)),
  },
  /** Java Language Specification section 3.10.7. */
  java: {
    open: '"',
    close: '"',
    special: /[\0-\x1f"\\\x7f]|\p{Surrogate}/gu,
    named: new Map([...common, ...backspaceAndFormFeed, doubleQuote]),
    others: unicodeEscape,
  },
  /** The Python Language Reference, section 2.4.1. */
  python: {
    open: '"',
    close: '"',
    special: /[\0-\x1f"'\\\x7f]|\p{Surrogate}/gu,
    named: new Map([...common, doubleQuote, singleQuote]),
    others: (character) => (character < '\x80' ? `\\x${hex(character, 2)}` : unicodeEscape(character)),
  },
  /** C17 section 6.4.4.4. Octal escapes end after three digits; hexadecimal ones would include what follows. */
  c: {
    open: '"',
    close: '"',
    // The second of two question marks, which could begin a trigraph.
    special: /[\0-\x1f"\\\x7f]|(?<=\?)\?/g,
    named: new Map([...common, ...backspaceAndFormFeed, ['\v', '\\v'], bell, doubleQuote, ['?', '\\?']]),
    others: (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  },
  /** ISO 9075-2 section 5.3. */
  sql: { open: "'", close: "'", special: /'/g, named: none, others: doubled },
  /** RFC 4180 section 2. */
  csv: { open: '"', close: '"', special: /"/g, named: none, others: doubled },
  /**
   * Extensible Markup Language 1.0, sections 2.2, 2.11 and 3.3.3: line ends are normalized unless they are references.
   */
  xml: {
    open: '"',
    close: '"',
    special: /[&<>"'\0-\x08\v\f\r\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu,
    specialInQuotes: /[&<>"'\0-\x1f\ufffe\uffff]|\p{Surrogate}/gu,
    named: new Map([
      ['&', '&amp;'],
      ['<', '&lt;'],
      ['>', '&gt;'],
      ['"', '&quot;'],
      ["'", '&apos;'],
      ['\r', '&#13;'],
      ['\t', '&#9;'],
      ['\n', '&#10;'],
    ]),
    others: 'XML',
  },
  /** The syntax characters of ECMA-262 section 22.2.1, RE2 and PCRE. A slash ends a literal between slashes. */
  regex: {
    open: '/',
    close: '/',
    special: /[\\^$.*+?()[\]{}|/\n\r\u2028\u2029]/g,
    named: new Map([
      ['\n', '\\n'],
      ['\r', '\\r'],
      ['\u2028', '\\u2028'],
      ['\u2029', '\\u2029'],
    ]),
    others: backslashed,
    // Two slashes would start a comment.
    empty: '/(?:)/',
  },
  /**
   * POSIX.1-2017, Shell Command Language, section 2.2.2: nothing is special between single quotes except these
   * themselves.
   */
  shell: {
    open: "'",
    close: "'",
    special: /['\0]/g,
    named: new Map([["'", "'\\''"]]),
    others: 'a command line',
  },
  /** PowerShell reads the curly single quotes as straight ones. */
  powershell: { open: "'", close: "'", special: /['\u2018-\u201b]/g, named: none, others: doubled },
} as const satisfies Record<string, LiteralSyntax>;

export type LiteralLanguage = keyof typeof syntaxes;

/**
 * Writes a text as the body of a literal, or with its quotes.
 *
 * @throws {ToolError} with line and column of a character that the language cannot express.
 * @throws {OutputTooLongError} while the result grows.
 */
export function escapeString(text: string, language: LiteralLanguage, quotes: boolean, limit: OutputLimit): string {
  const syntax: LiteralSyntax = syntaxes[language];
  const { named, others } = syntax;
  const special = quotes ? (syntax.specialInQuotes ?? syntax.special) : syntax.special;
  const body = replaceWithin(limit, text, special, (character, offset) => {
    const known = named.get(character);
    if (known !== undefined) return known;
    if (typeof others === 'function') return others(character);
    throw ToolError.at(positionAt(text, offset), `${others} cannot hold ${describeCharacter(text, offset)}`);
  });
  if (!quotes) return body;
  return body === '' && syntax.empty !== undefined ? syntax.empty : syntax.open + body + syntax.close;
}
