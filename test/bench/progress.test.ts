import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../bench/progress.js';

/** What is written when two things are said, and the line is then taken away. */
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

test('in a file, progress is one line for each thing', () => {
  assert.equal(written({}), 'first of all\nsecond\n');
});

test('on a terminal, progress is one line that changes and is never wrapped', () => {
  assert.equal(written({ isTTY: true, columns: 6 }), '\r\u001b[Kfirst\r\u001b[Ksecon\r\u001b[K');
});
