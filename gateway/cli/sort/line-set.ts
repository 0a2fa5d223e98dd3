import { randomBytes } from 'node:crypto';
import { lineFeed } from './stored-lines.js';

/** Initial size of the table, a power of two. */
const firstSlots = 1_024;
/** The largest load of the table: a lookup must find a free slot soon. */
const mostFull = 0.7;
/** The share of the lines in the memory. The rest is for the table, and its old version while it grows. */
const linesShare = 0.6;
const bytesOfSlot = 8;
/** Slots are 32-bit numbers, so a larger set has no use. */
const mostBytes = 2 ** 31;

/**
 * A set of lines in bounded memory, outside of V8's heap: a `Set` needs several times the memory of short lines, and
 * has at most 16,777,216 elements.
 */
export class LineSet {
  /** The lines, one after the other. Unused parts take no memory. */
  #lines: Buffer;
  #used = 0;
  readonly #mostSlots: number;
  /** By slot: the hash of a line, and its start, counted from 1; 0 for an empty slot. */
  #hashes = new Uint32Array(firstSlots);
  #starts = new Uint32Array(firstSlots);
  #count = 0;
  #isFull = false;
  /** Random, so that nobody can prepare lines with equal hashes. */
  readonly #seed = randomBytes(4).readUInt32LE();

  /** @param memory - in bytes. */
  constructor(memory: number) {
    this.#lines = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.floor(memory * linesShare)));
    // While the table grows, the old one of half the size is beside it.
    this.#mostSlots = ((memory * (1 - linesShare)) / bytesOfSlot) * (2 / 3);
  }

  /** Returns a 32-bit hash of the line at an offset, up to its line feed. */
  hash(bytes: Uint8Array, start: number): number {
    let hash = this.#seed;
    // FNV-1a, then the finalizer of MurmurHash3: in FNV, upper bits do not affect the lower ones.
    for (let at = start; ; at++) {
      const byte = bytes[at] ?? lineFeed;
      if (byte === lineFeed) break;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  /**
   * Adds a line if there is room, which there always is for the first. After the first failure it adds no more lines.
   *
   * @param hash - of the line.
   * @param end - after its line feed.
   * @returns whether the set has the line; undefined if it has not, and there is no room.
   */
  add(hash: number, bytes: Buffer, start: number, end: number): boolean | undefined {
    const slot = this.#slotOf(hash, bytes, start, end);
    if (this.#starts[slot] !== 0) return true;
    if (this.#count === 0 && end - start > this.#lines.length) this.#lines = Buffer.allocUnsafeSlow(end - start);
    if (this.#isFull || !this.#fits(end - start)) {
      this.#isFull = true;
      return undefined;
    }
    this.#hashes[slot] = hash;
    this.#starts[slot] = this.#used + 1;
    bytes.copy(this.#lines, this.#used, start, end);
    this.#used += end - start;
    this.#count++;
    if (this.#count > mostFull * this.#starts.length && 2 * this.#starts.length <= this.#mostSlots) this.#grow();
    return false;
  }

  #fits(length: number): boolean {
    return this.#used + length <= this.#lines.length && this.#count <= mostFull * this.#starts.length;
  }

  /** Returns the slot of a line in the table, or the free slot for it. */
  #slotOf(hash: number, bytes: Buffer, start: number, end: number): number {
    const mask = this.#starts.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#starts[slot] ?? 0;
      if (known === 0) return slot;
      if (this.#hashes[slot] !== hash) continue;
      // No line is a prefix of another: each ends with its line feed.
      const from = known - 1;
      const to = Math.min(this.#used, from + end - start);
      if (this.#lines.compare(bytes, start, end, from, to) === 0) return slot;
    }
  }

  #grow(): void {
    const [hashes, starts] = [this.#hashes, this.#starts];
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#starts = new Uint32Array(2 * starts.length);
    const mask = this.#starts.length - 1;
    for (let from = 0; from < starts.length; from++) {
      const start = starts[from] ?? 0;
      if (start === 0) continue;
      const hash = hashes[from] ?? 0;
      let slot = hash & mask;
      while (this.#starts[slot] !== 0) slot = (slot + 1) & mask;
      this.#hashes[slot] = hash;
      this.#starts[slot] = start;
    }
  }
}
