import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BurstLimiter } from '../../../gateway/limits/burst-limiter.js';
import { ManualClock } from '../../support/manual-clock.js';

describe('taking', () => {
  test('each id has a bucket of its own', () => {
    const { limiter } = limited(3);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => limiter.take('a')),
      [true, true, true, false],
    );
    assert.equal(limiter.take('b'), true);
  });

  test('a limit of N is N at once and N a minute', () => {
    const { limiter, clock } = limited(60);
    for (let i = 0; i < 60; i++) assert.equal(limiter.take('a'), true);
    clock.advance(999);
    assert.equal(limiter.take('a'), false);
    clock.advance(1);
    assert.equal(limiter.take('a'), true);
  });

  test('0 switches the limit off, and nothing is kept', () => {
    const { limiter } = limited(0);
    for (let i = 0; i < 1_000; i++) assert.equal(limiter.take('a'), true);
    limiter.load([{ kind: 'ip', id: 'b', level: 0, updatedAt: 0 }]);
    assert.deepEqual([limiter.size, limiter.dirtyCount], [0, 0]);
  });

  test('ids such as __proto__ are ids like any other', () => {
    const { limiter } = limited(1);
    for (const id of ['__proto__', 'constructor', 'toString']) {
      assert.deepEqual([limiter.take(id), limiter.take(id)], [true, false]);
    }
  });
});

describe('the bound on the number of buckets', () => {
  test('the one unused for longest goes first', () => {
    const { limiter } = limited(1, 2);
    limiter.take('a');
    limiter.take('b');
    limiter.take('a');
    limiter.take('c');
    assert.equal(limiter.take('a'), false, 'a was used after b and stays');
    assert.equal(limiter.take('b'), true, 'b was forgotten');
    assert.equal(limiter.size, 2);
  });

  test('an evicted bucket counts as early exactly when it is not full', () => {
    const { limiter, clock } = limited(1, 2);
    limiter.take('a');
    clock.advance(59_999);
    limiter.take('b');
    limiter.take('c');
    assert.equal(limiter.evictedEarly, 1, 'a lacked a moment');
    clock.advance(60_000);
    limiter.take('d');
    limiter.take('e');
    assert.equal(limiter.evictedEarly, 1, 'b and c were full');
  });

  test('a flood of addresses keeps buckets and marks within the bound', () => {
    const { limiter } = limited(120, 1_000);
    for (let i = 0; i < 50_000; i++) limiter.take(`2001:db8:0:${i.toString(16)}::/64`);
    assert.deepEqual([limiter.size, limiter.dirtyCount, limiter.evictedEarly], [1_000, 1_000, 49_000]);
  });
});

describe('what is handed to the store', () => {
  test('each changed bucket once, until it changes again', () => {
    const { limiter, clock } = limited(2);
    limiter.take('a');
    limiter.take('a');
    limiter.take('b');
    assert.deepEqual(limiter.takeDirty(10), [
      { kind: 'ip', id: 'a', level: 0, updatedAt: clock.now() },
      { kind: 'ip', id: 'b', level: 60_000, updatedAt: clock.now() },
    ]);
    assert.deepEqual(limiter.takeDirty(10), []);
    assert.equal(limiter.take('a'), false);
    assert.equal(limiter.dirtyCount, 0, 'a refused request changes nothing');
    limiter.take('b');
    assert.deepEqual(
      limiter.takeDirty(10).map(({ id }) => id),
      ['b'],
    );
  });

  test('no more at a time than asked for, and in the end all', () => {
    const { limiter } = limited(120);
    for (let i = 0; i < 25; i++) limiter.take(`client ${i}`);
    const sizes = [1, 2, 3, 4].map(() => limiter.takeDirty(10).length);
    assert.deepEqual(sizes, [10, 10, 5, 0]);
  });

  test('a bucket that is full again needs no row', () => {
    const { limiter, clock } = limited(120);
    limiter.take('a');
    clock.advance(500);
    assert.deepEqual(limiter.takeDirty(10), []);
    assert.equal(limiter.dirtyCount, 0);
  });

  test('rows that could not be written come again with the state of then, unless evicted since', () => {
    const { limiter, clock } = limited(2, 2);
    limiter.take('a');
    limiter.take('b');
    const rows = limiter.takeDirty(10);
    limiter.take('b');
    limiter.take('c');
    limiter.markDirty(rows);
    const again = limiter.takeDirty(10).toSorted((x, y) => (x.id < y.id ? -1 : 1));
    assert.deepEqual(again, [
      { kind: 'ip', id: 'b', level: 0, updatedAt: clock.now() },
      { kind: 'ip', id: 'c', level: 60_000, updatedAt: clock.now() },
    ]);
  });
});

describe('loading', () => {
  test('goes on where the stored bucket was, and leaves other kinds and full ones out', () => {
    const { limiter, clock } = limited(2);
    const now = clock.now();
    limiter.load([
      { kind: 'ip', id: 'empty', level: 0, updatedAt: now - 29_999 },
      { kind: 'ip', id: 'full by now', level: 0, updatedAt: now - 60_000 },
      { kind: 'key', id: 'other', level: 0, updatedAt: now },
    ]);
    assert.equal(limiter.size, 1);
    assert.equal(limiter.take('empty'), false);
    clock.advance(1);
    assert.equal(limiter.take('empty'), true);
    assert.equal(limiter.take('other'), true);
  });

  test('a lower limit than before holds at once', () => {
    const { limiter, clock } = limited(2);
    limiter.load([{ kind: 'ip', id: 'a', level: 100 * 60_000, updatedAt: clock.now() }]);
    assert.deepEqual(
      [1, 2, 3].map(() => limiter.take('a')),
      [true, true, false],
    );
  });
});

function limited(limit: number, maxBuckets = 100) {
  const clock = new ManualClock();
  return { clock, limiter: new BurstLimiter({ kind: 'ip', limit, clock, maxBuckets }) };
}
