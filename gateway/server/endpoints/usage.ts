import { encodeJson } from '#engine/core/json.js';
import type { ApiKey } from '../keys/key-store.js';
import type { QuotaReader } from '../limits/quota-reader.js';
import type { Endpoint, UsageOwner } from './endpoint.js';
import { keyFields } from './key-schemas.js';
import { quotaFields } from './usage-documents.js';

export interface UsageParts {
  readonly quota: QuotaReader;
  /** Returns the requests in 24 hours of an account; 0 for no limit. */
  readonly quotaOf: (account: Pick<ApiKey, 'plan' | 'dailyQuota'>) => number;
  /** Returns the requests per minute of keys without another limit; 0 for no limit. */
  readonly burstPerKey: () => number;
}

/**
 * Creates the document of `GET /v1/usage`: the daily quota of an account, for its owner or the holder of a key.
 *
 * `freeAt` is when the next request will be admitted: the start of the minute in which enough requests stop counting,
 * or null if one would be admitted now. It is exact unless requests are refunded before (then it is earlier), or other
 * keys of the account use the free requests.
 */
export function usageReader({ quota, quotaOf, burstPerKey }: UsageParts) {
  return async ({ accountId, plan, dailyQuota }: UsageOwner, burstOf: (setting: number) => number): Promise<object> => {
    const limit = quotaOf({ plan, dailyQuota });
    const burst = burstOf(burstPerKey());
    const { used, freeAt } = await quota.read({ id: accountId, limit });
    return {
      plan,
      quota: limit === 0 ? null : limit,
      used,
      remaining: limit === 0 ? null : Math.max(0, limit - used),
      freeAt: freeAt === undefined ? null : new Date(freeAt).toISOString(),
      burstPerMinute: burst === 0 ? null : burst,
    };
  };
}

/** An example of an exhausted quota. */
export const exhaustedQuota = {
  plan: 'pro',
  quota: 5000,
  used: 5000,
  remaining: 0,
  freeAt: '2026-01-31T10:15:00.000Z',
  burstPerMinute: 120,
};

/** `GET /v1/usage`. It also works with an exhausted quota, to learn when the next request is free. */
export const usageEndpoint: Endpoint = {
  access: 'key',
  path: '/v1/usage',
  label: 'usage',
  isOnFreePlan: true,
  grantedHeaders: 'Content-Type, x-api-key, Authorization',
  methods: {
    async GET(response, key, { usageOf }) {
      const { bounds } = key;
      response.personal(encodeJson(await usageOf(key, (setting) => bounds?.burstPerMinute(setting) ?? setting)));
    },
  },
  describe: ({ apiKeyRequired, example, jsonResponse, keyPreflight, responses }) => ({
    get: {
      operationId: 'getUsage',
      tags: ['Operations'],
      summary: 'What is left of the daily quota, and when the next request is free',
      description:
        'Costs no quota, and works with an exhausted quota. Has bursts of its own, per key and per address, as large as those of ' +
        'the operations, so that polling leaves those alone. After a 429 elsewhere: wait until `freeAt` if it is a time; if it is null, a burst limit was exceeded, which refills ' +
        'evenly within a minute, or another gateway has reserved the last requests of the quota for a few seconds. All keys of the account share the quota.',
      security: apiKeyRequired,
      responses: responses(
        'limited',
        { 200: jsonResponse('The quota now', 'KeyUsage', example('An exhausted quota', exhaustedQuota)) },
        'ApiKeyRefused',
        'OriginOrAddressRefused',
      ),
    },
    options: keyPreflight('preflightUsage', 'Operations', 'As for the operations; `Authorization` is also allowed.'),
  }),
  schemas: (vocabulary) => {
    const { used, remaining } = quotaFields(vocabulary);
    return {
      KeyUsage: vocabulary.objectOf({
        plan: keyFields(vocabulary).plan,
        quota: { type: ['integer', 'null'], minimum: 1, description: 'Requests in 24 hours; null for no limit' },
        used,
        remaining,
        freeAt: vocabulary.timeOrNull(
          'When the next request will be admitted, the start of a minute; null if it would be admitted now',
        ),
        burstPerMinute: {
          type: ['integer', 'null'],
          minimum: 1,
          description:
            'Requests of the key that are admitted in one burst, and as many again in each minute; null for no limit',
        },
      }),
    };
  },
};
