import { blockOf, hangulFirst, hangulLast, jamo, thaiPrevowels } from './repertoire.js';

/** The entries of the code unit table for units without a rank of their own; all ranks are lower. */
export const notRank = {
  /** A Thai vowel that changes places with the consonant after it: see `prevowels`. */
  prevowel: 0xfffa,
  /** The first of a surrogate pair: see `pairs`. */
  surrogate: 0xfffb,
  /** A Hangul syllable, which has the ranks of its two or three jamo. */
  hangul: 0xfffc,
  /** Several ranks or none: see `expansions`. */
  expands: 0xfffd,
  /** Only the collator can place it. */
  complex: 0xfffe,
  /** Not requested yet. */
  unknown: 0xffff,
} as const;
export const ranksEnd = notRank.prevowel;

/**
 * Finds the primary weights of characters, as ranks from 1: a text is first ordered by these.
 *
 * A collator does not reveal its weights, and they change with the version of Unicode. So they are found by
 * comparisons, once for each character: about 50 ns for a comparison, half a millisecond for the Latin letters.
 *
 * A character is simple if it has one primary weight regardless of its neighbours. Texts of simple characters, and of
 * those that expand to simple ones, are ordered by their sequences of ranks; accents and case decide only if these are
 * equal.
 *
 * @see Unicode Technical Standard #10 section 9
 */
export class PrimaryRanks {
  /** For each code unit, its rank or one of {@link notRank}. */
  readonly units = new Uint16Array(0x10000);
  /** For each code point less 0x10000, the same for the characters of plane 1, which have two code units. */
  readonly pairs = new Uint16Array(0x10000);
  /** The ranks of the Thai vowels that are written before their consonant, from the first on. */
  readonly prevowels = new Uint16Array(thaiPrevowels.last - thaiPrevowels.first + 1);
  /** Code units that expand to several simple ones, or to none: ß to ss, … to three points. */
  readonly expansions = new Map<number, string>();
  #version = 0;
  /** Characters by primary weight, in ascending order. */
  #classes: string[][] = [];
  readonly #compare = new Intl.Collator('en', { sensitivity: 'base' }).compare;

  constructor() {
    this.units.fill(notRank.unknown);
    this.units.fill(notRank.surrogate, 0xd800, 0xdc00);
    this.units.fill(notRank.complex, 0xdc00, 0xe000);
    this.pairs.fill(notRank.unknown);
    this.learn([0x61]);
  }

  /** The number of ranks. */
  get count(): number {
    return this.#classes.length;
  }

  /** Changes whenever ranks do. */
  get version(): number {
    return this.#version;
  }

  /** Compares unknown characters with the collator. The ranks of the others change. */
  learn(codePoints: Iterable<number>): void {
    const fresh: string[] = [];
    for (const codePoint of codePoints) {
      if (this.#valueOf(codePoint) !== notRank.unknown) continue;
      this.#set(codePoint, notRank.complex);
      for (const member of blockOf(codePoint)) {
        this.#set(member, notRank.complex);
        fresh.push(String.fromCodePoint(member));
      }
    }
    this.#version++;
    if (fresh.length === 0) return;
    const [ignorable, weighty] = partition(fresh, (character) => this.#compare(character, '') === 0);
    const expanding = this.#classify(weighty);
    this.#number();
    for (const character of ignorable) this.#expand(character, '');
    for (const character of expanding) this.#expand(character, this.#expansionOf(character));
    if (this.#valueOf(jamo.leading.first) < ranksEnd) this.units.fill(notRank.hangul, hangulFirst, hangulLast + 1);
  }

  /** Returns the unknown characters of texts. */
  *unknownIn(texts: readonly string[]): Generator<number> {
    for (const text of texts) {
      for (let at = 0; at < text.length; at++) {
        const codePoint = text.codePointAt(at) ?? 0;
        if (this.#valueOf(codePoint) === notRank.unknown) yield codePoint;
      }
    }
  }

  /** Puts characters into their classes. Returns those that have more than one weight. */
  #classify(characters: string[]): string[] {
    const single: string[][] = [];
    const expanding: string[] = [];
    const known = new Set(this.#classes);
    for (const equals of merge(this.#classes, this.#equals(characters), this.#compare)) {
      const last = single.at(-1);
      const isKnown = last === undefined || (known.has(last) && known.has(equals));
      // U+FFFF has the highest weight of all (UTS #35, Part 5, section 1.3). A character followed by it comes before
      // all characters of higher weight, and after everything that starts with the same weight.
      if (!isKnown && this.#compare(`${last[0]}\uffff`, equals[0] ?? '') > 0) expanding.push(...equals);
      else single.push(equals);
    }
    this.#classes = single;
    return expanding;
  }

  #equals(characters: string[]): string[][] {
    const classes: string[][] = [];
    for (const character of characters.sort(this.#compare)) {
      const last = classes.at(-1);
      if (last?.[0] !== undefined && this.#compare(last[0], character) === 0) last.push(character);
      else classes.push([character]);
    }
    return classes;
  }

  #number(): void {
    this.#classes.forEach((characters, index) => {
      for (const character of characters) this.#setRank(character.codePointAt(0) ?? 0, index + 1);
    });
  }

  #setRank(codePoint: number, rank: number): void {
    if (isPrevowel(codePoint)) {
      this.prevowels[codePoint - thaiPrevowels.first] = rank;
      this.#set(codePoint, notRank.prevowel);
    } else this.#set(codePoint, rank);
  }

  #expand(character: string, expansion: string | undefined): void {
    if (expansion === undefined || character.length > 1) this.#set(character.codePointAt(0) ?? 0, notRank.complex);
    else {
      this.#set(character.charCodeAt(0), notRank.expands);
      this.expansions.set(character.charCodeAt(0), expansion);
    }
  }

  /**
   * Returns the simple characters whose primary weights together equal one character's; undefined if there are none.
   */
  #expansionOf(character: string): string | undefined {
    let expansion = '';
    for (let weights = 0; weights < 4; weights++) {
      const next = this.#classes[this.#lastClassUpTo(character, expansion)]?.[0];
      if (next === undefined || next.length > 1 || isPrevowel(next.charCodeAt(0))) return undefined;
      expansion += next;
      if (this.#compare(expansion, character) === 0) return expansion;
    }
    return undefined;
  }

  /** Returns the last class whose characters after `start` do not come after a character. */
  #lastClassUpTo(character: string, start: string): number {
    let from = 0;
    let to = this.#classes.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#compare(start + (this.#classes[middle]?.[0] ?? ''), character) <= 0) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  #valueOf(codePoint: number): number {
    if (codePoint < 0x10000) return this.units[codePoint] ?? notRank.complex;
    return this.pairs[codePoint - 0x10000] ?? notRank.complex;
  }

  #set(codePoint: number, value: number): void {
    if (codePoint < 0x10000) this.units[codePoint] = value;
    else this.pairs[codePoint - 0x10000] = value;
  }
}

let shared: PrimaryRanks | undefined;

/** Returns the ranks of this thread. To learn those of the Latin letters takes half a millisecond, the first time. */
export function sharedPrimaryRanks(): PrimaryRanks {
  shared ??= new PrimaryRanks();
  return shared;
}

function isPrevowel(codePoint: number): boolean {
  return codePoint >= thaiPrevowels.first && codePoint <= thaiPrevowels.last;
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const parts: [Item[], Item[]] = [[], []];
  for (const item of items) parts[isFirst(item) ? 0 : 1].push(item);
  return parts;
}

/** Merges classes of characters, each list in ascending order. */
function merge(known: string[][], fresh: string[][], compare: (a: string, b: string) => number): string[][] {
  const merged: string[][] = [];
  let from = 0;
  for (const characters of fresh) {
    const at = lowerBound(known, characters[0] ?? '', from, compare);
    for (; from < at; from++) merged.push(known[from] ?? []);
    const same = known[at];
    if (same?.[0] !== undefined && compare(same[0], characters[0] ?? '') === 0) {
      same.push(...characters);
      merged.push(same);
      from++;
    } else merged.push(characters);
  }
  return [...merged, ...known.slice(from)];
}

/** Returns the first class from a position on that does not come before a character. */
function lowerBound(
  classes: string[][],
  character: string,
  start: number,
  compare: (a: string, b: string) => number,
): number {
  let from = start;
  let to = classes.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compare(classes[middle]?.[0] ?? '', character) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
