import { abortable } from '../../../client/abortable.js';
import { QuotaError } from '../../../client/errors.js';
import { QuotaCheck, usageDeadlineMs } from '../../../client/quota-check.js';
import { gatewayNow } from './gateway-clock.js';
import { exchangeFromPage } from './request.js';

/** The check of the key that was limited last. */
let latest: { readonly apiKey: string; readonly check: QuotaCheck } | undefined;

/**
 * Returns the error of a used-up daily quota, for a key whose request was refused with 429.
 *
 * @returns undefined if the quota is not used up, or if that is unknown: then it was a burst.
 */
export async function quotaErrorOf(apiKey: string, signal: AbortSignal | undefined): Promise<QuotaError | undefined> {
  if (latest?.apiKey !== apiKey) latest = { apiKey, check: checkOf(apiKey) };
  const spent = await abortable(latest.check.spent(), signal);
  return spent && new QuotaError(spent.quota, spent.freeAt);
}

/** Notes that a request with a key was admitted. @param sentAt - when, by `performance.now()`. */
export function noteAdmitted(apiKey: string, sentAt: number): void {
  if (latest?.apiKey === apiKey) latest.check.admitted(sentAt);
}

function checkOf(apiKey: string): QuotaCheck {
  const ask = () => exchangeFromPage('GET', '/v1/usage', { apiKey }, { deadlineMs: usageDeadlineMs });
  return new QuotaCheck({ ask, timing: { now: () => performance.now(), date: gatewayNow } });
}
