import { ToolError } from '../../core/errors.js';

/** The longest word, in bytes of UTF-8: that of a request without any space. Each byte takes 32 bytes of memory. */
const longestWord = 1_500_000;

/** Heaps of shorter words are used again. */
const keptBytes = 4096;

/** Tells the rank of a token, by its bytes; -1 if there is no such token. A lower rank is merged earlier. */
export type RankOf = (bytes: Uint8Array, start: number, end: number) => number;

/** Ranks are below 2^18 and offsets below 2^21, so a number holds both. */
const offsets = 2 ** 21;

/**
 * Merges the bytes of words to tokens, as byte pair encodings do: again and again the pair of neighbours with the lowest
 * rank, of equal ones the first.
 *
 * js-tiktoken 1.0.21 and gpt-tokenizer 4.0.0 search all pairs for each merge, which is quadratic: 8,000 times the same letter
 * took 5.8 s, and 40,000 times 1.2 s. A heap of pairs takes n log n steps. A pair that has changed is skipped in its turn.
 */
export class BytePairs {
  readonly #rankOf: RankOf;
  #heap = new Float64Array(2 * keptBytes);
  #size = 0;
  /** For each byte that begins a token, where the next one begins, where the one before begins, and the rank of both. */
  #next = new Int32Array(keptBytes);
  #before = new Int32Array(keptBytes);
  #ranks = new Int32Array(keptBytes);

  constructor(rankOf: RankOf) {
    this.#rankOf = rankOf;
  }

  /**
   * Reports the end of each token of a word.
   *
   * @param end - behind the word; may be as far as {@link longestWord} from its start.
   * @throws {ToolError} if the word is longer.
   */
  merge(bytes: Uint8Array, start: number, end: number, report: (end: number) => void): void {
    const length = end - start;
    if (length > longestWord) throw new ToolError('a word of the text is too long');
    if (length > keptBytes) this.#reserve(length);
    this.#size = 0;
    for (let i = 0; i < length; i++) {
      this.#next[i] = i + 1;
      this.#before[i] = i - 1;
      this.#ranks[i] = -1;
    }
    const update = (first: number) => {
      const second = this.#next[first] ?? length;
      const rank = second === length ? -1 : this.#rankOf(bytes, start + first, start + (this.#next[second] ?? length));
      this.#ranks[first] = rank;
      if (rank !== -1) this.#push(rank * offsets + first);
    };
    for (let i = 0; i + 1 < length; i++) update(i);
    while (this.#size > 0) {
      const least = this.#pop();
      const first = least % offsets;
      if (this.#ranks[first] !== (least - first) / offsets) continue;
      const second = this.#next[first] ?? length;
      const next = this.#next[second] ?? length;
      this.#next[first] = next;
      this.#ranks[second] = -1;
      if (next < length) this.#before[next] = first;
      update(first);
      if (first > 0) update(this.#before[first] ?? 0);
    }
    for (let i = 0; i < length; ) {
      i = this.#next[i] ?? length;
      report(start + i);
    }
    if (length > keptBytes) this.#reserve(keptBytes);
  }

  #reserve(length: number): void {
    // A merge takes one pair and adds two, and there are fewer merges than bytes.
    this.#heap = new Float64Array(2 * length);
    this.#next = new Int32Array(length);
    this.#before = new Int32Array(length);
    this.#ranks = new Int32Array(length);
  }

  #push(pair: number): void {
    const heap = this.#heap;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= pair) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = pair;
  }

  #pop(): number {
    const heap = this.#heap;
    const least = heap[0] ?? 0;
    const last = heap[--this.#size] ?? 0;
    const size = this.#size;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= last) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return least;
  }
}
