import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { BlockCharge } from '#gateway/server/limits/block-account.js';
import { AdmittedInDay } from '../../../support/limit-references.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { memoryDatabase, QuotaAtOneGateway } from '../../../support/quota-at-one-gateway.js';

const minute = 60_000;
const day = 24 * 60 * minute;
/** The first millisecond of a minute. */
const midday = Date.UTC(2030, 0, 1, 12);

describe('the window', () => {
  test('a request counts through its 1,440th minute and not a millisecond longer', () => {
    const { quota, clock } = quotaAt(midday + 59_999);
    quota.take('acc', 1);
    clock.set(midday + day - 1);
    assert.deepEqual([quota.used('acc'), admits(quota, 1)], [1, false]);
    clock.set(midday + day);
    assert.deepEqual([quota.used('acc'), admits(quota, 1)], [0, true]);
  });

  test('refuses requests above the limit, and does not count them', () => {
    const { quota } = quotaAt(midday);
    const admissions = Array.from({ length: 8 }, () => admits(quota, 5));
    assert.deepEqual(admissions, [true, true, true, true, true, false, false, false]);
    assert.equal(quota.used('acc'), 5);
  });

  test('each account has its own quota, and may have its own limit', () => {
    const { quota } = quotaAt(midday);
    const admitted = [admits(quota, 1, 'free'), admits(quota, 1, 'free'), admits(quota, 5_000, 'pro')];
    assert.deepEqual(admitted, [true, false, true]);
  });

  test('an unknown account has used nothing, and a query does not create it', () => {
    const { quota } = quotaAt(midday);
    assert.deepEqual([quota.used('acc'), quota.size], [0, 0]);
  });

  test('5,000 in a row, one a minute, over several windows', () => {
    const { quota, clock } = quotaAt(midday);
    for (let i = 0; i < 5_000; i++) {
      assert.equal(admits(quota, 1_440), true, `minute ${i}`);
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
      [quota.usage('acc', 2).freeAt, quota.usage('other', 1).freeAt, quota.usage('acc', 0).freeAt],
      Array(3).fill(undefined),
    );
  });

  test('is the start of the 1,440th minute after the one whose requests must expire', () => {
    const { quota, clock } = quotaAt(midday + 59_999);
    quota.take('acc', 3);
    quota.take('acc', 3);
    clock.advance(minute);
    quota.take('acc', 3);
    assert.equal(quota.usage('acc', 3).freeAt, midday + day);
    assert.equal(quota.usage('acc', 1).freeAt, midday + day + minute, 'after the quota was lowered');
    assert.equal(quota.usage('acc', 2).freeAt, midday + day);
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
          const charge = quota.take('acc', limit);
          if (charge && refund) quota.refund(charge);
        }
        const freeAt = quota.usage('acc', lowered).freeAt;
        const isAdmitted = () => quota.take('acc', lowered) !== undefined;
        if (freeAt === undefined) return isAdmitted();
        clock.set(freeAt - 1);
        const isEarly = isAdmitted();
        clock.set(freeAt);
        return freeAt % minute === 0 && !isEarly && isAdmitted();
      }),
      { numRuns: 150 },
    );
  });
});

describe('a refund', () => {
  test('removes one request', () => {
    const { quota } = quotaAt(midday);
    refund(quota, quota.take('acc', 1));
    assert.deepEqual([quota.used('acc'), admits(quota, 1), admits(quota, 1)], [0, true, false]);
  });

  test('applies to the minute in which the request was admitted', () => {
    const { quota, clock } = quotaAt(midday + 59_000);
    const charge = quota.take('acc', 2);
    clock.advance(2_000);
    quota.take('acc', 2);
    refund(quota, charge);
    clock.set(midday + day);
    assert.equal(quota.used('acc'), 1, 'the request of the later minute still counts');
  });

  test('removes one from the store too, if it has been told of the request', () => {
    const { quota, restart } = quotaAt(midday);
    const charge = quota.take('acc', 100);
    quota.take('acc', 100);
    quota.sync();
    refund(quota, charge);
    quota.stop();
    assert.equal(restart().used('acc'), 1);
  });

  test('has no effect on the quota after the request has expired', () => {
    const { quota, clock } = quotaAt(midday);
    const charge = quota.take('acc', 1);
    clock.advance(day);
    refund(quota, charge);
    assert.deepEqual([quota.used('acc'), admits(quota, 1), admits(quota, 1)], [0, true, false]);
  });
});

describe('a restart', () => {
  test('goes on from what counts, whether the gateway stopped or was killed', () => {
    for (const isClean of [true, false]) {
      const { quota, clock, restart } = quotaAt(midday);
      for (let i = 0; i < 250; i++) quota.take('a', 300);
      clock.advance(minute);
      if (isClean) quota.stop();
      const again = restart();
      const used = again.used('a');
      assert.ok(isClean ? used === 250 : used >= 250 && used <= 253, `${used} of 250, clean: ${isClean}`);
      for (let i = used; i < 300; i++) assert.ok(again.take('a', 300));
      assert.equal(again.take('a', 300), undefined);
      clock.set(midday + day);
      assert.equal(again.used('a'), 300 - 250, 'what a killed gateway held counts from the restart on');
    }
  });

  test('counts minutes of the future as the present one: the clock was set back', () => {
    const { quota, clock, restart } = quotaAt(midday);
    for (let i = 0; i < 4; i++) quota.take('a', 9);
    quota.stop();
    clock.set(midday - 60 * minute);
    const again = restart();
    assert.equal(again.used('a'), 4);
    clock.advance(day - 1);
    assert.equal(again.used('a'), 4);
    clock.advance(1);
    assert.equal(again.used('a'), 0);
  });
});

test('accounts that are idle are removed', () => {
  const { quota, clock } = quotaAt(midday);
  for (let dayNumber = 0; dayNumber < 10; dayNumber++) {
    for (let i = 0; i < 1_000; i++) quota.take(`day ${dayNumber} account ${i}`, 5);
    clock.advance(day);
    for (let i = 0; i < 3; i++) quota.sync();
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
      fc.record({ gap: gaps, kind: fc.constantFrom('take', 'take', 'take', 'refund', 'sync'), back: fc.nat(20) }),
      { maxLength: 200 },
    );
    const property = fc.property(fc.integer({ min: 1, max: 30 }), events, (limit, list) => {
      const { quota, clock } = quotaAt(midday);
      const reference = new AdmittedInDay();
      const charges: { charge: BlockCharge; at: number }[] = [];
      for (const { gap, kind, back } of list) {
        clock.advance(gap);
        const now = clock.now();
        if (kind === 'take') {
          const charge = quota.take('acc', limit);
          assert.equal(charge !== undefined, reference.take(now, limit));
          if (charge) charges.push({ charge, at: now });
        } else if (kind === 'sync') quota.sync();
        else {
          const [refunded] = charges.splice(-1 - back, 1);
          if (refunded === undefined) continue;
          refund(quota, refunded.charge);
          if (Math.floor(now / minute) - Math.floor(refunded.at / minute) < 1_440) reference.refund(refunded.at);
        }
        assert.equal(quota.used('acc'), reference.used(now));
      }
    });
    fc.assert(property, { seed: 18, numRuns: 150 });
  });

  for (const load of [0.5, 0.9, 1, 1.1, 2, 10]) {
    test(`10 windows of 300 at ${load} times the load`, () => {
      const { quota, clock } = quotaAt(midday + 17_345);
      const gapMs = day / 300 / load;
      // The reference counts with a pointer into its list; a search through all of it each time would take minutes.
      const admitted: number[] = [];
      let oldest = 0;
      for (let request = 0; request * gapMs < 10 * day; request++) {
        clock.set(midday + 17_345 + Math.floor(request * gapMs));
        const now = Math.floor(clock.now() / minute);
        while (oldest < admitted.length && now - Math.floor((admitted[oldest] ?? 0) / minute) >= 1_440) oldest++;
        const expected = admitted.length - oldest < 300;
        assert.equal(quota.take('acc', 300) !== undefined, expected, `request ${request}`);
        if (expected) admitted.push(clock.now());
      }
      const wanted = Math.min(load, 1) * 3_000;
      assert.ok(Math.abs(admitted.length - wanted) <= 300 * 0.01, `${admitted.length} admitted in 10 days`);
    });
  }
});

function admits(quota: QuotaAtOneGateway, limit: number, accountId = 'acc'): boolean {
  return quota.take(accountId, limit) !== undefined;
}

function refund(quota: QuotaAtOneGateway, charge: BlockCharge | undefined): void {
  assert.ok(charge !== undefined);
  quota.refund(charge);
}

function quotaAt(now: number) {
  const clock = new ManualClock(now);
  const database = memoryDatabase();
  const restart = () => new QuotaAtOneGateway(database, clock);
  return { clock, quota: restart(), restart };
}
