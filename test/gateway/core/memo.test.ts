import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Memo } from '../../../gateway/core/memo.js';

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
