import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';
import { isHighSurrogate, isLowSurrogate, offsetBack, offsetForward } from '../unicode/code-points.js';
import { BytePairs } from './byte-pairs.js';
import { RankTable } from './rank-table.js';

/** The option of tools that count tokens. */
export const TokenEncoding = Type.Enum(['o200k', 'cl100k'], {
  default: 'o200k',
  description:
    'Unit tokens: the encoding, that of GPT-4o and newer models (o200k) or of GPT-4 and GPT-3.5 (cl100k); other models count differently. Names of special tokens in the text are plain text',
});

export type TokenEncoding = 'o200k' | 'cl100k';

/**
 * The ranks and the pattern of an encoding. js-tiktoken has them as one string, which is smaller and read faster than the
 * arrays of gpt-tokenizer 4. Its own encoder is not used: see {@link BytePairs}.
 */
const ranks = {
  o200k: lazyLibrary<EncodingData>('js-tiktoken/ranks/o200k_base'),
  cl100k: lazyLibrary<EncodingData>('js-tiktoken/ranks/cl100k_base'),
};

/** What these modules export to `require`; their types are those for `import`. */
interface EncodingData {
  /** See {@link RankTable}. */
  readonly bpe_ranks: string;
  /** Matches the words that tokens are parts of. */
  readonly pat_str: string;
}

class Encoder {
  readonly #table: RankTable;
  readonly #pairs: BytePairs;
  readonly #word: RegExp;

  constructor({ bpe_ranks, pat_str }: EncodingData) {
    this.#table = new RankTable(bpe_ranks);
    this.#pairs = new BytePairs((bytes, start, end) => this.#table.rankOf(bytes, start, end));
    this.#word = new RegExp(pat_str, 'gu');
  }

  /** Reports the end of each token, in bytes of UTF-8. Lone surrogates are U+FFFD. */
  encode(text: string, report: (end: number) => void): void {
    const bytes = Buffer.from(text);
    let start = 0;
    this.#word.lastIndex = 0;
    for (let offset = 0; offset < text.length; ) {
      const next = this.#endOfWord(text, offset);
      const end = start + utf8Length(text, offset, next);
      if (this.#table.rankOf(bytes, start, end) !== -1) report(end);
      else this.#pairs.merge(bytes, start, end, report);
      start = end;
      offset = next;
    }
  }

  /** The pattern matches anywhere. */
  #endOfWord(text: string, offset: number): number {
    const word = this.#word;
    word.lastIndex = offset;
    try {
      return word.test(text) ? word.lastIndex : text.length;
    } catch (error) {
      // The stack of a regular expression grows with every letter that it may have to backtrack.
      throw error instanceof RangeError ? new ToolError('a word of the text is too long') : error;
    }
  }
}

const encoders: Partial<Record<TokenEncoding, Encoder>> = {};

function encoderOf(encoding: TokenEncoding): Encoder {
  let encoder = encoders[encoding];
  if (encoder === undefined) {
    encoder = new Encoder(ranks[encoding]());
    encoders[encoding] = encoder;
  }
  return encoder;
}

/**
 * Counts tokens as tiktoken's `encode_ordinary` does.
 *
 * @throws {ToolError} if a word is so long that it needs too much memory, which only another step can have written.
 */
export function countTokens(text: string, encoding: TokenEncoding): number {
  let count = 0;
  encoderOf(encoding).encode(text, () => count++);
  return count;
}

/**
 * Calls `write` with fewer and fewer tokens until what it returns has no more than the first time. A part of a text can have
 * more tokens than it has in the text, because what is cut is encoded anew.
 *
 * @param write - returns a text that is short enough for 0 or fewer tokens.
 */
export function withinTokens(most: number, encoding: TokenEncoding, write: (tokens: number) => string): string {
  for (let tokens = most; ; ) {
    const text = write(tokens);
    const excess = countTokens(text, encoding) - most;
    if (excess <= 0) return text;
    tokens = fewerTokens(tokens, excess);
  }
}

/** Returns how many tokens to try next, at least a tenth less: so all tries together take linear time. */
export function fewerTokens(tokens: number, excess: number): number {
  return Math.min(tokens - excess, Math.floor(tokens * 0.9));
}

/** Measures parts of a text in characters or tokens. Offsets are in UTF-16 code units, and never within a character. */
export interface TextMeasure {
  /**
   * Returns the offset so many units after another; at most the end of the text. It is the same offset if the next character
   * has more tokens.
   */
  forward(from: number, count: number): number;
  /** Returns the offset so many units before another; at least 0. */
  back(from: number, count: number): number;
  /** Returns how many units a text has by itself. */
  count(text: string): number;
}

export function characterMeasure(text: string): TextMeasure {
  return {
    forward: (from, count) => offsetForward(text, from, count),
    back: (from, count) => offsetBack(text, from, count),
    // What is cut has as many characters as in the text.
    count: () => 0,
  };
}

export function tokenMeasure(text: string, encoding: TokenEncoding): TextMeasure {
  const { complete, begun } = tokenEnds(text, encoding);
  return {
    forward: (from, count) => {
      if (count <= 0) return from;
      const last = firstBehind(begun, from) + count - 1;
      return last < complete.length ? Math.max(from, complete[last] ?? from) : text.length;
    },
    back: (from, count) => {
      if (count <= 0) return from;
      const ended = firstBehind(begun, from);
      // A token that the offset cuts counts too.
      const isCut = ended === 0 || begun[ended - 1] !== from;
      const left = ended - count + (isCut ? 1 : 0);
      return left > 0 ? (begun[left - 1] ?? 0) : 0;
    },
    count: (part) => countTokens(part, encoding),
  };
}

/** The ends of the tokens of a text, in UTF-16 code units: a token can end within a character. */
interface TokenEnds {
  /** For each token the end of the last character that is complete with it. */
  readonly complete: Uint32Array;
  /** For each token the end of the last character that it has a part of. */
  readonly begun: Uint32Array;
}

function tokenEnds(text: string, encoding: TokenEncoding): TokenEnds {
  let [complete, begun] = [new Uint32Array(1024), new Uint32Array(1024)];
  let count = 0;
  let [offset, bytes] = [0, 0];
  encoderOf(encoding).encode(text, (end) => {
    let units = 0;
    while (bytes < end) {
      units = unitsAt(text, offset);
      const length = utf8Length(text, offset, offset + units);
      if (bytes + length > end) break;
      bytes += length;
      offset += units;
      units = 0;
    }
    if (count === complete.length) [complete, begun] = [twiceAsLong(complete), twiceAsLong(begun)];
    complete[count] = offset;
    begun[count++] = offset + units;
  });
  return { complete: complete.subarray(0, count), begun: begun.subarray(0, count) };
}

function twiceAsLong(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length);
  longer.set(numbers);
  return longer;
}

/** Returns the index of the first end behind an offset; the number of ends if there is none. */
function firstBehind(ends: Uint32Array, offset: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function utf8Length(text: string, start: number, end: number): number {
  let length = 0;
  for (let i = start; i < end; ) {
    const code = text.charCodeAt(i);
    const units = unitsAt(text, i);
    if (code < 0x80) length++;
    else if (code < 0x800) length += 2;
    else length += units === 2 ? 4 : 3;
    i += units;
  }
  return length;
}

function unitsAt(text: string, offset: number): 1 | 2 {
  return isHighSurrogate(text.charCodeAt(offset)) && isLowSurrogate(text.charCodeAt(offset + 1)) ? 2 : 1;
}
