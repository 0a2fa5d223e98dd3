import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Key, unbounded } from '#gateway/console/app/views/keys/key.js';
import { orderAfterClick, sortKeys, usualOrder } from '#gateway/console/app/views/keys/key-order.js';

function key(id: string, facts: Partial<Key> = {}): Key {
  const times = { createdAt: `2026-01-0${id}T00:00:00.000Z`, revokedAt: null, lastUsedAt: null };
  return {
    id,
    accountId: 'acc_1',
    plan: 'pro',
    environment: 'live',
    label: null,
    origins: [],
    last4: 'abcd',
    ...unbounded,
    setBy: { operator: null, owner: null },
    ...times,
    ...facts,
  };
}

/** In order of creation. */
const keys = [
  key('1', { label: 'shop 10', requests: 9, lastUsedAt: '2026-02-01T00:00:00.000Z' }),
  key('2', { label: 'shop 9', environment: 'dev', requests: 10, lastUsedAt: '2026-02-03T00:00:00.000Z' }),
  key('3', { requests: null, revokedAt: '2026-02-01T00:00:00.000Z' }),
  key('4', { label: 'Import' }),
];

for (const [column, descending, expected] of [
  ['created', true, '4321'],
  ['created', false, '1234'],
  ['used', true, '2143'],
  ['used', false, '1243'],
  ['requests', true, '2143'],
  ['requests', false, '1243'],
  ['label', false, '4213'],
  ['label', true, '1243'],
  ['environment', false, '2431'],
  ['status', false, '4213'],
  ['plan', true, '4321'],
] as const) {
  test(`keys by ${column}, ${descending ? 'descending' : 'ascending'}: ${expected}; equal ones newest first, empty ones last`, () => {
    assert.equal(
      sortKeys(keys, { column, descending })
        .map(({ id }) => id)
        .join(''),
      expected,
    );
  });
}

test('keys of the same millisecond keep the order in which they were created', () => {
  const together = keys.map((one) => ({ ...one, createdAt: '2026-01-01T00:00:00.000Z' }));
  const ids = (descending: boolean) => sortKeys(together, { column: 'created', descending }).map(({ id }) => id);
  assert.deepEqual(ids(true), ['4', '3', '2', '1']);
  assert.deepEqual(ids(false), ['1', '2', '3', '4']);
});

test('a first click sorts times with the newest first, numbers with the largest, other columns with the first letter, and a second one turns it', () => {
  assert.deepEqual(orderAfterClick(usualOrder, 'label'), { column: 'label', descending: false });
  assert.deepEqual(orderAfterClick(usualOrder, 'used'), { column: 'used', descending: true });
  assert.deepEqual(orderAfterClick(usualOrder, 'requests'), { column: 'requests', descending: true });
  assert.deepEqual(orderAfterClick(usualOrder, 'created'), { column: 'created', descending: false });
});
