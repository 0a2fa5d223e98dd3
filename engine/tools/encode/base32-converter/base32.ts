import { ToolError } from '../../../core/errors.js';
import { describeCharacter, positionAt } from '../../../text/position.js';
import { isWhiteSpace } from '../../../text/unicode/white-space.js';

/** RFC 4648 sections 6 and 7, and Douglas Crockford's alphabet, which omits I, L, O and U. */
const alphabets = {
  rfc4648: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  crockford: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
} as const;

export type Base32Variant = keyof typeof alphabets;

/** Returns the length of the Base32 of a number of bytes. */
export function base32Length(bytes: number, padding: boolean): number {
  return padding ? Math.ceil(bytes / 5) * 8 : Math.ceil((bytes * 8) / 5);
}

/** Encodes bytes. Crockford's alphabet has no padding. */
export function encodeBase32(bytes: Uint8Array, variant: Base32Variant, padding: boolean): string {
  const alphabet = Buffer.from(alphabets[variant], 'latin1');
  const encoded = Buffer.alloc(base32Length(bytes.length, padding), '=');
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      encoded[length++] = alphabet[(bits >> bitCount) & 0x1f] ?? 0;
    }
    bits &= 0x1f;
  }
  if (bitCount > 0) encoded[length] = alphabet[(bits << (5 - bitCount)) & 0x1f] ?? 0;
  return encoded.toString('latin1');
}

const notBase32 = -1;
const equalsSign = 0x3d;

/** The five bits of each character, including small letters and, in Crockford's alphabet, look-alikes. */
const digits = Object.fromEntries(
  Object.entries(alphabets).map(([variant, alphabet]) => {
    const values = new Int8Array(128).fill(notBase32);
    for (let i = 0; i < alphabet.length; i++) {
      values[alphabet.charCodeAt(i)] = i;
      values[alphabet.toLowerCase().charCodeAt(i)] = i;
    }
    if (variant === 'crockford') for (const like of ['0Oo', '1IiLl']) fillAlike(values, like);
    return [variant, values];
  }),
) as Record<Base32Variant, Int8Array>;

function fillAlike(values: Int8Array, [digit = '', ...letters]: string): void {
  for (const letter of letters) values[letter.charCodeAt(0)] = Number(digit);
}

/**
 * Decodes Base32. White space may occur anywhere, and hyphens as well in Crockford's alphabet. Padding may be missing,
 * but nothing may follow it. Ignores leftover bits at the end.
 *
 * @throws {ToolError} with the line and column of the first error.
 */
export function decodeBase32(text: string, variant: Base32Variant): Uint8Array {
  const values = digits[variant];
  const bytes = new Uint8Array(Math.ceil((text.length * 5) / 8));
  let length = 0;
  let bits = 0;
  let count = 0;
  let padding = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const value = values[unit] ?? notBase32;
    if (value !== notBase32 && padding === 0) {
      bits = ((bits << 5) | value) & 0xfff;
      count++;
      if ((count * 5) % 8 < 5) bytes[length++] = bits >> ((count * 5) % 8);
    } else if (unit === equalsSign) padding++;
    else if (value !== notBase32) throw errorAt(text, i, 'nothing may follow the padding');
    else if (!isWhiteSpace(unit) && !(variant === 'crockford' && unit === 0x2d)) {
      throw errorAt(text, i, `${describeCharacter(text, i)} is not a Base32 character`);
    }
  }
  checkEnd(text, count, padding);
  return bytes.subarray(0, length);
}

function checkEnd(text: string, count: number, padding: number): void {
  const last = count % 8;
  if (last === 1 || last === 3 || last === 6) {
    throw errorAt(text, text.length, 'the Base32 is cut off: its last character does not complete a byte');
  }
  if (padding > 0 && padding !== (8 - last) % 8) {
    throw errorAt(text, text.indexOf('='), `the padding must be ${(8 - last) % 8} "=", or be missing`);
  }
}

function errorAt(text: string, offset: number, reason: string): ToolError {
  return ToolError.at(positionAt(text, offset), `${reason}`);
}
