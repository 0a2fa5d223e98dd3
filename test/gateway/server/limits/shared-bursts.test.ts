import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  admissionBounds,
  admittedInTenMinutes,
  BucketGateways,
  burstLimit as limit,
} from '#bench/cluster/shared-bucket.js';
import { BurstLimiter } from '#gateway/server/limits/burst-limiter.js';
import { figure } from '../../../support/reliability.js';

const minute = 60_000;

describe('a burst limit that gateways share', () => {
  const found: string[] = [];
  for (const count of [1, 2, 3, 5]) {
    for (const load of [0.9, 1, 2, 10]) {
      test(`${count} gateways at ${load} times the limit admit what one bucket would, nearly`, () => {
        const admitted = admittedInTenMinutes(new BucketGateways(count), load);
        found.push(`${count} at ${load} ×: ${Math.round((100 * admitted) / (10 * limit))} %`);
        const { offered, least, most } = admissionBounds(count, load);
        assert.ok(admitted >= least && admitted <= most, `${admitted} admitted of ${offered}, at most ${most}`);
      });
    }
  }

  test('summary of the figures', (t) => {
    figure(t, 'C3', `admitted in 10 minutes, of the limit, by gateways and load: ${found.join(', ')}`);
  });

  test('is exact at one gateway, whatever is exchanged when', () => {
    const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 3_000 }), exchanges: fc.boolean() }), {
      minLength: 50,
      maxLength: 400,
    });
    fc.assert(
      fc.property(steps, (taken) => {
        const gateways = new BucketGateways(1);
        const alone = new BurstLimiter({ kind: 'key', limit, clock: gateways.clock });
        for (const { ms, exchanges } of taken) {
          gateways.clock.advance(ms);
          assert.equal(gateways.take(0), alone.take('key'));
          if (exchanges) gateways.exchange(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('admits a burst at each gateway in the first instant, and nothing until that is made up for', () => {
    const gateways = new BucketGateways(3);
    const burst = (gateway: number) => Array.from({ length: 2 * limit }).filter(() => gateways.take(gateway)).length;
    assert.deepEqual([0, 1, 2].map(burst), [limit, limit, limit]);
    for (const gateway of [0, 1, 2, 0, 1, 2]) gateways.exchange(gateway);
    gateways.clock.advance(2 * minute - 1);
    // Only who has taken something hears of the others.
    assert.equal(gateways.take(2), false);
    gateways.clock.advance(1_000);
    assert.equal(gateways.take(2), true);
  });

  test('a higher limit leaves used tokens used, and no more, also at gateways that learn of each other later', () => {
    const gateways = new BucketGateways(2);
    const burst = (gateway: number, of: number) =>
      Array.from({ length: 500 }).filter(() => gateways.take(gateway, of)).length;
    assert.deepEqual([burst(0, limit), burst(1, limit)], [limit, limit]);
    for (const gateway of [0, 1, 0, 1]) gateways.exchange(gateway);
    assert.deepEqual([burst(0, 10_000), burst(1, 10_000)], [500, 500]);
    for (const gateway of [0, 1]) gateways.exchange(gateway);
    let more = 0;
    for (; gateways.take(0, 10_000); more++) if (more === 0) gateways.exchange(0);
    assert.equal(more, 10_000 - 2 * limit - 2 * 500);
  });

  test('of different sizes at two gateways admits at each what its own allows', () => {
    const gateways = new BucketGateways(2);
    const sizes = [limit, 5 * limit].map((of, gateway) => ({ of, gateway, admitted: 0 }));
    for (let second = 0; second <= 60; second++) {
      for (const size of sizes) {
        for (let i = 0; i < 50; i++) if (gateways.take(size.gateway, size.of)) size.admitted++;
        gateways.exchange(size.gateway);
      }
      gateways.clock.advance(1_000);
    }
    for (const { of, admitted } of sizes) assert.ok(admitted <= 2 * of, `${admitted} of ${of}`);
  });
});
