import { isAscii, transcode } from 'node:buffer';
import { messages, RequestError } from './errors.js';

/**
 * Parses a request body: strict UTF-8 (nothing is replaced by U+FFFD), strict JSON, an object at the top.
 *
 * @throws {RequestError} `Invalid JSON body` or `Request body must be a JSON object`.
 */
export function parseJsonObject(body: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(body));
  } catch {
    throw new RequestError(messages.invalidJson);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RequestError(messages.notAnObject);
  return value as Record<string, unknown>;
}

/** The bytes of a JSON answer, in UTF-8. A lone surrogate leaves as its `\udXXX` escape, as JSON.stringify has it. */
export function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

/**
 * Decodes strict UTF-8.
 *
 * ASCII, by far the most common body, is copied one byte to one character; anything else is transcoded by ICU,
 * which throws on malformed UTF-8 and is several times faster than TextDecoder on CJK and emoji.
 *
 * @throws {Error} if the bytes are not well-formed UTF-8.
 */
function decodeUtf8(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  return transcode(buffer, 'utf8', 'utf16le').toString('utf16le');
}
