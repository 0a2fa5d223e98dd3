import { RequestError } from '#engine/core/errors.js';
import type { Clock } from '#gateway/core/clock.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { TurnSlice } from '#gateway/core/turn-slice.js';
import { type UsageRange, usageRangeNames } from '#gateway/core/usage-range.js';
import { accountDocument } from '../keys/key-documents.js';
import type { Account, ApiKey, KeyStore } from '../keys/key-store.js';
import type { QuotaReader } from '../limits/quota-reader.js';
import { BoundedReads } from '../storage/bounded-reads.js';
import type { CounterStore } from '../storage/counter-store.js';
import { hourOf } from '../storage/periods.js';
import type { UsageHistory } from '../telemetry/usage-history.js';
import {
  accountChangeEndpoints,
  accountExample,
  accountFields,
  createAccount,
  describeCreation,
} from './account-changes.js';
import { administered, found, ok, operatorOperation, pageErrors, pageParameters } from './administration.js';
import type { AccountReader, Endpoint } from './endpoint.js';
import { keyFields } from './key-schemas.js';
import type { Vocabulary } from './openapi/vocabulary.js';
import { pageQuery, queryParameters } from './query-parameters.js';
import {
  keyOutcomeDocument,
  outcomeDocument,
  quotaFields,
  rangeDocument,
  rangeFields,
  rangeOf,
  rangeParameter,
  usageCountSchemas,
} from './usage-documents.js';

export interface AccountsParts {
  readonly clock: Clock;
  readonly keys: KeyStore;
  readonly quota: QuotaReader;
  /** Returns the requests in 24 hours of an account; 0 for no limit. */
  readonly quotaOf: (account: Pick<Account, 'plan' | 'dailyQuota'>) => number;
  readonly history: UsageHistory;
  readonly store: Pick<CounterStore, 'usageElsewhere' | 'requestsElsewhere'>;
  /** Whether the store was unavailable when it was last asked: nobody waits for it then. */
  readonly isStoreUnavailable: () => boolean;
  /** Called with what a reading failed with that is left out. */
  readonly onUnread: (error: unknown) => void;
}

/** Account information for the operator: quotas, and the outcomes of requests. */
export class Accounts implements AccountReader {
  readonly #parts: AccountsParts;
  readonly #reads = new BoundedReads();

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  async list(query: string): Promise<object> {
    const { keys } = this.#parts;
    const parameters = queryParameters(query, 'limit', 'after', 'externalId');
    const externalId = parameters.get('externalId');
    if (externalId !== null) {
      const account = keys.accountByExternalId(externalId);
      return { accounts: account === undefined ? [] : [await this.document(account)], next: null };
    }
    const page = keys.listAccounts(pageQuery(parameters));
    if (page === undefined) {
      throw new RequestError(gatewayProblem('unknown-page-start', { path: 'after', kind: 'account' }));
    }
    const quotas = await this.#quotas(page.accounts);
    const accounts = page.accounts.map(({ keys: active, ...account }, index) => ({
      ...accountDocument(account),
      keys: active,
      ...quotas[index],
    }));
    return { accounts, next: page.next ?? null };
  }

  async document(account: Account): Promise<object> {
    const [quota] = await this.#quotas([account]);
    return { ...accountDocument(account), keys: this.#parts.keys.activeKeysOf(account.id), ...quota };
  }

  async usage(accountId: string, query: string): Promise<object | undefined> {
    const account = this.#parts.keys.account(accountId);
    if (account === undefined) return undefined;
    const { clock, history, store } = this.#parts;
    const now = clock.now();
    const range = rangeOf(query, now);
    const [quota] = await this.#quotas([account]);
    // Each hour, one more is not in memory.
    const elsewhere = await this.#reads.share(accountId, `${range.name} ${hourOf(now)}`, () =>
      store.usageElsewhere(accountId, range),
    );
    const slice = new TurnSlice();
    const { outcomes, keys } = await history.of(accountId, range, elsewhere);
    // An account may have thousands of counts to list.
    if (slice.isOver) await slice.next();
    return {
      accountId,
      plan: account.plan,
      windowHours: 24,
      ...quota,
      ...rangeDocument(range),
      history: outcomes.map((outcome) => outcomeDocument(outcome, range)),
      byKey: keys.map(keyOutcomeDocument),
    };
  }

  async requestsOf(keys: readonly ApiKey[], range: UsageRange): Promise<ReadonlyMap<string, number>> {
    const { history, store, isStoreUnavailable, onUnread } = this.#parts;
    // The list of keys is shown without them, as long as the store cannot be read.
    if (isStoreUnavailable()) return new Map();
    const accountIds = new Set(keys.map(({ accountId }) => accountId));
    try {
      // By the account that pays for it; an operator sees those of many.
      const [reader] = accountIds.size === 1 ? accountIds : [];
      return await this.#reads.run(reader, async () =>
        history.requestsOf(keys, await store.requestsElsewhere(keys, range)),
      );
    } catch (error) {
      onUnread(error);
      return new Map();
    }
  }

  /** Returns the quotas of accounts, in their order. */
  async #quotas(accounts: readonly Account[]) {
    const limits = accounts.map((account) => ({ id: account.id, limit: this.#parts.quotaOf(account) }));
    const used = await this.#parts.quota.used(limits);
    return limits.map(({ limit }, index) => quotaDocument(used[index] ?? 0, limit));
  }
}

function quotaDocument(used: number, limit: number) {
  if (limit === 0) return { used, limit: null, remaining: null };
  return { used, limit, remaining: Math.max(0, limit - used) };
}

/** Accounts and their usage. */
export const accountEndpoints: readonly Endpoint[] = [
  {
    access: 'operator',
    path: '/accounts',
    label: 'accounts',
    methods: {
      GET: administered(async ({ query }, { accounts }) => ok(await accounts.list(query))),
      POST: createAccount,
    },
    audits: { POST: 'account.create' },
    describe: (vocabulary) => ({
      get: operatorOperation(vocabulary, 'listAccounts', 'A page of accounts with their quotas', {
        description: 'In order of creation, including accounts without active keys.',
        parameters: [
          ...pageParameters('Accounts'),
          {
            name: 'externalId',
            in: 'query',
            description: 'Only the account with this external id: one or none',
            schema: { type: 'string' },
          },
        ],
        successes: {
          200: vocabulary.jsonResponse(
            'A page of accounts',
            'AccountList',
            vocabulary.example('The last page', {
              accounts: [accountExample(vocabulary)],
              next: null,
            }),
          ),
        },
        special: ['BadAccountQuery'],
      }),
      post: describeCreation(vocabulary),
    }),
    schemas: accountSchemas,
    badRequests: (vocabulary) => ({ BadAccountQuery: pageErrors(vocabulary, 'account') }),
  },
  ...accountChangeEndpoints,
  {
    access: 'operator',
    path: '/accounts/{id}/usage',
    label: 'account-usage',
    methods: {
      GET: administered(async ({ parameters: { id = '' }, query }, { accounts }) =>
        found(await accounts.usage(id, query), (usage) => usage),
      ),
    },
    describe: (vocabulary) => {
      const usage = usageExample(vocabulary);
      return {
        get: operatorOperation(vocabulary, 'getAccountUsage', 'The usage of an account', {
          description:
            'The quota window rolls by the minute; the history is by clock hours or days in UTC. It has every request to ' +
            'an operation with a key of the account, including refused ones.',
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              description: 'Identifier of the account',
              schema: { type: 'string' },
              example: usage.accountId,
            },
            rangeParameter,
          ],
          successes: {
            200: vocabulary.jsonResponse('The usage', 'Usage', vocabulary.example('An account', usage)),
          },
          special: ['BadUsageQuery', 'NotFound', 'BusyOrStoreFailed'],
        }),
      };
    },
    badRequests: ({ invalidValue, oneOf, queryErrors }) => ({
      BadUsageQuery: [...queryErrors, invalidValue(oneOf('range', ...usageRangeNames))],
    }),
  },
];

const quotaExample = { used: 12, limit: 5000, remaining: 4988 };

/** An example of the usage of an account, which its owner sees too. */
export function usageExample({ sample }: Vocabulary) {
  const none = { charactersIn: 0, charactersOut: 0 };
  const run = { operation: 'run', status: 200, refusal: null, count: 11, charactersIn: 20_480, charactersOut: 19_034 };
  const limited = { operation: 'run', status: 429, refusal: 'burst-key', count: 3, ...none };
  const sanitize = { operation: 'sanitize', status: 400, refusal: null, count: 1, ...none };
  const hour = '2026-01-31T09:00:00.000Z';
  return {
    accountId: sample.accountId,
    plan: 'pro',
    windowHours: 24,
    ...quotaExample,
    range: '24h',
    since: '2026-01-30T11:00:00.000Z',
    history: [
      { hour, ...run },
      { hour, ...limited },
      { hour: '2026-01-31T10:00:00.000Z', ...sanitize },
    ],
    byKey: [run, limited, sanitize].map((outcome) => ({ keyId: sample.keyId, ...outcome })),
  };
}

function accountSchemas(vocabulary: Vocabulary) {
  const { count, objectOf, schemaReference, text } = vocabulary;
  const { plan } = keyFields(vocabulary);
  return {
    Account: objectOf(
      {
        ...accountFields(vocabulary),
        plan,
        keys: count('Number of keys that are not revoked'),
        ...quotaFields(vocabulary),
        pending: vocabulary.schemaReference('PendingGateways'),
      },
      { optional: ['pending'] },
    ),
    AccountList: objectOf({
      accounts: { type: 'array', items: schemaReference('Account'), description: 'In order of creation' },
      next: { type: ['string', 'null'], description: 'The value of after for the next page; null on the last page' },
    }),
    Usage: objectOf({
      accountId: text('The account'),
      plan,
      windowHours: { type: 'integer', const: 24, description: 'The rolling window of the quota' },
      ...quotaFields(vocabulary),
      ...rangeFields(vocabulary),
      history: {
        type: 'array',
        items: schemaReference('UsageCount'),
        description: 'Requests by hour or day and by outcome, oldest first',
      },
      byKey: {
        type: 'array',
        items: schemaReference('KeyUsageCount'),
        description: 'The same requests by key and outcome',
      },
    }),
    ...usageCountSchemas(vocabulary),
  };
}
