import { ToolError } from '../../core/errors.js';
import { positionAt } from '../position.js';

const percent = 0x25;

/**
 * Percent-decodes UTF-8 strictly: undefined if an escape is malformed or the bytes are not UTF-8.
 *
 * Does the same as `decodeURIComponent` without its exception: hostile text may contain hundreds of thousands of
 * malformed escapes, and an exception for each would cost most of a second.
 *
 * @see RFC 3986 section 2.1, RFC 3629 section 3
 */
export function percentDecode(text: string): string | undefined {
  let decoded = '';
  let copied = 0;
  let position = text.indexOf('%');
  while (position !== -1) {
    const first = escapedByte(text, position);
    const length = sequenceLength(first);
    const character = length === 0 ? undefined : decodeSequence(text, position, first, length);
    if (character === undefined) return undefined;
    decoded += text.slice(copied, position) + character;
    copied = position + 3 * length;
    position = text.indexOf('%', copied);
  }
  return decoded + text.slice(copied);
}

/**
 * Decodes the percent escapes of a text as strict UTF-8. Everything else stays, including lone surrogates.
 *
 * @param keepMalformed - keeps an escape that is incomplete or not UTF-8 instead of rejecting the text.
 * @throws {ToolError} with the line and column of the first malformed escape, unless they are kept.
 */
export function percentDecodeText(text: string, keepMalformed: boolean): string {
  let decoded = '';
  let copied = 0;
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', copied)) {
    const character = escapedCharacter(text, at);
    if (character === undefined && !keepMalformed) throw malformed(text, at);
    decoded += text.slice(copied, at) + (character ?? '%');
    copied = at + (character === undefined ? 1 : 3 * Buffer.byteLength(character));
  }
  return decoded + text.slice(copied);
}

/**
 * Decodes percent escapes as browsers do in queries: bytes that are not UTF-8 become U+FFFD, and a percent sign without
 * two hexadecimal digits stays.
 *
 * @see URL Standard, section 5.1 (application/x-www-form-urlencoded)
 */
export function percentDecodeLeniently(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function malformed(text: string, offset: number): ToolError {
  const place = positionAt(text, offset);
  if (escapedByte(text, offset) === -1) {
    return ToolError.at(place, `"%" must be followed by two hexadecimal digits; write %25 for the character itself`);
  }
  return ToolError.at(place, `"${text.slice(offset, offset + 3)}" starts no UTF-8 character`);
}

/** Returns the character whose escapes start at a position; undefined if none do. */
function escapedCharacter(text: string, position: number): string | undefined {
  const first = escapedByte(text, position);
  const length = sequenceLength(first);
  return length === 0 ? undefined : decodeSequence(text, position, first, length);
}

/** Returns the number of bytes of a UTF-8 sequence that starts with this one; 0 if none does. */
function sequenceLength(first: number): number {
  if (first < 0) return 0;
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? 4 : 0;
}

/** The smallest code point that needs this many bytes: a smaller one is an overlong form, which UTF-8 forbids. */
const leastOfLength = [0, 0, 0x80, 0x800, 0x10000];

function decodeSequence(text: string, position: number, first: number, length: number): string | undefined {
  if (length === 1) return String.fromCharCode(first);
  let codePoint = first & (0x7f >> length);
  for (let index = 1; index < length; index++) {
    const byte = escapedByte(text, position + 3 * index);
    if (byte < 0 || (byte & 0xc0) !== 0x80) return undefined;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  if (codePoint < (leastOfLength[length] ?? 0) || isSurrogate || codePoint > 0x10ffff) return undefined;
  return String.fromCodePoint(codePoint);
}

/** Returns the byte of the `%xx` at a position; -1 if there is none. */
function escapedByte(text: string, position: number): number {
  if (text.charCodeAt(position) !== percent) return -1;
  const high = hexDigit(text.charCodeAt(position + 1));
  const low = hexDigit(text.charCodeAt(position + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(codeUnit: number): number {
  if (codeUnit >= 0x30 && codeUnit <= 0x39) return codeUnit - 0x30;
  const letter = codeUnit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
