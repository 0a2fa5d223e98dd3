import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Memo, memoizeAsync } from '../../../gateway/core/memo.js';

test('a full memo forgets all its values before it stores the next one', () => {
  const memo = new Memo<number, string>(3);
  for (const key of [1, 2, 3]) memo.set(key, `value ${key}`);
  assert.deepEqual([memo.get(1), memo.get(3)], ['value 1', 'value 3']);
  memo.set(4, 'value 4');
  assert.deepEqual(
    [1, 2, 3, 4].map((key) => memo.get(key)),
    [undefined, undefined, undefined, 'value 4'],
  );
});

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
