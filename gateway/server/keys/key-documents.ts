import type { PendingMember } from '../storage/key-members.js';
import type { ApiKey, IssuedKey } from './key-store.js';

/** Returns a key without its secret. @param now - milliseconds since the epoch. */
export function keyDocument(key: ApiKey, now: number) {
  const { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt } = key;
  const isOldSecretValid = key.oldSecretExpiresAt !== null && key.oldSecretExpiresAt > now;
  return {
    id,
    accountId,
    plan,
    environment,
    label,
    origins,
    last4,
    createdAt: timestamp(createdAt),
    revokedAt: timestamp(revokedAt),
    lastUsedAt: timestamp(lastUsedAt),
    ...(isOldSecretValid && { oldSecretExpiresAt: timestamp(key.oldSecretExpiresAt) }),
  };
}

/** Returns a key with its new secret, which is shown only this once. */
export function issuedKeyDocument({ key, secret }: IssuedKey) {
  const { id, accountId, plan, environment, label, origins, createdAt } = key;
  return { id, key: secret, accountId, plan, environment, label, origins, createdAt: timestamp(createdAt) };
}

/** Returns a gateway that has not confirmed a change. */
export function pendingDocument({ name, until }: PendingMember) {
  return { gateway: name, until: timestamp(until) };
}

/** ISO 8601 in UTC. */
function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
