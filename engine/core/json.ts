import { isAscii, transcode } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { copyBytes } from './copy-bytes.js';
import { requestError } from './errors.js';
import { readJsonString } from './json-string-reader.js';
import { writeJsonString } from './json-string-writer.js';
import { scratch } from './scratch.js';

type JsonObject = Record<string, unknown>;

/**
 * Parses a request body: strict UTF-8 (nothing is replaced by U+FFFD), strict JSON, an object at the top.
 *
 * @param longMember - name of a member that may be a long text. It is found sooner if it is one of the first.
 * @throws {RequestError} `Invalid JSON body` or `Request body must be a JSON object`.
 */
export function parseJsonObject(body: Uint8Array, longMember?: string): JsonObject {
  let value: unknown;
  try {
    value = longMember === undefined ? undefined : parseAround(longMember, body);
    value ??= JSON.parse(decodeUtf8(body));
  } catch {
    throw requestError('invalid-json');
  }
  if (!isObject(value)) throw requestError('not-an-object');
  return value;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** From this many bytes on, reading a text apart from the rest of its request is faster. */
const manyBytes = 10_000;
/** Where the name of a long text is looked for. */
const firstBytes = 1_000;
/** Stands for the text while the rest is parsed. Nobody can send it. */
const placeholder = `text ${randomUUID()}`;

/**
 * Parses a long body, reading one text apart from the rest. It need not find that text, and does not decide what is
 * malformed: the result is that of `JSON.parse`, or undefined.
 *
 * @throws {Error} only if the body is malformed.
 */
function parseAround(member: string, body: Uint8Array): JsonObject | undefined {
  if (body.byteLength < manyBytes) return undefined;
  const head = latin1Slice.call(body, 0, firstBytes);
  const start = textStart(head, member);
  const string = start === -1 ? undefined : readJsonString(body, start);
  if (string === undefined || string.end - start < manyBytes) return undefined;
  const rest = decodeUtf8(body.subarray(0, start)) + placeholder + decodeUtf8(body.subarray(string.end));
  const value: unknown = JSON.parse(rest);
  // Otherwise the text belongs to another object, or to an earlier member of the same name.
  if (!isObject(value) || value[member] !== placeholder) return undefined;
  value[member] = string.text;
  return value;
}

/** Returns where the text of a member starts, after its opening quote; -1 if there is none. */
function textStart(head: string, member: string): number {
  const name = `"${member}"`;
  const at = head.indexOf(name);
  if (at === -1) return -1;
  const opening = /[\t\n\r ]*:[\t\n\r ]*"/y;
  opening.lastIndex = at + name.length;
  return opening.test(head) ? opening.lastIndex : -1;
}

/** Encodes a value as JSON in UTF-8. A lone surrogate becomes its `\udXXX` escape, as in JSON.stringify. */
export function encodeJson(value: unknown): Uint8Array {
  return encodeText(JSON.stringify(value));
}

/** The JSON of an object of which one member may be a long text. */
export interface JsonAroundText {
  /** Up to the text, without its quote. */
  readonly before: string;
  readonly text: string;
  /** After the text, without its quote. */
  readonly after: string;
}

/** Encodes JSON in UTF-8. @param outputBuffer - see {@link encodeText}. */
export function encodeAroundText(
  { before, text, after }: JsonAroundText,
  outputBuffer: Uint8Array = noBytes,
): Uint8Array {
  if (text.length < manyUnits) return encodeText(before + JSON.stringify(text) + after, outputBuffer);
  const [start, end] = [encodeText(`${before}"`), encodeText(`"${after}`)];
  /** Writes as much as fits. Returns how many bytes all of it has. */
  const write = (target: Uint8Array): number => {
    let length = 0;
    const append = (bytes: Uint8Array) => {
      const to = length;
      length += bytes.byteLength;
      if (length <= target.byteLength) copyBytes(bytes, target, { from: 0, to, length: bytes.byteLength });
    };
    append(start);
    writeJsonString(text, append);
    append(end);
    return length;
  };
  const length = write(outputBuffer);
  if (length <= outputBuffer.byteLength) return outputBuffer.subarray(0, length);
  // Writing twice takes less than moving to larger memory on the way, and leaves no garbage.
  const bytes = Buffer.allocUnsafeSlow(length);
  write(bytes);
  return bytes;
}

const noBytes = new Uint8Array();

/** From this many code units on, other ways are faster than `encodeInto`. */
const manyUnits = 10_000;

/**
 * Encodes text in UTF-8. It must not have lone surrogates: JSON has them escaped.
 *
 * @param outputBuffer - used if the bytes fit. Reused memory takes a tenth of the time of new memory, which
 *   the kernel fills with zeros page by page.
 */
export function encodeText(text: string, outputBuffer?: Uint8Array): Uint8Array {
  if (text.length >= manyUnits) return encodeLongText(text, outputBuffer);
  if (outputBuffer !== undefined && text.length <= outputBuffer.byteLength) {
    const { read, written } = encoder.encodeInto(text, outputBuffer);
    if (read === text.length) return outputBuffer.subarray(0, written);
  }
  return Buffer.from(text, 'utf8');
}

/** Copies ASCII characters, and transcodes others: several times faster than V8. */
function encodeLongText(text: string, outputBuffer: Uint8Array | undefined): Uint8Array {
  // Immediate for text that V8 stores with one byte per character.
  if (!/[^\0-\xff]/.test(text)) {
    const bytes =
      outputBuffer !== undefined && outputBuffer.byteLength >= text.length
        ? outputBuffer
        : Buffer.allocUnsafeSlow(text.length);
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
