import { encodeJson } from '../../engine/core/json.js';
import type { ApiKey } from '../keys/key-store.js';
import type { DailyQuota } from '../limits/daily-quota.js';
import type { Endpoint } from './endpoint.js';

export interface UsageParts {
  readonly quota: DailyQuota;
  /** Requests in 24 hours that a plan has; 0 for no limit. */
  readonly quotaOf: (key: ApiKey) => number;
  /** Requests a minute that a key has; 0 for no limit. */
  readonly burstPerKey: () => number;
}

/**
 * Makes the answer of `GET /v1/usage`: what the holder of a key is told of the daily quota of the key's account.
 *
 * `freeAt` is when the next request will be admitted, and null while one would be admitted now: the start of the minute
 * in which enough requests stop counting. It is exact unless requests are given back before (then it is earlier), or
 * other keys of the account spend what gets free.
 */
export function usageReader({ quota, quotaOf, burstPerKey }: UsageParts): (key: ApiKey) => Uint8Array {
  return (key) => {
    const limit = quotaOf(key);
    const used = quota.used(key.accountId);
    const freeAt = quota.freeAt(key.accountId, limit);
    return encodeJson({
      plan: key.plan,
      quota: limit === 0 ? null : limit,
      used,
      remaining: limit === 0 ? null : Math.max(0, limit - used),
      freeAt: freeAt === undefined ? null : new Date(freeAt).toISOString(),
      burstPerMinute: burstPerKey() === 0 ? null : burstPerKey(),
    });
  };
}

/** `GET /v1/usage`: whoever has spent the quota asks when it is free again. */
export const usageEndpoint: Endpoint = {
  access: 'key',
  path: '/v1/usage',
  label: 'usage',
  isOnFreePlan: true,
  grantedHeaders: 'Content-Type, x-api-key, Authorization',
  methods: { GET: (answer, key, { usageOf }) => answer.personal(usageOf(key)) },
  describe: ({ apiKeyRequired, example, examples, jsonResponse, keyPreflight, responses }) => ({
    get: {
      operationId: 'getUsage',
      tags: ['Operations'],
      summary: 'What is left of the daily quota, and when the next request is free',
      description:
        'Costs no quota, and answers when the quota is spent. Counts against both bursts, so that a 429 here always means a ' +
        'burst. After a 429 elsewhere: wait until `freeAt` if it is a time; if it is null, a burst was spent, which refills ' +
        'evenly within a minute. All keys of the account share the quota.',
      security: apiKeyRequired,
      responses: responses(
        'limited',
        { 200: jsonResponse('The quota now', 'KeyUsage', example('A quota that is spent', examples.usageExample)) },
        'ApiKeyRefused',
        'OriginRefused',
      ),
    },
    options: keyPreflight(
      'preflightUsage',
      'Operations',
      'As for the operations; `Authorization` is allowed here as well.',
    ),
  }),
  schemas: ({ keyFields, objectOf, quotaFields, timeOrNull }) => ({
    KeyUsage: objectOf({
      plan: keyFields.plan,
      quota: { type: ['integer', 'null'], minimum: 1, description: 'Requests in 24 hours; null if there is no limit' },
      used: quotaFields.used,
      remaining: quotaFields.remaining,
      freeAt: timeOrNull('When the next request will be admitted, the start of a minute; null if one would be now'),
      burstPerMinute: {
        type: ['integer', 'null'],
        minimum: 1,
        description:
          'Requests of the key that are admitted in a row, and refilled in a minute; null if there is no limit',
      },
    }),
  }),
};
