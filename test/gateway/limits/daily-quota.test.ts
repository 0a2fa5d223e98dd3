import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DailyQuota } from '../../../gateway/limits/daily-quota.js';
import { AdmittedInDay } from '../../support/limit-references.js';
import { ManualClock } from '../../support/manual-clock.js';

const minute = 60_000;
const day = 24 * 60 * minute;
/** The first millisecond of a minute. */
const midday = Date.UTC(2030, 0, 1, 12);

describe('the window', () => {
  test('a request counts through its 1,440th minute and not a millisecond longer', () => {
    const { quota, clock } = quotaAt(midday + 59_999);
    quota.take('acc', 1);
    clock.set(midday + day - 1);
    assert.deepEqual([quota.used('acc'), quota.take('acc', 1)], [1, false]);
    clock.set(midday + day);
    assert.deepEqual([quota.used('acc'), quota.take('acc', 1)], [0, true]);
  });

  test('refuses requests above the limit, and does not count them', () => {
    const { quota } = quotaAt(midday);
    const answers = Array.from({ length: 8 }, () => quota.take('acc', 5));
    assert.deepEqual(answers, [true, true, true, true, true, false, false, false]);
    assert.equal(quota.used('acc'), 5);
  });

  test('each account has its own quota, and may have its own limit', () => {
    const { quota } = quotaAt(midday);
    assert.deepEqual([quota.take('free', 1), quota.take('free', 1), quota.take('pro', 5_000)], [true, false, true]);
  });

  test('0 disables the quota', () => {
    const { quota } = quotaAt(midday);
    for (let i = 0; i < 100; i++) assert.equal(quota.take('acc', 0), true);
    assert.deepEqual([quota.used('acc'), quota.size, quota.dirtyCount], [0, 0, 0]);
  });

  test('an unknown account has used nothing, and a query does not create it', () => {
    const { quota } = quotaAt(midday);
    assert.deepEqual([quota.used('acc'), quota.size], [0, 0]);
  });

  test('5,000 in a row, one a minute, wrap the ring several times', () => {
    const { quota, clock } = quotaAt(midday);
    for (let i = 0; i < 5_000; i++) {
      assert.equal(quota.take('acc', 1_440), true, `minute ${i}`);
      clock.advance(minute);
    }
    assert.equal(quota.used('acc'), 1_439);
  });
});

describe('the time of the next request', () => {
  test('is now while quota is left, and for an account that has used nothing or has no limit', () => {
    const { quota } = quotaAt(midday);
    quota.take('acc', 2);
    assert.deepEqual(
      [quota.freeAt('acc', 2), quota.freeAt('other', 1), quota.freeAt('acc', 0)],
      Array(3).fill(undefined),
    );
  });

  test('is the start of the 1,440th minute after the one whose requests must expire', () => {
    const { quota, clock } = quotaAt(midday + 59_999);
    quota.take('acc', 3);
    quota.take('acc', 3);
    clock.advance(minute);
    quota.take('acc', 3);
    assert.equal(quota.freeAt('acc', 3), midday + day);
    assert.equal(quota.freeAt('acc', 1), midday + day + minute, 'after the quota was lowered');
    assert.equal(quota.freeAt('acc', 2), midday + day);
  });

  test('is the first minute in which the quota admits one, whatever was charged and refunded before', () => {
    const events = fc.array(fc.record({ wait: fc.integer({ min: 0, max: 400 * minute }), refund: fc.boolean() }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (moves, limit, lowered) => {
        const { quota, clock } = quotaAt(midday + 12_345);
        for (const { wait, refund } of moves) {
          clock.advance(wait);
          const taken = quota.currentMinute();
          if (quota.take('acc', limit, taken) && refund) quota.refund('acc', taken);
        }
        const freeAt = quota.freeAt('acc', lowered);
        if (freeAt === undefined) return quota.take('acc', lowered);
        clock.set(freeAt - 1);
        const isEarly = quota.take('acc', lowered);
        clock.set(freeAt);
        return freeAt % minute === 0 && !isEarly && quota.take('acc', lowered);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a refund', () => {
  test('removes one request of the minute', () => {
    const { quota } = quotaAt(midday);
    const taken = quota.currentMinute();
    quota.take('acc', 1, taken);
    quota.refund('acc', taken);
    assert.deepEqual([quota.used('acc'), quota.take('acc', 1), quota.take('acc', 1)], [0, true, false]);
  });

  test('applies to the minute in which the request was admitted', () => {
    const { quota, clock } = quotaAt(midday + 59_000);
    const taken = quota.currentMinute();
    quota.take('acc', 2, taken);
    clock.advance(2_000);
    quota.take('acc', 2);
    quota.refund('acc', taken);
    clock.set(midday + day);
    assert.equal(quota.used('acc'), 1, 'the request of the later minute still counts');
  });

  test('has no effect after the request has expired, a second time, or for a minute or account without requests', () => {
    const { quota, clock } = quotaAt(midday);
    const taken = quota.currentMinute();
    quota.take('acc', 5);
    quota.take('acc', 5);
    for (const wrong of [taken - 1, taken + 1]) quota.refund('acc', wrong);
    quota.refund('other', taken);
    assert.equal(quota.used('acc'), 2);
    for (let i = 0; i < 3; i++) quota.refund('acc', taken);
    assert.equal(quota.used('acc'), 0);
    quota.take('acc', 5);
    clock.advance(day);
    quota.refund('acc', taken);
    assert.equal(quota.used('acc'), 0);
  });
});

describe('changes passed to the store', () => {
  test('contain the changed minutes with their counts, once', () => {
    const { quota, clock } = quotaAt(midday);
    const first = quota.currentMinute();
    quota.take('a', 9);
    quota.take('a', 9);
    quota.take('b', 9);
    assert.deepEqual(quota.takeDirty(10), [
      { accountId: 'a', minute: first, count: 2 },
      { accountId: 'b', minute: first, count: 1 },
    ]);
    assert.deepEqual(quota.takeDirty(10), []);
    clock.advance(minute);
    quota.take('a', 9);
    assert.deepEqual(quota.takeDirty(10), [{ accountId: 'a', minute: first + 1, count: 1 }]);
  });

  test('contain 0 for a minute whose requests were all refunded', () => {
    const { quota } = quotaAt(midday);
    const taken = quota.currentMinute();
    quota.take('a', 9);
    quota.takeDirty(10);
    quota.refund('a', taken);
    assert.deepEqual(quota.takeDirty(10), [{ accountId: 'a', minute: taken, count: 0 }]);
  });

  test('stop at the account that reaches the requested number', () => {
    const { quota } = quotaAt(midday);
    for (let i = 0; i < 25; i++) quota.take(`account ${i}`, 9);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => quota.takeDirty(10).length),
      [10, 10, 5, 0],
    );
  });

  test('repeat rows that could not be written, with their current state', () => {
    const { quota, clock } = quotaAt(midday);
    const first = quota.currentMinute();
    quota.take('a', 9);
    const rows = quota.takeDirty(10);
    clock.advance(minute);
    quota.take('a', 9);
    quota.refund('a', first);
    quota.markDirty(rows);
    assert.deepEqual(quota.takeDirty(10), [
      { accountId: 'a', minute: first, count: 0 },
      { accountId: 'a', minute: first + 1, count: 1 },
    ]);
  });
});

describe('loading', () => {
  test('continues from the stored minutes', () => {
    const { quota, clock } = quotaAt(midday);
    const now = quota.currentMinute();
    quota.load([
      { accountId: 'a', minute: now - 1_439, count: 3 },
      { accountId: 'a', minute: now, count: 2 },
    ]);
    assert.deepEqual([quota.used('a'), quota.take('a', 6), quota.take('a', 6)], [5, true, false]);
    clock.advance(minute);
    assert.equal(quota.used('a'), 3);
  });

  test('minutes in the future count as the current one', () => {
    const { quota, clock } = quotaAt(midday);
    const now = quota.currentMinute();
    quota.load([
      { accountId: 'a', minute: now + 60, count: 3 },
      { accountId: 'a', minute: now + 61, count: 1 },
    ]);
    assert.equal(quota.used('a'), 4);
    clock.advance(day - 1);
    assert.equal(quota.used('a'), 4);
    clock.advance(1);
    assert.equal(quota.used('a'), 0);
  });
});

test('accounts that were idle for a day are removed when new ones arrive', () => {
  const { quota, clock } = quotaAt(midday);
  for (let dayNumber = 0; dayNumber < 10; dayNumber++) {
    for (let i = 0; i < 1_000; i++) quota.take(`day ${dayNumber} account ${i}`, 5);
    quota.takeDirty(Number.POSITIVE_INFINITY);
    clock.advance(day);
  }
  assert.ok(quota.size <= 2_000, `${quota.size} of 10,000 accounts are kept`);
});

describe('against a list of all admitted requests', () => {
  test('charge, refund and used, over days, at minute boundaries', () => {
    const gaps = fc.oneof(
      fc.constantFrom(0, 1, minute - 1, minute, minute + 1, day - minute, day - 1, day, day + 1),
      fc.integer({ min: 0, max: 40 * minute }),
    );
    const events = fc.array(
      fc.record({ gap: gaps, kind: fc.constantFrom('take', 'take', 'take', 'refund'), back: fc.nat(20) }),
      { maxLength: 200 },
    );
    const property = fc.property(fc.integer({ min: 1, max: 30 }), events, (limit, list) => {
      const { quota, clock } = quotaAt(midday);
      const reference = new AdmittedInDay();
      const moments = [midday];
      for (const { gap, kind, back } of list) {
        clock.advance(gap);
        const now = clock.now();
        if (kind === 'take') {
          assert.equal(quota.take('acc', limit), reference.take(now, limit));
          moments.push(now);
        } else {
          const moment = moments.at(-1 - back) ?? midday;
          quota.refund('acc', Math.floor(moment / minute));
          if (Math.floor(now / minute) - Math.floor(moment / minute) < 1_440) reference.refund(moment);
        }
        assert.equal(quota.used('acc'), reference.used(now));
      }
    });
    fc.assert(property, { seed: 18, numRuns: 500 });
  });

  for (const load of [0.5, 0.9, 1, 1.1, 2, 10]) {
    test(`10 windows of 5,000 at ${load} times the load`, () => {
      const { quota, clock } = quotaAt(midday + 17_345);
      const gapMs = day / 5_000 / load;
      // The reference counts with a pointer into its list; a search through all of it each time would take minutes.
      const admitted: number[] = [];
      let oldest = 0;
      for (let request = 0; request * gapMs < 10 * day; request++) {
        clock.set(midday + 17_345 + Math.floor(request * gapMs));
        const now = Math.floor(clock.now() / minute);
        while (oldest < admitted.length && now - Math.floor((admitted[oldest] ?? 0) / minute) >= 1_440) oldest++;
        const expected = admitted.length - oldest < 5_000;
        assert.equal(quota.take('acc', 5_000), expected, `request ${request}`);
        if (expected) admitted.push(clock.now());
      }
      const wanted = Math.min(load, 1) * 50_000;
      assert.ok(Math.abs(admitted.length - wanted) <= 5_000 * 0.01, `${admitted.length} admitted in 10 days`);
    });
  }
});

function quotaAt(now: number) {
  const clock = new ManualClock(now);
  return { clock, quota: new DailyQuota(clock) };
}
