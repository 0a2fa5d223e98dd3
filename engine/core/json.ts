import { isAscii, transcode } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type ReadString, readString, writeString } from '../kernels/json-strings.js';
import { loadKernels } from '../kernels/kernels.js';
import { copyBytes } from './copy-bytes.js';
import { requestError } from './errors.js';
import { backslash, quote } from './json-string-bytes.js';
import { readJsonStringByWords } from './json-string-reader.js';
import { writeJsonStringByWords } from './json-string-writer.js';
import { scratch } from './scratch.js';

type JsonObject = Record<string, unknown>;

/**
 * Parses a request body: strict UTF-8 (nothing is replaced by U+FFFD), strict JSON, an object at the top. A byte order
 * mark before it is ignored, as RFC 8259 allows.
 *
 * @throws {RequestError} `Invalid JSON body` or `Request body must be a JSON object`.
 */
export function parseJsonObject(body: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(body.subarray(markLength(body))));
  } catch {
    throw requestError('invalid-json');
  }
  if (!isObject(value)) throw requestError('not-an-object');
  return value;
}

/** Returns the number of bytes of a byte order mark at the start. */
function markLength(body: Uint8Array): number {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of requests that may be a long text: they all have it. */
export const textMember = 'input';
const quotedMember = `"${textMember}"`;
/** How most requests begin. */
const usualStart = `{${quotedMember}:"`;
/** From this many bytes on, `readJsonString` is faster than `JSON.parse`. */
const manyBytes = 10_000;
/** In bodies up to this many bytes, the end of a text is found without reading the text. */
const searchedBytes = 50_000;
/** Longest shape that is told: {@link shapeOf} may add a character, and V8 hashes no string of more than 16,383. */
export const maxShapeBytes = 16_382;
/** Stands for the text while the rest is parsed. Nobody can send it. */
const placeholder = `text ${randomUUID()}`;

/** Where a text is in a body. */
export interface TextPlace {
  /** Index of the first byte of the text. */
  readonly start: number;
  /** Index of its closing quote. */
  readonly end: number;
}

/** A body and the place of a text in it, so that the text and the rest can be read apart. */
export interface SplitBody extends TextPlace {
  /**
   * All bytes but those of the text, as Latin-1, and without those before it if they are the usual ones. Two bodies of
   * the same shape are the same JSON except for the text, unless a text is malformed. Undefined if it is long.
   */
  readonly shape: string | undefined;
  readonly body: Uint8Array;
  /** The body as Latin-1, if it was needed. */
  readonly latin1: string | undefined;
  /** The text, if its end was found by reading it. */
  readonly text: string | undefined;
}

/**
 * Finds the text near the start of a body. It only looks for the name of the member: {@link parseShape} says whether
 * that is the member of the object at the top.
 *
 * @param firstBytes - where the name and the opening quote are looked for.
 * @returns undefined if it finds none. That does not tell whether there is one, or whether the body is well-formed.
 */
export function splitBody(body: Uint8Array, firstBytes: number): SplitBody | undefined {
  const { byteLength } = body;
  const head = latin1Slice.call(body, 0, Math.min(byteLength, firstBytes));
  const start = textStart(head);
  if (start === -1) return undefined;
  if (byteLength > searchedBytes) {
    const string = readJsonString(body, start);
    if (string === undefined) return undefined;
    const { text, end } = string;
    const isShort = byteLength - (end - start) <= maxShapeBytes;
    const after = isShort ? latin1Slice.call(body, end, byteLength) : undefined;
    return { shape: after && shapeOf(head.slice(0, start), after), body, start, end, latin1: undefined, text };
  }
  const latin1 = head.length === byteLength ? head : latin1Slice.call(body, 0, byteLength);
  const end = closingQuote(body, latin1, start);
  if (end === -1) return undefined;
  const isShort = byteLength - (end - start) <= maxShapeBytes;
  const shape = isShort ? shapeOf(latin1.slice(0, start), latin1.slice(end)) : undefined;
  return { shape, body, start, end, latin1, text: undefined };
}

/** What is behind a text is looked for in so many bytes from the end of a body. */
const lastBytes = 2_000;

/**
 * Guesses the place of the text in a body without reading it, and its shape if that is the place.
 *
 * @param firstBytes - as for {@link splitBody}.
 * @param otherMember - the member that follows the text, if it is not the last one.
 */
export function guessText(
  body: Uint8Array,
  firstBytes: number,
  otherMember: string,
): (TextPlace & { readonly shape: string }) | undefined {
  const { byteLength } = body;
  const head = latin1Slice.call(body, 0, Math.min(byteLength, firstBytes));
  const start = textStart(head);
  if (start === -1) return undefined;
  const from = Math.max(start, byteLength - lastBytes);
  const tail = latin1Slice.call(body, from, byteLength);
  const other = tail.lastIndexOf(`"${otherMember}"`);
  const sign = lastSign(tail, other === -1 ? tail.length : other);
  if (tail[sign] !== (other === -1 ? '}' : ',')) return undefined;
  const end = lastSign(tail, sign);
  if (tail[end] !== '"') return undefined;
  return { shape: shapeOf(head.slice(0, start), tail.slice(end)), start, end: from + end };
}

/** Returns the index of the last character before another that is no white space of JSON. */
function lastSign(text: string, before: number): number {
  let at = before - 1;
  while (at >= 0 && ' \n\r\t'.includes(text.charAt(at))) at--;
  return at;
}

/** A shape with the usual start begins with a quote, and no other does, whatever the body begins with. */
function shapeOf(before: string, after: string): string {
  return before === usualStart ? after : ` ${before}${after}`;
}

/** Returns where the text starts, after its opening quote; -1 if there is none. */
function textStart(head: string): number {
  if (head.startsWith(usualStart)) return usualStart.length;
  const at = head.indexOf(quotedMember);
  if (at === -1) return -1;
  const opening = /[\t\n\r ]*:[\t\n\r ]*"/y;
  opening.lastIndex = at + quotedMember.length;
  return opening.test(head) ? opening.lastIndex : -1;
}

/** Returns the index of the first quote that no backslash escapes; -1 if there is none. */
function closingQuote(body: Uint8Array, latin1: string, start: number): number {
  const first = latin1.indexOf('"', start);
  let at = latin1.indexOf('\\', start);
  if (at === -1 || at > first) return first;
  // Texts with some escapes have many.
  const end = body.byteLength;
  while (at < end) {
    const byte = body[at];
    if (byte === quote) return at;
    at += byte === backslash ? 2 : 1;
  }
  return -1;
}

/**
 * Parses a body without its text, for which something else stands.
 *
 * @returns undefined if the text is that of another object, or of an earlier member of the same name.
 * @throws {RequestError} `Invalid JSON body`, which it then is with any text.
 */
export function parseShape({ body, start, end }: SplitBody): JsonObject | undefined {
  let value: unknown;
  try {
    const before = decodeUtf8(body.subarray(markLength(body), start));
    value = JSON.parse(before + placeholder + decodeUtf8(body.subarray(end)));
  } catch {
    throw requestError('invalid-json');
  }
  return isObject(value) && value[textMember] === placeholder ? value : undefined;
}

/** Returns the text. @throws {RequestError} `Invalid JSON body`. */
export function readText({ body, start, end, latin1 = '', text }: SplitBody): string {
  if (text !== undefined) return text;
  if (end - start >= manyBytes) {
    const string = readJsonString(body, start);
    if (string === undefined) throw requestError('invalid-json');
    return string.text;
  }
  try {
    const quoted = isAscii(body) ? latin1.slice(start - 1, end + 1) : decodeUtf8(body.subarray(start - 1, end + 1));
    return JSON.parse(quoted) as string;
  } catch {
    throw requestError('invalid-json');
  }
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

/**
 * Reads a string of JSON in strict UTF-8.
 *
 * @param start - index of the byte after the opening quote.
 * @returns undefined if the string is malformed or not closed.
 */
function readJsonString(bytes: Uint8Array, start: number): ReadString | undefined {
  const kernels = loadKernels();
  const string = kernels && readString(kernels, bytes, start);
  return string ?? readJsonStringByWords(bytes, start);
}

/**
 * Writes the content of a string of JSON, in UTF-8, as `JSON.stringify` does: lone surrogates are escaped.
 *
 * @param append - gets the bytes in pieces, which change with the next piece.
 */
function writeJsonString(text: string, append: (bytes: Uint8Array) => void): void {
  const kernels = loadKernels();
  if (kernels === undefined) writeJsonStringByWords(text, append);
  else writeString(kernels, text, append);
}
