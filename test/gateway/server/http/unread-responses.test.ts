import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadResponses } from '#gateway/server/http/unread-responses.js';

/** Returns responses that record by name when they are dropped. */
function setUp(maxBytes: number) {
  const unread = new UnreadResponses(maxBytes);
  const abandoned: string[] = [];
  const response = (name: string) => ({ unreadBytes: 0, abandon: () => abandoned.push(name) });
  return { unread, abandoned, response };
}

test('above the limit, responses without progress for the longest time are dropped, no more than needed', () => {
  const { unread, abandoned, response } = setUp(100);
  const [first, second, third] = ['first', 'second', 'third'].map(response);
  assert.ok(first && second && third);
  unread.add(first, 40);
  unread.add(second, 40);
  unread.progressed(first);
  unread.add(third, 30);
  assert.deepEqual([abandoned, unread.bytes], [['second'], 70]);
  unread.add(response('fourth'), 90);
  assert.deepEqual([abandoned, unread.bytes], [['second', 'first', 'third'], 90]);
});

test('a response that is sent or aborted no longer counts, and is not dropped', () => {
  const { unread, abandoned, response } = setUp(100);
  const first = response('first');
  unread.add(first, 60);
  unread.remove(first);
  unread.remove(first);
  unread.progressed(first);
  assert.equal(unread.bytes, 0);
  unread.add(response('second'), 100);
  assert.deepEqual(abandoned, []);
});

test('a response longer than the limit is dropped itself', () => {
  const { unread, abandoned, response } = setUp(100);
  unread.add(response('first'), 101);
  assert.deepEqual([abandoned, unread.bytes], [['first'], 0]);
});
