import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Follows the processor time of each thread of a process. A thread that ends takes its figure with it, so they are read
 * again and again; where the system does not tell, none is known.
 */
export class ThreadTimes {
  readonly #folder: string;
  readonly #before: ReadonlyMap<string, number>;
  readonly #latest = new Map<string, number>();
  readonly #followed: Promise<void>;
  #stopped = false;

  constructor(pid: number) {
    this.#folder = `/proc/${pid}/task/`;
    this.#before = this.#read();
    this.#followed = this.#follow();
  }

  /** Stops following. @returns the milliseconds of the thread that has spent most since the start; NaN if unknown. */
  async most(): Promise<number> {
    this.#stopped = true;
    await this.#followed;
    const spent = [...this.#latest].map(([thread, ms]) => ms - (this.#before.get(thread) ?? 0));
    return spent.length === 0 ? Number.NaN : Math.max(...spent);
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      for (const [thread, ms] of this.#read()) this.#latest.set(thread, ms);
      await wait(20);
    }
  }

  /** Milliseconds by the number of the thread. */
  #read(): Map<string, number> {
    const times = new Map<string, number>();
    for (const thread of existsSync(this.#folder) ? readdirSync(this.#folder) : []) {
      try {
        times.set(thread, Number(readFileSync(`${this.#folder}${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
      } catch {
        // It has ended since the folder was read, or the kernel keeps no such file.
      }
    }
    return times;
  }
}
