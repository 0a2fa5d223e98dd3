import { encodeJson } from '../../engine/core/json.js';
import type { ApiKey } from '../keys/key-store.js';
import type { DailyQuota } from '../limits/daily-quota.js';

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
