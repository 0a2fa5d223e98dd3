import type { BlockCharge, QuotaWaiter } from './block-account.js';
import type { QuotaBlocks } from './quota-blocks.js';

/** One request's charge against the daily quota of its account. */
export class Charge implements QuotaWaiter {
  readonly accountId: string;
  readonly #blocks: QuotaBlocks;
  #state: 'waiting' | 'admitted' | 'refused';
  /** What would be refunded; undefined if nothing is charged. */
  #charged: BlockCharge | undefined;
  #isRefunded = false;
  #whenSettled: (() => void) | undefined;

  /** @param limit - requests in 24 hours; 0 for no limit. */
  constructor(blocks: QuotaBlocks, accountId: string, limit: number) {
    this.#blocks = blocks;
    this.accountId = accountId;
    const decision = limit === 0 ? 'admitted' : blocks.take(accountId, limit, this);
    this.#state = typeof decision === 'string' ? decision : 'admitted';
    this.#charged = typeof decision === 'string' ? undefined : decision;
  }

  /**
   * Whether the quota has room for the request. The charge survives a crash, unless the store is unavailable meanwhile.
   */
  get isAdmitted(): boolean {
    return this.#state === 'admitted';
  }

  /** Whether the request counts against the daily quota: it is admitted and not refunded. Without a quota it would. */
  get counts(): boolean {
    return this.#state === 'admitted' && !this.#isRefunded;
  }

  /** Whether the quota is used up. */
  get isRefused(): boolean {
    return this.#state === 'refused';
  }

  /**
   * Calls back once the request is admitted or refused: immediately, or later. Nearly always immediately; the first
   * request of an account waits for the store, and so do requests that arrive faster than it replies.
   */
  whenSettled(proceed: () => void): void {
    if (this.#state === 'waiting') this.#whenSettled = proceed;
    else proceed();
  }

  /** Called by the quota. */
  settled(charged: BlockCharge | undefined): void {
    this.#state = charged === undefined ? 'refused' : 'admitted';
    this.#charged = charged;
    if (this.#isRefunded) this.#refundCharged();
    this.#whenSettled?.();
  }

  /** Refunds a request that was not served: its response is a 5xx, or it was cut off before it had arrived. */
  refund(): void {
    this.#isRefunded = true;
    this.#refundCharged();
  }

  #refundCharged(): void {
    if (this.#charged !== undefined) this.#blocks.refund(this.#charged);
    this.#charged = undefined;
  }
}
