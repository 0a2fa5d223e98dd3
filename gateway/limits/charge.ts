import type { DailyQuota } from './daily-quota.js';
import type { QuotaReserve, ReservingAccount } from './quota-reserve.js';

/** Where the requests of an account are counted. */
export interface Quotas {
  readonly quota: DailyQuota;
  readonly reserve: QuotaReserve;
}

/** One request's charge against the daily quota of its account. */
export class Charge {
  /** Whether the quota had room. */
  readonly admitted: boolean;
  readonly #quotas: Quotas;
  readonly accountId: string;
  readonly #minute: number;
  #charged: boolean;
  /** Undefined if nothing is charged. */
  readonly #reserving: ReservingAccount | undefined;
  readonly #ticket: number;

  /**
   * @param limit - requests in 24 hours; 0 for no limit.
   * @param minute - now, in minutes since the epoch.
   */
  constructor(quotas: Quotas, accountId: string, limit: number, minute: number) {
    this.#quotas = quotas;
    this.accountId = accountId;
    this.#minute = minute;
    this.admitted = quotas.quota.take(accountId, limit, minute);
    this.#charged = this.admitted && limit > 0;
    this.#reserving = this.#charged ? quotas.reserve.spend(accountId, limit) : undefined;
    this.#ticket = this.#reserving?.spent ?? 0;
  }

  /**
   * Whether the charge would survive a crash, so that the request may be served. Nearly always true; the first request
   * of an account waits for the disk, and so do requests that arrive faster than it writes.
   */
  get durable(): boolean {
    return this.#reserving === undefined || this.#quotas.reserve.covers(this.#reserving, this.#ticket);
  }

  /** Calls back once it is {@link durable}. */
  whenDurable(proceed: () => void): void {
    if (this.#reserving === undefined) proceed();
    else this.#quotas.reserve.whenCovered(this.#reserving, this.#ticket, proceed);
  }

  /** Refunds a request that was not served: its response is a 5xx, or it was cut off before it had arrived. */
  refund(): void {
    if (this.#charged) this.#quotas.quota.refund(this.accountId, this.#minute);
    this.#charged = false;
  }
}
