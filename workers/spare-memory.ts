import type { OwnedBytes } from './owned-bytes.js';

type Memory = Uint8Array<ArrayBuffer>;

/** Most memories that are kept; together they are as large as the bodies of one batch. */
const maxKept = 8;

/**
 * Copies bodies into memory that was used before. The copy has the size of the original, so that either can take the
 * other's place.
 */
export class SpareMemory {
  readonly #kept: Memory[] = [];

  copyOf({ memory, length }: OwnedBytes): OwnedBytes {
    const index = this.#kept.findIndex(({ byteLength }) => byteLength === memory.byteLength);
    const [kept] = index === -1 ? [] : this.#kept.splice(index, 1);
    const copy = kept ?? new Uint8Array(Buffer.allocUnsafeSlow(memory.byteLength).buffer);
    copy.set(memory.subarray(0, length));
    return { memory: copy, length };
  }

  /** Keeps memory that is no longer used, in place of the memory that was kept first. */
  keep(memory: Memory): void {
    this.#kept.push(memory);
    if (this.#kept.length > maxKept) this.#kept.shift();
  }
}
