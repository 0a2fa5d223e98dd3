import type { ChangedBucket, MergedBucket, WriteBehind } from '../storage/counter-store.js';
import type { BurstLimiter } from './burst-limiter.js';

/** The buckets of keys and addresses, which are written together: a shared store is asked once instead of twice. */
export class BurstLimiters implements WriteBehind<ChangedBucket> {
  readonly #perKey: BurstLimiter;
  readonly #perIp: BurstLimiter;

  constructor(perKey: BurstLimiter, perIp: BurstLimiter) {
    this.#perKey = perKey;
    this.#perIp = perIp;
  }

  get dirtyCount(): number {
    return this.#perKey.dirtyCount + this.#perIp.dirtyCount;
  }

  takeDirty(max: number): ChangedBucket[] {
    const before = this.#perKey.dirtyCount;
    const ofKeys = this.#perKey.takeDirty(max);
    const visited = before - this.#perKey.dirtyCount;
    return [...ofKeys, ...this.#perIp.takeDirty(max - visited)];
  }

  markDirty(rows: readonly ChangedBucket[]): void {
    for (const [limiter, kind] of this.#limiters) limiter.markDirty(rows.filter((row) => row.kind === kind));
  }

  /** Notes what the store has after a write, see {@link BurstLimiter.written}. */
  written(rows: readonly ChangedBucket[], merged: readonly MergedBucket[]): void {
    for (const [limiter, kind] of this.#limiters) {
      limiter.written(
        rows.filter((row) => row.kind === kind),
        merged.filter(({ sent }) => sent.kind === kind),
      );
    }
  }

  get #limiters() {
    return [
      [this.#perKey, 'key'],
      [this.#perIp, 'ip'],
    ] as const;
  }
}
