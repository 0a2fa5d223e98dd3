import { SeededRandom } from '../../../text/seeded-random.js';
import type { Span } from '../../../text/span.js';
import { WordReader } from './word-reader.js';

/** A pair with similarity s shares all hashes of a band with probability s^8, and one of 14 bands with 1 - (1 - s^8)^14. */
const bands = 14;
const rows = 8;
const hashes = bands * rows;

/**
 * Two different sets of fewer sequences than this are less similar than the least threshold of 0.7: the most similar ones
 * are two sequences and three, with 0.67. So smaller sets are in no band.
 */
const leastSetInBands = 3;

/** A text that stays. */
export interface Original extends Span {
  /** As it was added. */
  readonly number: number;
}

export interface Match {
  /** The most similar of the texts that stay. */
  readonly original: Original;
  /** The Jaccard index of their sets. */
  readonly similarity: number;
}

export interface NearDuplicateOptions {
  /** The least Jaccard index of near duplicates. */
  readonly similarity: number;
  /** How many words in a row are compared. */
  readonly ngramSize: number;
  /** Chooses the hash functions. */
  readonly seed: string;
}

/**
 * Finds near duplicates among texts that are added one after another.
 *
 * A text is compared with those before it that stay, not with those that are duplicates: so each duplicate is similar to a
 * text that stays, and no chain of small changes joins texts that have little in common.
 *
 * MinHash finds the candidates, and the exact Jaccard index of their sets of word sequences decides. (The sequences are
 * compared by hashes of 32 bits.) A bucket holds at most {@link Buckets.most} texts, so a text is compared with at most 120,
 * and work is linear in the length of the texts also if all share a bucket and none is similar. Then a later near duplicate
 * of a text that found the bucket full may stay; one with the same set of word sequences is found unless that many different
 * sets have the same hash.
 *
 * A dictionary of words would change with the version of Unicode: `Intl.Segmenter` took 225 ms for 500,000 characters of
 * Chinese on Node 22, and characters take 30. Sequences of five characters also notice less of a small change: one character
 * of a hundred changes five of 96 sequences, and one word of the same text five of some 58.
 */
export class NearDuplicates {
  readonly #options: NearDuplicateOptions;
  readonly #words: WordReader;
  readonly #originals: Original[] = [];
  /** Texts of at most as many words as are compared, by these words. */
  readonly #short = new Map<string, Original>();
  readonly #buckets = new Buckets();
  readonly #signature = new Uint32Array(hashes);
  readonly #factors = new Int32Array(hashes);
  readonly #terms = new Int32Array(hashes);
  readonly #sequenceSeed: number;
  /** The sets of all originals, one after another; the set of original i ends where that of i + 1 begins. */
  #sets = new Uint32Array(1024);
  readonly #starts: number[] = [0];
  /** For each original, the last text that was compared with it. */
  readonly #comparedWith: number[] = [];
  #added = 0;

  /** @param text - what spans refer to; with folded case unless case counts. */
  constructor(text: string, options: NearDuplicateOptions) {
    this.#words = new WordReader(text);
    this.#options = options;
    const random = new SeededRandom(options.seed);
    this.#sequenceSeed = random.below(2 ** 32);
    for (let i = 0; i < hashes; i++) {
      this.#factors[i] = random.below(2 ** 31) * 2 + 1;
      this.#terms[i] = random.below(2 ** 32);
    }
  }

  /** Returns what the text is a near duplicate of; undefined if it stays. A text without words always stays. */
  add(span: Span, number = 0): Match | undefined {
    const { ngramSize } = this.#options;
    const words = this.#words.read(span);
    if (words === 0) return undefined;
    if (words <= ngramSize) return this.#addShort(span, number);
    const start = this.#starts.at(-1) ?? 0;
    const end = this.#writeSet(start, words);
    this.#added++;
    const match = this.#bestMatch(start, end);
    if (match !== undefined) return match;
    const index = this.#originals.length;
    this.#originals.push({ ...span, number });
    this.#starts.push(end);
    this.#comparedWith.push(this.#added);
    this.#eachBucket(start, end, (key) => this.#buckets.add(key, index));
    return undefined;
  }

  #addShort(span: Span, number: number): Match | undefined {
    const key = this.#words.text();
    const original = this.#short.get(key);
    if (original !== undefined) return { original, similarity: 1 };
    this.#short.set(key, { ...span, number });
    return undefined;
  }

  /** Writes the set of word sequences, sorted, behind those of the originals. @returns its end. */
  #writeSet(start: number, words: number): number {
    const { ngramSize } = this.#options;
    const count = words - ngramSize + 1;
    if (start + count > this.#sets.length) {
      const larger = new Uint32Array(Math.max(2 * this.#sets.length, start + count));
      larger.set(this.#sets.subarray(0, start));
      this.#sets = larger;
    }
    const sets = this.#sets;
    const { hashes: wordHashes } = this.#words;
    for (let i = 0; i < count; i++) {
      let hash = this.#sequenceSeed;
      for (let j = 0; j < ngramSize; j++) {
        hash = Math.imul(hash ^ (wordHashes[i + j] ?? 0), 0x9e3779b1);
        hash = (hash << 13) | (hash >>> 19);
      }
      sets[start + i] = mixed(hash);
    }
    sets.subarray(start, start + count).sort();
    let end = start;
    for (let i = start; i < start + count; i++) {
      const hash = sets[i] ?? 0;
      if (end === start || hash !== sets[end - 1]) sets[end++] = hash;
    }
    return end;
  }

  #bestMatch(start: number, end: number): Match | undefined {
    let best: Original | undefined;
    let similarity = this.#options.similarity;
    this.#eachBucket(start, end, (key) => {
      this.#buckets.each(key, (index) => {
        if (this.#comparedWith[index] === this.#added) return;
        this.#comparedWith[index] = this.#added;
        const found = this.#jaccardIndex(start, end, index);
        if (found < similarity || (found === similarity && best !== undefined)) return;
        best = this.#originals[index];
        similarity = found;
      });
    });
    return best === undefined ? undefined : { original: best, similarity };
  }

  /** Calls back with the key of each bucket that a set belongs to. */
  #eachBucket(start: number, end: number, callback: (key: number) => void): void {
    const sets = this.#sets;
    let all = end - start;
    for (let i = start; i < end; i++) all = Math.imul(all ^ (sets[i] ?? 0), 0x01000193);
    callback(mixed(all));
    if (end - start < leastSetInBands) return;
    const signature = this.#signature.fill(0xffffffff);
    for (let i = start; i < end; i++) this.#takeLeast(signature, sets[i] ?? 0);
    for (let band = 0; band < bands; band++) {
      let key = band + 1;
      for (let row = 0; row < rows; row++) key = mixed(Math.imul(key, 31) ^ (signature[band * rows + row] ?? 0));
      callback(key);
    }
  }

  #takeLeast(signature: Uint32Array, sequence: number): void {
    for (let i = 0; i < hashes; i++) {
      const hash = (Math.imul(this.#factors[i] ?? 0, sequence) + (this.#terms[i] ?? 0)) >>> 0;
      if (hash < (signature[i] ?? 0)) signature[i] = hash;
    }
  }

  /** Compares a set with that of an original. @returns 0 as soon as it is clear that they are not similar enough. */
  #jaccardIndex(start: number, end: number, original: number): number {
    const sets = this.#sets;
    let a = start;
    let b = this.#starts[original] ?? 0;
    const endB = this.#starts[original + 1] ?? 0;
    const total = end - start + endB - b;
    // |A ∩ B| / (|A| + |B| - |A ∩ B|) >= s if and only if |A ∩ B| >= s (|A| + |B|) / (1 + s).
    let mayDiffer = total - 2 * Math.ceil((this.#options.similarity * total) / (1 + this.#options.similarity) - 1e-9);
    let common = 0;
    while (a < end && b < endB) {
      const [x, y] = [sets[a] ?? 0, sets[b] ?? 0];
      if (x === y) {
        common++;
        a++;
        b++;
        continue;
      }
      if (--mayDiffer < 0) return 0;
      if (x < y) a++;
      else b++;
    }
    return common / (total - common);
  }
}

/** Mixes the bits of a number, so that each depends on all of them: the last step of MurmurHash3. */
function mixed(number: number): number {
  let hash = number ^ (number >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Most entries that are looked at for a key, those of other keys in the same slot included. */
const mostSteps = 100;

/**
 * Numbers by keys of 32 bits, in typed arrays: a `Map` of arrays takes eight times the memory. A key has at most
 * {@link Buckets.most} numbers, and forgets more.
 */
class Buckets {
  static readonly most = 8;
  /** For each slot, its last entry plus 1; 0 if it has none. */
  #slots = new Int32Array(1024);
  #keys = new Uint32Array(1024);
  #numbers = new Int32Array(1024);
  /** For each entry, the one before it in its slot, plus 1. */
  #before = new Int32Array(1024);
  #entries = 0;

  add(key: number, number: number): void {
    let same = 0;
    this.each(key, () => same++);
    if (same >= Buckets.most) return;
    if (this.#entries === this.#keys.length) this.#grow();
    this.#keys[this.#entries] = key;
    this.#numbers[this.#entries] = number;
    this.#chain(this.#entries++);
  }

  each(key: number, callback: (number: number) => void): void {
    let entry = this.#slots[key & (this.#slots.length - 1)] ?? 0;
    for (let steps = 0; entry !== 0 && steps < mostSteps; steps++) {
      if (this.#keys[entry - 1] === key) callback(this.#numbers[entry - 1] ?? 0);
      entry = this.#before[entry - 1] ?? 0;
    }
  }

  #chain(entry: number): void {
    const slot = (this.#keys[entry] ?? 0) & (this.#slots.length - 1);
    this.#before[entry] = this.#slots[slot] ?? 0;
    this.#slots[slot] = entry + 1;
  }

  #grow(): void {
    const length = 2 * this.#entries;
    this.#keys = copied(this.#keys, new Uint32Array(length));
    this.#numbers = copied(this.#numbers, new Int32Array(length));
    this.#before = new Int32Array(length);
    this.#slots = new Int32Array(length);
    for (let entry = 0; entry < this.#entries; entry++) this.#chain(entry);
  }
}

function copied<Numbers extends Uint32Array | Int32Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers);
  return larger;
}
