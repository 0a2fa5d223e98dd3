/**
 * A cache that forgets all its values when it is full. For every request, that is faster than tracking which value was
 * used last.
 */
export class BulkEvictingCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #max: number;

  /** @param max - most values that are kept. */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#values.size >= this.#max) this.#values.clear();
    this.#values.set(key, value);
  }
}
