import type { Timing } from './timing.js';

/** The part of a failure that decides whether and when the request is sent again. */
export interface RetriedFailure {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The gateway's error code; empty for a failure that has none. */
  readonly code: string;
  /** The `Retry-After` of the response, in milliseconds; 0 without one. */
  readonly retryAfterMs: number;
}

/** Options of {@link Retries}. */
export interface RetryOptions {
  /** How long to retry without any success, in milliseconds. 0 switches retries off. */
  readonly maxWaitMs: number;
  /** How often a job is sent that exceeds the time limit of the gateway; 3 by default. */
  readonly triesAtTimeLimit?: number;
  readonly timing: Pick<Timing, 'now' | 'random'>;
}

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** A timer with a longer delay fires immediately. */
export const longestTimerMs = 2 ** 31 - 1;
/** Statuses of a gateway that is starting, stopping or busy, and of a proxy that does not reach one. */
const passingStatuses: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
/** This 503 is about the text, not the load: the same job most likely takes as long again. */
const timeLimit = 'job-time-limit';
const defaultTriesAtTimeLimit = 3;
/** Connection errors of a wrong address or certificate, in the words of Node.js. */
const lastingProblem =
  /ENOTFOUND|bad port|redirect|CERT_|_CERT|ERR_TLS|certificate|wrong version number|UNABLE_TO_VERIFY|Expected HTTP/i;

/** Returns whether a failure passes with time; false for a request that would be refused again. */
export function isPassing({ status, code }: Pick<RetriedFailure, 'status' | 'code'>): boolean {
  return passingStatuses.has(status) && code !== timeLimit;
}

/** Returns whether the gateway refused a request unread. Then even a request that changes something can be repeated. */
export function isRateLimited({ status }: Pick<RetriedFailure, 'status'>): boolean {
  return status === 429;
}

/** Returns whether the address itself seems wrong. Only valid before the first success: later it may be an outage. */
export function isLastingProblem({ status, reason }: { readonly status: number; readonly reason: string }): boolean {
  return status === 0 && lastingProblem.test(reason);
}

/** Counts the failures of one request, and decides whether and when it is sent again. */
export class Retries {
  readonly #options: RetryOptions;
  #attempts = 0;
  #timeLimits = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** How often the request has failed. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Counts a failure. @returns `final` if another try would most likely fail in the same way. */
  count(failure: RetriedFailure): 'final' | 'passing' {
    const { triesAtTimeLimit = defaultTriesAtTimeLimit } = this.#options;
    this.#attempts++;
    if (failure.code === timeLimit) this.#timeLimits++;
    return passingStatuses.has(failure.status) && this.#timeLimits < triesAtTimeLimit ? 'passing' : 'final';
  }

  /** Returns how long to wait before the next try; undefined after `maxWaitMs` without success, since `idleSince`. */
  delayMs({ retryAfterMs }: Pick<RetriedFailure, 'retryAfterMs'>, idleSince: number): number | undefined {
    const { maxWaitMs, timing } = this.#options;
    const left = idleSince + maxWaitMs - timing.now();
    return left <= 0 ? undefined : Math.min(left, longestTimerMs, retryAfterMs + this.backOffMs());
  }

  /** Returns an exponential back-off with jitter: requests that fail together must not return together. */
  backOffMs(): number {
    const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(this.#attempts - 1, 20));
    return ceiling * (0.5 + this.#options.timing.random() / 2);
  }
}
