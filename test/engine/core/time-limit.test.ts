import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeLimitExceeded, withTimeLimit } from '#engine/core/time-limit.js';
import { processorMs } from '../../support/processor-time.js';

test('returns what the function returns, and throws what it throws', () => {
  assert.equal(
    withTimeLimit(1_000, () => 42),
    42,
  );
  assert.throws(
    () =>
      withTimeLimit(1_000, () => {
        throw new RangeError('of the work');
      }),
    new RangeError('of the work'),
  );
});

test('stops a loop and a regular expression, though they catch everything', () => {
  for (const work of [
    () => {
      for (;;);
    },
    () => /(a+)+$/.test(`${'a'.repeat(60)}!`),
  ]) {
    const attempt = () => {
      try {
        return work();
      } catch {
        return 'caught';
      }
    };
    const spentMs = processorMs(() => assert.throws(() => withTimeLimit(50, attempt), TimeLimitExceeded));
    assert.ok(spentMs < 2_000, `${spentMs} ms`);
  }
});

test('leaves no enumerable property on the global object', () => {
  withTimeLimit(1_000, () => undefined);
  assert.deepEqual(
    Object.keys(globalThis).filter((name) => name.includes('textmill')),
    [],
  );
});
