import type { PendingMember } from '../storage/key-members.js';
import type { KeyBounds } from '../storage/key-table.js';
import { narrowed } from './key-bounds.js';
import type { Account, ApiKey, IssuedKey } from './key-store.js';

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
    ...boundsDocument(narrowed(key.operatorBounds, key.ownerBounds)),
    setBy: {
      operator: key.operatorBounds && boundsDocument(key.operatorBounds),
      owner: key.ownerBounds && boundsDocument(key.ownerBounds),
    },
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
  const isBounded = key.operatorBounds !== null || key.ownerBounds !== null;
  return {
    id,
    key: secret,
    accountId,
    plan,
    environment,
    label,
    origins,
    ...(isBounded && boundsDocument(narrowed(key.operatorBounds, key.ownerBounds))),
    createdAt: timestamp(createdAt),
  };
}

function boundsDocument({ expiresAt, burstPerMinute, operations, addresses, disabled }: KeyBounds) {
  return {
    expiresAt: timestamp(expiresAt ?? null),
    burstPerMinute: burstPerMinute ?? null,
    operations: operations ?? null,
    addresses: addresses ?? null,
    enabled: disabled !== true,
  };
}

export function accountDocument({ createdAt, ...account }: Account) {
  return { ...account, createdAt: timestamp(createdAt) };
}

/** Returns a gateway that has not confirmed a change. */
export function pendingDocument({ name, until }: PendingMember) {
  return { gateway: name, until: timestamp(until) };
}

/** ISO 8601 in UTC. */
function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
