import type { ReadString } from '../kernels/json-strings.js';
import {
  backslash,
  bytesOfWord,
  bytesOneByOne,
  firstBeyondAscii,
  isPlain,
  letterU,
  longEscapeBytes,
  notPlain,
  quote,
  shortEscapeBytes,
  shortEscapes,
} from './json-string-bytes.js';
import { scratch } from './scratch.js';

/** The character that a byte after a backslash stands for; 0 if it does not stand for one. */
const unescaped = new Uint8Array(256);
for (const [letter, character] of [...shortEscapes, ['/', '/'] as const]) {
  unescaped[letter.charCodeAt(0)] = character.charCodeAt(0);
}

const notHex = 0xff;
/** The value of each hexadecimal digit. */
const hexValues = new Uint8Array(256).fill(notHex);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  hexValues[digit.charCodeAt(0)] = value;
  hexValues[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * Reads a string of JSON in strict UTF-8.
 *
 * @param start - index of the byte after the opening quote.
 * @returns undefined if the string is malformed or not closed.
 */
export function readJsonStringByWords(bytes: Uint8Array, start: number): ReadString | undefined {
  return new StringReader(bytes, start).read();
}

/** V8 optimizes a function that is called often sooner and better than one long loop. */
const bytesAtATime = 16_384;

class StringReader {
  readonly #source: Uint8Array;
  readonly #view: DataView;
  readonly #memory: Buffer<ArrayBuffer>;
  readonly #memoryView: DataView;
  /** Index of the next byte. */
  #at: number;
  /** Code units that were read. */
  #length = 0;

  constructor(source: Uint8Array, start: number) {
    this.#source = source;
    this.#view = new DataView(source.buffer, source.byteOffset, source.byteLength);
    // A byte of the string is at most one code unit.
    this.#memory = scratch(2 * (source.byteLength - start));
    this.#memoryView = new DataView(this.#memory.buffer);
    this.#at = start;
  }

  read(): ReadString | undefined {
    while (this.#readLatin1());
    if (this.#isAtEnd()) return { text: this.#memory.toString('latin1', 0, this.#length), end: this.#at };
    const units = new Uint16Array(this.#memory.buffer);
    // From the last on: each is written where bytes were that have been read.
    for (let index = this.#length - 1; index >= 0; index--) units[index] = this.#memory[index] as number;
    while (this.#readUnits(units));
    if (this.#isAtEnd()) return { text: this.#memory.toString('utf16le', 0, 2 * this.#length), end: this.#at };
    return undefined;
  }

  #isAtEnd(): boolean {
    return this.#source[this.#at] === quote;
  }

  /**
   * Reads a piece, and writes one byte for each character.
   *
   * @returns whether to go on: false at the closing quote, the first character beyond Latin-1, or a mistake.
   */
  #readLatin1(): boolean {
    const source = this.#source;
    const view = this.#view;
    const target = this.#memory;
    const targetView = this.#memoryView;
    let at = this.#at;
    let length = this.#length;
    const end = Math.min(at + bytesAtATime, source.byteLength);
    let goesOn = true;
    while (at < end && goesOn) {
      while (at + bytesOfWord <= end) {
        const word = view.getInt32(at, true);
        if (notPlain(word) !== 0) break;
        targetView.setInt32(length, word, true);
        at += bytesOfWord;
        length += bytesOfWord;
      }
      for (let stop = Math.min(at + bytesOneByOne, end); at < stop; ) {
        const byte = source[at] as number;
        if (isPlain[byte] === 1) {
          target[length++] = byte;
          at++;
          continue;
        }
        const isLetter = byte === 0xc2 || byte === 0xc3;
        const unit = isLetter ? letterAt(source, at, byte) : byte === backslash ? unitOfEscape(source, at) : malformed;
        if (unit < 0 || unit > 0xff) {
          goesOn = false;
          break;
        }
        target[length++] = unit;
        at += isLetter ? 2 : bytesOfEscape(source, at);
        if (isLetter) stop = Math.min(at + bytesOneByOne, end);
      }
    }
    this.#at = at;
    this.#length = length;
    return goesOn && at < source.byteLength;
  }

  /**
   * Reads a piece, and writes code units.
   *
   * @returns whether to go on: false at the closing quote or a mistake.
   */
  #readUnits(units: Uint16Array): boolean {
    const source = this.#source;
    let at = this.#at;
    let length = this.#length;
    const end = Math.min(at + bytesAtATime, source.byteLength);
    let goesOn = at < end;
    while (at < end) {
      const byte = source[at] as number;
      if (isPlain[byte] === 1) {
        units[length++] = byte;
        at++;
        continue;
      }
      const character = byte === quote ? malformed : characterAt(source, at, byte);
      goesOn = character >= 0;
      if (!goesOn) break;
      if (character <= 0xffff) units[length++] = character;
      else {
        units[length++] = 0xd7c0 + (character >> 10);
        units[length++] = 0xdc00 | (character & 0x3ff);
      }
      at += byte === backslash ? bytesOfEscape(source, at) : bytesOfSequence(character);
    }
    this.#at = at;
    this.#length = length;
    return goesOn;
  }
}

const malformed = -1;

/** Returns the code unit of an escape, or the code point of a sequence of UTF-8; negative if it is malformed. */
function characterAt(source: Uint8Array, at: number, byte: number): number {
  if (byte === backslash) return unitOfEscape(source, at);
  return byte >= firstBeyondAscii ? codePointAt(source, at, byte) : malformed;
}

/** Reads a letter from U+0080 to U+00FF. */
function letterAt(source: Uint8Array, at: number, byte: number): number {
  const next = source[at + 1] as number;
  return (next & 0xc0) === 0x80 ? ((byte & 0x3) << 6) | (next & 0x3f) : malformed;
}

function bytesOfEscape(source: Uint8Array, at: number): number {
  return source[at + 1] === letterU ? longEscapeBytes : shortEscapeBytes;
}

function unitOfEscape(source: Uint8Array, at: number): number {
  if (at + 1 >= source.byteLength) return malformed;
  const letter = source[at + 1] as number;
  if (letter !== letterU) return unescaped[letter] || malformed;
  if (at + longEscapeBytes > source.byteLength) return malformed;
  const first = hexValues[source[at + 2] as number] as number;
  const second = hexValues[source[at + 3] as number] as number;
  const third = hexValues[source[at + 4] as number] as number;
  const fourth = hexValues[source[at + 5] as number] as number;
  // Values of digits have four bits.
  if ((first | second | third | fourth) > 0xf) return malformed;
  return (first << 12) | (second << 8) | (third << 4) | fourth;
}

function bytesOfSequence(codePoint: number): number {
  return codePoint < 0x800 ? 2 : codePoint <= 0xffff ? 3 : 4;
}

/** Reads a sequence of two to four bytes. Neither longer forms than needed nor surrogates are well-formed. */
function codePointAt(source: Uint8Array, at: number, byte: number): number {
  if (byte < 0xe0) {
    const codePoint = ((byte & 0x1f) << 6) | continuation(source, at + 1);
    return byte >= 0xc2 ? codePoint : malformed;
  }
  if (byte < 0xf0) {
    const codePoint = ((byte & 0xf) << 12) | (continuation(source, at + 1) << 6) | continuation(source, at + 2);
    return codePoint >= 0x800 && (codePoint < 0xd800 || codePoint > 0xdfff) ? codePoint : malformed;
  }
  const high = ((byte & 0x7) << 18) | (continuation(source, at + 1) << 12);
  const codePoint = high | (continuation(source, at + 2) << 6) | continuation(source, at + 3);
  return byte < 0xf5 && codePoint >= 0x10000 && codePoint <= 0x10ffff ? codePoint : malformed;
}

/** The six bits of a byte that continues a sequence; if it does not, a number that makes the code point negative. */
function continuation(source: Uint8Array, at: number): number {
  if (at >= source.byteLength) return malformed;
  const byte = source[at] as number;
  return (byte & 0xc0) === 0x80 ? byte & 0x3f : malformed;
}
