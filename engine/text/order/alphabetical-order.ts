import { collationOrder } from './collation-sort.js';

/** Created when first needed: it loads ICU's tables, which takes 20 ms. */
let collator: Intl.Collator | undefined;

/** From this many lines on, sorting by ranks is faster than comparing. */
const manyLines = 100;

/** The direction of an order. */
export type Direction = 'asc' | 'desc';

/** A text prepared for alphabetical order. */
export interface AlphabeticalKey {
  readonly text: string;
  /** The text to collate: nearly always the text itself. */
  readonly collated: string;
}

/** Returns what {@link compareAlphabetically} compares a text by. */
export function alphabeticalKey(text: string): AlphabeticalKey {
  return { text, collated: breakMarkRuns(text) };
}

/**
 * Compares alphabetically, the same way everywhere: the order of the Unicode collation root, ties by code unit.
 *
 * apple, Banana, cherry; eclair, Eclair, éclair. The order depends neither on the order of the input nor on the
 * machine's locale.
 *
 * @see Unicode Technical Standard #10
 */
export function compareAlphabetically(a: AlphabeticalKey, b: AlphabeticalKey): number {
  return collate(a.collated, b.collated) || compareCodeUnits(a.text, b.text);
}

/** Sorts lines alphabetically into a new array. `desc` is the exact reverse of `asc`. */
export function sortAlphabetically(lines: readonly string[], direction: Direction): string[] {
  const sorted =
    lines.length < manyLines && !lines.some(mayHaveLongMarkRun)
      ? lines.toSorted((a, b) => collate(a, b) || compareCodeUnits(a, b))
      : sortByText(lines, (line) => line);
  return direction === 'asc' ? sorted : sorted.reverse();
}

/** Sorts items alphabetically by a text. Items with the same text keep their order. */
export function sortByText<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  if (items.length < manyLines) {
    const keyed = items.map((item) => ({ item, key: alphabeticalKey(textOf(item)) }));
    return keyed.sort((a, b) => compareAlphabetically(a.key, b.key)).map(({ item }) => item);
  }
  const sorted: Item[] = [];
  for (const index of alphabeticalOrder(items.map(textOf))) sorted.push(items[index] as Item);
  return sorted;
}

/** Returns the indexes of texts in alphabetical order, those of the same text in ascending order. */
function alphabeticalOrder(texts: readonly string[]): Uint32Array {
  const collated = texts.some(mayHaveLongMarkRun) ? texts.map(breakMarkRuns) : texts;
  const comparing = (compare: (a: string, b: string) => number) => (a: number, b: number) => {
    const [left = '', right = ''] = [texts[a], texts[b]];
    if (left === right) return 0;
    return compare(collated[a] ?? '', collated[b] ?? '') || compareCodeUnits(left, right);
  };
  collator ??= new Intl.Collator('en');
  return collationOrder(collated, { ascii: comparing(collate), other: comparing(collator.compare) });
}

/** Compares by UTF-16 code units: a total order, and fast. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Uses `localeCompare` rather than a collator's `compare`: the order is the same, and it has a fast path for ASCII. The
 * locale is `en`, which has the root's order; `und` would resolve to the locale of the process.
 */
function collate(a: string, b: string): number {
  return a.localeCompare(b, 'en');
}

/**
 * The longest run of marks that stays unbroken, as in the Stream-Safe Text Format. @see Unicode Standard Annex #15
 * section 13
 */
const longestMarkRun = 30;

/**
 * Breaks long runs of combining marks with U+034F, which has no weight of its own.
 *
 * A collator puts the marks of a run in canonical order in quadratic time, and nothing can stop it: 40,000 marks
 * take half a second for each comparison, 500,000 more than a minute.
 */
function breakMarkRuns(text: string): string {
  return mayHaveLongMarkRun(text) ? text.replace(/\p{M}{30}(?=\p{M})/gu, '$&\u034f') : text;
}

/** Fast, with false positives only: a run of more than 30 marks covers one of the positions checked. */
function mayHaveLongMarkRun(text: string): boolean {
  for (let position = longestMarkRun; position < text.length; position += longestMarkRun + 1) {
    if (mayBeMark(text.charCodeAt(position))) return true;
  }
  return false;
}

/** False for most text: Latin and CJK letters and Hangul. True for surrogates, of marks or not. */
function mayBeMark(codeUnit: number): boolean {
  if (codeUnit < 0x300) return false;
  return codeUnit < 0x3400 || (codeUnit > 0x9fff && codeUnit < 0xac00) || codeUnit > 0xd7a3;
}
