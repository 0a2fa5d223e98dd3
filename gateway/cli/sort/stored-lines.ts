import type { SpillFile } from './spill-file.js';

/** Lines in memory or in a file: UTF-8, with a line feed after each. */
export interface StoredLines {
  /** In bytes. */
  readonly size: number;
  /** Bytes of the longest line, with its line feed. */
  readonly longestLine: number;
  /** Returns a part of the lines, valid until the next call. */
  read(from: number, to: number): Buffer;
  /** Frees memory and disk. */
  remove(): void;
}

export class LinesInMemory implements StoredLines {
  #bytes: Buffer;
  readonly size: number;
  readonly longestLine: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.size = bytes.length;
    this.longestLine = longestLine(bytes);
  }

  read(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to);
  }

  remove(): void {
    this.#bytes = Buffer.alloc(0);
  }
}

export class LinesInFile implements StoredLines {
  readonly #file: SpillFile;
  #longestLine = 0;
  #memory = Buffer.alloc(0);

  /** @param file - still empty. */
  constructor(file: SpillFile) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  get longestLine(): number {
    return this.#longestLine;
  }

  /** @param lines - whole lines, which are appended. */
  append(lines: Uint8Array): void {
    this.#longestLine = Math.max(this.#longestLine, longestLine(lines));
    this.#file.append(lines);
  }

  /** Ends the writing. */
  finish(): this {
    this.#file.finish();
    return this;
  }

  read(from: number, to: number): Buffer {
    if (this.#memory.length < to - from) this.#memory = Buffer.allocUnsafeSlow(to - from);
    const part = this.#memory.subarray(0, to - from);
    this.#file.read(part, from);
    return part;
  }

  remove(): void {
    this.#memory = Buffer.alloc(0);
    this.#file.remove();
  }
}

/**
 * Reads lines block by block.
 *
 * @param blockBytes - the approximate size of a block.
 * @returns whole lines. Each block is valid until the next.
 */
export function* blocksOf(lines: StoredLines, blockBytes: number): Generator<Buffer> {
  const length = Math.max(blockBytes, lines.longestLine);
  for (let at = 0; at < lines.size; ) {
    const bytes = lines.read(at, Math.min(lines.size, at + length));
    const block = bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1);
    at += block.length;
    yield block;
  }
}

export const lineFeed = 0x0a;

/** Returns the length of the longest line, with its line feed. */
function longestLine(lines: Uint8Array): number {
  let longest = 0;
  let start = 0;
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] !== lineFeed) continue;
    if (at + 1 - start > longest) longest = at + 1 - start;
    start = at + 1;
  }
  return longest;
}
