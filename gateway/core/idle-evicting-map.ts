/**
 * A map that forgets idle values as it grows: adding a value checks two others, so memory follows the values in use
 * without a timer. Not an `lru-cache`, which would also evict values that still count something: here the value itself
 * says whether it may go.
 */
export class IdleEvictingMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #create: (key: string) => Value;
  readonly #isIdle: (value: Value, key: string) => boolean;
  #sweep = this.#values.entries();

  /** @param isIdle - whether a value may be forgotten now, because a new one would be equal. */
  constructor(create: (key: string) => Value, isIdle: (value: Value, key: string) => boolean) {
    this.#create = create;
    this.#isIdle = isIdle;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Returns the value of a key, and creates it if needed. */
  obtain(key: string): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const created = this.#create(key);
    this.#values.set(key, created);
    return created;
  }

  #forgetIdle(): void {
    for (let checked = 0; checked < 2; checked++) {
      const next = this.#sweep.next();
      if (next.done) {
        this.#sweep = this.#values.entries();
        return;
      }
      const [key, value] = next.value;
      if (this.#isIdle(value, key)) this.#values.delete(key);
    }
  }
}
