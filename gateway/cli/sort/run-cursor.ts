import {
  type AlphabeticalKey,
  alphabeticalKey,
  compareAlphabetically,
  type Direction,
} from '#engine/text/order/alphabetical-order.js';
import { textOf } from './line-job.js';
import { weightOf } from './sort-budget.js';
import { lineFeed, type StoredLines } from './stored-lines.js';

const nothing = Buffer.alloc(0);

/** A position in a run, with the lines after it that have been read: its block. */
export class RunCursor {
  readonly #run: StoredLines;
  readonly #sign: 1 | -1;
  readonly #blockWeight: number;
  #block: Buffer = nothing;
  /** Where the block ends in the run. */
  #end = 0;
  /** The length of the block when it was read. */
  #filled = 0;
  #last: AlphabeticalKey | undefined;
  #weightOfByte = 0;

  /** @param blockWeight - the largest weight of a block. It has at least one line. */
  constructor(run: StoredLines, direction: Direction, blockWeight: number) {
    this.#run = run;
    this.#sign = direction === 'asc' ? 1 : -1;
    this.#blockWeight = blockWeight;
  }

  /**
   * Reads on if more than half of the block is used up. With full blocks, much of each comes before the end of the
   * block that ends first.
   *
   * @returns whether there is a line.
   */
  fill(): boolean {
    const { size, longestLine } = this.#run;
    if (this.#end === size || this.#block.length > this.#filled / 2) return this.#block.length > 0;
    this.#last = undefined;
    const from = this.#end - this.#block.length;
    const room = Math.max(longestLine, Math.floor(this.#blockWeight / weightOf(0, 1)));
    const bytes = this.#run.read(from, Math.min(size, from + room));
    const { lines, length } = linesWithin(bytes, this.#blockWeight);
    this.#block = bytes.subarray(0, length);
    this.#end = from + length;
    this.#filled = length;
    this.#weightOfByte = weightOf(lines, length) / length;
    return length > 0;
  }

  /** Returns the average weight of a byte of the block. */
  get weightOfByte(): number {
    return this.#weightOfByte;
  }

  /** Returns the last line of the block, if more lines follow. */
  get last(): AlphabeticalKey | undefined {
    if (this.#end === this.#run.size) return undefined;
    this.#last ??= keyOf(this.#block, this.#block.lastIndexOf(lineFeed, -2) + 1, this.#block.length - 1);
    return this.#last;
  }

  /**
   * Takes the lines of the block up to and including a line.
   *
   * @param bound - undefined for all lines.
   * @returns valid until the next block is read.
   */
  take(bound: AlphabeticalKey | undefined): Buffer {
    const block = this.#block;
    const length = bound === undefined || bound === this.#last ? block.length : this.#lengthUpTo(bound);
    this.#block = block.subarray(length);
    return block.subarray(0, length);
  }

  compare(a: AlphabeticalKey, b: AlphabeticalKey): number {
    return this.#sign * compareAlphabetically(a, b);
  }

  /** Finds the start of the lines that come after a line, by bisection. */
  #lengthUpTo(bound: AlphabeticalKey): number {
    const block = this.#block;
    let from = 0;
    let to = block.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const start = middle === from ? from : Math.max(from, block.lastIndexOf(lineFeed, middle - 1) + 1);
      const end = block.indexOf(lineFeed, middle);
      if (this.compare(keyOf(block, start, end), bound) <= 0) from = end + 1;
      else to = start;
    }
    return from;
  }
}

function keyOf(bytes: Buffer, from: number, to: number): AlphabeticalKey {
  return alphabeticalKey(textOf(bytes.subarray(from, to)));
}

/** Returns the first lines within a weight, at least one. */
function linesWithin(bytes: Uint8Array, most: number) {
  let lines = 0;
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== lineFeed) continue;
    if (lines > 0 && weightOf(lines + 1, at + 1) > most) break;
    lines++;
    length = at + 1;
  }
  return { lines, length };
}
