import type { Clock } from '#gateway/core/clock.js';
import type { UsageRange, UsageRangeName } from '#gateway/core/usage-range.js';
import type { KeyStore } from '../keys/key-store.js';
import type { AccountTotal, CounterStore, UsageTotals } from '../storage/counter-store.js';
import type { UsageHistory } from '../telemetry/usage-history.js';
import { administered, ok, operatorOperation } from './administration.js';
import type { Endpoint } from './endpoint.js';
import {
  characterFields,
  outcomeDocument,
  rangeDocument,
  rangeFields,
  rangeOf,
  rangeParameter,
} from './usage-documents.js';

/** Accounts in a response: those with most requests. */
const shownAccounts = 20;

export interface UsageTotalsParts {
  readonly clock: Clock;
  readonly keys: Pick<KeyStore, 'account'>;
  readonly history: Pick<UsageHistory, 'inOrder'>;
  readonly store: Pick<CounterStore, 'usageTotals'>;
}

/**
 * Creates the response of `GET /usage`: the requests of all accounts, and the accounts with most of them. Requests that
 * come while the store is read for the same range share the reading, so that at most one of each range is under way.
 */
export function usageTotalsReader({
  clock,
  keys,
  history,
  store,
}: UsageTotalsParts): (query: string) => Promise<object> {
  const readings = new Map<UsageRangeName, Promise<object>>();
  const accountDocument = ({ accountId, ...counts }: AccountTotal) => ({
    accountId,
    plan: keys.account(accountId)?.plan ?? null,
    ...counts,
  });
  const document = (range: UsageRange, { outcomes, accounts }: UsageTotals) => ({
    ...rangeDocument(range),
    history: history.inOrder(outcomes).map((outcome) => outcomeDocument(outcome, range)),
    accounts: accounts.map(accountDocument),
  });
  return (query) => {
    const range = rangeOf(query, clock.now());
    const underWay = readings.get(range.name);
    if (underWay !== undefined) return underWay;
    const reading = store
      .usageTotals(range, shownAccounts)
      .then((totals) => document(range, totals))
      .finally(() => readings.delete(range.name));
    readings.set(range.name, reading);
    return reading;
  };
}

const run = { operation: 'run', status: 200, refusal: null };
const limited = { ...run, status: 429, refusal: 'burst-key' };

/** `GET /usage`: the usage of all accounts, for the operator. */
export const usageTotalsEndpoint: Endpoint = {
  access: 'operator',
  path: '/usage',
  label: 'usage-totals',
  methods: { GET: administered(async ({ query }, { usageTotals }) => ok(await usageTotals(query))) },
  describe: (vocabulary) => ({
    get: operatorOperation(vocabulary, 'getUsageTotals', 'The usage of all accounts', {
      description:
        `Requests to operations with a valid key, and the ${shownAccounts} accounts with most of them. What gateways have ` +
        'counted since they last wrote to the store (SYNC_INTERVAL_MS) is not in it yet.',
      parameters: [rangeParameter],
      successes: {
        200: vocabulary.jsonResponse(
          'The usage',
          'UsageTotals',
          vocabulary.example('Two days', {
            range: '7d',
            since: '2026-01-25T00:00:00.000Z',
            history: [
              { day: '2026-01-30', ...run, count: 4120, charactersIn: 812_033, charactersOut: 790_120 },
              { day: '2026-01-31', ...run, count: 812, charactersIn: 160_001, charactersOut: 158_270 },
              { day: '2026-01-31', ...limited, count: 3, charactersIn: 0, charactersOut: 0 },
            ],
            accounts: [
              {
                accountId: vocabulary.sample.accountId,
                plan: 'pro',
                requests: 4935,
                rateLimited: 3,
                failed: 0,
                charactersIn: 972_034,
                charactersOut: 948_390,
              },
            ],
          }),
        ),
      },
      special: ['BadUsageQuery', 'BusyOrStoreFailed'],
    }),
  }),
  schemas: (vocabulary) => {
    const { count, objectOf, schemaReference, text } = vocabulary;
    return {
      UsageTotals: objectOf({
        ...rangeFields(vocabulary),
        history: {
          type: 'array',
          items: schemaReference('UsageCount'),
          description: 'Requests by hour or day and by outcome, oldest first',
        },
        accounts: {
          type: 'array',
          items: schemaReference('AccountTotal'),
          description: 'The accounts with most requests, most first',
        },
      }),
      AccountTotal: objectOf({
        accountId: text('The account'),
        plan: { type: ['string', 'null'], description: 'Its plan; null if this gateway does not know it yet' },
        requests: count('Its requests'),
        rateLimited: count('Those that were refused with 429'),
        failed: count('Those that failed with a 5xx'),
        ...characterFields(count),
      }),
    };
  },
};
