import type { Outcome } from './exchange.js';
import { isUsage } from './responses.js';
import type { Timing } from './timing.js';

/** A daily quota that is used up. */
export interface SpentQuota {
  /** Requests in 24 hours. */
  readonly quota: number;
  readonly freeAt: Date;
}

/** Options of {@link QuotaCheck}. */
export interface QuotaCheckOptions {
  /** Sends `GET /v1/usage` with the key, once. */
  readonly ask: () => Promise<Outcome>;
  readonly timing: Pick<Timing, 'now' | 'date'>;
}

/** The longest time to wait for the usage, in milliseconds. */
export const usageDeadlineMs = 10_000;
/**
 * How long a response is reused, in milliseconds. Each question counts against the bursts, so not every request that a
 * burst limit stops may ask again.
 */
const holdsMs = 10_000;
/** The same for a spent quota that should be free again: the clock of this machine may be wrong. */
const overdueMs = 1_000;

/** Finds out whether a 429 means a spent quota or a burst: the status is the same. */
export class QuotaCheck {
  readonly #options: QuotaCheckOptions;
  #response: Promise<SpentQuota | undefined> | undefined;
  /** The latest response. */
  #spent: SpentQuota | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isThere = true;

  constructor(options: QuotaCheckOptions) {
    this.#options = options;
  }

  /**
   * Asks whether the quota is spent. Requests that are refused at about the same time share one question.
   *
   * @returns undefined if it is not spent, or if that is unknown: then it counts as a burst.
   */
  spent(): Promise<SpentQuota | undefined> {
    const { timing } = this.#options;
    const now = timing.now();
    const isOverdue = this.#spent !== undefined && this.#spent.freeAt.getTime() <= timing.date();
    const isOld = now - this.#askedAt >= (isOverdue ? overdueMs : holdsMs);
    if (this.#response === undefined || (this.#isThere && isOld)) {
      this.#askedAt = now;
      this.#spent = undefined;
      this.#response = this.#ask();
    }
    return this.#response;
  }

  /** Notes that a request was admitted: the quota is not spent any more. @param sentAt - when, by the monotonic clock. */
  admitted(sentAt: number): void {
    if (this.#spent === undefined || sentAt < this.#askedAt) return;
    this.#response = undefined;
    this.#spent = undefined;
  }

  async #ask(): Promise<SpentQuota | undefined> {
    this.#spent = spentIn(await this.#usage());
    return this.#spent;
  }

  /** Remembers a gateway without this endpoint: an earlier version, or one whose response is something else. */
  async #usage(): Promise<unknown> {
    try {
      const outcome = await this.#options.ask();
      if ('body' in outcome) this.#isThere = isUsage(outcome.body);
      else if (outcome.failure.status === 404) this.#isThere = false;
      return 'body' in outcome ? outcome.body : undefined;
    } catch {
      // Not JSON. The caller reports the request that was refused, not this one.
      this.#isThere = false;
      return undefined;
    }
  }
}

function spentIn(usage: unknown): SpentQuota | undefined {
  if (!isUsage(usage) || usage.quota === null || usage.freeAt === null) return undefined;
  const freeAt = new Date(usage.freeAt);
  return Number.isNaN(freeAt.getTime()) ? undefined : { quota: usage.quota, freeAt };
}
