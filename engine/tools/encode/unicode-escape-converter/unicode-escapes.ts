import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { positionAt } from '../../../text/position.js';
import { replaceMatches, replaceWithin } from '../../../text/replacement.js';
import { TextWriter } from '../../../text/text-writer.js';

/** One notation for numeric escapes. */
interface EscapeStyle {
  /** The start of an escape: the character to escape if it looks like one. */
  readonly mark: string;
  /**
   * The source of a pattern for the text after the mark. Hexadecimal digits are in the groups, decimal ones in
   * `decimal`.
   */
  readonly rest: string;
  /** @param digits - the code point, in hexadecimal capitals. */
  write(codePoint: number, digits: string): string;
}

const utf16 = (prefix: string) => (codePoint: number, digits: string) =>
  codePoint <= 0xffff
    ? prefix + digits.padStart(4, '0')
    : Array.from({ length: 2 }, (_, i) => prefix + hex(String.fromCodePoint(codePoint).charCodeAt(i))).join('');

const styles = {
  /** ECMA-262 section 12.9.4. */
  js: {
    mark: '\\\\',
    rest: 'u([\\da-fA-F]{4})|u\\{([\\da-fA-F]+)\\}|x([\\da-fA-F]{2})',
    write: (codePoint, digits) => (codePoint <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`),
  },
  /** RFC 8259 section 7; Java has the same. */
  json: { mark: '\\\\', rest: 'u([\\da-fA-F]{4})', write: utf16('\\u') },
  /** CSS Syntax Module Level 3, section 4.3.7. The space ends the digits, and belongs to the escape. */
  css: { mark: '\\\\', rest: '([\\da-fA-F]{1,6})(?:\\r\\n|[ \\t\\r\\n\\f])?', write: (_, digits) => `\\${digits} ` },
  /** The Python Language Reference, section 2.4.1. */
  python: {
    mark: '\\\\',
    rest: 'x([\\da-fA-F]{2})|u([\\da-fA-F]{4})|U([\\da-fA-F]{8})',
    write: (codePoint, digits) =>
      codePoint <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`,
  },
  /** HTML Living Standard, section 13.1.4. */
  html: {
    mark: '&',
    rest: '#[xX]([\\da-fA-F]+);|#(?<decimal>\\d+);',
    write: (_, digits) => `&#x${digits};`,
  },
  /** ECMA-262 section B.2.1. */
  'percent-u': { mark: '%', rest: 'u([\\da-fA-F]{4})', write: utf16('%u') },
} as const satisfies Record<string, EscapeStyle>;

export type EscapeStyleName = keyof typeof styles | 'codepoint';

const hex = (codeUnit: number): string => codeUnit.toString(16).toUpperCase().padStart(4, '0');

/**
 * Writes characters as numeric escapes: all of them, or those beyond ASCII and text that {@link readEscapes} would read
 * as an escape.
 *
 * @throws {OutputTooLongError} while the result grows.
 */
export function writeEscapes(text: string, style: EscapeStyleName, nonAsciiOnly: boolean, limit: OutputLimit): string {
  if (style === 'codepoint') return writeCodePoints(text, nonAsciiOnly, limit);
  const { mark, rest, write }: EscapeStyle = styles[style];
  const escaped = nonAsciiOnly ? new RegExp(`[^\\0-\\x7f]|${mark}(?=${rest})`, 'gu') : /[\s\S]/gu;
  return replaceWithin(limit, text, escaped, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return write(codePoint, codePoint.toString(16).toUpperCase());
  });
}

/**
 * Reads what {@link writeEscapes} writes and the other spellings of the style. Everything else stays.
 *
 * @throws {ToolError} with line and column of a number that is not a code point.
 */
export function readEscapes(text: string, style: EscapeStyleName): string {
  if (style === 'codepoint') return readCodePoints(text);
  const { mark, rest }: EscapeStyle = styles[style];
  return replaceMatches(text, new RegExp(`${mark}(?:${rest})`, 'gu'), (written, ...details: unknown[]) => {
    const groups = details.slice(
      0,
      details.findIndex((detail) => typeof detail === 'number'),
    );
    const digits = groups.find((group) => group !== undefined) as string;
    const isDecimal = style === 'html' && groups.at(-1) !== undefined;
    const offset = details[groups.length] as number;
    return characterOf(Number.parseInt(digits, isDecimal ? 10 : 16), written, text, offset);
  });
}

function characterOf(codePoint: number, written: string, text: string, offset: number): string {
  if (codePoint <= 0x10ffff) return String.fromCodePoint(codePoint);
  const shown = written.length > 14 ? `${written.slice(0, 14)}…` : written;
  throw ToolError.at(positionAt(text, offset), `"${shown}" is beyond U+10FFFF`);
}

/**
 * Characters written as U+0000, and single spaces between them: a space between two codes only separates, so a real one
 * needs a code of its own.
 */
const nonAsciiRun = /(?:[^\0-\x7f]|[Uu](?=\+[\da-fA-F]{4}))(?: ?(?:[^\0-\x7f]|[Uu](?=\+[\da-fA-F]{4})))*/gu;

function writeCodePoints(text: string, nonAsciiOnly: boolean, limit: OutputLimit): string {
  // The whole text is one run: no pattern, whose stack would grow with every character.
  if (!nonAsciiOnly) return codesOf(text, false, limit);
  return replaceWithin(limit, text, nonAsciiRun, (run, offset) => {
    // A digit after the code would be read as part of it, unless the code has all six digits.
    const beforeDigit = /[\da-fA-F]/.test(text.charAt(offset + run.length));
    return codesOf(run, beforeDigit, limit);
  });
}

/** Returns the codes of a run of characters, with a space between two: `U+0061 U+1F600`. */
function codesOf(run: string, beforeDigit: boolean, limit: OutputLimit): string {
  const codes = new TextWriter(limit);
  let end = 0;
  for (const character of run) {
    end += character.length;
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    const isLast = end === run.length;
    codes.write(`${codes.length === 0 ? '' : ' '}U+${digits.padStart(isLast && beforeDigit ? 6 : 4, '0')}`);
  }
  return codes.toString();
}

function readCodePoints(text: string): string {
  return replaceMatches(
    text,
    /([Uu]\+([\da-fA-F]{4,6}))(?: (?=[Uu]\+[\da-fA-F]{4}))?/g,
    (_, written: string, digits: string, offset: number) =>
      characterOf(Number.parseInt(digits, 16), written, text, offset),
  );
}
