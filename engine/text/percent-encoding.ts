import { ToolError } from '../errors.js';
import type { OutputLimit } from '../tool.js';
import { placeOf } from './position.js';

/** Which bytes stay as they are when a text is percent-encoded. */
export class PercentEncoding {
  /** 1 for the ASCII bytes that stay. */
  readonly #kept = new Uint8Array(256);
  readonly #spaceAsPlus: boolean;

  /** @param kept - the characters that stay besides letters and digits, all of them ASCII. */
  constructor(kept: string, { spaceAsPlus = false } = {}) {
    for (const character of `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${kept}`) {
      this.#kept[character.charCodeAt(0)] = 1;
    }
    this.#spaceAsPlus = spaceAsPlus;
  }

  /**
   * Encodes the UTF-8 bytes of a text. A lone surrogate is encoded as U+FFFD.
   *
   * @throws {OutputTooLongError} before it builds: one character can become nine.
   */
  encode(text: string, limit: OutputLimit): string {
    const bytes = Buffer.from(text, 'utf8');
    const kept = this.#kept;
    let size = bytes.length * 3;
    for (const byte of bytes) if (kept[byte] === 1 || (byte === space && this.#spaceAsPlus)) size -= 2;
    limit.check(size);
    if (size === bytes.length && !this.#spaceAsPlus) return text;

    const encoded = Buffer.allocUnsafe(size);
    let length = 0;
    for (const byte of bytes) {
      if (kept[byte] === 1) encoded[length++] = byte;
      else if (byte === space && this.#spaceAsPlus) encoded[length++] = plus;
      else {
        encoded[length++] = percent;
        encoded[length++] = hexDigits.charCodeAt(byte >> 4);
        encoded[length++] = hexDigits.charCodeAt(byte & 0xf);
      }
    }
    return encoded.toString('latin1');
  }
}

const space = 0x20;
const percent = 0x25;
const plus = 0x2b;
const hexDigits = '0123456789ABCDEF';

/**
 * Decodes the percent escapes of a text as UTF-8, strictly (RFC 3986 section 2.1). All else stays, lone surrogates too.
 *
 * @param keepMalformed - leaves an escape that is incomplete or no UTF-8 as it is instead of refusing the text.
 * @throws {ToolError} with the line and column of the first malformed escape, unless they are kept.
 */
export function percentDecode(text: string, keepMalformed: boolean): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // decodeURIComponent neither says where nor goes on.
  }
  let decoded = '';
  let position = 0;
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', position)) {
    const length = sequenceLength(text, at);
    if (length === 0 && !keepMalformed) throw malformed(text, at);
    decoded += text.slice(position, at);
    position = at + (length === 0 ? 1 : 3 * length);
    const written = text.slice(at, position);
    decoded += length === 0 ? written : decodeURIComponent(written);
  }
  return decoded + text.slice(position);
}

/** How many escapes from here on make one character of UTF-8; 0 if they make none. See Unicode, table 3-7. */
function sequenceLength(text: string, start: number): number {
  const lead = escapedByte(text, start);
  if (lead < 0x80) return lead === notAnEscape ? 0 : 1;
  const length =
    lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let i = 1; i < length; i++) {
    const byte = escapedByte(text, start + 3 * i);
    const lowest = i > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const highest = i > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (byte < lowest || byte > highest) return 0;
  }
  return length;
}

const notAnEscape = -1;

function escapedByte(text: string, start: number): number {
  const written = text.slice(start, start + 3);
  return /^%[0-9A-Fa-f]{2}$/.test(written) ? Number.parseInt(written.slice(1), 16) : notAnEscape;
}

function malformed(text: string, offset: number): ToolError {
  const place = placeOf(text, offset);
  if (escapedByte(text, offset) === notAnEscape) {
    return new ToolError(
      `${place}: "%" must be followed by two hexadecimal digits; write %25 for the character itself`,
    );
  }
  return new ToolError(`${place}: "${text.slice(offset, offset + 3)}" starts no UTF-8 character`);
}
