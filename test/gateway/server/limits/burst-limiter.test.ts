import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BurstLimiter } from '#gateway/server/limits/burst-limiter.js';
import type { BucketRow, ChangedBucket } from '#gateway/server/storage/counter-store.js';
import { ManualClock } from '../../../support/manual-clock.js';

function state({ kind, id, level, updatedAt }: ChangedBucket): BucketRow {
  return { kind, id, level, updatedAt };
}

describe('take', () => {
  test('each id has its own bucket', () => {
    const { limiter } = limited(3);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => limiter.take('a')),
      [true, true, true, false],
    );
    assert.equal(limiter.take('b'), true);
  });

  test('a limit of N allows a burst of N and N per minute', () => {
    const { limiter, clock } = limited(60);
    for (let i = 0; i < 60; i++) assert.equal(limiter.take('a'), true);
    clock.advance(999);
    assert.equal(limiter.take('a'), false);
    clock.advance(1);
    assert.equal(limiter.take('a'), true);
  });

  test('0 disables the limit, and stores nothing', () => {
    const { limiter } = limited(0);
    for (let i = 0; i < 1_000; i++) assert.equal(limiter.take('a'), true);
    limiter.load([{ kind: 'ip', id: 'b', level: 0, updatedAt: 0 }]);
    assert.deepEqual([limiter.size, limiter.dirtyCount], [0, 0]);
  });

  test('__proto__ is an id like any other', () => {
    const { limiter } = limited(1);
    for (const id of ['__proto__', 'constructor', 'toString']) {
      assert.deepEqual([limiter.take(id), limiter.take(id)], [true, false]);
    }
  });
});

describe('a limit of its own', () => {
  const times = (limiter: BurstLimiter, id: string, limit: number | undefined, clock: ManualClock) => {
    let admitted = 0;
    while (admitted < 100 && limiter.take(id, clock.now(), limit)) admitted++;
    return admitted;
  };

  test('decides for its id alone, also while the limit of all is off, and 0 admits everything', () => {
    for (const common of [0, 5]) {
      const clock = new ManualClock();
      const limiter = new BurstLimiter({ kind: 'key', limit: common, clock, hasOwnLimits: true });
      assert.deepEqual(
        [3, 8, 0, undefined].map((limit) => times(limiter, `key ${limit}`, limit, clock)),
        [3, 8, 100, common || 100],
      );
      clock.advance(30_000);
      assert.equal(times(limiter, 'key 8', 8, clock), 4);
    }
  });

  test('that grows leaves used tokens used, also where that of all decides in between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(12), fc.nat(20)), { minLength: 1, maxLength: 12 }), (steps) => {
        const clock = new ManualClock();
        const limiter = new BurstLimiter({ kind: 'key', limit: 5, clock, hasOwnLimits: true });
        let [used, largest] = [0, 0];
        for (const [own, requests] of steps.toSorted(([a], [b]) => (a || 5) - (b || 5))) {
          const limit = own === 0 ? 5 : own;
          largest = Math.max(largest, limit);
          // 0 stands for the limit of all.
          for (let sent = 0; sent < requests; sent++) {
            if (limiter.take('key', clock.now(), own === 0 ? undefined : own)) used++;
          }
          assert.ok(used <= largest, `${used} of ${largest}`);
        }
      }),
      { seed: 45, numRuns: 300 },
    );
  });

  test('holds across a restart, also where it is larger than that of all', () => {
    const clock = new ManualClock();
    for (const [common, own] of [
      [5, 20],
      [0, 20],
      [20, 5],
    ] as const) {
      const first = new BurstLimiter({ kind: 'key', limit: common, clock, hasOwnLimits: true });
      for (let sent = 0; sent < 4; sent++) first.take('key', clock.now(), own);
      const second = new BurstLimiter({ kind: 'key', limit: common, clock, hasOwnLimits: true });
      second.load(first.takeDirty(10).map(state));
      assert.equal(times(second, 'key', own, clock), own - 4, `${own}, of all ${common}`);
    }
  });
});

describe('the bound on the number of buckets', () => {
  test('the least recently used bucket is evicted first', () => {
    const { limiter } = limited(1, 2);
    limiter.take('a');
    limiter.take('b');
    limiter.take('a');
    limiter.take('c');
    assert.equal(limiter.take('a'), false, 'a was used after b and is kept');
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

  test('a flood of addresses keeps buckets and marks within the limit', () => {
    const { limiter } = limited(120, 1_000);
    for (let i = 0; i < 50_000; i++) limiter.take(`2001:db8:0:${i.toString(16)}::/64`);
    assert.deepEqual([limiter.size, limiter.dirtyCount, limiter.evictedEarly], [1_000, 1_000, 49_000]);
  });
});

describe('changes passed to the store', () => {
  test('contain each changed bucket once, until it changes again', () => {
    const { limiter, clock } = limited(2);
    limiter.take('a');
    limiter.take('a');
    limiter.take('b');
    assert.deepEqual(limiter.takeDirty(10).map(state), [
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

  test('contain at most the requested number at a time, and all in the end', () => {
    const { limiter } = limited(120);
    for (let i = 0; i < 25; i++) limiter.take(`client ${i}`);
    const sizes = [1, 2, 3, 4].map(() => limiter.takeDirty(10).length);
    assert.deepEqual(sizes, [10, 10, 5, 0]);
  });

  test('leave out a bucket that is full again', () => {
    const { limiter, clock } = limited(120);
    limiter.take('a');
    clock.advance(500);
    assert.deepEqual(limiter.takeDirty(10), []);
    assert.equal(limiter.dirtyCount, 0);
  });

  test('contain a bucket that is full again if other gateways may take from it', () => {
    const clock = new ManualClock();
    const limiter = new BurstLimiter({ kind: 'ip', limit: 120, clock, isShared: true });
    const takenAt = clock.now();
    limiter.take('a');
    clock.advance(500);
    assert.deepEqual(limiter.takeDirty(10), [
      { kind: 'ip', id: 'a', level: 119 * 60_000, updatedAt: takenAt, stored: undefined, taken: 1, limit: 120 },
    ]);
  });

  test('repeat rows that could not be written, with their current state, unless evicted since', () => {
    const { limiter, clock } = limited(2, 2);
    limiter.take('a');
    limiter.take('b');
    const rows = limiter.takeDirty(10);
    limiter.take('b');
    limiter.take('c');
    limiter.markDirty(rows);
    const again = limiter
      .takeDirty(10)
      .map(state)
      .toSorted((x, y) => (x.id < y.id ? -1 : 1));
    assert.deepEqual(again, [
      { kind: 'ip', id: 'b', level: 0, updatedAt: clock.now() },
      { kind: 'ip', id: 'c', level: 60_000, updatedAt: clock.now() },
    ]);
  });
});

describe('loading', () => {
  test('continues from the stored bucket, and leaves out other kinds and full ones', () => {
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

  test('a lower limit applies immediately', () => {
    const { limiter, clock } = limited(2);
    limiter.load([{ kind: 'ip', id: 'a', level: 100 * 60_000, updatedAt: clock.now() }]);
    assert.deepEqual(
      [1, 2, 3].map(() => limiter.take('a')),
      [true, true, false],
    );
  });
});

describe('a limit that changes', () => {
  const takeAll = (limiter: BurstLimiter, id = 'a') => {
    let taken = 0;
    while (taken < 10_000 && limiter.take(id)) taken++;
    return taken;
  };

  test('a higher limit: spent tokens stay spent, the others are available immediately', () => {
    const { limiter } = limited(120);
    for (let i = 0; i < 100; i++) limiter.take('a');
    limiter.setLimit(1_000);
    assert.deepEqual([takeAll(limiter), takeAll(limiter, 'b')], [900, 1_000]);
  });

  test('a lower limit: a client that has spent more waits, at most a minute until its bucket is full', () => {
    const { limiter, clock } = limited(120);
    for (let i = 0; i < 100; i++) limiter.take('a');
    limiter.take('b');
    limiter.setLimit(60);
    assert.deepEqual([takeAll(limiter), takeAll(limiter, 'b')], [0, 59]);
    clock.advance(1_000);
    assert.equal(takeAll(limiter), 1);
    clock.advance(60_000);
    assert.equal(takeAll(limiter), 60);
  });

  test('refills at the old rate before the change, and at the new rate after it', () => {
    const { limiter, clock } = limited(60);
    takeAll(limiter);
    clock.advance(10_000);
    limiter.setLimit(600);
    assert.equal(takeAll(limiter), 600 - 50);
    clock.advance(1_000);
    assert.equal(takeAll(limiter), 10);
  });

  test('0 admits everything and counts nothing; enabled again, earlier spending has kept refilling', () => {
    const { limiter, clock } = limited(60);
    takeAll(limiter);
    limiter.setLimit(0);
    assert.equal(takeAll(limiter), 10_000);
    clock.advance(20_000);
    limiter.setLimit(60);
    assert.equal(takeAll(limiter), 20);
    const { limiter: offAtFirst } = limited(0);
    offAtFirst.setLimit(3);
    assert.equal(takeAll(offAtFirst), 3);
  });

  test('the store gets all levels again, so that a restart continues from them', () => {
    const { limiter, clock } = limited(120);
    for (let i = 0; i < 100; i++) limiter.take('a');
    limiter.take('full by then');
    limiter.takeDirty(10);
    clock.advance(500);
    limiter.setLimit(60);
    const rows = limiter.takeDirty(10);
    assert.deepEqual(rows.map(state), [{ kind: 'ip', id: 'a', level: 0, updatedAt: clock.now() }]);
    const restarted = new BurstLimiter({ kind: 'ip', limit: 60, clock });
    restarted.load(rows);
    clock.advance(7_000);
    assert.deepEqual([takeAll(restarted), takeAll(limiter)], [7, 7]);
  });

  test('pending changes are still stored while the limit is disabled', () => {
    const { limiter, clock } = limited(2);
    limiter.take('a');
    limiter.setLimit(0);
    assert.deepEqual(limiter.takeDirty(10).map(state), [
      { kind: 'ip', id: 'a', level: 60_000, updatedAt: clock.now() },
    ]);
  });

  test('no period admits more than the largest limit and the refill, and no client waits longer', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 30 }) }) },
      { weight: 3, arbitrary: fc.record({ advance: fc.integer({ min: 0, max: 70_000 }) }) },
      { weight: 2, arbitrary: fc.record({ limit: fc.integer({ min: 0, max: 25 }) }) },
    );
    const property = fc.property(fc.integer({ min: 1, max: 25 }), fc.array(step, { maxLength: 60 }), (first, steps) => {
      const { limiter, clock } = limited(first);
      let [limit, rate] = [first, first];
      // In units of 1/60,000 of a token.
      let missing = 0;
      const stretches: { admitted: number; allowed: number }[] = [];
      for (const { take = 0, advance = 0, limit: next } of steps as Partial<Record<string, number>>[]) {
        clock.advance(advance);
        missing = Math.max(0, missing - advance * rate);
        for (const stretch of stretches) stretch.allowed += advance * rate;
        if (next !== undefined) {
          limit = next;
          if (limit > 0) {
            for (const stretch of stretches) stretch.allowed += 60_000 * Math.max(0, limit - rate);
            rate = limit;
            missing = Math.min(missing, limit * 60_000);
          }
          limiter.setLimit(limit);
        }
        for (let i = 0; i < take; i++) {
          const isAdmitted = limiter.take('a');
          assert.equal(isAdmitted, limit === 0 || missing + 60_000 <= limit * 60_000);
          if (!isAdmitted || limit === 0) continue;
          missing += 60_000;
          stretches.push({ admitted: 0, allowed: limit * 60_000 });
          for (const stretch of stretches) stretch.admitted += 60_000;
        }
        for (const { admitted, allowed } of stretches) assert.ok(admitted <= allowed);
      }
    });
    fc.assert(property, { seed: 6, numRuns: 500 });
  });
});

function limited(limit: number, maxBuckets = 100) {
  const clock = new ManualClock();
  return { clock, limiter: new BurstLimiter({ kind: 'ip', limit, clock, maxBuckets }) };
}
