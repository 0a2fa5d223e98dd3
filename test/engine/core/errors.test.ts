import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackFrames } from '../../../engine/core/errors.js';

test('stack frames contain nothing of the message, even if it looks like a frame', () => {
  for (const message of ['secret', 'two\n    at secret (lines)', '']) {
    const frames = stackFrames(new TypeError(message));
    assert.match(frames, /^TypeError\n {4}at .*errors\.test\.ts/);
    assert.doesNotMatch(frames, /secret/);
  }
  assert.equal(stackFrames('secret'), 'thrown: not an error');
});
