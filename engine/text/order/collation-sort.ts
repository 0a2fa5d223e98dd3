import { scratch } from '../../core/scratch.js';
import { PackedSort } from './packed-sort.js';
import { type PrimaryRanks, ranksEnd, sharedPrimaryRanks } from './primary-ranks.js';
import { mostRanks, type RankWindow, readRanks } from './rank-window.js';

/** The number of ranks of each text to read first. Fewer distinguish most texts. */
const firstWidth = 24;
/** If this many texts have the same ranks, the next ranks decide; fewer are compared. */
const manyEquals = 16;

/** Compares the texts at two indexes. */
type Compare = (a: number, b: number) => number;

/** The same order in two implementations: the collator's, with any order for texts that it considers equal. */
export interface Comparisons {
  /** Fast for ASCII. */
  readonly ascii: Compare;
  /** Fast for all other texts. */
  readonly other: Compare;
}

/**
 * Sorts many texts like a collator, several times faster than by comparing them.
 *
 * Texts are ordered by the ranks of their characters' primary weights. Only texts that are then equal, and those with
 * characters that one rank cannot represent, are compared.
 *
 * @returns the indexes of the texts, in order.
 */
export function collationOrder(texts: readonly string[], comparisons: Comparisons): Uint32Array {
  const indices = allIndices(texts.length);
  const starts = new Uint32Array(texts.length);
  const count = mostRanks(texts, starts, firstWidth);
  const memory = new Uint16Array(scratch(count * Uint16Array.BYTES_PER_ELEMENT).buffer, 0, count);
  sortTexts(sharedPrimaryRanks(), comparisons, indices, [...texts], starts, firstWidth, memory);
  return indices;
}

/**
 * @param indices - sorted in place; the arguments of the comparisons.
 * @param texts - the text of each index; changed.
 * @param starts - the offsets up to which all texts have the same primary weights; changed.
 * @param memory - for the ranks: as many as {@link mostRanks} says.
 */
function sortTexts(
  primary: PrimaryRanks,
  comparisons: Comparisons,
  indices: Uint32Array,
  texts: string[],
  starts: Uint32Array,
  width: number,
  memory: Uint16Array,
): void {
  skipCommonPrefix(primary, texts, starts);
  const window = readKnownRanks(primary, texts, starts, width, memory);
  const indexAt = (place: number) => indices[place] ?? 0;
  const compareAt: Comparisons = {
    ascii: (a, b) => comparisons.ascii(indexAt(a), indexAt(b)),
    other: (a, b) => comparisons.other(indexAt(a), indexAt(b)),
  };
  const goesOn = (place: number) => (window.ends[place] ?? 0) < (texts[place]?.length ?? 0);

  const [simple, complex] = simpleAndComplex(window.isComplex);
  new PackedSort(window, simple, (equals) => {
    if (equals.length < manyEquals || !equals.some(goesOn)) sortByComparing(equals, compareAt.ascii);
    else if (equals.some((place, at) => at > 0 && compareAt.ascii(equals[at - 1] ?? 0, place) !== 0)) {
      const textsLeft = Array.from(equals, (place) => texts[place] ?? '');
      const startsLeft = equals.map((place) => window.ends[place] ?? 0);
      // Twice as many ranks each time, so that recursion stays shallow.
      const wider = 2 * width;
      // The scratch memory is in use.
      const ownMemory = new Uint16Array(mostRanks(textsLeft, startsLeft, wider));
      sortTexts(primary, compareAt, equals, textsLeft, startsLeft, wider, ownMemory);
    }
  }).sort();
  const places =
    complex.length === 0 ? simple : merge(simple, sortByComparing(complex, compareAt.other), compareAt.other);
  const before = indices.slice();
  for (let at = 0; at < places.length; at++) indices[at] = before[places[at] ?? 0] ?? 0;
}

function sortByComparing(places: Uint32Array, compare: Compare): Uint32Array {
  const [first = 0, second = 0] = places;
  if (places.length === 2) return compare(first, second) > 0 ? places.reverse() : places;
  // Sorting arrays is faster than sorting typed arrays if it has to compare.
  if (places.length > manyEquals) places.set(Array.from(places).sort(compare));
  else places.sort(compare);
  return places;
}

function readKnownRanks(
  primary: PrimaryRanks,
  texts: string[],
  starts: Uint32Array,
  width: number,
  memory: Uint16Array,
): RankWindow {
  for (;;) {
    const window = readRanks(primary, texts, starts, width, memory);
    if (window !== undefined) return window;
    primary.learn(primary.unknownIn(texts));
  }
}

/** Moves all starts past the prefix that the texts share, if a character with a rank of its own ends it. */
function skipCommonPrefix(primary: PrimaryRanks, texts: readonly string[], starts: Uint32Array): void {
  let prefix = (texts[0] ?? '').slice(starts[0]);
  for (let place = texts.length - 1; place > 0 && prefix !== ''; place--) {
    const text = texts[place] ?? '';
    const start = starts[place] ?? 0;
    // Compares the slice: startsWith goes character by character and takes three times as long.
    if (text.slice(start, start + prefix.length) === prefix) continue;
    let same = 0;
    while (prefix.charCodeAt(same) === text.charCodeAt(start + same)) same++;
    prefix = prefix.slice(0, same);
  }
  let length = prefix.length;
  while (length > 0 && (primary.units[prefix.charCodeAt(length - 1)] ?? ranksEnd) >= ranksEnd) length--;
  if (length > 0) for (let place = 0; place < texts.length; place++) starts[place] = (starts[place] ?? 0) + length;
}

function simpleAndComplex(isComplex: Uint8Array): [simple: Uint32Array, complex: Uint32Array] {
  const places = allIndices(isComplex.length);
  if (!isComplex.includes(1)) return [places, new Uint32Array()];
  return [places.filter((place) => isComplex[place] === 0), places.filter((place) => isComplex[place] === 1)];
}

/** Merges two sorted lists; finds the places of the few by bisection. */
function merge(many: Uint32Array, few: Uint32Array, compare: Compare): Uint32Array {
  const merged = new Uint32Array(many.length + few.length);
  const bisects = few.length * 16 < many.length;
  let from = 0;
  few.forEach((item, index) => {
    let to = from;
    if (bisects) to = upperBound(many, item, from, compare);
    else while (to < many.length && compare(many[to] ?? 0, item) <= 0) to++;
    merged.set(many.subarray(from, to), from + index);
    merged[to + index] = item;
    from = to;
  });
  merged.set(many.subarray(from), from + few.length);
  return merged;
}

/** Returns the first place from a position on whose item comes after another. */
function upperBound(items: Uint32Array, item: number, start: number, compare: Compare): number {
  let from = start;
  let to = items.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compare(items[middle] ?? 0, item) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function allIndices(length: number): Uint32Array {
  const indices = new Uint32Array(length);
  for (let index = 0; index < length; index++) indices[index] = index;
  return indices;
}
