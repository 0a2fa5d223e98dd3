import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeededRandom } from '#engine/text/seeded-random.js';

function numbers(seed: string, bound: number, count: number): number[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => random.below(bound));
}

// From the authors' C code, seeded alike. Shuffled lines and filler text that users keep depend on these.
test('the numbers of a seed never change', () => {
  assert.deepEqual(
    numbers('1', 2 ** 32, 8),
    [2863164244, 773016552, 218760040, 1375530481, 3580984143, 610497988, 247761503, 1529700572],
  );
  assert.deepEqual(
    numbers('Textmill', 2 ** 32, 8),
    [3466530893, 2932763676, 160852882, 2077129674, 481949296, 3848656516, 1708649079, 2577008860],
  );
  assert.deepEqual(numbers('', 2 ** 32, 2), [2352176578, 3995682531]);
  assert.deepEqual(numbers('1', 6, 10), [4, 0, 4, 1, 3, 4, 5, 2, 3, 3]);
});

test('numbers beyond the last complete range are drawn again', () => {
  assert.deepEqual(
    numbers('1', 3_000_000_000, 6),
    [2863164244, 773016552, 218760040, 1375530481, 610497988, 247761503],
  );
});

test('a bound of one always gives 0', () => assert.deepEqual(numbers('x', 1, 3), [0, 0, 0]));

test('the numbers below the bound are uniformly distributed', () => {
  const counts = new Array<number>(7).fill(0);
  for (const number of numbers('dice', 7, 70_000)) counts[number] = (counts[number] ?? 0) + 1;
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 400, `${counts}`);
});
