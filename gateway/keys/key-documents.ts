import type { PendingMember } from '../store/key-members.js';
import type { ApiKey, IssuedKey } from './key-store.js';

/** Returns a key for the operator, without its secret. */
export function keyDocument(key: ApiKey) {
  const { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt } = key;
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
