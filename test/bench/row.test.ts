import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet, ratioOf, sampleOf } from '#bench/row.js';
import { comparisonOf } from '../support/benchmark-rows.js';

test('the median of a sample is the middle value, or the mean of the two in the middle', () => {
  assert.deepEqual(sampleOf([3, 1, 2]), { median: 2, lowest: 1, highest: 3, rounds: 3 });
  assert.deepEqual(sampleOf([10, 9, 1, 2]), { median: 5.5, lowest: 1, highest: 10, rounds: 4 });
  assert.deepEqual(sampleOf([7]), { median: 7, lowest: 7, highest: 7, rounds: 1 });
  assert.throws(() => sampleOf([]), RangeError);
});

test('a ratio is computed round by round, so that a slow round has no effect', () => {
  const { median, lowest, highest } = ratioOf([2, 200, 4], [1, 100, 1]);
  assert.deepEqual([median, lowest, highest], [2, 2, 4]);
});

for (const [value, target, met] of [
  [2, { atMost: 2 }, true],
  [2.01, { atMost: 2 }, false],
  [2, { atLeast: 2 }, true],
  [1.99, { atLeast: 2 }, false],
  [Number.NaN, { atMost: 2 }, false],
  [Number.NaN, { atLeast: 2 }, false],
  [1000, undefined, true],
] as const) {
  test(`${value} with the target ${JSON.stringify(target)}: ${met ? 'met' : 'missed'}`, () => {
    assert.equal(isMet(comparisonOf(value, target && { target })), met);
  });
}
