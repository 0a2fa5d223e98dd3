import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { KeyIndex } from '#gateway/server/keys/key-index.js';
import { RowTable, textHash } from '#gateway/server/keys/row-table.js';
import type { ChangedKey, KeyRow } from '#gateway/server/storage/key-table.js';

/** What {@link KeyIndex} has, in plain maps. */
class Model {
  readonly keys = new Map<string, ChangedKey>();

  put(key: KeyRow, secrets: ChangedKey['secrets']): void {
    const used = this.keys.get(key.id)?.key.lastUsedAt ?? key.lastUsedAt;
    const kept = this.keys.get(key.id)?.key ?? key;
    const { sequence, accountId, plan, environment, createdAt } = kept;
    const row = { ...key, sequence, accountId, plan, environment, createdAt, lastUsedAt: used };
    this.keys.set(key.id, { key: row, secrets: key.revokedAt === null ? secrets : [] });
  }
}

// Ids of other lengths and other characters too: a store may have any.
const ids = [
  'key_0123456789ABCDEFGHIJ',
  'key_0123456789ABCDEFGHIK',
  'a',
  '',
  'é',
  '鍵',
  'x'.repeat(25),
  'x'.repeat(255),
];
const accountIds = ['acc_0123456789ABCDEFGHIJ', 'acc_b', '口座'];
const hashes = Array.from({ length: 40 }, (_, index) => createHash('sha256').update(`${index}`).digest());

const bounds = fc.constantFrom(null, null, { expiresAt: 5 }, { operations: ['run' as const] });

const change = fc.record({
  operatorBounds: bounds,
  ownerBounds: bounds,
  passedExpiry: fc.constantFrom(null, 5),
  which: fc.nat(ids.length - 1),
  sequence: fc.nat(100),
  label: fc.constantFrom(null, '', 'label', '名'),
  origins: fc.subarray(['https://a.example', 'https://b.example']),
  last4: fc.constantFrom('abcd', 'ab', '', '四四四四'),
  revokedAt: fc.constantFrom(null, null, 5),
  lastUsedAt: fc.constantFrom(null, 0, 7),
  secrets: fc.array(fc.record({ which: fc.nat(4), expiresAt: fc.constantFrom(null, 0, 9) }), { maxLength: 3 }),
});

test('has what plain maps have, whatever is put into it in whatever order', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const index = new KeyIndex();
      const model = new Model();
      for (const { which, sequence, secrets, ...details } of changes) {
        const id = ids[which] ?? '';
        const account = which % accountIds.length;
        const plan = account === 1 ? 'free' : 'pro';
        const accountId = accountIds[account] ?? '';
        const environment = which % 2 === 0 ? 'dev' : 'live';
        // The secrets of a key are its own; in a store, a sequence is too.
        const own = new Map(secrets.map((secret) => [which * 5 + secret.which, secret.expiresAt]));
        const rows = Array.from(own, ([hash, expiresAt]) => ({ hash: hashes[hash] ?? Buffer.alloc(32), expiresAt }));
        const key = {
          id,
          sequence: sequence * 10 + which,
          accountId,
          plan,
          environment,
          createdAt: which,
          ...details,
        } as const;
        index.put(key, rows.slice(0, 1));
        for (const row of rows.slice(1)) index.putSecret(id, row);
        model.put(key, rows);
      }
      agree(index, model);
      agree(index.inOrder(), model);
      const bySequence = [...model.keys.values()].toSorted((a, b) => a.key.sequence - b.key.sequence);
      const wanted = bySequence.map(({ key }) => key.id);
      assert.deepEqual(
        index
          .inOrder()
          .list({ limit: 100 })
          ?.keys.map(({ id }) => id),
        wanted,
      );
      for (const accountId of accountIds) {
        const ofAccount = bySequence.filter(({ key }) => key.accountId === accountId).map(({ key }) => key.id);
        const listed = index
          .inOrder()
          .list({ limit: 100, accountId })
          ?.keys.map(({ id }) => id);
        assert.deepEqual(listed, ofAccount);
      }
    }),
    { seed: 41, numRuns: 300 },
  );
});

function agree(index: KeyIndex, { keys }: Model): void {
  const found = new Set<string>();
  for (const { key, secrets } of keys.values()) {
    const { sequence: _sequence, passedExpiry: _passed, ...wanted } = key;
    const ends = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
    const got = index.get(key.id);
    assert.deepEqual(got && fieldsOf(got), {
      ...wanted,
      oldSecretExpiresAt: ends.length > 0 ? Math.max(...ends) : null,
    });
    for (const { hash, expiresAt } of secrets) {
      const secret = index.secret(Buffer.from(hash));
      assert.deepEqual([secret?.key.id, secret?.expiresAt], [key.id, expiresAt]);
      found.add(Buffer.from(hash).toString('hex'));
    }
  }
  for (const hash of hashes) if (!found.has(hash.toString('hex'))) assert.equal(index.secret(hash), undefined);
  const active = [...keys.values()].filter(({ key }) => key.revokedAt === null);
  assert.equal(index.activeCount, active.length);
  for (const origin of ['https://a.example', 'https://b.example']) {
    assert.equal(
      index.isAllowedAnywhere(origin),
      active.some(({ key }) => key.origins.includes(origin)),
    );
  }
  for (const accountId of accountIds) {
    assert.equal(index.activeKeysOf(accountId), active.filter(({ key }) => key.accountId === accountId).length);
  }
}

function fieldsOf(key: NonNullable<ReturnType<KeyIndex['get']>>): object {
  const { id, accountId, plan, environment, label, origins, last4, createdAt, revokedAt, lastUsedAt } = key;
  const { operatorBounds, ownerBounds, oldSecretExpiresAt } = key;
  return {
    id,
    accountId,
    plan,
    environment,
    label,
    origins,
    operatorBounds,
    ownerBounds,
    last4,
    createdAt,
    revokedAt,
    lastUsedAt,
    oldSecretExpiresAt,
  };
}

test('a table finds the rows that were added and not removed, also where hashes collide', () => {
  const step = fc.record({ row: fc.nat(60), isRemoval: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.constantFrom(1, 3, 2 ** 32), (steps, different) => {
      const hashOf = (row: number) => textHash(`row ${row}`) % different;
      const table = new RowTable(hashOf);
      const rows = new Set<number>();
      for (const { row, isRemoval } of steps) {
        if (isRemoval && rows.delete(row)) table.delete(row);
        if (!isRemoval && !rows.has(row)) table.add(row, hashOf(row));
        if (!isRemoval) rows.add(row);
      }
      for (let row = 0; row <= 60; row++) {
        assert.equal(
          table.find(hashOf(row), (each) => each === row),
          rows.has(row) ? row : undefined,
        );
      }
    }),
    { seed: 42, numRuns: 300 },
  );
});
