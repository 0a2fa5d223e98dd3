import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { decodeBase64 } from './base64.js';
import { decodeHex } from './hex.js';

type KeyEncodingName = 'utf8' | 'hex' | 'base64';

/** Describes the encoding of the option that holds a key. */
export function keyEncoding(option: string) {
  return Type.Enum(['utf8', 'hex', 'base64'], {
    default: 'utf8',
    description: `How the bytes of ${option} are written: as text, or in hexadecimal or Base64 (either alphabet)`,
  });
}

/**
 * Decodes a key.
 *
 * @param option - the name of the option, for messages, which never quote the key.
 * @throws {ToolError} if the key is not in the given encoding, or is empty: anybody can sign with an empty key.
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
