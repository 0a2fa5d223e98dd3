import { type Place, ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { encodeText } from '../../../text/encoding/charset.js';
import { decodeUtf8 } from '../../../text/encoding/utf8.js';
import { ownLineEnds, splitLines } from '../../../text/lines/lines.js';
import { TextWriter } from '../../../text/text-writer.js';
import { countCodePoints } from '../../../text/unicode/code-points.js';

export type QuotedPrintableCharset = 'utf-8' | 'latin1';

/**
 * Encodes a text as quoted-printable (RFC 2045 section 6.7). Line ends stay, and soft line breaks are written like the
 * first one. No line is longer than the given length, and no line break splits a character.
 *
 * @param lineLength - in characters, including the "=" of a soft line break; at least 13.
 * @throws {ToolError} with line and column of a character that Latin-1 does not have.
 * @throws {OutputTooLongError} while it builds: one character can become twelve.
 */
export function encodeQuotedPrintable(
  text: string,
  charset: QuotedPrintableCharset,
  lineLength: number,
  limit: OutputLimit,
): string {
  if (charset === 'latin1') encodeText(text, charset);
  const { lines, lineEnd } = splitLines(text);
  const ends = ownLineEnds(text);
  const escapes = new Map<string, string>();
  const escapeOf = (character: string): string => {
    let written = escapes.get(character);
    if (written === undefined) {
      written = escapedBytes(encodeText(character, charset));
      escapes.set(character, written);
    }
    return written;
  };
  let length = 0;
  const add = (more: number): void => {
    length += more;
    limit.check(length);
  };
  const encoded = lines.map((line, i) => {
    const result = new TextWriter();
    let current = '';
    for (let at = 0; at < line.length; ) {
      const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
      at += character.length;
      const last = at === line.length;
      const written = isLiteral(character, last) ? character : escapeOf(character);
      if (current.length + written.length > (last ? lineLength : lineLength - 1)) {
        add(current.length + 1 + lineEnd.length);
        result.write(`${current}=${lineEnd}`);
        current = '';
      }
      current += written;
    }
    const rest = current + (ends[i] ?? '');
    add(rest.length);
    result.write(rest);
    return result.toString();
  });
  return encoded.join('');
}

/** A line must not end with a blank, which transport may strip. */
function isLiteral(character: string, last: boolean): boolean {
  return character === ' ' || character === '\t' ? !last : /^[!-<>-~]$/.test(character);
}

function escapedBytes(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase().replace(/../g, '=$&');
}

/** A byte that was written as an escape, and its offset. */
interface EscapedByte {
  readonly byte: number;
  readonly line: number;
  readonly offset: number;
}

/**
 * Decodes quoted-printable (RFC 2045 section 6.7). Drops blanks at the ends of lines, as the RFC demands; accepts small
 * hexadecimal digits, long lines and non-ASCII characters.
 *
 * No library: libqp 2.1.3 passes malformed escapes through without a word (`a=zz`), so no place can be named.
 *
 * @param keepMalformed - keeps text that is not an escape, and adjacent escapes that are not UTF-8.
 * @throws {ToolError} with line and column of the first of these, unless they are kept.
 */
export function decodeQuotedPrintable(text: string, charset: QuotedPrintableCharset, keepMalformed: boolean): string {
  const { lines } = splitLines(text);
  const ends = ownLineEnds(text);
  const result = new TextWriter();
  let escaped: EscapedByte[] = [];
  const flush = (): void => {
    if (escaped.length > 0) result.write(textOfBytes(escaped, charset, keepMalformed, lines));
    escaped = [];
  };
  for (const [i, untrimmed] of lines.entries()) {
    const line = withoutTrailingBlanks(untrimmed);
    let position = 0;
    let softBreak = false;
    for (let at = line.indexOf('='); at !== -1; at = line.indexOf('=', position)) {
      if (at > position) {
        flush();
        result.write(line.slice(position, at));
      }
      const digits = line.slice(at + 1, at + 3);
      softBreak = digits === '';
      position = at + 1;
      if (softBreak) break;
      if (/^[0-9A-Fa-f]{2}$/.test(digits)) {
        escaped.push({ byte: Number.parseInt(digits, 16), line: i, offset: at });
        position = at + 3;
      } else {
        if (!keepMalformed) throw ToolError.at(placeIn(lines, i, at), notAnEscape);
        flush();
        result.write('=');
      }
    }
    if (softBreak) continue;
    const rest = line.slice(position) + (ends[i] ?? '');
    if (rest !== '') flush();
    result.write(rest);
  }
  flush();
  return result.toString();
}

const notAnEscape =
  '"=" must be followed by two hexadecimal digits or the end of the line; write =3D for the character itself';

function textOfBytes(
  escaped: readonly EscapedByte[],
  charset: QuotedPrintableCharset,
  keepMalformed: boolean,
  lines: readonly string[],
): string {
  const bytes = Buffer.from(escaped.map(({ byte }) => byte));
  if (charset === 'latin1') return bytes.toString('latin1');
  const decoded = decodeUtf8(bytes);
  if (typeof decoded === 'string') return decoded;
  if (keepMalformed) return escapedBytes(bytes);
  const { byte = 0, line = 0, offset = 0 } = escaped[decoded.malformedAt] ?? {};
  throw ToolError.at(
    placeIn(lines, line, offset),
    `"=${byte.toString(16).toUpperCase()}" is not UTF-8: set charset to latin1 if the text is in a Western encoding, or invalid to keep`,
  );
}

function placeIn(lines: readonly string[], line: number, offset: number): Place {
  return { line: line + 1, column: countCodePoints((lines[line] ?? '').slice(0, offset)) + 1 };
}

function withoutTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && (line.charCodeAt(end - 1) === 0x20 || line.charCodeAt(end - 1) === 0x09)) end--;
  return line.slice(0, end);
}
