interface Place<Item> {
  readonly item: Item;
  previous: Place<Item> | undefined;
  next: Place<Item> | undefined;
}

/** Items in the order of their arrival. Adding, deleting any item, and finding the first and the last take constant time. */
export class JobLine<Item> {
  readonly #places = new Map<Item, Place<Item>>();
  #first: Place<Item> | undefined;
  #last: Place<Item> | undefined;

  get size(): number {
    return this.#places.size;
  }

  get first(): Item | undefined {
    return this.#first?.item;
  }

  get last(): Item | undefined {
    return this.#last?.item;
  }

  /** First to last. Skips items deleted meanwhile. */
  *[Symbol.iterator](): Generator<Item> {
    for (let place = this.#first; place !== undefined; place = place.next) {
      if (this.#places.get(place.item) === place) yield place.item;
    }
  }

  /** @param item - one that is not queued yet. */
  add(item: Item): void {
    const place: Place<Item> = { item, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.#places.set(item, place);
  }

  /** Adds an item before all others. @param item - one that is not queued. */
  addFirst(item: Item): void {
    const place: Place<Item> = { item, previous: undefined, next: this.#first };
    if (this.#first === undefined) this.#last = place;
    else this.#first.previous = place;
    this.#first = place;
    this.#places.set(item, place);
  }

  /** Removes an item. @returns false if it is not queued. */
  delete(item: Item): boolean {
    const place = this.#places.get(item);
    if (place === undefined) return false;
    this.#places.delete(item);
    const { previous, next } = place;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    return true;
  }
}
