import { abortable } from './abortable.js';
import { addressOf, checkKey, checkMaxWait } from './access.js';
import { acceptsPacked, type Compression, checkCompression, packedBody } from './compression.js';
import { QuotaError, TextmillError } from './errors.js';
import { exchange, type Failure, type HttpRequest, longestResponseMs } from './exchange.js';
import { QuotaCheck, type SpentQuota, usageDeadlineMs } from './quota-check.js';
import { isLastingProblem, isRateLimited, longestTimerMs, Retries } from './retry-policy.js';
import type { Method, Sender } from './sender.js';
import { realTiming, type Timing } from './timing.js';

/** Options of {@link Connection}. */
export interface ConnectionOptions {
  /** Address of the gateway, with an optional path before `/v1`: `https://textmill.example.com`. */
  readonly baseUrl: string;
  /** Without a key only the catalogue can be read. */
  readonly apiKey?: string | undefined;
  /**
   * How long a call is retried while no call succeeds, in milliseconds; 60,000 by default. 0 switches retries off.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Whether calls wait for the daily quota when it is used up, for up to a day and beyond `maxWaitMs`. By default they
   * reject with a {@link QuotaError}.
   */
  readonly waitForQuota?: boolean | undefined;
  /**
   * Whether requests and responses are compressed; by default `auto`: requests of 8 KB and more, unless the gateway is on
   * this machine or this is a page of another origin.
   */
  readonly compression?: Compression | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Replaces the clock, the timers and the random numbers in tests. */
  readonly timing?: Timing | undefined;
}

/** Describes why a request is retried. */
export interface Retry {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The message of the gateway, or the problem with the connection. */
  readonly reason: string;
  /** How often the request was sent so far. */
  readonly attempts: number;
  /** The wait before the next try. */
  readonly delayMs: number;
}

/** Options of each call. */
export interface SendOptions {
  /** Ends the call immediately, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The version that a write replaces: `If-Match`. */
  readonly ifMatch?: string | undefined;
  /** Called before each wait of this call. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const defaultMaxWaitMs = 60_000;
/** Even a request near the end of `maxWaitMs` gets some time for its response. */
const shortestTimeoutMs = 5_000;
/** Returns what is left of the key's limits. */
export const usagePath = 'v1/usage';
/** The catalogue, which needs no key. */
export const toolsPath = 'v1/tools';

/** Sends requests to a gateway, and retries them while the gateway is busy, restarting or limiting them. */
export class Connection implements Sender {
  readonly #options: ConnectionOptions;
  readonly #address: URL;
  readonly #maxWaitMs: number;
  readonly #compression: Compression;
  readonly #fetch: typeof globalThis.fetch;
  readonly #timing: Timing;
  readonly #quotaCheck: QuotaCheck;
  /** Undefined until the first success. */
  #lastSuccess: number | undefined;
  /** End of the last wait for the quota: no call could succeed before. */
  #quotaWaitEnd = Number.NEGATIVE_INFINITY;

  /** @throws {TypeError} if an option is invalid. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#address = addressOf(options.baseUrl);
    this.#maxWaitMs = options.maxWaitMs ?? defaultMaxWaitMs;
    this.#compression = options.compression ?? 'auto';
    checkKey(options.apiKey);
    checkCompression(this.#compression);
    checkMaxWait(this.#maxWaitMs);
    // Looked up at each call, and called as a plain function: a browser's fetch works only that way.
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#timing = options.timing ?? realTiming;
    const ask = () => exchange(this.#fetch, this.#request('GET', usagePath), usageDeadlineMs, undefined);
    this.#quotaCheck = new QuotaCheck({ ask, timing: this.#timing });
  }

  /**
   * Sends a request until it succeeds or is refused.
   *
   * @param path - without a leading slash: `v1/run`.
   * @param body - sent as JSON.
   * @returns the JSON of the response, unchecked.
   * @throws {TextmillError} if the gateway refuses the request, or the last failure once no call has succeeded for
   *   `maxWaitMs`.
   * @throws {QuotaError} if the daily quota is used up and calls do not wait for it.
   * @throws the signal's reason once it is aborted.
   */
  async send<Body>(method: Method, path: string, body?: object, options: SendOptions = {}): Promise<Body> {
    const request = await this.#packed({ ...this.#request(method, path, body), ifMatch: options.ifMatch });
    const started = this.#timing.now();
    const retries = new Retries({ maxWaitMs: this.#maxWaitMs, timing: this.#timing });
    for (;;) {
      const sentAt = this.#timing.now();
      const outcome = await exchange(this.#fetch, request, this.#deadlineMs(started), options.signal);
      const isLimited = request.credential !== undefined && path !== usagePath;
      if ('body' in outcome) {
        this.#lastSuccess = this.#timing.now();
        if (isLimited) this.#quotaCheck.admitted(sentAt);
        return outcome.body as Body;
      }
      const { failure } = outcome;
      if (retries.count(failure) === 'final') throw errorOf(failure);
      if (this.#lastSuccess === undefined && isLastingProblem(failure)) {
        throw errorOf(failure, `Cannot reach ${this.#options.baseUrl}: ${failure.reason}`);
      }
      const mayBeQuota = isLimited && isRateLimited(failure);
      const spent = mayBeQuota ? await abortable(this.#quotaCheck.spent(), options.signal) : undefined;
      if (spent === undefined) await this.#waitToRetry(failure, retries, started, options);
      else await this.#waitForQuota(spent, failure, retries, options);
    }
  }

  #request(method: Method, path: string, body?: object): HttpRequest {
    const { apiKey } = this.#options;
    const isPublic = path.startsWith(toolsPath);
    return {
      method,
      url: new URL(path, this.#address),
      json: body === undefined ? undefined : JSON.stringify(body),
      credential: apiKey === undefined || isPublic ? undefined : { header: 'x-api-key', secret: apiKey },
      isPlain: !acceptsPacked(this.#address, this.#compression),
    };
  }

  /** Compresses the body once, however often it is sent. */
  async #packed(request: HttpRequest): Promise<HttpRequest> {
    const { json } = request;
    if (json === undefined) return request;
    return { ...request, gzip: await packedBody(json, this.#address, this.#compression) };
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

  /** Returns the start of the time without success, for a call that started then. */
  #idleSince(started: number): number {
    return Math.max(this.#lastSuccess ?? started, started, this.#quotaWaitEnd);
  }

  /** Returns the timeout of the next request: a little more than the time left for retries. */
  #deadlineMs(started: number): number {
    if (this.#maxWaitMs === 0) return longestResponseMs;
    const left = this.#idleSince(started) + this.#maxWaitMs - this.#timing.now();
    return Math.min(longestResponseMs, Math.max(left, shortestTimeoutMs));
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
    // Without retries, the gateway's own message is clearer.
    if (this.#maxWaitMs === 0 && status !== 0) return reason;
    const seconds = Math.round(this.#maxWaitMs / 1000);
    return `No response from ${this.#options.baseUrl} for ${seconds} seconds; the last was: ${reason}`;
  }
}

function errorOf({ status, reason, requestId, code, details, cause }: Failure, message = reason): TextmillError {
  return new TextmillError(status, message, { requestId, code, details, ...(cause === undefined ? {} : { cause }) });
}
