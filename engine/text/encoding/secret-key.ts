import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { decodeBase64 } from './base64.js';
import { decodeHex } from './hex.js';

type KeyEncodingName = 'utf8' | 'hex' | 'base64';

/** How the option that holds a key is to be read. */
export function keyEncoding(option: string) {
  return Type.Enum(['utf8', 'hex', 'base64'], {
    default: 'utf8',
    description: `How the bytes of ${option} are written: as text, or in hexadecimal or Base64 (either alphabet)`,
  });
}

/**
 * The bytes of a key.
 *
 * @param option - the option that holds it: for messages, which do not quote the key.
 * @throws {ToolError} if it is not written as the encoding has it, or has no bytes: anybody can sign with none.
 */
export function decodeKey(key: string, encoding: KeyEncodingName, option: string): Uint8Array {
  const bytes = bytesOf(key, encoding, option);
  if (bytes.length === 0) throw new ToolError(`${option} must not be empty`);
  return bytes;
}

function bytesOf(key: string, encoding: KeyEncodingName, option: string): Uint8Array {
  if (encoding === 'utf8') return Buffer.from(key, 'utf8');
  try {
    return encoding === 'hex' ? decodeHex(key) : decodeBase64(key);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`${option} is not ${encoding === 'hex' ? 'hexadecimal' : 'Base64'}`);
  }
}
