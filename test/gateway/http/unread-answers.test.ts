import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadAnswers } from '../../../gateway/http/unread-answers.js';

/** Returns responses that record by name when they are dropped. */
function setUp(maxBytes: number) {
  const unread = new UnreadAnswers(maxBytes);
  const abandoned: string[] = [];
  const answer = (name: string) => ({ abandon: () => abandoned.push(name) });
  return { unread, abandoned, answer };
}

test('above the limit, responses without progress for the longest time are dropped, no more than needed', () => {
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

test('a response that is sent or aborted no longer counts, and is not dropped', () => {
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

test('a response longer than the limit is dropped itself', () => {
  const { unread, abandoned, answer } = setUp(100);
  unread.add(answer('first'), 101);
  assert.deepEqual([abandoned, unread.bytes], [['first'], 0]);
});
