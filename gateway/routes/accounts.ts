import { RequestError } from '../../engine/core/errors.js';
import { gatewayProblem } from '../core/errors.js';
import type { Account, ApiKey, KeyStore } from '../keys/key-store.js';
import type { UsageHistory } from '../observability/usage-history.js';
import type { UsageRow } from '../store/counter-store.js';
import { pageQuery } from './page-query.js';

export interface AccountsParts {
  readonly keys: KeyStore;
  /** Requests of the account that count now. */
  readonly usedQuota: (accountId: string) => number;
  /** Requests in 24 hours that a plan has; 0 for no limit. */
  readonly quotaOf: (owner: Pick<ApiKey, 'plan'>) => number;
  readonly history: UsageHistory;
}

/** What the operator is told of accounts: what is left of their quotas, and what came of their requests. */
export class Accounts {
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /**
   * A page of accounts with their quotas, in order of creation.
   *
   * @param query - what stands behind the `?`: `limit` and `after`.
   * @throws {RequestError} if the query asks for no page.
   */
  list(query: string): object {
    const page = this.#parts.keys.listAccounts(pageQuery(new URLSearchParams(query)));
    if (page === undefined) {
      throw new RequestError(gatewayProblem('unknown-page-start', { path: 'after', kind: 'account' }));
    }
    const accounts = page.accounts.map((account) => {
      const { id, plan, keys } = account;
      return { accountId: id, plan, keys, ...this.#quota(account) };
    });
    return { accounts, next: page.next ?? null };
  }

  /** The quota of an account, and its requests of this hour and the 23 before it. Undefined if there is no such account. */
  usage(accountId: string): object | undefined {
    const account = this.#parts.keys.account(accountId);
    if (account === undefined) return undefined;
    const history = this.#parts.history.of(accountId).map(historyDocument);
    return { accountId, plan: account.plan, windowHours: 24, ...this.#quota(account), history };
  }

  #quota(account: Account) {
    const limit = this.#parts.quotaOf(account);
    const used = this.#parts.usedQuota(account.id);
    if (limit === 0) return { used, limit: null, remaining: null };
    return { used, limit, remaining: Math.max(0, limit - used) };
  }
}

function historyDocument({ hour, operation, status, refusal, count }: UsageRow) {
  const begin = new Date(hour * 3_600_000).toISOString();
  return { hour: begin, operation, status, refusal: refusal === '' ? null : refusal, count };
}
