import {
  backslash,
  bytesOfWord,
  bytesOneByOne,
  firstBeyondAscii,
  isPlain,
  letterU,
  longEscapeBytes,
  notPlain,
  shortEscapeBytes,
  shortEscapes,
} from './json-string-bytes.js';
import { scratch } from './scratch.js';

/** The first byte of each character of Latin-1 in a string of JSON; 0 if it is escaped. */
const firstBytes = Uint8Array.from({ length: 256 }, (_, unit) => {
  return unit >= firstBeyondAscii ? 0xc0 | (unit >> 6) : unit * Number(isPlain[unit]);
});

/** The byte after a backslash that stands for a character; 0 if there is none. */
const escaped = new Uint8Array(256);
for (const [letter, character] of shortEscapes) escaped[character.charCodeAt(0)] = letter.charCodeAt(0);

const hexDigits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Code units that are written at a time, so that all of the memory for it stays in the processor's cache. */
const unitsAtATime = 16_384;

/**
 * Writes the content of a string of JSON, in UTF-8, as `JSON.stringify` does: lone surrogates are escaped.
 *
 * @param append - gets the bytes in pieces, which change with the next piece.
 */
export function writeJsonStringByWords(text: string, append: (bytes: Uint8Array) => void): void {
  // Immediate for text that V8 stores with one byte per character.
  const isLatin1 = !/[^\0-\xff]/.test(text);
  const bytesOfUnits = 2 * unitsAtATime;
  const memory = scratch(bytesOfUnits + longEscapeBytes * unitsAtATime);
  const target = memory.subarray(bytesOfUnits);
  const units = new Uint16Array(memory.buffer, 0, unitsAtATime);
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    const piece = text.slice(start, end);
    memory.write(piece, isLatin1 ? 'latin1' : 'utf16le');
    const written = isLatin1 ? writeLatin1(memory, piece.length, target) : writeUnits(units, piece.length, target);
    append(target.subarray(0, written));
    start = end;
  }
}

/** Returns where a piece of a text ends, which is not inside a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(start + unitsAtATime, text.length);
  return end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

function writeLatin1(source: Buffer<ArrayBuffer>, length: number, target: Buffer<ArrayBuffer>): number {
  const view = new DataView(source.buffer, source.byteOffset, length);
  const targetView = new DataView(target.buffer, target.byteOffset, target.byteLength);
  let written = 0;
  for (let at = 0; at < length; ) {
    while (at + bytesOfWord <= length) {
      const word = view.getInt32(at, true);
      if (notPlain(word) !== 0) break;
      targetView.setInt32(written, word, true);
      at += bytesOfWord;
      written += bytesOfWord;
    }
    const stop = Math.min(at + bytesOneByOne, length);
    for (; at < stop; at++) {
      const unit = source[at] as number;
      const first = firstBytes[unit] as number;
      if (first === 0) {
        written = writeEscape(unit, target, written);
        continue;
      }
      target[written] = first;
      // What is no second byte is overwritten.
      target[written + 1] = 0x80 | (unit & 0x3f);
      written += 1 + (unit >> 7);
    }
  }
  return written;
}

function writeUnits(source: Uint16Array, length: number, target: Uint8Array): number {
  let written = 0;
  for (let at = 0; at < length; at++) {
    const unit = source[at] as number;
    if (unit < firstBeyondAscii) {
      if (isPlain[unit] === 1) target[written++] = unit;
      else written = writeEscape(unit, target, written);
    } else if (unit < 0x800) {
      target[written++] = 0xc0 | (unit >> 6);
      target[written++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      target[written++] = 0xe0 | (unit >> 12);
      target[written++] = 0x80 | ((unit >> 6) & 0x3f);
      target[written++] = 0x80 | (unit & 0x3f);
    } else {
      const next = at + 1 < length ? (source[at + 1] as number) : 0;
      if (unit > 0xdbff || (next & 0xfc00) !== 0xdc00) {
        written = writeEscape(unit, target, written);
        continue;
      }
      at++;
      const codePoint = 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
      target[written++] = 0xf0 | (codePoint >> 18);
      target[written++] = 0x80 | ((codePoint >> 12) & 0x3f);
      target[written++] = 0x80 | ((codePoint >> 6) & 0x3f);
      target[written++] = 0x80 | (codePoint & 0x3f);
    }
  }
  return written;
}

/** Writes a code unit that needs an escape, and returns where the next byte goes. */
function writeEscape(unit: number, target: Uint8Array, at: number): number {
  target[at] = backslash;
  const letter = unit < firstBeyondAscii ? (escaped[unit] as number) : 0;
  if (letter !== 0) {
    target[at + 1] = letter;
    return at + shortEscapeBytes;
  }
  target[at + 1] = letterU;
  target[at + 2] = hexDigits[unit >> 12] as number;
  target[at + 3] = hexDigits[(unit >> 8) & 0xf] as number;
  target[at + 4] = hexDigits[(unit >> 4) & 0xf] as number;
  target[at + 5] = hexDigits[unit & 0xf] as number;
  return at + longEscapeBytes;
}
