import type { OutputLimit } from '../../core/tool.js';

/** Percent-encodes texts; some bytes stay as they are. */
export class PercentEncoding {
  /** 1 for the ASCII bytes that stay. */
  readonly #kept = new Uint8Array(256);
  readonly #spaceAsPlus: boolean;

  /** @param kept - the characters that stay in addition to letters and digits, all of them ASCII. */
  constructor(kept: string, { spaceAsPlus = false } = {}) {
    for (const character of `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${kept}`) {
      this.#kept[character.charCodeAt(0)] = 1;
    }
    this.#spaceAsPlus = spaceAsPlus;
  }

  /**
   * Encodes the UTF-8 bytes of a text. A lone surrogate is encoded as U+FFFD.
   *
   * @throws {OutputTooLongError} before building the output: one character can become nine.
   */
  encode(text: string, limit: OutputLimit): string {
    const bytes = Buffer.from(text, 'utf8');
    const kept = this.#kept;
    let size = bytes.length * 3;
    for (const byte of bytes) if (kept[byte] === 1 || (byte === space && this.#spaceAsPlus)) size -= 2;
    limit.check(size);
    if (size === bytes.length && !this.#spaceAsPlus) return text;

    const encoded = Buffer.allocUnsafe(size);
    let length = 0;
    for (const byte of bytes) {
      if (kept[byte] === 1) encoded[length++] = byte;
      else if (byte === space && this.#spaceAsPlus) encoded[length++] = plus;
      else {
        encoded[length++] = percent;
        encoded[length++] = hexDigits.charCodeAt(byte >> 4);
        encoded[length++] = hexDigits.charCodeAt(byte & 0xf);
      }
    }
    return encoded.toString('latin1');
  }
}

const space = 0x20;
const percent = 0x25;
const plus = 0x2b;
const hexDigits = '0123456789ABCDEF';
