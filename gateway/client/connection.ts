import { abortable } from './abortable.js';
import { addressOf, checkKey, checkMaxWait } from './access.js';
import { QuotaError, TextmillError } from './errors.js';
import { exchange, type Failure, type HttpRequest, longestAnswerMs } from './exchange.js';
import { QuotaCheck, type SpentQuota, usageDeadlineMs } from './quota-check.js';
import { isLastingProblem, isRateLimited, longestTimerMs, Retries } from './retry-policy.js';
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
/** Even a request near the end of `maxWaitMs` gets some time for its response. */
const shortestAnswerMs = 5_000;
/** Tells what a key may still do. */
export const usagePath = 'v1/usage';

/** Sends requests to a gateway, and retries them while the gateway is busy, restarting or limiting them. */
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
    const ask = () => exchange(this.#fetch, this.#request('GET', usagePath), usageDeadlineMs, undefined);
    this.#quotaCheck = new QuotaCheck({ ask, now: () => this.#timing.now() });
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
    const retries = new Retries({ maxWaitMs: this.#maxWaitMs, timing: this.#timing });
    for (;;) {
      const outcome = await exchange(this.#fetch, request, this.#deadlineMs(started), options.signal);
      if ('answer' in outcome) {
        this.#lastSuccess = this.#timing.now();
        return outcome.answer as Answer;
      }
      const { failure } = outcome;
      if (retries.count(failure) === 'final') throw errorOf(failure);
      if (this.#lastSuccess === undefined && isLastingProblem(failure)) {
        throw errorOf(failure, `Cannot reach ${this.#options.baseUrl}: ${failure.reason}`);
      }
      const mayBeQuota = isRateLimited(failure) && request.credential !== undefined && path !== usagePath;
      const spent = mayBeQuota ? await abortable(this.#quotaCheck.spent(), options.signal) : undefined;
      if (spent === undefined) await this.#waitToRetry(failure, retries, started, options);
      else await this.#waitForQuota(spent, failure, retries, options);
    }
  }

  #request(method: 'GET' | 'POST', path: string, body?: object): HttpRequest {
    const { apiKey } = this.#options;
    const isPublic = method === 'GET' && path !== usagePath;
    return {
      method,
      url: new URL(path, this.#address),
      json: body === undefined ? undefined : JSON.stringify(body),
      credential: apiKey === undefined || isPublic ? undefined : { header: 'x-api-key', secret: apiKey },
    };
  }

  /** Uses the clock of this machine. If it is wrong, a request that comes too early is refused and waits again. */
  async #waitForQuota(spent: SpentQuota, failure: Failure, retries: Retries, options: SendOptions): Promise<void> {
    const error = new QuotaError(spent.quota, spent.freeAt, { requestId: failure.requestId });
    if (this.#options.waitForQuota !== true) throw error;
    const leastMs = retries.backOffMs();
    const delayMs = Math.min(longestTimerMs, Math.max(0, spent.freeAt.getTime() - this.#timing.date()) + leastMs);
    await this.#wait({ status: failure.status, reason: error.message, attempts: retries.attempts, delayMs }, options);
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

  async #waitToRetry(failure: Failure, retries: Retries, started: number, options: SendOptions): Promise<void> {
    const { status, reason } = failure;
    const delayMs = retries.delayMs(failure, this.#idleSince(started));
    if (delayMs === undefined) throw errorOf(failure, this.#gaveUp(failure));
    await this.#wait({ status, reason, attempts: retries.attempts, delayMs }, options);
  }

  async #wait(retry: Retry, options: SendOptions): Promise<void> {
    this.#options.onRetry?.(retry);
    options.onRetry?.(retry);
    await this.#timing.wait(retry.delayMs, options.signal);
  }

  #gaveUp({ status, reason }: Failure): string {
    // Whoever wants nothing sent twice wants the gateway's own words.
    if (this.#maxWaitMs === 0 && status !== 0) return reason;
    const seconds = Math.round(this.#maxWaitMs / 1000);
    return `No response from ${this.#options.baseUrl} for ${seconds} seconds; the last was: ${reason}`;
  }
}

function errorOf({ status, reason, requestId, code, details, cause }: Failure, message = reason): TextmillError {
  return new TextmillError(status, message, { requestId, code, details, ...(cause === undefined ? {} : { cause }) });
}
