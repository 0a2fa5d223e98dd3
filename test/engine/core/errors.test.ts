import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ToolError } from '#engine/core/errors.js';
import { stackFrames } from '#engine/core/stack-frames.js';
import { withoutStackTraces } from '#engine/core/stack-traces.js';

test('stack frames contain nothing of the message, even if it looks like a frame', () => {
  for (const message of ['secret', 'two\n    at secret (lines)', '']) {
    const frames = stackFrames(new TypeError(message));
    assert.match(frames, /^TypeError\n {4}at .*errors\.test\.ts/);
    assert.doesNotMatch(frames, /secret/);
  }
  assert.equal(stackFrames('secret'), 'thrown: not an error');
});

test('an error about a text takes no time for a stack trace, other errors keep theirs', () => {
  assert.doesNotMatch(new ToolError('reason').stack ?? '', /\n {4}at /);
  assert.throws(() =>
    withoutStackTraces(() => {
      throw new Error('within');
    }),
  );
  assert.match(new Error('after').stack ?? '', /\n {4}at /);
});
