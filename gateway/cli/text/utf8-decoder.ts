import { isAscii, isUtf8 } from 'node:buffer';
import { decodeUtf8 } from '#engine/text/encoding/utf8.js';
import { CommandError } from '../core/io.js';

const byteOrderMark = '\ufeff';

/** Decodes UTF-8 that arrives in chunks, strictly. Removes a byte order mark at the start. */
export class Utf8Decoder {
  readonly #name: string;
  readonly #hint: string;
  #tail: Buffer = Buffer.alloc(0);
  /** Bytes before the tail. */
  #decoded: number;
  #atStart: boolean;

  /**
   * @param name - the name of the input, for errors.
   * @param hint - ends the message of bytes that are not UTF-8: what to do.
   * @param before - the number of bytes before those that are decoded.
   */
  constructor(name: string, hint = '', before = 0) {
    this.#name = name;
    this.#hint = hint;
    this.#decoded = before;
    this.#atStart = before === 0;
  }

  /** @throws {CommandError} with the offset of the first byte that is not UTF-8. */
  decode(chunk: Buffer): string {
    const bytes = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const whole = bytes.length - incompleteBytes(bytes);
    // Copied: the memory of the chunk may be reused.
    this.#tail = whole === bytes.length ? empty : Buffer.from(bytes.subarray(whole));
    return this.#text(whole === bytes.length ? bytes : bytes.subarray(0, whole));
  }

  /** @throws {CommandError} if the last character is incomplete. */
  end(): string {
    return this.#text(this.#tail);
  }

  #text(bytes: Buffer): string {
    if (bytes.length === 0) return '';
    let text: string;
    if (isAscii(bytes)) text = bytes.toString('latin1');
    else if (isUtf8(bytes)) text = bytes.toString('utf8');
    else throw this.#malformed(bytes);
    if (this.#atStart && text.startsWith(byteOrderMark)) text = text.slice(1);
    this.#atStart = false;
    this.#decoded += bytes.length;
    return text;
  }

  #malformed(bytes: Buffer): CommandError {
    const decoded = decodeUtf8(bytes);
    const offset = this.#decoded + (typeof decoded === 'string' ? 0 : decoded.malformedAt);
    return new CommandError(
      `${this.#name} is not UTF-8: byte ${offset} (counted from 0) is not part of a character${this.#hint}`,
    );
  }
}

const empty = Buffer.alloc(0);

/** Returns the number of bytes at the end that begin a character of the next chunk. */
function incompleteBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    // A lead byte of two, three or four bytes.
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}
