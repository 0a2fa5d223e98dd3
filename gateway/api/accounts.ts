import { RequestError } from '../../engine/core/errors.js';
import { gatewayProblem } from '../core/errors.js';
import type { Account, ApiKey, KeyStore } from '../keys/key-store.js';
import { pageQuery } from '../keys/page-query.js';
import type { UsageHistory } from '../observability/usage-history.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import type { UsageRow } from '../store/counter-store.js';
import { administered, found, ok, operatorOperation, pageParameters } from './administration.js';
import type { AccountReader, Endpoint } from './endpoint.js';

export interface AccountsParts {
  readonly keys: KeyStore;
  /** Returns the requests of an account that count now. */
  readonly usedQuota: (accountId: string) => number;
  /** Returns the requests in 24 hours of a plan; 0 for no limit. */
  readonly quotaOf: (owner: Pick<ApiKey, 'plan'>) => number;
  readonly history: UsageHistory;
}

/** Account information for the operator: quotas, and the outcomes of requests. */
export class Accounts implements AccountReader {
  readonly #parts: AccountsParts;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

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

/** Accounts and their usage. */
export const accountEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/accounts',
    label: 'accounts',
    methods: { GET: administered(({ query }, { accounts }) => ok(accounts.list(query))) },
    describe: (vocabulary) => ({
      get: operatorOperation(vocabulary, 'listAccounts', 'A page of accounts with their quotas', {
        description: 'In order of creation, including accounts whose keys are all revoked.',
        parameters: pageParameters('Accounts'),
        successes: {
          200: vocabulary.jsonResponse(
            'A page of accounts',
            'AccountList',
            vocabulary.example('The last page', {
              accounts: [vocabulary.examples.administrationExamples.account],
              next: null,
            }),
          ),
        },
        special: ['BadAccountQuery'],
      }),
    }),
    schemas: accountSchemas,
  },
  {
    access: 'operator',
    path: '/accounts/{id}/usage',
    label: 'account-usage',
    methods: {
      GET: administered(({ parameters: { id = '' } }, { accounts }) => found(accounts.usage(id), (usage) => usage)),
    },
    describe: (vocabulary) => {
      const { usage } = vocabulary.examples.administrationExamples;
      return {
        get: operatorOperation(vocabulary, 'getAccountUsage', 'The usage of an account', {
          description:
            'The quota window rolls by the minute; the history is by clock hours in UTC. It has every request to an ' +
            'operation with a key of the account, including refused ones.',
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: 'Identifier of the account',
              schema: { type: 'string' },
              example: usage.accountId,
            },
          ],
          successes: {
            200: vocabulary.jsonResponse('The usage', 'Usage', vocabulary.example('An account', usage)),
          },
          special: ['NotFound'],
        }),
      };
    },
  },
];

function accountSchemas({
  count,
  keyFields,
  objectOf,
  operations,
  quotaFields,
  schemaReference,
  text,
  time,
}: Vocabulary) {
  return {
    Account: objectOf({
      accountId: text('The account'),
      plan: keyFields.plan,
      keys: count('Number of keys that are not revoked'),
      ...quotaFields,
    }),
    AccountList: objectOf({
      accounts: { type: 'array', items: schemaReference('Account'), description: 'In order of creation' },
      next: { type: ['string', 'null'], description: 'The value of after for the next page; null on the last page' },
    }),
    Usage: objectOf({
      accountId: text('The account'),
      plan: keyFields.plan,
      windowHours: { type: 'integer', const: 24, description: 'The rolling window of the quota' },
      ...quotaFields,
      history: {
        type: 'array',
        items: schemaReference('UsageCount'),
        description: 'Requests by outcome, of this clock hour and the 23 before it, oldest first',
      },
    }),
    UsageCount: objectOf({
      hour: time('The start of the hour in which the requests arrived'),
      operation: { type: 'string', enum: operations, description: 'The operation' },
      status: count('The status of the response; 0 if the client left before it'),
      refusal: {
        type: ['string', 'null'],
        description: 'The reason of a 429: burst-key or quota; null for every other status',
      },
      count: { type: 'integer', minimum: 1, description: 'Number of requests' },
    }),
  };
}
