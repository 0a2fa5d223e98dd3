import { isAscii, transcode } from 'node:buffer';
import { requestError } from './errors.js';
import { scratch } from './scratch.js';

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
    throw requestError('invalid-json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw requestError('not-an-object');
  return value as Record<string, unknown>;
}

/** Encodes a value as JSON in UTF-8. A lone surrogate becomes its `\udXXX` escape, as in JSON.stringify. */
export function encodeJson(value: unknown): Uint8Array {
  return encodeText(JSON.stringify(value));
}

/** From this many code units on, other ways are faster than `encodeInto`. */
const manyUnits = 10_000;

/**
 * Encodes text in UTF-8. It must not have lone surrogates: JSON has them escaped.
 *
 * @param room - memory for the bytes, used if they fit. Reused memory takes a tenth of the time of new memory, which
 *   the kernel fills with zeros page by page.
 */
export function encodeText(text: string, room?: Uint8Array): Uint8Array {
  if (text.length >= manyUnits) return encodeLongText(text, room);
  if (room !== undefined && text.length <= room.byteLength) {
    const { read, written } = encoder.encodeInto(text, room);
    if (read === text.length) return room.subarray(0, written);
  }
  return Buffer.from(text, 'utf8');
}

/** Copies ASCII characters, and transcodes others: several times faster than V8. */
function encodeLongText(text: string, room: Uint8Array | undefined): Uint8Array {
  // Immediate for text that V8 stores with one byte per character.
  if (!/[^\0-\xff]/.test(text)) {
    const bytes = room !== undefined && room.byteLength >= text.length ? room : Buffer.allocUnsafeSlow(text.length);
    const written = bytes.subarray(0, latin1Write.call(bytes, text, 0, text.length));
    if (isAscii(written)) return written;
  }
  const units = scratch(2 * text.length);
  return transcode(units.subarray(0, units.write(text, 'utf16le')), 'utf16le', 'utf8');
}

const encoder = new TextEncoder();

/** They work on any bytes; creating a Buffer first would double the time of a short text. */
const { latin1Slice, latin1Write } = Buffer.prototype;

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
