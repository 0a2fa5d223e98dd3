/** Most entries that are looked at for a key, those of other keys in the same slot included. */
const mostSteps = 100;

/**
 * Numbers by keys of 32 bits, in typed arrays: a `Map` of arrays takes eight times the memory. A key has at most
 * {@link Buckets.most} numbers, and forgets more.
 */
export class Buckets {
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
