import type { KeyUsage } from './answers.js';

/** A quota that is spent. */
export interface SpentQuota {
  /** Requests in 24 hours. */
  readonly quota: number;
  readonly freeAt: Date;
}

export interface QuotaCheckOptions {
  /**
   * Asks the gateway for the usage of the key, once.
   *
   * @returns undefined if it does not say just now, `never` if it has no such endpoint.
   */
  readonly ask: () => Promise<KeyUsage | undefined | 'never'>;
  /** Milliseconds since any moment. */
  readonly now: () => number;
}

/**
 * How long an answer holds, in milliseconds. Each question counts against the bursts, so it is not asked again for every
 * request that a burst stops; and a quota that is spent meanwhile is noticed soon enough.
 */
const holdsMs = 10_000;

/** Tells a quota that is spent from a burst, which a status of 429 does not. */
export class QuotaCheck {
  readonly #options: QuotaCheckOptions;
  #answer: Promise<SpentQuota | undefined> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isThere = true;

  constructor(options: QuotaCheckOptions) {
    this.#options = options;
  }

  /**
   * Asks whether the quota is spent; requests that are refused at about the same time share one question.
   *
   * @returns undefined if it is not, or nobody knows: then it is taken for a burst.
   */
  spent(): Promise<SpentQuota | undefined> {
    const now = this.#options.now();
    if (this.#answer === undefined || (this.#isThere && now - this.#askedAt >= holdsMs)) {
      this.#askedAt = now;
      this.#answer = this.#ask();
    }
    return this.#answer;
  }

  async #ask(): Promise<SpentQuota | undefined> {
    const usage = await this.#options.ask();
    if (usage === 'never') this.#isThere = false;
    if (usage === undefined || usage === 'never' || usage.quota === null || usage.freeAt === null) return undefined;
    const freeAt = new Date(usage.freeAt);
    return Number.isNaN(freeAt.getTime()) ? undefined : { quota: usage.quota, freeAt };
  }
}
