import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BulkEvictingCache } from '#gateway/core/bulk-evicting-cache.js';

test('a full cache forgets all its values before it stores the next one', () => {
  const cache = new BulkEvictingCache<number, string>(3);
  for (const key of [1, 2, 3]) cache.set(key, `value ${key}`);
  assert.deepEqual([cache.get(1), cache.get(3)], ['value 1', 'value 3']);
  cache.set(4, 'value 4');
  assert.deepEqual(
    [1, 2, 3, 4].map((key) => cache.get(key)),
    [undefined, undefined, undefined, 'value 4'],
  );
});
