import type { UseRow, WriteBehind } from '../storage/counter-store.js';

/** Last uses of keys that the store does not have yet. */
export class LastUses implements WriteBehind<UseRow> {
  readonly #dirty = new Map<string, number>();

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /** @param now - milliseconds since the epoch. */
  note(keyId: string, now: number): void {
    this.#dirty.set(keyId, now);
  }

  takeDirty(max: number): UseRow[] {
    const rows: UseRow[] = [];
    for (const [keyId, lastUsedAt] of this.#dirty) {
      if (rows.length === max) break;
      this.#dirty.delete(keyId);
      rows.push({ keyId, lastUsedAt });
    }
    return rows;
  }

  /** A use recorded meanwhile is later, and stays. */
  markDirty(rows: readonly UseRow[]): void {
    for (const { keyId, lastUsedAt } of rows) {
      if (!this.#dirty.has(keyId)) this.#dirty.set(keyId, lastUsedAt);
    }
  }
}
