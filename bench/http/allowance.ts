import { setTimeout as wait } from 'node:timers/promises';
import { type LoadOptions, type LoadResult, load } from './load.js';
import { settings } from './servers.js';

/** How much faster than the last round the next may be. */
const margin = 1.5;

/**
 * Loads one server without ever running into its burst limits, which are on, and at their highest: it keeps count of
 * what the token bucket of the only address and the only key still holds, and waits where a round might empty it.
 */
export class Allowance {
  readonly #perMinute = Number(settings.BURST_PER_IP);
  #level = this.#perMinute;
  #updatedAt = performance.now();
  #requestsPerSecond = 0;

  async load(options: LoadOptions): Promise<LoadResult> {
    const needed = Math.min(this.#perMinute, this.#requestsPerSecond * options.seconds * margin);
    this.#refill();
    if (needed > this.#level) await wait(((needed - this.#level) / this.#perMinute) * 60_000);
    const result = await load(options);
    this.#refill();
    this.#level -= result.requests;
    this.#requestsPerSecond = result.requestsPerSecond;
    return result;
  }

  #refill(): void {
    const now = performance.now();
    this.#level = Math.min(this.#perMinute, this.#level + ((now - this.#updatedAt) / 60_000) * this.#perMinute);
    this.#updatedAt = now;
  }
}
