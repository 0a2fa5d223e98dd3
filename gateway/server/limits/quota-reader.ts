import type { QuotaLedger, UsageDetail, UsageReply } from '../storage/quota-ledger.js';
import type { QuotaBlocks, QuotaUsage } from './quota-blocks.js';

/** An account whose quota is read. */
export interface ReadAccount {
  readonly id: string;
  /** Requests in 24 hours; 0 for no limit. */
  readonly limit: number;
}

/** The usage of an account without requests. */
const nothingUsed: QuotaUsage = { used: 0, freeAt: undefined };

/** Reads how much of the quota of accounts is used, at all gateways. */
export class QuotaReader {
  readonly #blocks: QuotaBlocks;
  readonly #ledger: QuotaLedger;

  constructor(blocks: QuotaBlocks, ledger: QuotaLedger) {
    this.#blocks = blocks;
    this.#ledger = ledger;
  }

  /** Returns the usage of an account. While the store is unavailable, it is what this gateway knows. */
  async read(account: ReadAccount): Promise<QuotaUsage> {
    const [usage = nothingUsed] = await this.#read([account], 'minutes');
    return usage;
  }

  /**
   * Returns how many requests of accounts count, in their order. While the store is unavailable, as far as is known
   * here.
   */
  async used(accounts: readonly ReadAccount[]): Promise<readonly number[]> {
    return (await this.#read(accounts, 'total')).map(({ used }) => used);
  }

  async #read(accounts: readonly ReadAccount[], detail: UsageDetail): Promise<readonly QuotaUsage[]> {
    const { memberId } = this.#blocks;
    const ids = accounts.map(({ id }) => id);
    const [first] = ids;
    // A store that only cannot be written to still reports; one that is unavailable is not waited for.
    const isReadable =
      !this.#blocks.isUnavailable || (first !== undefined && this.#ledger.takenOf(first) !== undefined);
    const stored: Partial<UsageReply> = isReadable
      ? await this.#ledger.usage(ids, memberId, detail).catch(() => ({}))
      : {};
    const applied = memberId === this.#blocks.memberId ? stored.applied : undefined;
    return accounts.map(({ id, limit }, index) =>
      this.#blocks.usage(id, limit, stored.accounts?.[index], applied ?? Number.POSITIVE_INFINITY),
    );
  }
}
