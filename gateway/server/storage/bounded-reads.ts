import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreBusyError } from './store-fault.js';

/** Reads under way: the store has other work, and on one machine the processors have. */
const together = 2;

/** Reads of all accounts that wait or are under way. */
const most = 64;

/** Reads of one account that wait, are under way, or rest. */
const mostOfOne = 8;

/**
 * A read rests for so many times as long as it took: its result is given again, and it counts among those of its account.
 * So whoever asks again and again, for whatever there is, takes less than half of a processor.
 */
const restingTimes = 20;

/**
 * How long the reads of one response wait for each other at most: the server ends a connection that is silent for ten
 * seconds.
 */
const longestPauseMs = 5_000;

/**
 * Bounds the reads that take the store long: the owner of any account may ask for them, again and again. Some are carried
 * out, the others wait in the order in which they came, and what would be too many fails immediately.
 */
export class BoundedReads {
  /** How many reads of each account wait, are under way, or rest. */
  readonly #counts = new Map<string, number>();
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #all = 0;

  /**
   * Carries out a read, or joins the same one if it is under way or rests.
   *
   * @param accountId - for whom.
   * @param name - the same for equal reads of the account.
   * @throws {StoreBusyError} if there are too many, and whatever the read throws.
   */
  share<Result>(accountId: string, name: string, read: () => Promise<Result>): Promise<Result> {
    const id = `${accountId} ${name}`;
    const known = this.#shared.get(id);
    if (known !== undefined) return known as Promise<Result>;
    // A later read may have taken the place of one that failed.
    const forget = () => {
      if (this.#shared.get(id) === result) this.#shared.delete(id);
    };
    const result = this.run(accountId, read, forget);
    this.#shared.set(id, result);
    // A failure is not given again.
    result.catch(forget);
    return result;
  }

  /**
   * Carries out a read.
   *
   * @param accountId - for whom; undefined for an operator, whose reads do not rest.
   * @param onRested - called when it has rested.
   * @throws {StoreBusyError} if there are too many, and whatever the read throws.
   */
  async run<Result>(
    accountId: string | undefined,
    read: () => Promise<Result>,
    onRested = (): void => {},
  ): Promise<Result> {
    const leave = this.#enter(accountId);
    try {
      if (this.#running >= together) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else this.#running++;
      const startedAt = performance.now();
      try {
        return await read();
      } finally {
        const rested = () => {
          leave();
          onRested();
        };
        setTimeout(rested, (performance.now() - startedAt) * restingTimes).unref();
      }
    } finally {
      this.#all--;
      // The place passes to the next one.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  /**
   * Returns what carries out the reads of one response, each when it is called. An owner's read waits until the one before
   * has rested, so that they never refuse each other.
   *
   * @param accountId - for whom; undefined for an operator.
   */
  sequence(accountId: string | undefined): <Result>(read: () => Promise<Result>) => Promise<Result> {
    let rested: Promise<void> | undefined;
    return async (read) => {
      if (rested !== undefined) await Promise.race([rested, pause(longestPauseMs, undefined, { ref: false })]);
      let hasRested = (): void => {};
      if (accountId !== undefined) {
        rested = new Promise((resolve) => {
          hasRested = resolve;
        });
      }
      return this.run(accountId, read, hasRested);
    };
  }

  /** Counts a read. @returns a function to call when it has rested. @throws {StoreBusyError} if there are too many. */
  #enter(accountId: string | undefined): () => void {
    const own = accountId === undefined ? 0 : (this.#counts.get(accountId) ?? 0);
    if (this.#all >= most || own >= mostOfOne) throw new StoreBusyError(new Error('too many reads of usage'));
    this.#all++;
    if (accountId === undefined) return () => {};
    this.#counts.set(accountId, own + 1);
    return () => {
      const left = (this.#counts.get(accountId) ?? 1) - 1;
      if (left === 0) this.#counts.delete(accountId);
      else this.#counts.set(accountId, left);
    };
  }
}
