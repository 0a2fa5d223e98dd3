import { performance } from 'node:perf_hooks';
import { StoreBusyError } from './store-fault.js';

/** Reads under way: the store has other work, and on one machine the processors have. */
const together = 2;

/** Reads that wait or are under way: of all accounts, and of one. */
const most = 64;
const mostOfOne = 4;

/**
 * An answer is given again for so many times as long as its read took: whoever asks again and again takes a tenth of a
 * processor.
 */
const keptTimes = 10;

/**
 * Bounds the reads that take the store long: the owner of any account may ask for them, again and again. Some are carried
 * out, the others wait in the order in which they came, and what would be too many fails immediately.
 */
export class BoundedReads {
  /** How many reads of each account wait or are under way. */
  readonly #counts = new Map<string, number>();
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #all = 0;

  /**
   * Carries out a read, or joins the same one if it is under way or was a moment ago.
   *
   * @param accountId - for whom.
   * @param name - the same for equal reads of the account.
   * @throws {StoreBusyError} if too many wait, and whatever the read throws.
   */
  share<Result>(accountId: string, name: string, read: () => Promise<Result>): Promise<Result> {
    const id = `${accountId} ${name}`;
    const known = this.#shared.get(id);
    if (known !== undefined) return known as Promise<Result>;
    const result = this.run(accountId, async () => {
      const startedAt = performance.now();
      const answer = await read();
      setTimeout(() => this.#shared.delete(id), (performance.now() - startedAt) * keptTimes).unref();
      return answer;
    });
    this.#shared.set(id, result);
    result.catch(() => this.#shared.delete(id));
    return result;
  }

  /** Carries out a read. @throws {StoreBusyError} if too many wait, and whatever the read throws. */
  async run<Result>(accountId: string, read: () => Promise<Result>): Promise<Result> {
    const own = this.#counts.get(accountId) ?? 0;
    if (this.#all >= most || own >= mostOfOne) throw new StoreBusyError(new Error('too many reads of usage wait'));
    this.#all++;
    this.#counts.set(accountId, own + 1);
    try {
      if (this.#running >= together) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else this.#running++;
      return await read();
    } finally {
      this.#left(accountId);
    }
  }

  #left(accountId: string): void {
    this.#all--;
    const own = (this.#counts.get(accountId) ?? 1) - 1;
    if (own === 0) this.#counts.delete(accountId);
    else this.#counts.set(accountId, own);
    // The place passes to the next one.
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}
