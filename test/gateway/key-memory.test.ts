import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyIndex } from '#gateway/server/keys/key-index.js';

test('a key with a secret and an account of its own takes at most 250 bytes', () => {
  const count = 40_960;
  // The index copies it. A new one for each key would count as memory until it is collected.
  const hash = Buffer.alloc(32);
  const secrets = [{ hash, expiresAt: null }];
  const bounds = { operatorBounds: null, ownerBounds: null, passedExpiry: null };
  const details = { plan: 'pro', environment: 'live', label: null, origins: [], last4: 'abcd', ...bounds } as const;
  const limits = { name: null, externalId: null, dailyQuota: null, burstPerMinute: null, enabled: true };
  const before = process.memoryUsage().arrayBuffers;
  const index = new KeyIndex();
  for (let sequence = 0; sequence < count; sequence++) {
    const end = String(sequence).padStart(20, '0');
    hash.writeUInt32LE(Math.imul(sequence, 0x9e3779b1) >>> 0);
    const times = { createdAt: 1, revokedAt: null, lastUsedAt: 1 };
    index.putAccount({ sequence, id: `acc_${end}`, plan: 'pro', createdAt: 1, ...limits });
    index.put({ sequence, id: `key_${end}`, accountId: `acc_${end}`, ...details, ...times }, secrets);
  }
  assert.equal(index.activeCount, count);
  const bytes = (process.memoryUsage().arrayBuffers - before) / count;
  assert.ok(bytes > 100 && bytes <= 250, `${bytes} bytes`);
});
