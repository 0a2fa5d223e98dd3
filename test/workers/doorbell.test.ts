import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Doorbell } from '../../workers/doorbell.js';

test('a doorbell asks for one message until the event loop looks', () => {
  const loop = new Doorbell();
  const threads = [new Doorbell(loop.memory), new Doorbell(loop.memory)];
  assert.deepEqual(
    threads.map((thread) => thread.ring()),
    [true, false],
  );
  loop.silence();
  assert.deepEqual(
    threads.map((thread) => thread.ring()),
    [true, false],
  );
});
