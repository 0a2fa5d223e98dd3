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
  /** Told why requests have to be sent again: when a wait gets long, once for each reason. */
  readonly onWait?: (reason: string) => void;
  readonly timing?: Timing;
}

/** Waits that nobody notices. */
const silentDelayMs = 2_000;
/** How long an answer may take: a gateway gives a job up long before. However little time is left, it gets some. */
const longestAnswerMs = 120_000;
const shortestAnswerMs = 5_000;
const longestMessage = 1_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** What a gateway that is starting, stopping or busy answers, or a proxy in front of one that is not there. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** An answer of 503 as well, but the same work will most likely take as long again. */
const timeLimitMessage = 'Processing time limit exceeded';
const triesAtTimeLimit = 3;
/**
 * Why a connection fails that will not come to be by waiting: an address that is wrong, or a certificate. Once a request
 * has been answered the same may be an outage.
 */
const lastingProblem =
  /ENOTFOUND|bad port|redirect|CERT_|_CERT|ERR_TLS|certificate|wrong version number|UNABLE_TO_VERIFY|Expected HTTP/i;

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
  #hasSucceeded = false;
  /** The reason that was told last. */
  #said = '';
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
        this.#hasSucceeded = true;
        this.#said = '';
        return outcome.answer;
      }
      if (outcome.reason === timeLimitMessage && attempt >= triesAtTimeLimit) throw new RefusedRequest(outcome.reason);
      if (!this.#hasSucceeded && lastingProblem.test(outcome.reason)) {
        throw new CommandError(`${this.#options.url} cannot be asked: ${outcome.reason}`);
      }
      await this.#waitToRetry(attempt, outcome);
      this.retries++;
    }
  }

  async #try(path: string, body: string): Promise<{ readonly answer: unknown } | Failure> {
    const { url, key, maxWaitMs } = this.#options;
    const { signal } = this.#stop;
    // Not much beyond the time after which nothing is waited for any more.
    const left = this.#lastSuccess + maxWaitMs - this.#timing.now();
    const deadlineMs = Math.min(longestAnswerMs, Math.max(left, shortestAnswerMs));
    this.requests++;
    let response: Response;
    let text: string;
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
        redirect: 'error',
      });
      text = await response.text();
    } catch (error) {
      signal.throwIfAborted();
      const reason =
        (error as Error).name === 'TimeoutError'
          ? `no answer within ${Math.ceil(deadlineMs / 1_000)} seconds`
          : connectionProblem(error as Error);
      return { reason, retryAfterMs: 0 };
    }
    if (response.status === 200) return { answer: parsed(text) };
    const reason = readable(errorIn(text) ?? `status ${response.status}`, key);
    if (!passingStatuses.has(response.status)) throw new RefusedRequest(reason);
    return { reason, retryAfterMs: 1000 * (Number(response.headers.get('retry-after')) || 0) };
  }

  /** Exponential back-off with jitter, so that connections that were refused together do not come back together. */
  async #waitToRetry(attempt: number, { reason, retryAfterMs }: Failure): Promise<void> {
    const { maxWaitMs, url, onWait } = this.#options;
    const timing = this.#timing;
    const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 20));
    const delay = retryAfterMs + ceiling * (0.5 + timing.random() / 2);
    const left = this.#lastSuccess + maxWaitMs - timing.now();
    if (left <= 0) {
      throw new CommandError(
        `No answer from ${url} for ${Math.round(maxWaitMs / 1000)} seconds; the last was: ${reason}`,
      );
    }
    if (delay > silentDelayMs && reason !== this.#said) {
      this.#said = reason;
      onWait?.(reason);
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
  if (!(cause instanceof Error)) return error.message;
  return cause.message || (cause as NodeJS.ErrnoException).code || error.message;
}

/** A message of whoever answers, fit to be shown: one line, without what steers a terminal, and without the key. */
function readable(message: string, key: string): string {
  const clean = message.replaceAll(key, '[key]').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return clean.length > longestMessage ? `${clean.slice(0, longestMessage)}…` : clean;
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
