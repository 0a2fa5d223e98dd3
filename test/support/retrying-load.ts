import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type TextmillClient } from '../../gateway/client/index.js';

/** The first and the last answer of a gateway process, by `performance.now()`. */
interface Served {
  readonly firstMs: number;
  lastMs: number;
}

/** Callers with one call at a time each: slow responses slow the load down, and nothing piles up. */
const callers = 64;

/** Small requests at a rate, through the project's own client, which sends them again when a connection fails. */
export class RetryingLoad {
  readonly #client: TextmillClient;
  readonly #callers: Promise<unknown>;
  readonly #began = performance.now();
  #stopped = false;
  /** Calls that succeeded. */
  answered = 0;
  /** Calls that the client has given up. */
  readonly failures: unknown[] = [];
  /** Connections that failed, by the code of the system's or of undici's error. */
  readonly broken = new Map<string, number>();
  /** Answers that were not 200, by status. */
  readonly refused = new Map<number, number>();
  /** Gateway processes, by what their request ids begin with, in the order of their first answers. */
  readonly #served = new Map<string, Served>();

  /** @param rate - calls a second, of all callers together, unless they have to wait for answers. */
  constructor(baseUrl: string, apiKey: string, rate: number) {
    this.#client = createClient({ baseUrl, apiKey, fetch: (url, init) => this.#fetch(url, init) });
    this.#callers = Promise.all(Array.from({ length: callers }, (_, index) => this.#call(index, rate)));
  }

  /** Calls that were answered a second, since the start. */
  get rate(): number {
    return (this.answered / (performance.now() - this.#began)) * 1_000;
  }

  /** Connections that failed, of all kinds. */
  get brokenCount(): number {
    return [...this.broken.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The times between the last answer of a process and the first of the next, in milliseconds. */
  get gaps(): number[] {
    const all = [...this.#served.values()];
    return all.slice(1).map(({ firstMs }, index) => firstMs - (all[index]?.lastMs ?? firstMs));
  }

  /** Waits until every call is answered or given up. */
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
      // What was missed while a call waited is not made up for.
      due = Math.max(due + intervalMs, performance.now());
      try {
        await this.#client.run('a', ['upper-case']);
        this.answered++;
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
