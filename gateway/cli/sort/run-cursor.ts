import {
  type AlphabeticalKey,
  alphabeticalKey,
  compareAlphabetically,
  type Direction,
} from '../../../engine/text/order/alphabetical-order.js';
import { textOf } from './line-job.js';
import { weightOf } from './sort-budget.js';
import { lineFeed, type StoredLines } from './stored-lines.js';

const nothing = Buffer.alloc(0);

/** A place in a run, and the lines behind it that have been read: its block. */
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

  /** @param blockWeight - what the lines of a block may weigh; one line there always is. */
  constructor(run: StoredLines, direction: Direction, blockWeight: number) {
    this.#run = run;
    this.#sign = direction === 'asc' ? 1 : -1;
    this.#blockWeight = blockWeight;
  }

  /**
   * Reads on if more than half of the block is used up: when all blocks are full, much of each comes before the end of
   * the one that ends first.
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

  /** What a byte of the block weighs on average. */
  get weightOfByte(): number {
    return this.#weightOfByte;
  }

  /** The last line of the block, if more come behind it. */
  get last(): AlphabeticalKey | undefined {
    if (this.#end === this.#run.size) return undefined;
    this.#last ??= keyOf(this.#block, this.#block.lastIndexOf(lineFeed, -2) + 1, this.#block.length - 1);
    return this.#last;
  }

  /**
   * Takes the lines of the block up to a line, and with it, out of it.
   *
   * @param bound - all of them if undefined.
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

  /** Finds by bisection where the lines start that come after one. */
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

/** The lines at the start that are within a weight: at least the first. */
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
