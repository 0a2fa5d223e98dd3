import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeAsync } from '#gateway/core/memoize-async.js';

test('a memoized asynchronous function runs once, and again only after it has failed', async () => {
  const results = [new Error('no'), new Error('no again'), 'yes', 'never'];
  const next = memoizeAsync(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  });
  const together = await Promise.allSettled([next(), next()]);
  assert.deepEqual(
    together.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(results.length, 3, 'callers at the same time share one attempt');
  await assert.rejects(next(), /no again/);
  assert.deepEqual([await next(), await next()], ['yes', 'yes']);
});
