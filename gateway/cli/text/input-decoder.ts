import { isAscii } from 'node:buffer';
import { CharsetDecoder, MalformedBytesError } from '#engine/text/encoding/charset-decoder.js';
import { charsetName } from '#engine/text/encoding/charset-labels.js';
import { CommandError } from '../core/io.js';
import {
  binaryReason,
  countControls,
  isIso2022Jp,
  isUtf8Beginning,
  likelyCharset,
  markedCharset,
} from './encoding-detection.js';
import { Utf8Decoder } from './utf8-decoder.js';
import { unmarkedUtf16 } from './utf16-text.js';

/** Decodes bytes that arrive in chunks, strictly. Removes a byte order mark at the start. */
export interface InputDecoder {
  /** @throws {CommandError} for bytes that are not in the encoding. */
  decode(chunk: Buffer): string;
  /** Returns what is left at the end. @throws {CommandError} if the last character is incomplete. */
  end(): string;
}

/**
 * Returns a decoder.
 *
 * @param name - the name of the input, for errors.
 * @param encoding - a label of the WHATWG Encoding Standard; `auto` finds it out, see {@link DetectingDecoder}.
 * @param onFound - called with the encoding that was found out, once it is known.
 */
export function inputDecoder(name: string, encoding: string, onFound: (encoding: string) => void): InputDecoder {
  if (encoding === 'auto') return new DetectingDecoder(name, onFound);
  return decoderOf(name, encoding, '; --encoding auto finds out the encoding');
}

/** @param before - the number of bytes before those that are decoded. */
function decoderOf(name: string, encoding: string, hint = '', before = 0): InputDecoder {
  const isUtf8 = encoding.toLowerCase() === 'utf-8';
  return isUtf8 ? new Utf8Decoder(name, hint, before) : new LegacyDecoder(name, encoding, before);
}

class LegacyDecoder implements InputDecoder {
  readonly #name: string;
  readonly #decoder: CharsetDecoder;
  readonly #before: number;

  constructor(name: string, encoding: string, before: number) {
    this.#name = name;
    this.#decoder = new CharsetDecoder(encoding);
    this.#before = before;
  }

  decode(chunk: Buffer): string {
    return this.#read(() => this.#decoder.decode(chunk));
  }

  end(): string {
    return this.#read(() => {
      this.#decoder.end();
      return '';
    });
  }

  #read(decode: () => string): string {
    try {
      return decode();
    } catch (error) {
      if (!(error instanceof MalformedBytesError)) throw error;
      const { charset } = error;
      const offset = this.#before + error.offset;
      throw new CommandError(
        `${this.#name} is not ${charset}: byte ${offset} (counted from 0) is not part of a character`,
      );
    }
  }
}

/** How much is looked at from the first byte beyond ASCII on, in bytes. */
const sampleBytes = 65_536;
/** Fewer bytes than this at the start do not tell a byte order mark, UTF-16 or binary data. */
const startBytes = 64;
const escapeByte = 0x1b;
const escapeBytes = 3;

/**
 * Finds out the encoding: by a byte order mark, the units of UTF-16, the escape sequences of ISO-2022-JP, or the bytes
 * from the first one beyond ASCII on. What is ASCII goes on before that: it is the same in all other encodings.
 */
class DetectingDecoder implements InputDecoder {
  readonly #name: string;
  readonly #onFound: (encoding: string) => void;
  /** What is kept until the encoding is known. */
  #held: Buffer = Buffer.alloc(0);
  #decoder: InputDecoder | undefined;
  /** The number of bytes that have been decoded: all ASCII. */
  #before = 0;

  constructor(name: string, onFound: (encoding: string) => void) {
    this.#name = name;
    this.#onFound = onFound;
  }

  decode(chunk: Buffer): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(chunk);
    this.#held = this.#held.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#held, chunk]);
    return this.#read(false);
  }

  end(): string {
    const text = this.#decoder === undefined ? this.#read(true) : '';
    return text + (this.#decoder?.end() ?? '');
  }

  #read(isEnd: boolean): string {
    const held = this.#held;
    if (this.#before === 0) {
      if (held.length < startBytes && !isEnd) return '';
      const marked = markedCharset(held);
      if (marked !== undefined) return this.#found(marked);
      const start = held.subarray(0, sampleBytes);
      const { controls, zeros } = countControls(start);
      const hasControls = controls > 0;
      // UTF-16 and binary data are told by more than a few bytes.
      if (hasControls && held.length < sampleBytes && !isEnd) return '';
      const isCut = held.length > sampleBytes || !isEnd;
      const isUtf8 = isUtf8Beginning(start, isCut);
      const reason = hasControls ? binaryReason(start, isUtf8) : undefined;
      // UTF-16 that is valid UTF-8 as well has zeros, or many controls.
      const order = isUtf8 && zeros === 0 && reason === undefined ? undefined : unmarkedUtf16(start, isCut);
      if (order !== undefined) return this.#found(order);
      if (reason !== undefined) throw this.#unknown(reason);
    }
    if (isAscii(held)) {
      if (isIso2022Jp(held)) return this.#found('iso-2022-jp');
      return isEnd ? this.#found('utf-8') : this.#ascii();
    }
    const first = held.findIndex((byte) => byte >= 0x80);
    if (held.length - first < sampleBytes && !isEnd) return '';
    const sample = held.subarray(first, first + sampleBytes);
    const isCut = held.length - first > sampleBytes || !isEnd;
    const isUtf8 = isUtf8Beginning(sample, isCut);
    const encoding = isUtf8 ? 'utf-8' : likelyCharset(sampleAround(held, first), isCut);
    if (encoding !== undefined) return this.#found(encoding);
    throw this.#unknown(binaryReason(sample, isUtf8));
  }

  #unknown(reason: string | undefined): CommandError {
    const why = reason === undefined ? '' : `, since ${reason}`;
    return new CommandError(
      `The encoding of ${this.#name} cannot be found out${why}: name it, such as --encoding windows-1252`,
    );
  }

  /** Returns the text that is held, but for an escape sequence that may go on. */
  #ascii(): string {
    const held = this.#held;
    const last = held.lastIndexOf(escapeByte);
    const end = last > held.length - escapeBytes && last !== -1 ? last : held.length;
    this.#held = Buffer.from(held.subarray(end));
    this.#before += end;
    return held.toString('latin1', 0, end);
  }

  #found(encoding: string): string {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    this.#decoder = decoderOf(this.#name, encoding, '', this.#before);
    this.#onFound(charsetName(encoding));
    return this.#decoder.decode(held);
  }
}

/** ASCII before the first byte beyond it: it tells whether this byte ends a word. */
const contextBytes = 200;

function sampleAround(held: Buffer, first: number): Buffer {
  return held.subarray(Math.max(0, first - contextBytes), first + sampleBytes);
}
