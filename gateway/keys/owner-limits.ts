import { RequestError } from '../../engine/core/errors.js';
import { gatewayProblem } from '../core/errors.js';
import type { KeyStore } from './key-store.js';

/** Most active keys of an account, and most new ones in 24 hours, if its owner creates them. */
export const mostActiveKeys = 100;
export const mostNewKeys = 100;

const dayMs = 24 * 60 * 60_000;

/** Keys that are being created, by store and account: those of requests that come together count before they are stored. */
const begun = new WeakMap<KeyStore, Map<string, number>>();

/**
 * Reserves a key that an owner creates: every key stays listed, revoked or not, so both numbers are bounded. Gateways that
 * create keys at the same moment may each do so.
 *
 * @param now - milliseconds since the epoch.
 * @returns a function to call when the key is created, or has failed.
 * @throws {RequestError} if the account has too many.
 */
export function reserveKey(accountId: string, keys: KeyStore, now: number): () => void {
  const reserved = begun.get(keys) ?? new Map<string, number>();
  begun.set(keys, reserved);
  const pending = reserved.get(accountId) ?? 0;
  let active = pending;
  let recent = pending;
  for (const { revokedAt, createdAt } of keys.keysOf(accountId)) {
    if (revokedAt === null) active++;
    if (createdAt > now - dayMs) recent++;
  }
  if (active >= mostActiveKeys)
    throw new RequestError(gatewayProblem('too-many-active-keys', { limit: mostActiveKeys }));
  if (recent >= mostNewKeys) throw new RequestError(gatewayProblem('too-many-new-keys', { limit: mostNewKeys }));
  reserved.set(accountId, pending + 1);
  return () => {
    const left = (reserved.get(accountId) ?? 1) - 1;
    if (left > 0) reserved.set(accountId, left);
    else reserved.delete(accountId);
  };
}
