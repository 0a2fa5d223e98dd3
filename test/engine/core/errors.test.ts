import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackFrames } from '../../../engine/core/errors.js';

test('frames say where, and nothing of the message, whatever it looks like', () => {
  for (const message of ['secret', 'two\n    at secret (lines)', '']) {
    const frames = stackFrames(new TypeError(message));
    assert.match(frames, /^TypeError\n {4}at .*errors\.test\.ts/);
    assert.doesNotMatch(frames, /secret/);
  }
  assert.equal(stackFrames('secret'), 'thrown: not an error');
});
