import { areas, type Kernels, memory, slackBytes } from '../../kernels/kernels.js';
import { type ByteList, maxListStrings, splitStrings } from '../../kernels/lists.js';
import { alphabeticalKey, compareAlphabetically, sortByText } from './alphabetical-order.js';
import type { LineSortingOptions } from './line-sorting.js';
import { sharedPrimaryRanks } from './primary-ranks.js';
import { forgetRanks, writeRanks } from './rank-table.js';

/** Most lines that the kernels sort. */
const maxSortedLines = maxListStrings - 1;

/** What the kernels work with, at the start of the area `made`. */
const work = {
  sorting: areas.made.start,
  /** Two of 32 bits for each run of lines. */
  runs: areas.made.start + 750_000,
  unknown: areas.made.start + 770_000,
  end: areas.made.start + 790_000,
} as const;

/** All of the memory, as what tables consist of. */
const words = new Uint32Array(memory.buffer);

/** Of as many lines, one may be left to the collator; of a few lines, all. */
const linesPerOpenLine = 4;
const fewLines = 16;

/** Each time, the kernels find characters of which they know nothing; a text in Chinese has many. */
const mostLessons = 8;

/** The lower case of characters of one or two bytes, for the kernels; 0 for what they leave to `toLowerCase`. */
const lowered = new Uint16Array(memory.buffer, areas.ranks.start + areas.ranks.bytes - 2 * 0x800, 0x800);

/** So much can be written before and after lines, in bytes. */
const roomAround = 100;

/** A part of the memory of the kernels. */
export interface WrittenLines {
  readonly start: number;
  readonly end: number;
  /** How many lines it has. */
  readonly count: number;
}

/**
 * Trims, filters, deduplicates and sorts lines as `sortDedupeLines` does, in the memory of the kernels.
 *
 * @param list - what was read last; its strings may have line ends.
 * @returns the lines as the inside of a string of JSON, with 100 free bytes before and after it; undefined if the kernels
 *   decline.
 */
export function sortDedupeBytes(
  kernels: Kernels,
  list: ByteList,
  options: LineSortingOptions,
): WrittenLines | undefined {
  const { trimLines, dropBlank, dedupe, ignoreCase, sort, direction } = options;
  let count = list.hasLineEnds ? splitStrings(kernels, list.count, maxSortedLines) : list.count;
  if (count < 1 || count > maxSortedLines) return undefined;
  const table = areas.table.start;
  if (trimLines || dropBlank) count = kernels.trimLines(table, count, trimLines, dropBlank);
  // Once sorted, equal lines are adjacent.
  const dedupesLater = sort && !ignoreCase;
  if (dedupe && !dedupesLater) count = distinctLines(kernels, count, ignoreCase);
  if (count < 0) return undefined;
  if (sort && !sortTable(kernels, count)) return undefined;
  const start = work.end + roomAround;
  const limit = areas.made.start + areas.made.bytes - roomAround - slackBytes;
  const reverses = sort && direction === 'desc';
  const end = kernels.writeLines(table, count, reverses, dedupe && dedupesLater, start, limit);
  return end === 0 ? undefined : { start, end, count: kernels.countWritten() };
}

/** Returns how many lines are left; negative if the kernels do not know the lower case. */
function distinctLines(kernels: Kernels, count: number, ignoreCase: boolean): number {
  const table = areas.table.start;
  if (!ignoreCase) return kernels.distinctLines(table, table, count, work.sorting);
  if (lowered[0x61] === 0) learnLowerCase();
  const compared = work.sorting + 4 * 0x4000;
  const room = areas.made.start + areas.made.bytes - slackBytes - work.end;
  if (bytesOf(count) > room) return -1;
  if (kernels.lowerLines(table, count, lowered.byteOffset, work.end, compared) === 0) return -1;
  return kernels.distinctLines(table, compared, count, work.sorting);
}

function bytesOf(count: number): number {
  const first = areas.table.start / 4;
  let bytes = 0;
  for (let at = first; at < first + 2 * count; at += 2) bytes += (words[at + 1] ?? 0) - (words[at] ?? 0);
  return bytes;
}

function learnLowerCase(): void {
  for (let codePoint = 0; codePoint < lowered.length; codePoint++) {
    const lower = String.fromCharCode(codePoint).toLowerCase();
    const isAsLong = lower.length === 1 && lower < '\u0800' && codePoint < 0x80 === lower < '\x80';
    // Σ is written ς at the end of a word.
    lowered[codePoint] = isAsLong && codePoint !== 0x3a3 ? lower.charCodeAt(0) : 0;
  }
}

/** Sorts the lines of the table. @returns whether it could. */
function sortTable(kernels: Kernels, count: number): boolean {
  const primary = sharedPrimaryRanks();
  const mostOpen = Math.max(fewLines, Math.floor(count / linesPerOpenLine));
  for (let lesson = 0; lesson < mostLessons; lesson++) {
    if (!writeRanks(primary)) return false;
    const { sorting, runs, unknown } = work;
    const [{ start: table }, { start: ranks }] = [areas.table, areas.ranks];
    const found = kernels.orderLines(table, count, ranks, primary.count, sorting, runs, unknown, mostOpen);
    if (found >= 0) {
      sortOpenLines(kernels, count, found);
      return true;
    }
    if (found === -1) return false;
    forgetRanks();
    primary.learn(words.subarray(unknown / 4, unknown / 4 - 2 - found));
  }
  return false;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Sorts what the kernels have left to the collator: runs of lines, and lines at the end of the table. */
function sortOpenLines(kernels: Kernels, count: number, runs: number): void {
  for (let run = work.runs / 4; run < work.runs / 4 + 2 * runs; run += 2) {
    const [from = 0, to = 0] = words.subarray(run, run + 2);
    writeTable(from, sortByText(linesOf(from, to), textOf));
  }
  const complex = kernels.countComplex();
  if (complex > 0) mergeLast(count - complex, count);
}

const textOf = ({ text }: Line) => text;

/** Merges the lines from a place on with those before it, which are in order. */
function mergeLast(from: number, to: number): void {
  const first = areas.table.start / 4;
  const before = words.slice(first, first + 2 * from);
  let merged = first;
  let start = 0;
  for (const { start: address, end, text } of sortByText(linesOf(from, to), textOf)) {
    const place = upperBound(before, text, start);
    words.set(before.subarray(2 * start, 2 * place), merged);
    merged += 2 * (place - start);
    words[merged++] = address;
    words[merged++] = end;
    start = place;
  }
  words.set(before.subarray(2 * start), merged);
}

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

function linesOf(from: number, to: number): Line[] {
  return Array.from({ length: to - from }, (_, index) => {
    const entry = areas.table.start / 4 + 2 * (from + index);
    const [start = 0, end = 0] = words.subarray(entry, entry + 2);
    return { start, end, text: memory.toString('utf8', start, end) };
  });
}

function writeTable(from: number, lines: readonly Line[]): void {
  let entry = areas.table.start / 4 + 2 * from;
  for (const { start, end } of lines) {
    words[entry++] = start;
    words[entry++] = end;
  }
}
