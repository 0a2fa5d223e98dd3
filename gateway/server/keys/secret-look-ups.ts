import { runAfter, type Timers } from '#gateway/core/timers.js';

/** How long a query collects secrets, in milliseconds: at most 200 queries a second, however many wrong keys arrive. */
const collectMs = 5;

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Looks up secrets in the store that are not in memory: one query for all that are missed within a few milliseconds.
 */
export class SecretLookUps {
  readonly #query: (hashes: readonly string[]) => Promise<void>;
  readonly #after: Timers['after'];
  #waiting = new Map<string, Waiting[]>();
  #isRunning = false;

  /** @param query - looks up the hashes of secrets, and brings those into memory that it finds. */
  constructor(query: (hashes: readonly string[]) => Promise<void>, after: Timers['after'] = runAfter) {
    this.#query = query;
    this.#after = after;
  }

  /** Resolves when the store has been queried. @throws what the store fails with. */
  find(hash: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(hash) ?? [];
      this.#waiting.set(hash, waiting);
      waiting.push({ resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      this.#after(collectMs, () => void this.#run());
    });
  }

  /** One query at a time: a slow store gets larger queries, not more. */
  async #run(): Promise<void> {
    const collected = this.#waiting;
    this.#waiting = new Map();
    const waiting = [...collected.values()].flat();
    try {
      await this.#query([...collected.keys()]);
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
    this.#isRunning = this.#waiting.size > 0;
    if (this.#isRunning) this.#after(collectMs, () => void this.#run());
  }
}
