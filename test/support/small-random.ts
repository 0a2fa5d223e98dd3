/** Quick random choices that a seed repeats: for tests of millions of samples. */
export class SmallRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Returns an integer from 0 to below a bound. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * bound) / 2 ** 32) >>> 0;
  }

  /** Returns true once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Returns a list of items that a function makes. @param most - its longest length. */
  several<Item>(most: number, item: () => Item): Item[] {
    return Array.from({ length: this.below(most + 1) }, item);
  }
}
