import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from '#gateway/client/in-order.js';

async function* numbers(count: number) {
  for (let i = 0; i < count; i++) yield i;
}

test('runs a bounded number of parts in parallel, and returns the results in order', async () => {
  let active = 0;
  let most = 0;
  const results: number[] = [];
  await inOrder(
    numbers(100),
    3,
    async (part) => {
      most = Math.max(most, ++active);
      // The last of three finishes first.
      for (let turns = 3 - (part % 3); turns > 0; turns--) await new Promise(setImmediate);
      active--;
      return part * 2;
    },
    async (part, result) => {
      await new Promise(setImmediate);
      results.push(part, result);
    },
  );
  assert.equal(most, 3);
  assert.deepEqual(results, Array.from({ length: 100 }, (_, i) => [i, 2 * i]).flat());
});

test('starts other parts during a slow one, but does not run far ahead', async () => {
  const begun: number[] = [];
  let release = (): void => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const all = inOrder(
    numbers(100),
    2,
    async (part) => {
      begun.push(part);
      if (part === 0) await slow;
    },
    async () => {},
  );
  for (let i = 0; i < 200; i++) await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7]);
  release();
  await all;
  assert.equal(begun.length, 100);
});

test('stops at the first part that fails, after the results before it', async () => {
  const results: number[] = [];
  const fail = async (part: number): Promise<number> => {
    if (part >= 5) throw new Error(`part ${part}`);
    return part;
  };
  await assert.rejects(
    inOrder(numbers(100), 4, fail, async (part) => {
      results.push(part);
    }),
    /part 5/,
  );
  assert.deepEqual(results, [0, 1, 2, 3, 4]);
});
