/** Something that waits, and whose it is. */
interface Owned {
  readonly owner: string;
}

/**
 * A bounded queue that takes from each owner in turn: first come, first served only among what is one owner's. One who
 * puts in a thousand jobs makes another wait for one of them, not for all.
 */
export class FairQueue<Item extends Owned> {
  readonly #maxSize: number;
  /** By owner, in the order of turns; a Set keeps the order of arrival and forgets an item in constant time. */
  readonly #lines = new Map<string, Set<Item>>();
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Puts an item behind those of its owner. Where there is no room, the last one of the owner who has most makes room,
   * unless the newcomer's owner would then have as many.
   *
   * @returns what has no place: nothing, an earlier item, or the item itself.
   */
  add(item: Item): Item | undefined {
    const displaced = this.#size < this.#maxSize ? undefined : this.#lastOfLongerThan(this.#lengthOf(item.owner) + 1);
    if (this.#size >= this.#maxSize) {
      if (displaced === undefined) return item;
      this.delete(displaced);
    }
    const line = this.#lines.get(item.owner);
    if (line === undefined) this.#lines.set(item.owner, new Set([item]));
    else line.add(item);
    this.#size++;
    return displaced;
  }

  /** Takes the next item out: the oldest of the owner whose turn it is. */
  take(): Item | undefined {
    for (const [owner, line] of this.#lines) {
      const [item] = line;
      if (item === undefined) continue;
      this.delete(item);
      if (line.size > 0) {
        // To the end of the turns.
        this.#lines.delete(owner);
        this.#lines.set(owner, line);
      }
      return item;
    }
    return undefined;
  }

  /** Does nothing if the item is not there. */
  delete(item: Item): void {
    const line = this.#lines.get(item.owner);
    if (!line?.delete(item)) return;
    this.#size--;
    if (line.size === 0) this.#lines.delete(item.owner);
  }

  /** All that waits, owner by owner. What is deleted meanwhile does not come. */
  *[Symbol.iterator](): Generator<Item> {
    for (const line of this.#lines.values()) yield* line;
  }

  #lengthOf(owner: string): number {
    return this.#lines.get(owner)?.size ?? 0;
  }

  #lastOfLongerThan(length: number): Item | undefined {
    let longest: Set<Item> | undefined;
    for (const line of this.#lines.values()) {
      if (line.size > (longest?.size ?? length)) longest = line;
    }
    return longest === undefined ? undefined : [...longest].at(-1);
  }
}
