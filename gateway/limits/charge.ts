import type { DailyQuota } from './daily-quota.js';

/** One request's charge against the daily quota of its account. */
export class Charge {
  /** Whether the quota had room. */
  readonly admitted: boolean;
  readonly #quota: DailyQuota;
  readonly #accountId: string;
  readonly #minute: number;
  #charged: boolean;

  /**
   * @param limit - requests in 24 hours; 0 for no limit.
   * @param minute - now, in minutes since the epoch.
   */
  constructor(quota: DailyQuota, accountId: string, limit: number, minute: number) {
    this.#quota = quota;
    this.#accountId = accountId;
    this.#minute = minute;
    this.admitted = quota.take(accountId, limit, this.#minute);
    this.#charged = this.admitted && limit > 0;
  }

  /** The request was not served after all: answered 5xx, or cut off before it had arrived. */
  giveBack(): void {
    if (this.#charged) this.#quota.giveBack(this.#accountId, this.#minute);
    this.#charged = false;
  }
}
