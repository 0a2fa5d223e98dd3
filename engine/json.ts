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
  return encodeText(JSON.stringify(value));
}

/**
 * Encodes text in UTF-8.
 *
 * @param room - where the bytes go if they fit. Memory that has been used before takes a tenth of the time that new
 *   memory takes, which the kernel fills with zeros page by page.
 */
export function encodeText(text: string, room?: Uint8Array): Uint8Array {
  if (room !== undefined && text.length <= room.byteLength) {
    const { read, written } = encoder.encodeInto(text, room);
    if (read === text.length) return room.subarray(0, written);
  }
  return Buffer.from(text, 'utf8');
}

const encoder = new TextEncoder();

/** Works on any bytes; making a Buffer of them first would take as long again for a short text. */
const { latin1Slice } = Buffer.prototype;

/**
 * Decodes strict UTF-8.
 *
 * ASCII, by far the most common body, is copied one byte to one character; anything else is transcoded by ICU,
 * which throws on malformed UTF-8 and is several times faster than TextDecoder on CJK and emoji.
 *
 * @throws {Error} if the bytes are not well-formed UTF-8.
 */
function decodeUtf8(bytes: Uint8Array): string {
  if (isAscii(bytes)) return latin1Slice.call(bytes, 0, bytes.byteLength);
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}
