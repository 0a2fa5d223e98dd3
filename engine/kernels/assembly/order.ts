import { keyBytes, sortKeys } from './keys';
import { commonBytes, endOf, entryBytes, isSame, startOf } from './line-table';
import { afterRanks, countUnknown, isSimple, mostRanks, readRanks, useRanks } from './ranks';
import { areAscii, sortTies } from './ties';

/** Ranks of a line that are read at a time. */
const width: usize = 12;
/** A line may begin within a character, and end one character later. */
const windowBytes: usize = 2 * (width + 2 * mostRanks) + 8;
/** From this many lines on, ranks are numbered anew, so that more of them go into a key. */
const many: u32 = 32;

/** Bytes that are needed however few lines there are: counters of digits, which ranks occur, and numbers of ranks. */
const countsBytes: usize = 4 * 256 * 4;
const occursBytes: usize = 0x10000 + 64;
const numbersBytes: usize = 2 * 0x10000;
const fixedBytes = countsBytes + occursBytes + numbersBytes;
/** Bytes that are needed for each line. */
const lineBytes = 2 * keyBytes + windowBytes + 3 * 4 + 8 + entryBytes;

// The parts of the memory to work with.
let counts: usize = 0;
let occurs: usize = 0;
let numbers: usize = 0;
let keys: usize = 0;
let otherKeys: usize = 0;
let windows: usize = 0;
let order: usize = 0;
let otherOrder: usize = 0;
let positions: usize = 0;
let allPending: usize = 0;
let ordered: usize = 0;

let lines: usize = 0;
let rankCount: usize = 0;
let runs: usize = 0;
let runCount: u32 = 0;
/** How many lines only the collator can place. */
let leftCount: u32 = 0;
let mostLeft: u32 = 0;
/** The end of the list of ranges that are still to be sorted. */
let pending: usize = 0;

/** Returns how many bytes {@link orderLines} needs to work with. */
export function bytesToOrder(count: u32): usize {
  return fixedBytes + lineBytes * count;
}

/** Returns how many lines the last call of {@link orderLines} put behind all others: only the collator can place them. */
export function countComplex(): u32 {
  return complexCount;
}
let complexCount: u32 = 0;

/**
 * Sorts lines by the ranks of their characters, in place.
 *
 * @param ranks - the table of ranks.
 * @param highest - the highest rank.
 * @param memory - to work with: {@link bytesToOrder}.
 * @param open - gets runs of lines that only the collator can sort, each as two u32: from which line on, and up to which.
 * @param unknown - gets code points that the table does not know, as u32.
 * @param mostOpen - most lines that are left to the collator.
 * @returns how many runs there are; -1 if too many lines are left to the collator; if there are unknown characters, -2
 *   minus how many. In both cases the order of the lines means nothing.
 */
export function orderLines(
  table: usize,
  count: u32,
  ranks: usize,
  highest: u32,
  memory: usize,
  open: usize,
  unknown: usize,
  mostOpen: u32,
): i32 {
  lines = table;
  divide(memory, count);
  rankCount = <usize>highest + 1;
  runs = open;
  runCount = 0;
  leftCount = 0;
  complexCount = 0;
  mostLeft = mostOpen;
  useRanks(ranks, occurs, unknown);
  for (let line: u32 = 0; line < count; line++) {
    setLineAt(line, line);
    setPosition(line, (<u32>startOf(table, line)) << 3);
  }
  pending = allPending;
  if (count > 0) sortRange(0, count, true);
  while (pending > allPending && leftCount <= mostLeft && countUnknown() === 0) {
    pending -= 8;
    sortRange(load<u32>(pending), load<u32>(pending + 4), false);
  }
  if (countUnknown() > 0) return -2 - <i32>countUnknown();
  if (leftCount > mostLeft) return -1;
  putInOrder(count);
  return <i32>runCount;
}

function divide(memory: usize, count: u32): void {
  counts = memory;
  occurs = counts + countsBytes;
  numbers = occurs + occursBytes;
  keys = numbers + numbersBytes;
  otherKeys = keys + keyBytes * count;
  windows = otherKeys + keyBytes * count;
  order = windows + windowBytes * count;
  otherOrder = order + ((<usize>count) << 2);
  positions = otherOrder + ((<usize>count) << 2);
  allPending = positions + ((<usize>count) << 2);
  ordered = allPending + ((<usize>count) << 3);
}

function putInOrder(count: u32): void {
  for (let place: u32 = 0; place < count; place++) {
    store<u64>(ordered + entryBytes * place, load<u64>(lines + entryBytes * lineAt(place)));
  }
  memory.copy(lines, ordered, entryBytes * count);
}

function lineAt(place: u32): u32 {
  return load<u32>(order + ((<usize>place) << 2));
}

function setLineAt(place: u32, line: u32): void {
  store<u32>(order + ((<usize>place) << 2), line);
}

/** Returns up to where the ranks of a line are the same as those of its range: an address times 8, and ranks there. */
function positionOf(line: u32): u32 {
  return load<u32>(positions + ((<usize>line) << 2));
}

function setPosition(line: u32, position: u32): void {
  store<u32>(positions + ((<usize>line) << 2), position);
}

/** Sorts a range of lines whose ranks are the same up to their positions. */
function sortRange(from: u32, to: u32, isTop: bool): void {
  if (skipCommonBytes(from, to)) {
    if (!isTop) sortEquals(from, to);
    return;
  }
  if (to - from >= many) memory.fill(occurs, 0, rankCount + 16);
  let simple = from;
  let key = keys;
  const other = otherOrder;
  let others: u32 = 0;
  for (let place = from; place < to; place++) {
    const line = lineAt(place);
    if (readWindow(line, simple - from)) {
      store<u32>(key + 8, line);
      key += keyBytes;
      simple++;
    } else if (isTop) {
      if (++leftCount > mostLeft) return;
      store<u32>(other + ((<usize>others) << 2), line);
      others++;
    } else {
      leaveToCollator(from, to);
      return;
    }
  }
  if (countUnknown() > 0) return;
  if (isTop) {
    complexCount = others;
    memory.copy(order + ((<usize>simple) << 2), other, (<usize>others) << 2);
  }
  const count = simple - from;
  const bits = count < many ? 16 : numberRanks();
  const packed = min(64 / bits, <u32>width);
  pack(count, bits, packed);
  sortKeys(keys, count, otherKeys, counts);
  findRuns(from, count, packed, (<u64>-1 >> (64 - bits)) << (64 - bits * packed));
}

/**
 * Moves the positions of lines past the bytes that all have in common, if a character with a rank of its own ends them.
 *
 * @returns whether the lines are the same from their positions on.
 */
function skipCommonBytes(from: u32, to: u32): bool {
  const first = positionOf(lineAt(from));
  if ((first & 0x7) !== 0) return false;
  const start = <usize>first >> 3;
  const length = endOf(lines, lineAt(from)) - start;
  let common = length;
  let isShortest = true;
  for (let place = from + 1; place < to; place++) {
    const line = lineAt(place);
    const position = positionOf(line);
    if ((position & 0x7) !== 0) return false;
    const at = <usize>position >> 3;
    const left = endOf(lines, line) - at;
    if (left !== length) isShortest = false;
    common = commonBytes(start, at, min(common, left));
    if (common === 0 && length + left > 0) return false;
  }
  if (isShortest && common === length) return true;
  // Not inside of a character, which is longer in another line.
  if (common < length) while (common > 0 && (load<u8>(start + common) & 0xc0) === 0x80) common--;
  while (common > 0) {
    let last = common - 1;
    while ((load<u8>(start + last) & 0xc0) === 0x80) last--;
    if (isSimple(start + last)) break;
    common = last;
  }
  if (common > 0) {
    for (let place = from; place < to; place++) {
      const line = lineAt(place);
      setPosition(line, positionOf(line) + ((<u32>common) << 3));
    }
  }
  return false;
}

/** Reads the next ranks of a line into a window. @returns whether it has a rank for each character that was read. */
function readWindow(line: u32, index: u32): bool {
  const position = positionOf(line);
  const skipped = <usize>position & 0x7;
  const window = windows + windowBytes * index;
  // A rank of the character that was begun is not read again.
  const target = window + 2 * (mostRanks - skipped);
  return readRanks(<usize>position >> 3, endOf(lines, line), target, window + 2 * (mostRanks + width));
}

/** Numbers the ranks that occur from 1 on. @returns how many bits a number has. */
function numberRanks(): u32 {
  let count: u32 = 0;
  for (let block: usize = 0; block < rankCount; block += 16) {
    let found = i8x16.bitmask(i8x16.neg(v128.load(occurs + block)));
    while (found !== 0) {
      const rank = block + <usize>ctz(found);
      found &= found - 1;
      store<u16>(numbers + (rank << 1), <u16>++count);
    }
  }
  return max(32 - <u32>clz(count), 1);
}

/** Fills keys with the first ranks of the windows. */
function pack(count: u32, bits: u32, packed: u32): void {
  const isNumbered = count >= many;
  let window = windows + 2 * mostRanks;
  let key = keys;
  for (let index: u32 = 0; index < count; index++) {
    let value: u64 = 0;
    let shift: u64 = 64;
    for (let at = window; at < window + 2 * <usize>packed; at += 2) {
      const rank = <usize>load<u16>(at);
      if (rank === 0) break;
      shift -= bits;
      value |= (isNumbered ? <u64>load<u16>(numbers + (rank << 1)) : <u64>rank) << shift;
    }
    store<u64>(key, value);
    key += keyBytes;
    window += windowBytes;
  }
}

/**
 * Puts lines into the order of their keys, and goes on with those whose keys are equal.
 *
 * @param last - the bits of a key that its last rank has.
 */
function findRuns(from: u32, count: u32, packed: u32, last: u64): void {
  for (let start: u32 = 0; start < count; ) {
    const key = load<u64>(keys + keyBytes * start);
    let end = start;
    do {
      setLineAt(from + end, load<u32>(keys + keyBytes * end + 8));
      end++;
    } while (end < count && load<u64>(keys + keyBytes * end) === key);
    if (end - start > 1) {
      if ((key & last) === 0) sortEquals(from + start, from + end);
      else {
        for (let place = from + start; place < from + end; place++) advance(lineAt(place), packed);
        store<u32>(pending, from + start);
        store<u32>(pending + 4, from + end);
        pending += 8;
      }
    }
    start = end;
  }
}

function advance(line: u32, count: u32): void {
  const position = positionOf(line);
  setPosition(line, afterRanks(<usize>position >> 3, endOf(lines, line), <i32>(count + (position & 0x7))));
}

/** Sorts lines whose ranks are all the same. */
function sortEquals(from: u32, to: u32): void {
  const first = order + ((<usize>from) << 2);
  if (areSame(from, to)) return;
  if (areAscii(lines, first, to - from)) sortTies(lines, first, to - from, otherOrder);
  else leaveToCollator(from, to);
}

function areSame(from: u32, to: u32): bool {
  const first = lineAt(from);
  for (let place = from + 1; place < to; place++) if (!isSame(lines, first, lineAt(place))) return false;
  return true;
}

function leaveToCollator(from: u32, to: u32): void {
  leftCount += to - from;
  store<u32>(runs + ((<usize>runCount) << 3), from);
  store<u32>(runs + ((<usize>runCount) << 3) + 4, to);
  runCount++;
}
