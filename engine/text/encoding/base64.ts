import { ToolError } from '../../core/errors.js';
import { describeCharacter, positionAt } from '../position.js';
import { isWhiteSpace } from '../unicode/white-space.js';

/** Returns the length of the Base64 of a number of bytes (RFC 4648 section 4). */
export function base64Length(bytes: number, padding: boolean): number {
  return padding ? Math.ceil(bytes / 3) * 4 : Math.ceil((bytes * 4) / 3);
}

/**
 * Decodes Base64. A character outside both alphabets is always an error; `Buffer.from` would skip it silently.
 *
 * Lenient, the default: both alphabets, even mixed; white space anywhere; padding may be missing at the end, and more
 * Base64 may follow padding, as `base64 -d` allows. Strict follows RFC 4648 section 3 exactly: one alphabet, no white
 * space or line ends, full padding with nothing after it, no leftover bits in the last character.
 *
 * @throws {ToolError} with the line and column of the first error.
 */
export function decodeBase64(text: string, { strict = false } = {}): Uint8Array {
  const decoder = new Base64Decoder(text, strict);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const sextet = sextets[unit] ?? notBase64;
    if (sextet !== notBase64) decoder.digit(sextet, i);
    else if (unit === 0x3d) decoder.padding(i);
    else if (strict || !isWhiteSpace(unit)) {
      throw ToolError.at(positionAt(text, i), `${describeCharacter(text, i)} is not a Base64 character`);
    }
  }
  return decoder.finish();
}

const notBase64 = -1;
/** The six bits of each character, in either alphabet (RFC 4648 sections 4 and 5). */
const sextets = new Int8Array(128).fill(notBase64);
for (const lastTwo of ['+/', '-_']) {
  const digits = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${lastTwo}`;
  for (let i = 0; i < digits.length; i++) sextets[digits.charCodeAt(i)] = i;
}

class Base64Decoder {
  readonly #text: string;
  readonly #strict: boolean;
  readonly #bytes: Uint8Array;
  #length = 0;
  /** The current group of four characters: its bits, its digits, its padding. */
  #bits = 0;
  #digits = 0;
  #padding = 0;
  /** Whether a group was padded; in strict Base64 no group may follow. */
  #padded = false;
  /** The first character that belongs to only one of the alphabets. */
  #special = '';

  constructor(text: string, strict: boolean) {
    this.#text = text;
    this.#strict = strict;
    this.#bytes = new Uint8Array(base64Length(text.length, true));
  }

  digit(sextet: number, offset: number): void {
    if (this.#padding > 0) throw this.#error(offset, 'a second "=" is missing before this character');
    if (this.#strict) this.#checkStrictly(sextet, offset);
    this.#bits = (this.#bits << 6) | sextet;
    this.#digits++;
    if (this.#digits === 4) this.#endGroup(3);
  }

  #checkStrictly(sextet: number, offset: number): void {
    if (this.#padded) throw this.#error(offset, 'nothing may follow the padding');
    if (sextet < 62) return;
    const special = this.#text.charAt(offset);
    if (this.#special !== '' && '+/'.includes(this.#special) !== '+/'.includes(special)) {
      throw this.#error(offset, `"${special}" and "${this.#special}" belong to different alphabets`);
    }
    this.#special = special;
  }

  padding(offset: number): void {
    if (this.#digits < 2) throw this.#error(offset, '"=" may only stand at the end of a group of four characters');
    this.#padding++;
    if (this.#digits + this.#padding === 4) this.#endPartialGroup(offset + 1 - this.#padding);
  }

  finish(): Uint8Array {
    const end = this.#text.length;
    if (this.#digits === 1)
      throw this.#error(end, 'the Base64 is cut off: one character is left over, which is not a whole byte');
    if (this.#digits > 0 && this.#strict) throw this.#error(end, 'the padding with "=" is missing');
    if (this.#digits > 0) this.#endPartialGroup(end);
    return this.#bytes.subarray(0, this.#length);
  }

  /** @param end - where the digits of the group end. */
  #endPartialGroup(end: number): void {
    const missing = 4 - this.#digits;
    this.#bits <<= 6 * missing;
    const spare = this.#bits & (missing === 2 ? 0xffff : 0xff);
    if (this.#strict && spare !== 0) {
      throw this.#error(end - 1, 'the character before the padding has bits left over that are not zero');
    }
    this.#padded = true;
    this.#endGroup(3 - missing);
  }

  #endGroup(bytes: number): void {
    for (let i = 0; i < bytes; i++) this.#bytes[this.#length++] = this.#bits >> (16 - 8 * i);
    this.#bits = this.#digits = this.#padding = 0;
  }

  #error(offset: number, reason: string): ToolError {
    return ToolError.at(positionAt(this.#text, offset), `${reason}`);
  }
}
