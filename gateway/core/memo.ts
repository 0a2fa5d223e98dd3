/**
 * Values that are worth remembering and can be had again: once there are too many, it forgets all of them. On the path
 * of every request that is quicker than keeping count of which was used last.
 */
export class Memo<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #max: number;

  /** @param max - how many values are kept at most. */
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
