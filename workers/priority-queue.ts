/**
 * A binary heap that knows where each item is, so that an item can move when its order changes. Every operation takes
 * logarithmic time.
 */
export class PriorityQueue<Item> {
  readonly #goesBefore: (a: Item, b: Item) => boolean;
  readonly #heap: Item[] = [];
  readonly #positions = new Map<Item, number>();

  /** @param goesBefore - whether `a` comes out before `b`. */
  constructor(goesBefore: (a: Item, b: Item) => boolean) {
    this.#goesBefore = goesBefore;
  }

  /** The item that goes before all others. */
  get first(): Item | undefined {
    return this.#heap[0];
  }

  /** Puts an item in, or moves it to where it belongs after its order has changed. */
  place(item: Item): void {
    this.#settle(item, this.#positions.get(item) ?? this.#heap.length);
  }

  /** Does nothing if the item is not there. */
  delete(item: Item): void {
    const position = this.#positions.get(item);
    if (position === undefined) return;
    this.#positions.delete(item);
    const last = this.#heap.pop();
    if (last !== undefined && last !== item) this.#settle(last, position);
  }

  /** Writes the item at a free position, then moves it up or down until the heap is in order. */
  #settle(item: Item, free: number): void {
    const position = this.#sink(item, this.#rise(item, free));
    this.#put(item, position);
  }

  /** Moves parents that the item goes before down into the free position. @returns the position that is free then. */
  #rise(item: Item, free: number): number {
    let position = free;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || !this.#goesBefore(item, parent)) break;
      this.#put(parent, position);
      position = above;
    }
    return position;
  }

  /** Moves children that go before the item up into the free position. @returns the position that is free then. */
  #sink(item: Item, free: number): number {
    let position = free;
    for (;;) {
      const below = this.#earlierOf(2 * position + 1, 2 * position + 2);
      const child = this.#heap[below];
      if (child === undefined || !this.#goesBefore(child, item)) return position;
      this.#put(child, position);
      position = below;
    }
  }

  #earlierOf(left: number, right: number): number {
    const [a, b] = [this.#heap[left], this.#heap[right]];
    return a !== undefined && b !== undefined && this.#goesBefore(b, a) ? right : left;
  }

  #put(item: Item, position: number): void {
    this.#heap[position] = item;
    this.#positions.set(item, position);
  }
}
