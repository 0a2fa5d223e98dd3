/**
 * The tokens of an encoding, found by their bytes.
 *
 * It is a hash table in typed arrays: a `Map` of 200,000 strings takes five times the memory, on each thread.
 */
export class RankTable {
  readonly #bytes: Uint8Array;
  /** Where the bytes of each token begin; those of the last one end at one more. */
  readonly #starts: Uint32Array;
  /** For each slot a rank plus 1; 0 if it is free. */
  readonly #slots: Int32Array;
  readonly #longest: number;
  /** What is left of a hash for the number of a slot. */
  readonly #shift: number;

  /**
   * @param list - as js-tiktoken has it: tokens in Base64 in the order of their ranks, with blanks between them, behind `!`
   *   and the first rank.
   */
  constructor(list: string) {
    const start = list.indexOf(' ', 2) + 1;
    this.#bytes = new Uint8Array(list.length);
    const starts: number[] = [0];
    let [length, bits, value, longest] = [0, 0, 0, 0];
    for (let i = start; i <= list.length; i++) {
      const code = i < list.length ? list.charCodeAt(i) : blank;
      if (code === blank) {
        longest = Math.max(longest, length - (starts.at(-1) ?? 0));
        starts.push(length);
        bits = 0;
      } else if (code !== padding) {
        value = (value << 6) | (digits[code] ?? 0);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        this.#bytes[length++] = value >> bits;
      }
    }
    this.#bytes = this.#bytes.slice(0, length);
    this.#starts = Uint32Array.from(starts);
    this.#longest = longest;
    const tokens = starts.length - 1;
    const bitsOfSlot = Math.ceil(Math.log2(2 * tokens));
    this.#slots = new Int32Array(2 ** bitsOfSlot);
    this.#shift = 32 - bitsOfSlot;
    for (let rank = 0; rank < tokens; rank++) {
      let slot = this.#slotOf(this.#bytes, starts[rank] ?? 0, starts[rank + 1] ?? 0);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = rank + 1;
    }
  }

  /** Returns the rank of the token with these bytes; -1 if there is none. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.#longest) return -1;
    for (let slot = this.#slotOf(bytes, start, end); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank === -1 || this.#is(rank, bytes, start, end)) return rank;
    }
  }

  #is(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - from !== end - start) return false;
    for (let i = 0; i < end - start; i++) if (this.#bytes[from + i] !== bytes[start + i]) return false;
    return true;
  }

  #slotOf(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
    return Math.imul(hash, 0x85ebca6b) >>> this.#shift;
  }
}

const blank = 0x20;
const padding = 0x3d;

/** The values of the digits of Base64 by their codes. */
const digits = new Uint8Array(128);
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  digits[digit.charCodeAt(0)] = value;
}
