import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '#bench/progress.js';

/** Returns what is written for two messages and the removal of the line. */
function written(terminal: object): string {
  let all = '';
  const write = (text: string): void => {
    all += text;
  };
  const progress = new Progress({ write, ...terminal });
  progress.say('first of all');
  progress.say('second');
  progress.clear();
  return all;
}

test('in a file, progress is one line for each message', () => {
  assert.equal(written({}), 'first of all\nsecond\n');
});

test('on a terminal, progress is one changing line that never wraps', () => {
  assert.equal(written({ isTTY: true, columns: 6 }), '\r\u001b[Kfirst\r\u001b[Ksecon\r\u001b[K');
});
