import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type TextmillClient } from '#gateway/client/index.js';

/** The times of the first and last response of a gateway process, by `performance.now()`. */
interface Served {
  readonly firstMs: number;
  lastMs: number;
}

/** The number of callers. Each makes one call at a time, so slow responses slow the load down, and no calls pile up. */
const callers = 64;

/** Sends small requests at a rate through the project's client, which retries them when a connection fails. */
export class RetryingLoad {
  readonly #client: TextmillClient;
  readonly #callers: Promise<unknown>;
  readonly #began = performance.now();
  #stopped = false;
  /** Calls that succeeded. */
  served = 0;
  /** Calls that failed after all retries. */
  readonly failures: unknown[] = [];
  /** Failed connections, by the error code of the system or of undici. */
  readonly broken = new Map<string, number>();
  /** Responses other than 200, by status. */
  readonly refused = new Map<number, number>();
  /** Gateway processes by the prefix of their request ids, in the order of their first responses. */
  readonly #served = new Map<string, Served>();

  /** @param rate - calls per second of all callers together, unless they have to wait for responses. */
  constructor(baseUrl: string, apiKey: string, rate: number) {
    this.#client = createClient({ baseUrl, apiKey, fetch: (url, init) => this.#fetch(url, init) });
    this.#callers = Promise.all(Array.from({ length: callers }, (_, index) => this.#call(index, rate)));
  }

  /** Calls per second that got a response, since the start. */
  get rate(): number {
    return (this.served / (performance.now() - this.#began)) * 1_000;
  }

  /** The number of failed connections. */
  get brokenCount(): number {
    return [...this.broken.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The times between the last response of a process and the first of the next, in milliseconds. */
  get gaps(): number[] {
    const all = [...this.#served.values()];
    return all.slice(1).map(({ firstMs }, index) => firstMs - (all[index]?.lastMs ?? firstMs));
  }

  /** Waits until every call has succeeded or failed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#callers;
  }

  async #call(index: number, rate: number): Promise<void> {
    const intervalMs = (callers / rate) * 1_000;
    let due = this.#began + (index * intervalMs) / callers;
    while (!this.#stopped) {
      const pauseMs = due - performance.now();
      if (pauseMs > 1) await wait(pauseMs);
      // Calls that were due while a call waited are skipped.
      due = Math.max(due + intervalMs, performance.now());
      try {
        await this.#client.run('a', ['upper-case']);
        this.served++;
      } catch (error) {
        this.failures.push(error);
      }
    }
  }

  async #fetch(...request: Parameters<typeof fetch>): Promise<Response> {
    try {
      const response = await fetch(...request);
      this.#note(response);
      return response;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      const code = cause?.code ?? String(error);
      this.broken.set(code, (this.broken.get(code) ?? 0) + 1);
      throw error;
    }
  }

  #note({ status, headers }: Response): void {
    if (status !== 200) this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
    const [process = ''] = (headers.get('x-request-id') ?? '').split('-');
    const now = performance.now();
    const served = this.#served.get(process);
    if (served === undefined) this.#served.set(process, { firstMs: now, lastMs: now });
    else served.lastMs = now;
  }
}
