import { isHighSurrogate } from '../unicode/code-points.js';
import { notRank, type PrimaryRanks, ranksEnd } from './primary-ranks.js';
import { hangulFirst, jamo, thaiConsonants, thaiPrevowels } from './repertoire.js';

/** The next ranks of several texts, each from where the last reading stopped. */
export interface RankWindow {
  /** The ranks of all texts in a row, each text's terminated by a 0. */
  readonly ranks: Uint16Array;
  /** Where each text's ranks start. */
  readonly starts: Uint32Array;
  /** Where the reading of each text stopped: its length if it ended. In code units. */
  readonly ends: Uint32Array;
  /** For each rank, 1 if it occurs. */
  readonly occurs: Uint8Array;
  /** For each text, 1 if it has a character that only the collator can place. Its ranks mean nothing. */
  readonly isComplex: Uint8Array;
}

const vowels = jamo.vowel.last - jamo.vowel.first + 1;
/** A trailing consonant or none. */
const trailings = jamo.trailing.last - jamo.trailing.first + 2;

/**
 * Reads ranks of texts, exactly `width` for each text that is long enough, so that all-equal ranks decide nothing.
 *
 * @param texts - a text whose reading stops inside an expansion is replaced by one with the expansion written out,
 *   which has the same primary weights.
 * @param starts - the code unit of each text to start from.
 * @param memory - for the ranks: as many as {@link mostRanks} says.
 * @returns undefined if a character is unknown.
 */
export function readRanks(
  primary: PrimaryRanks,
  texts: string[],
  starts: Uint32Array,
  width: number,
  memory: Uint16Array,
): RankWindow | undefined {
  const reader = new RankReader(primary, texts, starts, width, memory);
  for (let index = 0; index < texts.length; index++) {
    if (!reader.read(index)) return undefined;
  }
  return reader;
}

class RankReader implements RankWindow {
  readonly ranks: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly occurs: Uint8Array;
  readonly isComplex: Uint8Array;
  readonly #primary: PrimaryRanks;
  readonly #texts: string[];
  readonly #width: number;
  #written = 0;

  constructor(primary: PrimaryRanks, texts: string[], starts: Uint32Array, width: number, memory: Uint16Array) {
    this.#primary = primary;
    this.#texts = texts;
    this.#width = width;
    this.starts = new Uint32Array(texts.length);
    this.ends = starts.slice();
    this.occurs = new Uint8Array(primary.count + 1);
    this.isComplex = new Uint8Array(texts.length);
    this.ranks = memory;
  }

  /** Returns whether all characters were known. */
  read(index: number): boolean {
    const { ranks, occurs, ends } = this;
    const { units } = this.#primary;
    const text = this.#texts[index] ?? '';
    const start = this.#written;
    const first = ends[index] ?? 0;
    let at = first;
    let written = start;
    const end = Math.min(text.length, at + this.#width);
    for (; at < end; at++) {
      const rank = units[text.charCodeAt(at)] ?? 0;
      if (rank >= ranksEnd) break;
      ranks[written++] = rank;
      occurs[rank] = 1;
    }
    this.starts[index] = start;
    this.#written = written;
    ends[index] = at;
    const isDone = at === text.length || (at === end && this.#isRank(text.charCodeAt(at)));
    if (!isDone && !this.#readOn(index, first, start + this.#width)) return false;
    ranks[this.#written++] = 0;
    return true;
  }

  /** Continues with a character that has no rank of its own. */
  #readOn(index: number, start: number, limit: number): boolean {
    let text = this.#texts[index] ?? '';
    let at = this.ends[index] ?? 0;
    let isComposed = false;
    while (at < text.length) {
      const value = this.#valueAt(text, at);
      if (value === notRank.unknown) return false;
      const ranks = value < ranksEnd ? 1 : this.#rankCount(text, at, value);
      if (value === notRank.complex && !isComposed && isLatinMark(text.charCodeAt(at))) {
        isComposed = true;
        text = text.slice(0, start) + text.slice(start).normalize('NFC');
        this.#texts[index] = text;
        this.#written = limit - this.#width;
        at = start;
        continue;
      }
      if (value === notRank.complex || this.#dependsOnNext(text.charCodeAt(at), ranks, limit)) {
        this.isComplex[index] = 1;
        return true;
      }
      if (this.#written === limit && ranks > 0) break;
      if (this.#written + ranks > limit) {
        text = text.slice(0, at) + this.#expansionAt(text, at) + text.slice(at + 1);
        this.#texts[index] = text;
        continue;
      }
      if (value < ranksEnd) this.#put(value);
      else this.#putExpanded(text, at, value);
      at += isHighSurrogate(text.charCodeAt(at)) || (value === notRank.prevowel && ranks === 2) ? 2 : 1;
    }
    this.ends[index] = at;
    return true;
  }

  /**
   * Whether the reading would stop where the next characters may change the weight of the previous ones: at a character
   * without weight, or between a Thai vowel and its consonant. Thai tone marks change no other weight.
   */
  #dependsOnNext(codeUnit: number, ranks: number, limit: number): boolean {
    if (ranks === 0) return this.#written === limit && !isThai(codeUnit);
    return ranks === 2 && this.#written === limit - 1 && isThai(codeUnit);
  }

  /** Writes the ranks of a character that does not have exactly one, or takes the next one's place. */
  #putExpanded(text: string, at: number, value: number): void {
    if (value === notRank.hangul) this.#putSyllable(text.charCodeAt(at) - hangulFirst);
    else if (value === notRank.prevowel) {
      if (isThaiConsonant(text.charCodeAt(at + 1))) this.#put(this.#primary.units[text.charCodeAt(at + 1)] ?? 0);
      this.#put(this.#primary.prevowels[text.charCodeAt(at) - thaiPrevowels.first] ?? 0);
    } else this.#putAll(this.#expansionAt(text, at));
  }

  /** Returns the table's entry for the character at a position. */
  #valueAt(text: string, at: number): number {
    const value = this.#primary.units[text.charCodeAt(at)] ?? notRank.complex;
    if (value !== notRank.surrogate) return value;
    const codePoint = text.codePointAt(at) ?? 0;
    const isLone = codePoint < 0x10000;
    return isLone ? notRank.complex : (this.#primary.pairs[codePoint - 0x10000] ?? notRank.complex);
  }

  #isRank(codeUnit: number): boolean {
    return (this.#primary.units[codeUnit] ?? notRank.complex) < ranksEnd;
  }

  /**
   * Returns the number of ranks that a character without a rank of its own stands for; 0 also if only the collator can
   * place it. A Thai vowel before its consonant stands for both.
   */
  #rankCount(text: string, at: number, value: number): number {
    const codeUnit = text.charCodeAt(at);
    if (value === notRank.hangul) return (codeUnit - hangulFirst) % trailings === 0 ? 2 : 3;
    if (value === notRank.prevowel) return isThaiConsonant(text.charCodeAt(at + 1)) ? 2 : 1;
    return value === notRank.expands ? (this.#primary.expansions.get(codeUnit)?.length ?? 0) : 0;
  }

  #expansionAt(text: string, at: number): string {
    return this.#primary.expansions.get(text.charCodeAt(at)) ?? text.charAt(at).normalize('NFD');
  }

  /** @see The Unicode Standard, section 3.12, Hangul Syllable Decomposition */
  #putSyllable(index: number): void {
    const { units } = this.#primary;
    const trailing = index % trailings;
    const vowel = Math.floor(index / trailings) % vowels;
    this.#put(units[jamo.leading.first + Math.floor(index / (trailings * vowels))] ?? 0);
    this.#put(units[jamo.vowel.first + vowel] ?? 0);
    if (trailing > 0) this.#put(units[jamo.trailing.first + trailing - 1] ?? 0);
  }

  #putAll(expansion: string): void {
    for (let at = 0; at < expansion.length; at++) this.#put(this.#primary.units[expansion.charCodeAt(at)] ?? 0);
  }

  #put(rank: number): void {
    this.ranks[this.#written++] = rank;
    this.occurs[rank] = 1;
  }
}

/** The most ranks of a code unit. */
const longestExpansion = 4;

/** Returns the most ranks that {@link readRanks} writes, with those that terminate texts. */
export function mostRanks(texts: readonly string[], starts: Uint32Array, width: number): number {
  let count = texts.length;
  for (let index = 0; index < texts.length; index++) {
    const left = (texts[index]?.length ?? 0) - (starts[index] ?? 0);
    count += Math.min(left * longestExpansion, width);
  }
  return count;
}

function isThai(codeUnit: number): boolean {
  return codeUnit >= 0x0e00 && codeUnit <= 0x0e7f;
}

function isThaiConsonant(codeUnit: number): boolean {
  return codeUnit >= thaiConsonants.first && codeUnit <= thaiConsonants.last;
}

/** Tests for the marks that occur in most decomposed text in Latin letters. */
function isLatinMark(codeUnit: number): boolean {
  return codeUnit >= 0x300 && codeUnit <= 0x36f;
}
