import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeAsync } from '#gateway/core/memoize-async.js';

test('a memoized asynchronous function runs once, and again only after it has failed', async () => {
  const outcomes = [new Error('no'), new Error('no again'), 'yes', 'never'];
  const next = memoizeAsync(async () => {
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const together = await Promise.allSettled([next(), next()]);
  assert.deepEqual(
    together.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(outcomes.length, 3, 'callers at the same time share one attempt');
  await assert.rejects(next(), /no again/);
  assert.deepEqual([await next(), await next()], ['yes', 'yes']);
});
