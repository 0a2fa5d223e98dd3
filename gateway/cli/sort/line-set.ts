import { randomBytes } from 'node:crypto';
import { lineFeed } from './stored-lines.js';

/** Places in the table at first: a power of two. */
const firstPlaces = 1_024;
/** The table is at most so full, so that a look finds a free place soon. */
const mostFull = 0.7;
/** The lines' share of the memory; the rest is for the table, and the table before it while it grows. */
const linesShare = 0.6;
const bytesOfPlace = 8;
/** Places are numbered with 32 bits; what is beyond is not worth it. */
const mostBytes = 2 ** 31;

/**
 * A set of lines in a bounded amount of memory, outside of V8's heap: a `Set` takes several times the memory of short
 * lines, and 16,777,216 of them at most.
 */
export class LineSet {
  /** The lines one after the other. What is not used yet takes no memory. */
  #lines: Buffer;
  #used = 0;
  readonly #mostPlaces: number;
  /** By place: the hash of a line, and where it starts, from 1; 0 for none. */
  #hashes = new Uint32Array(firstPlaces);
  #starts = new Uint32Array(firstPlaces);
  #count = 0;
  #isFull = false;
  /** Nobody can know which lines have the same hash. */
  readonly #seed = randomBytes(4).readUInt32LE();

  /** @param memory - in bytes. */
  constructor(memory: number) {
    this.#lines = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.floor(memory * linesShare)));
    // While the table grows there is one of half the size beside it.
    this.#mostPlaces = ((memory * (1 - linesShare)) / bytesOfPlace) * (2 / 3);
  }

  /** The hash of the line that starts somewhere, up to its line feed: 32 bits, all equally good. */
  hash(bytes: Uint8Array, start: number): number {
    let hash = this.#seed;
    // FNV-1a, and then the finalizer of MurmurHash3: FNV's lower bits know nothing of the upper ones.
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
   * Adds a line if there is room; for the first there always is. Once there was none, no line is added any more.
   *
   * @param hash - of the line.
   * @param end - behind its line feed.
   * @returns whether it was there already; undefined if it was not and there is no room.
   */
  add(hash: number, bytes: Buffer, start: number, end: number): boolean | undefined {
    const place = this.#placeOf(hash, bytes, start, end);
    if (this.#starts[place] !== 0) return true;
    if (this.#count === 0 && end - start > this.#lines.length) this.#lines = Buffer.allocUnsafeSlow(end - start);
    if (this.#isFull || !this.#hasRoom(end - start)) {
      this.#isFull = true;
      return undefined;
    }
    this.#hashes[place] = hash;
    this.#starts[place] = this.#used + 1;
    bytes.copy(this.#lines, this.#used, start, end);
    this.#used += end - start;
    this.#count++;
    if (this.#count > mostFull * this.#starts.length && 2 * this.#starts.length <= this.#mostPlaces) this.#grow();
    return false;
  }

  #hasRoom(length: number): boolean {
    return this.#used + length <= this.#lines.length && this.#count <= mostFull * this.#starts.length;
  }

  /** Where a line is in the table, or belongs. */
  #placeOf(hash: number, bytes: Buffer, start: number, end: number): number {
    const mask = this.#starts.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const known = this.#starts[place] ?? 0;
      if (known === 0) return place;
      if (this.#hashes[place] !== hash) continue;
      // No line is the beginning of another: each ends with its line feed.
      const from = known - 1;
      const to = Math.min(this.#used, from + end - start);
      if (this.#lines.compare(bytes, start, end, from, to) === 0) return place;
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
      let place = hash & mask;
      while (this.#starts[place] !== 0) place = (place + 1) & mask;
      this.#hashes[place] = hash;
      this.#starts[place] = start;
    }
  }
}
