import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '../io.js';

/** What decides when a request is sent again: a test gives its own. */
export interface Timing {
  /** Milliseconds since any moment. */
  now(): number;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

/** The real one. */
const realTiming: Timing = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  random: Math.random,
};

export interface GatewayClientOptions {
  /** The gateway's address, with or without a path in front of `/v1`. */
  readonly url: string;
  readonly key: string;
  /** For how long nothing may succeed before {@link GatewayClient.post} gives up. */
  readonly maxWaitMs: number;
  readonly timing?: Timing;
}

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** What a gateway that is starting, stopping or busy answers, or a proxy in front of one that is not there. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** An answer of 503 as well, but the same work will most likely take as long again. */
const timeLimitMessage = 'Processing time limit exceeded';
const triesAtTimeLimit = 3;

/** A request that the gateway refuses: sending it again would not help. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
}

/** Sends requests to a gateway, again and again while it is busy, restarted or limits them. */
export class GatewayClient {
  readonly #options: GatewayClientOptions;
  readonly #timing: Timing;
  readonly #stop = new AbortController();
  #lastSuccess: number;
  requests = 0;
  retries = 0;

  constructor(options: GatewayClientOptions) {
    this.#options = options;
    this.#timing = options.timing ?? realTiming;
    this.#lastSuccess = this.#timing.now();
  }

  /** Ends all requests: nobody waits for their answers. */
  stop(): void {
    this.#stop.abort();
  }

  /**
   * Sends a request until it is answered.
   *
   * @param path - without a slash in front: `v1/run`.
   * @param body - JSON.
   * @returns the JSON of the answer.
   * @throws {RefusedRequest} with the gateway's message.
   * @throws {CommandError} once nothing has succeeded for too long.
   */
  async post(path: string, body: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#try(path, body);
      if ('answer' in outcome) {
        this.#lastSuccess = this.#timing.now();
        return outcome.answer;
      }
      if (outcome.reason === timeLimitMessage && attempt >= triesAtTimeLimit) throw new RefusedRequest(outcome.reason);
      await this.#waitToRetry(attempt, outcome);
      this.retries++;
    }
  }

  async #try(path: string, body: string): Promise<{ readonly answer: unknown } | Failure> {
    const { url, key } = this.#options;
    const { signal } = this.#stop;
    this.requests++;
    let response: Response;
    let text: string;
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'error',
      });
      text = await response.text();
    } catch (error) {
      signal.throwIfAborted();
      return { reason: connectionProblem(error as Error), retryAfterMs: 0 };
    }
    if (response.status === 200) return { answer: parsed(text) };
    const reason = errorIn(text) ?? `status ${response.status}`;
    if (!passingStatuses.has(response.status)) throw new RefusedRequest(reason);
    return { reason, retryAfterMs: 1000 * (Number(response.headers.get('retry-after')) || 0) };
  }

  /** Exponential back-off with jitter, so that connections that were refused together do not come back together. */
  async #waitToRetry(attempt: number, { reason, retryAfterMs }: Failure): Promise<void> {
    const { maxWaitMs, url } = this.#options;
    const timing = this.#timing;
    const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 20));
    const delay = retryAfterMs + ceiling * (0.5 + timing.random() / 2);
    const left = this.#lastSuccess + maxWaitMs - timing.now();
    if (left <= 0) {
      throw new CommandError(
        `No answer from ${url} for ${Math.round(maxWaitMs / 1000)} seconds; the last was: ${reason}`,
      );
    }
    await timing.wait(Math.min(delay, left), this.#stop.signal);
  }
}

/** Why a request is to be sent again, and when at the earliest. */
interface Failure {
  readonly reason: string;
  readonly retryAfterMs: number;
}

function connectionProblem(error: Error): string {
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedRequest('the answer is not JSON: is this the address of a Textmill gateway?');
  }
}

function errorIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
