import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadAnswers } from '../../../gateway/http/unread-answers.js';

/** Answers whose giving up is noted by name. */
function setUp(maxBytes: number) {
  const unread = new UnreadAnswers(maxBytes);
  const abandoned: string[] = [];
  const answer = (name: string) => ({ abandon: () => abandoned.push(name) });
  return { unread, abandoned, answer };
}

test('beyond the bound those are given up that made no progress for longest, and no more than needed', () => {
  const { unread, abandoned, answer } = setUp(100);
  const [first, second, third] = ['first', 'second', 'third'].map(answer);
  assert.ok(first && second && third);
  unread.add(first, 40);
  unread.add(second, 40);
  unread.progressed(first);
  unread.add(third, 30);
  assert.deepEqual([abandoned, unread.bytes], [['second'], 70]);
  unread.add(answer('fourth'), 90);
  assert.deepEqual([abandoned, unread.bytes], [['second', 'first', 'third'], 90]);
});

test('an answer that is out or gone counts no more, and is not given up', () => {
  const { unread, abandoned, answer } = setUp(100);
  const first = answer('first');
  unread.add(first, 60);
  unread.remove(first);
  unread.remove(first);
  unread.progressed(first);
  assert.equal(unread.bytes, 0);
  unread.add(answer('second'), 100);
  assert.deepEqual(abandoned, []);
});

test('one that is longer than the bound is given up itself', () => {
  const { unread, abandoned, answer } = setUp(100);
  unread.add(answer('first'), 101);
  assert.deepEqual([abandoned, unread.bytes], [['first'], 0]);
});
