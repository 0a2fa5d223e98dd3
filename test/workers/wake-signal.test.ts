import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WakeSignal } from '#workers/wake-signal.js';

test('a wake signal needs one message until the event loop clears it', () => {
  const loop = new WakeSignal();
  const threads = [new WakeSignal(loop.memory), new WakeSignal(loop.memory)];
  assert.deepEqual(
    threads.map((thread) => thread.raise()),
    [true, false],
  );
  loop.clear();
  assert.deepEqual(
    threads.map((thread) => thread.raise()),
    [true, false],
  );
});
