import { gatewayProblem } from '#gateway/core/errors.js';

/** How a request of a load ended, with what it is called in the figures. */
export const outcomeTitles = {
  succeeded: 'succeeded (2xx)',
  burst: 'refused by a burst limit (429)',
  quota: 'refused by the daily quota (429)',
  limit: 'refused by a limit (429; GET /v1/usage did not say which)',
  queue: 'refused because the server is full (503)',
  'job-time': 'ended by the time limit of a job (503)',
  unavailable: 'failed because the server was unavailable (502, 503, 504)',
  unauthorized: 'refused because of the key (401)',
  forbidden: 'not allowed (403)',
  invalid: 'refused as invalid (other 3xx and 4xx)',
  error: 'failed with an error of the server (other 5xx)',
  timeout: 'without a response in time',
  connection: 'failed because of the connection',
  unsent: 'not sent by the end, although due',
} as const;

export type OutcomeName = keyof typeof outcomeTitles;
export const outcomeNames = Object.keys(outcomeTitles) as OutcomeName[];
export type OutcomeCounts = Readonly<Record<OutcomeName, number>>;

const busy = gatewayProblem('server-busy').sentence;
const tooLong = gatewayProblem('job-time-limit').sentence;

/**
 * Returns how a request with a response ended. The response does not say which limit a 429 is about; {@link LimitKinds}
 * finds that out.
 *
 * @param text - the beginning of the body.
 */
export function outcomeOf(status: number, text: string): OutcomeName {
  if (status >= 200 && status < 300) return 'succeeded';
  if (status === 429) return 'limit';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 503 && text.includes(busy)) return 'queue';
  if (status === 503 && text.includes(tooLong)) return 'job-time';
  if (status >= 502 && status <= 504) return 'unavailable';
  return status >= 500 ? 'error' : 'invalid';
}

/** Which limit refuses: undefined if that cannot be found out. */
export type LimitKind = 'burst' | 'quota' | undefined;

/** A question counts against a burst of its own, which is refilled twice a second. */
const askEveryMs = 1_000;

/**
 * Tells the two kinds of 429 apart, whose responses are the same: it asks `GET /v1/usage` about once a second while there
 * are some. Those since the last question are of the kind that the next one finds.
 */
export class LimitKinds {
  readonly counts = { burst: 0, quota: 0, limit: 0 };
  readonly #ask: () => Promise<LimitKind>;
  /** Responses of 429 that no question has explained. */
  #unexplained = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(ask: () => Promise<LimitKind>) {
    this.#ask = ask;
  }

  /** Counts a response of 429. @param now - in milliseconds. */
  count(now: number): void {
    this.#unexplained++;
    if (this.#asking === undefined && now - this.#askedAt >= askEveryMs) this.#explain(now);
  }

  /** Resolves when each response is counted by its kind. */
  async settled(): Promise<void> {
    await this.#asking;
    if (this.#unexplained > 0) this.#explain(this.#askedAt);
    await this.#asking;
  }

  #explain(now: number): void {
    this.#askedAt = now;
    const about = this.#unexplained;
    this.#asking = this.#ask()
      .catch(() => undefined)
      .then((kind) => {
        this.#unexplained -= about;
        this.counts[kind ?? 'limit'] += about;
        this.#asking = undefined;
      });
  }
}
