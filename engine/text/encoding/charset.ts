import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { describeCharacter, positionAt } from '../position.js';
import { decodeUtf8 } from './utf8.js';

/** The option of every tool that converts text to bytes and back. */
export const Charset = Type.Enum(['utf-8', 'latin1', 'utf-16le'], {
  default: 'utf-8',
  description: 'Character encoding of the bytes; latin1 reads any bytes, one character each',
});

export const InvalidUtf8 = Type.Enum(['error', 'replace'], {
  default: 'error',
  description: 'What to do with bytes that are not UTF-8: error refuses the text, replace writes U+FFFD in their place',
});

/**
 * Encodes a text. A lone surrogate, which UTF-8 cannot represent, becomes U+FFFD.
 *
 * @throws {ToolError} with line and column of a character that Latin-1 does not have.
 */
export function encodeText(text: string, charset: Static<typeof Charset>): Buffer {
  if (charset === 'latin1') {
    const offset = text.search(/[^\0-\xff]/);
    if (offset !== -1) {
      throw ToolError.at(positionAt(text, offset), `Latin-1 does not have ${describeCharacter(text, offset)}`);
    }
  }
  return Buffer.from(text, charset === 'utf-16le' ? 'utf16le' : charset);
}

/**
 * Decodes bytes into text. Keeps a byte order mark.
 *
 * @throws {ToolError} if the bytes are not UTF-8 and `invalid` says error, or if UTF-16 is cut off.
 */
export function decodeText(
  bytes: Uint8Array,
  charset: Static<typeof Charset>,
  invalid: Static<typeof InvalidUtf8>,
): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (charset === 'latin1') return buffer.toString('latin1');
  if (charset === 'utf-16le') {
    if (bytes.length % 2 === 0) return buffer.toString('utf16le');
    throw new ToolError(`the decoded data has ${bytes.length} bytes, and UTF-16 takes two for each unit`);
  }
  if (invalid === 'replace') return buffer.toString('utf8');
  const text = decodeUtf8(bytes);
  if (typeof text === 'string') return text;
  const byte = buffer.toString('hex', text.malformedAt, text.malformedAt + 1).toUpperCase();
  throw new ToolError(
    `the decoded data is not UTF-8 text (byte 0x${byte} at offset ${text.malformedAt}): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace`,
  );
}
