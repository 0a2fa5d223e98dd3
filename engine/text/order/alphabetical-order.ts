import { collationOrder } from './collation-sort.js';
import { breakMarkRuns, mayHaveLongMarkRun } from './mark-runs.js';

const collator = new Intl.Collator('en');

/** From so many lines on, sorting by ranks is faster than comparing. */
const manyLines = 50;

/** Which end of an order comes first. */
export type Direction = 'asc' | 'desc';

/** A text ready to be put in alphabetical order. */
export interface AlphabeticalKey {
  readonly text: string;
  /** What is collated in its place: nearly always the text itself. */
  readonly collated: string;
}

export function alphabeticalKey(text: string): AlphabeticalKey {
  return { text, collated: breakMarkRuns(text) };
}

/**
 * The one meaning of "alphabetical": the order of the Unicode collation root, ties by code unit.
 *
 * apple, Banana, cherry; eclair, Eclair, éclair. It depends neither on the order of the input nor on the machine's
 * locale.
 *
 * @see Unicode Technical Standard #10
 */
export function compareAlphabetically(a: AlphabeticalKey, b: AlphabeticalKey): number {
  return collate(a.collated, b.collated) || compareCodeUnits(a.text, b.text);
}

/** Sorts lines alphabetically. `desc` is the exact reverse of `asc`. The lines that came stay as they are. */
export function sortAlphabetically(lines: readonly string[], direction: Direction): string[] {
  const sorted = lines.length < manyLines ? sortByComparing(lines) : sortByRanks(lines);
  return direction === 'asc' ? sorted : sorted.reverse();
}

function sortByComparing(lines: readonly string[]): string[] {
  if (!lines.some(mayHaveLongMarkRun)) return lines.toSorted((a, b) => collate(a, b) || compareCodeUnits(a, b));
  const keys = lines.map(alphabeticalKey).sort(compareAlphabetically);
  return keys.map(({ text }) => text);
}

function sortByRanks(lines: readonly string[]): string[] {
  const collated = lines.some(mayHaveLongMarkRun) ? lines.map(breakMarkRuns) : lines;
  const comparing = (compare: (a: string, b: string) => number) => (a: number, b: number) => {
    const [left = '', right = ''] = [lines[a], lines[b]];
    if (left === right) return 0;
    return compare(collated[a] ?? '', collated[b] ?? '') || compareCodeUnits(left, right);
  };
  const order = collationOrder(collated, { ascii: comparing(collate), other: comparing(collator.compare) });
  const sorted: string[] = [];
  for (let at = 0; at < order.length; at++) sorted.push(lines[order[at] ?? 0] ?? '');
  return sorted;
}

/** The order of the UTF-16 code units: total, and quick. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * `localeCompare` rather than a collator's `compare`: the order is the same, and it has a fast path for ASCII.
 * The locale is `en`, which has the root's order; `und` would be resolved to the locale of the process.
 */
function collate(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}
