import type { TrimmedSide } from '../../core/byte-text.js';
import { areas, type Kernels, memory, slackBytes } from '../../kernels/kernels.js';
import { casesOf } from '../../kernels/letter-case.js';
import { type ByteList, maxListStrings, splitStrings } from '../../kernels/lists.js';
import { alphabeticalKey, compareAlphabetically, sortByText } from './alphabetical-order.js';
import type { LineSortingOptions } from './line-sorting.js';
import { sharedPrimaryRanks } from './primary-ranks.js';
import { forgetRanks, writeRanks } from './rank-table.js';

/** A part of the memory of the kernels. */
export interface MemoryArea {
  readonly start: number;
  /** How long it is. Some bytes behind it may be written over. */
  readonly bytes: number;
}

/** Lines that are written as the inside of a string of JSON. */
export interface WrittenLines {
  readonly start: number;
  readonly end: number;
  /** How many lines it has. */
  readonly count: number;
}

/** How to write lines. */
export interface WritingOptions {
  readonly reverses: boolean;
  /** Leaves out lines that are the same as the one before. */
  readonly dedupes: boolean;
  /** Bytes of the escape between two lines, as a number of 32 bits. */
  readonly lineEnd: number;
}

/** Most lines of a list. */
const maxLines = maxListStrings - 1;

/** Bytes of the code points that the kernels do not know. */
const unknownBytes = 16_384;

/** All of the memory, as what tables consist of. */
const words = new Uint32Array(memory.buffer);

/** Of as many lines, one may be left to the collator; of a few lines, all. */
const linesPerOpenLine = 4;
const fewLines = 16;

/** Each time, the kernels find characters of which they know nothing; a text in Chinese has many. */
const mostLessons = 8;

/** So much can be written before and after lines, in bytes. */
const roomAround = 200;

/** `\n`, as {@link WritingOptions.lineEnd}. */
export const escapedLineFeed = 0x6e5c;

const bytesOfEntry = 8;
const bytesOfSlot = 4;

/** Lines in the memory of the kernels, which is theirs until the kernels are called for something else. */
export class ByteLines {
  readonly #kernels: Kernels;
  readonly #table: number;
  readonly #free: MemoryArea;
  /** How many lines there are. */
  count: number;

  /**
   * @param table - address of the table of the lines.
   * @param free - memory to work with and to write to.
   */
  constructor(kernels: Kernels, table: number, free: MemoryArea, count: number) {
    this.#kernels = kernels;
    this.#table = table;
    this.#free = free;
    this.count = count;
  }

  /** Whether there is a last line, and it has no characters. */
  get endsBlank(): boolean {
    const last = (this.#table + bytesOfEntry * (this.count - 1)) / 4;
    return this.count > 0 && words[last] === words[last + 1];
  }

  /** Returns how many UTF-16 code units the lines have. @param isAscii - whether they are known to be ASCII. */
  units(isAscii: boolean): number {
    return isAscii ? this.#length() : this.#kernels.countUnits(this.#table, this.count);
  }

  /** Keeps some lines. @param from - index of the first. */
  slice(from: number, to: number): void {
    if (from > 0) memory.copyWithin(this.#table, this.#table + bytesOfEntry * from, this.#table + bytesOfEntry * to);
    this.count = Math.max(0, to - from);
  }

  reverse(): void {
    this.#kernels.reverseLines(this.#table, this.count);
  }

  /**
   * Strips white space from lines.
   *
   * @param dropsBlank - whether lines are dropped that have nothing else.
   */
  trim(side: TrimmedSide, dropsBlank: boolean): void {
    if (side === 'none' && !dropsBlank) return;
    this.count = this.#kernels.trimLines(this.#table, this.count, sideBits[side], dropsBlank);
  }

  /** Keeps the first of equal lines. @returns whether it could; always if case counts. */
  distinct(ignoreCase: boolean): boolean {
    const { start, bytes } = this.#free;
    const [kernels, table, count] = [this.#kernels, this.#table, this.count];
    // Half of the slots stay empty.
    const slots = 2 ** Math.max(8, Math.ceil(Math.log2(2 * count)));
    let compared = table;
    if (ignoreCase) {
      compared = start + bytesOfSlot * slots;
      const target = compared + bytesOfEntry * count;
      if (this.#length() > start + bytes - slackBytes - target) return false;
      if (kernels.lowerLines(table, count, casesOf('lower'), target, compared) === 0) return false;
    }
    this.count = kernels.distinctLines(table, compared, count, start, slots);
    return true;
  }

  /** Returns how many bytes the lines have. */
  #length(): number {
    let bytes = 0;
    const end = (this.#table + bytesOfEntry * this.count) / 4;
    for (let at = this.#table / 4; at < end; at += 2) bytes += (words[at + 1] ?? 0) - (words[at] ?? 0);
    return bytes;
  }

  /**
   * Writes the lines as the inside of a string of JSON.
   *
   * @returns what was written, with {@link roomAround} free bytes before and after it; undefined if there is no room.
   */
  write({ reverses, dedupes, lineEnd }: WritingOptions): WrittenLines | undefined {
    const start = this.#free.start + roomAround;
    const limit = this.#free.start + this.#free.bytes - roomAround - slackBytes;
    const end = this.#kernels.writeLines(this.#table, this.count, reverses, dedupes, lineEnd, start, limit);
    return end === 0 ? undefined : { start, end, count: this.#kernels.countWritten() };
  }

  /** Sorts the lines alphabetically. @returns whether it could. */
  sort(): boolean {
    const { count } = this;
    const { start, bytes } = this.#free;
    const runs = start + aligned(this.#kernels.bytesToOrder(count));
    // A run has two lines at least.
    const unknown = runs + aligned((bytesOfEntry * count) / 2);
    if (unknown + unknownBytes > start + bytes) return false;
    const primary = sharedPrimaryRanks();
    const mostOpen = Math.max(fewLines, Math.floor(count / linesPerOpenLine));
    for (let lesson = 0; lesson < mostLessons; lesson++) {
      if (!writeRanks(primary)) return false;
      const ranks = areas.ranks.start;
      const found = this.#kernels.orderLines(this.#table, count, ranks, primary.count, start, runs, unknown, mostOpen);
      if (found >= 0) {
        this.#sortOpenLines(runs / 4, found);
        return true;
      }
      if (found === -1) return false;
      forgetRanks();
      primary.learn(words.subarray(unknown / 4, unknown / 4 - 2 - found));
    }
    return false;
  }

  /** Sorts what the kernels have left to the collator: runs of lines, and lines at the end of the table. */
  #sortOpenLines(firstRun: number, runs: number): void {
    for (let run = firstRun; run < firstRun + 2 * runs; run += 2) {
      const [from = 0, to = 0] = words.subarray(run, run + 2);
      this.#set(from, sortByText(this.#lines(from, to), textOf));
    }
    const complex = this.#kernels.countComplex();
    if (complex > 0) this.#mergeLast(this.count - complex);
  }

  /** Merges the lines from a place on with those before it, which are in order. */
  #mergeLast(from: number): void {
    const first = this.#table / 4;
    const before = words.slice(first, first + 2 * from);
    let merged = first;
    let start = 0;
    for (const { start: address, end, text } of sortByText(this.#lines(from, this.count), textOf)) {
      const place = upperBound(before, text, start);
      words.set(before.subarray(2 * start, 2 * place), merged);
      merged += 2 * (place - start);
      words[merged++] = address;
      words[merged++] = end;
      start = place;
    }
    words.set(before.subarray(2 * start), merged);
  }

  #lines(from: number, to: number): Line[] {
    return Array.from({ length: to - from }, (_, index) => {
      const entry = this.#table / 4 + 2 * (from + index);
      const [start = 0, end = 0] = words.subarray(entry, entry + 2);
      return { start, end, text: memory.toString('utf8', start, end) };
    });
  }

  #set(from: number, lines: readonly Line[]): void {
    let entry = this.#table / 4 + 2 * from;
    for (const { start, end } of lines) {
      words[entry++] = start;
      words[entry++] = end;
    }
  }
}

const sideBits = { none: 0, start: 1, end: 2, both: 3 } as const;

/**
 * Trims, filters, deduplicates and sorts lines as `sortDedupeLines` does, in the memory of the kernels.
 *
 * @param list - what was read last; its strings may have line ends.
 * @returns the lines as {@link ByteLines.write} does; undefined if the kernels decline.
 */
export function sortDedupeBytes(
  kernels: Kernels,
  list: ByteList,
  options: LineSortingOptions,
): WrittenLines | undefined {
  const { trimLines, dropBlank, dedupe, ignoreCase, sort, direction } = options;
  const count = list.hasLineEnds ? splitStrings(kernels, list.count, maxLines) : list.count;
  if (count < 1 || count > maxLines) return undefined;
  const lines = new ByteLines(kernels, areas.table.start, areas.made, count);
  lines.trim(trimLines ? 'both' : 'none', dropBlank);
  // Once sorted, equal lines are adjacent.
  const dedupesLater = sort && !ignoreCase;
  if (dedupe && !dedupesLater && !lines.distinct(ignoreCase)) return undefined;
  if (sort && !lines.sort()) return undefined;
  const reverses = sort && direction === 'desc';
  return lines.write({ reverses, dedupes: dedupe && dedupesLater, lineEnd: escapedLineFeed });
}

function aligned(bytes: number): number {
  return (bytes + 7) & ~7;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const textOf = ({ text }: Line) => text;

/**
 * Returns the first place from a position on whose line comes after a text. It looks in steps that double: such lines are
 * often close together.
 */
function upperBound(table: Uint32Array, text: string, start: number): number {
  const key = alphabeticalKey(text);
  const isAfter = (place: number): boolean => {
    const other = memory.toString('utf8', table[2 * place], table[2 * place + 1]);
    return compareAlphabetically(alphabeticalKey(other), key) > 0;
  };
  const count = table.length / 2;
  let from = start;
  let to = count;
  for (let step = 1; from < count; step *= 2) {
    const place = Math.min(from + step, count) - 1;
    if (isAfter(place)) {
      to = place;
      break;
    }
    from = place + 1;
  }
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isAfter(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
