import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { decodeBase64 } from './base64.js';
import { decodeHex } from './hex.js';

/** The option of every tool that works on the bytes of its input. */
export const inputEncoding = Type.Enum(['utf8', 'hex', 'base64'], {
  default: 'utf8',
  description:
    'How the bytes of the input are written: utf8 takes the text itself, hex and base64 decode it first (either alphabet of Base64; white space between bytes is allowed)',
});

type InputEncoding = Static<typeof inputEncoding>;

/**
 * Returns the bytes that a text, or one of its lines, encodes. A lone surrogate counts as U+FFFD in UTF-8.
 *
 * @param line - the line number if the text is one line only; messages name it.
 * @throws {ToolError} with the place of text that is not hexadecimal or Base64.
 */
export function inputBytes(text: string, encoding: InputEncoding, line?: number): Uint8Array {
  if (encoding === 'utf8') return Buffer.from(text, 'utf8');
  try {
    return encoding === 'hex' ? decodeHex(text) : decodeBase64(text);
  } catch (error) {
    if (line === undefined || !(error instanceof ToolError) || error.place === undefined) throw error;
    throw ToolError.at({ ...error.place, line }, error.reason);
  }
}
