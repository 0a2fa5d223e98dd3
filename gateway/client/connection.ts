import { abortable } from './abortable.js';
import { addressOf, checkKey, checkMaxWait } from './access.js';
import { isUsage, type KeyUsage } from './answers.js';
import { QuotaError, TextmillError } from './errors.js';
import { exchange, type Failure, type HttpRequest } from './exchange.js';
import { QuotaCheck, type SpentQuota } from './quota-check.js';
import type { Sender } from './sender.js';
import { realTiming, type Timing } from './timing.js';

/** Where a gateway is, and how patient its client. */
export interface ConnectionOptions {
  /** The gateway's address, with or without a path in front of `/v1`: `https://textmill.example.com`. */
  readonly baseUrl: string;
  /** Without one only the catalogue can be read. */
  readonly apiKey?: string | undefined;
  /**
   * For how long a call is tried again while nothing succeeds, of whatever call; 60 seconds unless said otherwise. 0:
   * nothing is sent twice.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Whether a call waits for the daily quota once it is spent, for up to a day, beyond `maxWaitMs`. Unless it does, the
   * call is rejected with a {@link QuotaError}.
   */
  readonly waitForQuota?: boolean | undefined;
  /** Told before each wait. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Used in place of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Used in place of the clock, the timer and the random numbers of the machine, by tests. */
  readonly timing?: Timing | undefined;
}

/** Why a request is sent again. */
export interface Retry {
  /** The HTTP status of the answer; 0 if there was none. */
  readonly status: number;
  /** What the gateway said, or what was wrong with the connection. */
  readonly reason: string;
  /** How often the request was sent. */
  readonly attempts: number;
  /** How long it will be waited. */
  readonly delayMs: number;
}

/** What can be said of each call. */
export interface SendOptions {
  /** Ends the call at once, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told before each wait of this call. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const defaultMaxWaitMs = 60_000;
/** How long an answer may take: a gateway gives a job up long before. However little time is left, it gets some. */
const longestAnswerMs = 120_000;
const shortestAnswerMs = 5_000;
/** How long it may take to hear whether the quota is spent. */
const usageDeadlineMs = 10_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** What a timer can wait; with more it does not wait at all. */
const longestTimerMs = 2 ** 31 - 1;
/** Where a gateway says what a key may still do. */
export const usagePath = 'v1/usage';
/** What a gateway that is starting, stopping or busy answers, or a proxy in front of one that is not there. */
const passingStatuses: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
/** An answer of 503 as well, but the same work will most likely take as long again. */
const timeLimit = 'job-time-limit';
const triesAtTimeLimit = 3;
/**
 * Why a connection fails that will not come to be by waiting: an address that is wrong, or a certificate, in the words of
 * Node.js. Once a request has been answered the same may be an outage.
 */
const lastingProblem =
  /ENOTFOUND|bad port|redirect|CERT_|_CERT|ERR_TLS|certificate|wrong version number|UNABLE_TO_VERIFY|Expected HTTP/i;

/** Whether a failure passes with time: false for what is refused and would be again. */
export function isPassing({ status, code }: { readonly status: number; readonly code: string }): boolean {
  return passingStatuses.has(status) && code !== timeLimit;
}

/** Sends requests to a gateway, again and again while it is busy, restarted or limits them. */
export class Connection implements Sender {
  readonly #options: ConnectionOptions;
  readonly #address: URL;
  readonly #maxWaitMs: number;
  readonly #fetch: typeof globalThis.fetch;
  readonly #timing: Timing;
  readonly #quotaCheck: QuotaCheck;
  /** Undefined until a request succeeds. */
  #lastSuccess: number | undefined;
  /** When the quota was last waited for: nothing could succeed before. */
  #quotaWaitEnd = Number.NEGATIVE_INFINITY;

  /** @throws {TypeError} if an option cannot be what it is for. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#address = addressOf(options.baseUrl);
    this.#maxWaitMs = options.maxWaitMs ?? defaultMaxWaitMs;
    checkKey(options.apiKey);
    checkMaxWait(this.#maxWaitMs);
    // Looked up at each call, and called as a function: a browser's fetch is no method of anything else.
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#timing = options.timing ?? realTiming;
    this.#quotaCheck = new QuotaCheck({ ask: () => this.#askUsage(), now: () => this.#timing.now() });
  }

  /**
   * Sends a request until it is answered.
   *
   * @param path - without a slash in front: `v1/run`.
   * @param body - sent as JSON.
   * @returns the JSON of the answer, unchecked.
   * @throws {TextmillError} with the gateway's status and message if it refuses the request, or the last of them once
   *   nothing has succeeded for too long.
   * @throws {QuotaError} if the daily quota is spent and is not waited for.
   * @throws the signal's reason once it is aborted.
   */
  async send<Answer>(method: 'GET' | 'POST', path: string, body?: object, options: SendOptions = {}): Promise<Answer> {
    const request = this.#request(method, path, body);
    const started = this.#timing.now();
    let timeLimits = 0;
    for (let attempts = 1; ; attempts++) {
      const outcome = await exchange(this.#fetch, request, this.#deadlineMs(started), options.signal);
      if ('answer' in outcome) {
        this.#lastSuccess = this.#timing.now();
        return outcome.answer as Answer;
      }
      const { failure } = outcome;
      if (failure.code === timeLimit) timeLimits++;
      if (!passingStatuses.has(failure.status) || timeLimits === triesAtTimeLimit) throw errorOf(failure);
      if (failure.status === 0 && this.#lastSuccess === undefined && lastingProblem.test(failure.reason)) {
        throw errorOf(failure, `Cannot reach ${this.#options.baseUrl}: ${failure.reason}`);
      }
      const spent =
        failure.status === 429 && !request.isPublic ? await this.#spentQuota(path, options.signal) : undefined;
      if (spent === undefined) await this.#waitToRetry(failure, attempts, started, options);
      else await this.#waitForQuota(spent, failure, attempts, options);
    }
  }

  #request(method: 'GET' | 'POST', path: string, body?: object): HttpRequest {
    return {
      method,
      url: new URL(path, this.#address),
      json: body === undefined ? undefined : JSON.stringify(body),
      apiKey: this.#options.apiKey,
      isPublic: method === 'GET' && path !== usagePath,
    };
  }

  /** @returns undefined if a burst has refused the request to a path: of the usage itself there is no quota. */
  async #spentQuota(path: string, signal: AbortSignal | undefined): Promise<SpentQuota | undefined> {
    if (path === usagePath || this.#options.apiKey === undefined) return undefined;
    return abortable(this.#quotaCheck.spent(), signal);
  }

  async #askUsage(): Promise<KeyUsage | undefined | 'never'> {
    try {
      const outcome = await exchange(this.#fetch, this.#request('GET', usagePath), usageDeadlineMs, undefined);
      if ('answer' in outcome) return isUsage(outcome.answer) ? outcome.answer : 'never';
      // A gateway of an earlier version.
      return outcome.failure.status === 404 ? 'never' : undefined;
    } catch {
      // No JSON: the request that was refused is what counts.
      return 'never';
    }
  }

  /** By the clock of this machine, which may be wrong: what comes too early is refused, and waits again. */
  async #waitForQuota(spent: SpentQuota, failure: Failure, attempts: number, options: SendOptions): Promise<void> {
    const error = new QuotaError(spent.quota, spent.freeAt, { requestId: failure.requestId });
    if (this.#options.waitForQuota !== true) throw error;
    const leastMs = this.#backOffMs(attempts);
    const delayMs = Math.min(longestTimerMs, Math.max(0, spent.freeAt.getTime() - this.#timing.date()) + leastMs);
    await this.#wait({ status: failure.status, reason: error.message, attempts, delayMs }, options);
    this.#quotaWaitEnd = this.#timing.now();
  }

  /** Since when nothing has succeeded, as far as a call that started then is concerned. */
  #idleSince(started: number): number {
    return Math.max(this.#lastSuccess ?? started, started, this.#quotaWaitEnd);
  }

  /** Not much beyond the time after which nothing is waited for any more. */
  #deadlineMs(started: number): number {
    if (this.#maxWaitMs === 0) return longestAnswerMs;
    const left = this.#idleSince(started) + this.#maxWaitMs - this.#timing.now();
    return Math.min(longestAnswerMs, Math.max(left, shortestAnswerMs));
  }

  async #waitToRetry(failure: Failure, attempts: number, started: number, options: SendOptions): Promise<void> {
    const { status, reason, retryAfterMs } = failure;
    const left = this.#idleSince(started) + this.#maxWaitMs - this.#timing.now();
    if (left <= 0) throw errorOf(failure, this.#gaveUp(failure));
    const delayMs = Math.min(left, longestTimerMs, retryAfterMs + this.#backOffMs(attempts));
    await this.#wait({ status, reason, attempts, delayMs }, options);
  }

  async #wait(retry: Retry, options: SendOptions): Promise<void> {
    this.#options.onRetry?.(retry);
    options.onRetry?.(retry);
    await this.#timing.wait(retry.delayMs, options.signal);
  }

  /** Exponential back-off with jitter, so that connections that were refused together do not come back together. */
  #backOffMs(attempts: number): number {
    const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 20));
    return ceiling * (0.5 + this.#timing.random() / 2);
  }

  #gaveUp({ status, reason }: Failure): string {
    // Whoever wants nothing sent twice wants the gateway's own words.
    if (this.#maxWaitMs === 0 && status !== 0) return reason;
    const seconds = Math.round(this.#maxWaitMs / 1000);
    return `No answer from ${this.#options.baseUrl} for ${seconds} seconds; the last was: ${reason}`;
  }
}

function errorOf({ status, reason, requestId, code, details, cause }: Failure, message = reason): TextmillError {
  return new TextmillError(status, message, { requestId, code, details, ...(cause === undefined ? {} : { cause }) });
}
