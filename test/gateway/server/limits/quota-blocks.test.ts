import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomNumbers } from '#bench/engine/hostile-texts.js';
import { SimulatedCluster, SimulatedGateway } from '../../../support/simulated-cluster.js';

const windowMinutes = 3;
const account = 'acc_a';

/** What happens to a cluster. Gateways are named by a number, and the one that it is, by its place among the living. */
type Happening =
  | { readonly what: 'requests'; readonly gateway: number; readonly count: number }
  | { readonly what: 'time'; readonly ms: number }
  | {
      readonly what: 'refund' | 'kill' | 'pause' | 'resume' | 'cut' | 'mend' | 'stop' | 'start';
      readonly gateway: number;
    }
  /** One gateway is paused while the others get requests, and gets some itself when it goes on. */
  | { readonly what: 'sleep'; readonly gateway: number; readonly ms: number; readonly count: number }
  | { readonly what: 'store'; readonly isDown: boolean };

const gateway = fc.nat(4);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ what: fc.constant('requests' as const), gateway, count: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 2_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.integer({ min: 2_000, max: 90_000 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('refund', 'kill', 'pause', 'resume', 'cut', 'mend', 'stop', 'start'),
      gateway,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('sleep' as const),
      gateway,
      ms: fc.integer({ min: 5_000, max: 240_000 }),
      count: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('store' as const), isDown: fc.boolean() }) },
);

const schedule = fc.record({
  seed: fc.nat(),
  limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 100, max: 400 })),
  gateways: fc.integer({ min: 1, max: 4 }),
  longestDelayMs: fc.constantFrom(2, 50, 3_000),
  loss: fc.constantFrom(0, 0.05, 0.4),
  happenings: fc.array(happening, { minLength: 5, maxLength: 60 }),
});

/** A member lapses, and takes back requests after it that the store has counted with the block, perhaps in another minute. */
const refundsAfterLapses = {
  seed: 0,
  limit: 1,
  gateways: 1,
  longestDelayMs: 2 as const,
  loss: 0 as const,
  happenings: [
    { what: 'sleep', gateway: 0, ms: 74_479, count: 1 },
    { what: 'time', ms: 1_926 },
    { what: 'refund', gateway: 0 },
    { what: 'requests', gateway: 0, count: 1 },
    { what: 'requests', gateway: 0, count: 1 },
    { what: 'refund', gateway: 0 },
    { what: 'sleep', gateway: 0, ms: 101_508, count: 1 },
  ] satisfies Happening[],
};

/** A generator of numbers from 0 up to 1, the same for the same seed (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function startGateway(cluster: SimulatedCluster): SimulatedGateway {
  const { random } = cluster.options;
  return new SimulatedGateway(cluster, (random() - 0.5) * 600_000, 0.96 + random() * 0.08);
}

function happen(cluster: SimulatedCluster, gateways: SimulatedGateway[], limit: number, event: Happening): void {
  if (event.what === 'time') {
    cluster.advance(event.ms);
    return;
  }
  if (event.what === 'store') {
    cluster.isStoreDown = event.isDown;
    return;
  }
  if (event.what === 'start') {
    gateways.push(startGateway(cluster));
    return;
  }
  const living = gateways.filter(({ isAlive, isStopping }) => isAlive && !isStopping);
  const one = living[event.gateway % living.length];
  if (one === undefined) return;
  const request = (each: SimulatedGateway, count: number) => {
    for (let i = 0; i < count; i++) each.request(account, limit);
  };
  if (event.what === 'sleep') {
    one.request(account, limit);
    cluster.advance(50);
    one.isPaused = true;
    cluster.advance(event.ms);
    for (const other of living) if (other !== one) request(other, event.count);
    cluster.advance(event.ms % 2_000);
    one.resume();
    request(one, event.count);
  } else if (event.what === 'requests') request(one, event.count);
  else if (event.what === 'refund') one.refund();
  else if (event.what === 'kill') one.kill();
  else if (event.what === 'pause') one.isPaused = true;
  else if (event.what === 'resume') one.resume();
  else if (event.what === 'cut') one.isCutOff = true;
  else if (event.what === 'mend') one.isCutOff = false;
  else one.stop();
}

describe('the quota of several gateways', () => {
  test('is never exceeded in any window: crashes, pauses, cuts, lost and late messages, clocks minutes apart', () => {
    let admitted = 0;
    fc.assert(
      fc.property(schedule, ({ seed, limit, gateways: count, longestDelayMs, loss, happenings }) => {
        const random = randomOf(seed);
        const cluster = new SimulatedCluster({ windowMinutes, duringOutage: 'refuse', random, longestDelayMs, loss });
        const gateways = Array.from({ length: count }, () => startGateway(cluster));
        for (const event of happenings) {
          happen(cluster, gateways, limit, event);
          assert.ok(cluster.ledger.counted(account, cluster.storeNow()) + cluster.ledger.held(account) <= limit);
        }
        cluster.advance(20_000);
        admitted += cluster.admissions.length;
        assert.ok(cluster.mostInAnyWindow(account) <= limit, `${cluster.mostInAnyWindow(account)} of ${limit}`);
      }),
      { numRuns: 1_000, examples: [[refundsAfterLapses]] },
    );
    assert.ok(admitted > 10_000, `${admitted} requests were admitted in all schedules`);
  });

  test('counts each admitted request once, and no other, unless a gateway dies', () => {
    const without = fc.record({
      seed: fc.nat(),
      limit: fc.integer({ min: 1, max: 300 }),
      gateways: fc.integer({ min: 1, max: 4 }),
      longestDelayMs: fc.constantFrom(2, 50, 400),
      loss: fc.constantFrom(0, 0.05),
      happenings: fc.array(
        happening.filter(({ what }) => ['requests', 'refund', 'stop', 'start'].includes(what)),
        { minLength: 5, maxLength: 40 },
      ),
    });
    fc.assert(
      fc.property(without, ({ seed, limit, gateways: count, longestDelayMs, loss, happenings }) => {
        const random = randomOf(seed);
        const cluster = new SimulatedCluster({
          windowMinutes: 60,
          duringOutage: 'refuse',
          random,
          longestDelayMs,
          loss,
        });
        const gateways = Array.from({ length: count }, () => startGateway(cluster));
        for (const event of happenings) {
          happen(cluster, gateways, limit, event);
          cluster.advance(200);
        }
        for (const each of gateways) if (each.isAlive) each.stop();
        cluster.advance(30_000);
        const served = cluster.admissions.filter(({ isRefunded }) => !isRefunded).length;
        const counted = cluster.ledger.counted(account, cluster.storeNow());
        assert.deepEqual(
          { counted, held: cluster.ledger.held(account), charged: cluster.ledger.charged },
          {
            counted: served,
            held: 0,
            charged: 0,
          },
        );
      }),
      { numRuns: 300 },
    );
  });

  test('that is lowered admits at most what was reserved or the rest, whenever each gateway learns of it', () => {
    const lowering = fc.record({
      seed: fc.nat(),
      limit: fc.integer({ min: 50, max: 400 }),
      lowered: fc.integer({ min: 1, max: 60 }),
      gateways: fc.integer({ min: 1, max: 4 }),
      longestDelayMs: fc.constantFrom(2, 50, 3_000),
      loss: fc.constantFrom(0, 0.05, 0.4),
      happenings: fc.array(
        happening.filter(({ what }) => ['requests', 'kill', 'cut', 'mend', 'start'].includes(what)),
        { minLength: 10, maxLength: 40 },
      ),
    });
    let beyond = 0;
    fc.assert(
      fc.property(lowering, ({ seed, limit, lowered, gateways: count, longestDelayMs, loss, happenings }) => {
        const random = randomOf(seed);
        const cluster = new SimulatedCluster({
          ...{ windowMinutes: 60, duringOutage: 'refuse' as const },
          ...{ random, longestDelayMs, loss },
        });
        const gateways = Array.from({ length: count }, () => startGateway(cluster));
        const loweredAfter = Math.floor(random() * happenings.length);
        // Those that start later have read it.
        const learnsAfter = gateways.map(() => loweredAfter + Math.floor(random() * happenings.length));
        let [allowed, before] = [limit, 0];
        for (const [index, event] of happenings.entries()) {
          if (index === loweredAfter) {
            cluster.ledger.quotas.set(account, lowered);
            before = cluster.admissions.length;
            const counted = cluster.ledger.counted(account, cluster.storeNow());
            const held = cluster.ledger.held(account);
            allowed = Math.max(held, lowered - counted);
            if (counted + held > lowered) beyond++;
          }
          const living = gateways.filter(({ isAlive }) => isAlive);
          const one = living[('gateway' in event ? event.gateway : 0) % Math.max(1, living.length)];
          const isLate = one !== undefined && index < (learnsAfter[gateways.indexOf(one)] ?? 0);
          happen(cluster, gateways, isLate ? limit : index >= loweredAfter ? lowered : limit, event);
          cluster.advance(Math.floor(random() * 1_500));
        }
        const after = cluster.admissions.length - before;
        assert.ok(after <= allowed, `${after} of ${allowed} were admitted after it`);
        // All of them are counted, or charged with the block of a gateway that died.
        for (const each of gateways) if (each.isAlive) each.stop();
        cluster.advance(30_000);
        const isWhole = happenings.every(({ what }) => what === 'requests' || what === 'start');
        if (isWhole && loss < 0.4 && longestDelayMs < 3_000) {
          assert.equal(cluster.ledger.counted(account, cluster.storeNow()), cluster.admissions.length);
        }
      }),
      { seed: 44, numRuns: 1_000 },
    );
    assert.ok(beyond > 100, `in ${beyond} schedules more was reserved or counted than the lower quota has`);
  });

  const reliable = { windowMinutes: 60, random: randomOf(1), longestDelayMs: 5, loss: 0 };

  test('lets the last requests be made at every gateway, and the whole quota at one', () => {
    const cluster = new SimulatedCluster({ ...reliable, duringOutage: 'refuse' });
    const gateways = Array.from({ length: 3 }, () => startGateway(cluster));
    for (const each of gateways) each.request(account, 1_000);
    cluster.advance(5_000);
    const [first] = gateways;
    for (let i = 0; i < 1_000; i++) first?.request(account, 1_000);
    cluster.advance(5_000);
    assert.deepEqual([cluster.admissions.length, cluster.refused, cluster.waiting], [1_000, 3, 0]);
  });

  test('charges an account for no more than a block when a gateway dies', () => {
    const cluster = new SimulatedCluster({ ...reliable, duringOutage: 'refuse' });
    const [one, other] = [startGateway(cluster), startGateway(cluster)];
    const limit = 1_000;
    for (let second = 0; second < 5; second++) {
      for (let i = 0; i < 50; i++) one.request(account, limit);
      cluster.advance(100);
    }
    one.kill();
    cluster.advance(15_000);
    const lost = cluster.ledger.counted(account, cluster.storeNow()) - cluster.admissions.length;
    assert.ok(lost >= 0 && lost <= limit / 100, `${lost} requests are lost to the account`);
    for (let i = 0; i < limit; i++) other.request(account, limit);
    cluster.advance(5_000);
    assert.equal(cluster.admissions.length, limit - lost);
  });

  test('asks the store at most twice a second for an account whose quota is used up', () => {
    const cluster = new SimulatedCluster({ ...reliable, duringOutage: 'refuse' });
    const one = startGateway(cluster);
    for (let i = 0; i < 30; i++) one.request(account, 20);
    cluster.advance(5_000);
    const before = cluster.ledger.turns;
    for (let i = 0; i < 10_000; i++) {
      one.request(account, 20);
      cluster.advance(1);
    }
    assert.equal(cluster.admissions.length, 20);
    assert.ok(cluster.ledger.turns - before <= 20, `${cluster.ledger.turns - before} turns in 10 s`);
  });

  test('asks the store at most 20 times for 1,000 requests of 100 busy accounts', () => {
    const cluster = new SimulatedCluster({ ...reliable, duringOutage: 'refuse' });
    const gateways = [startGateway(cluster), startGateway(cluster)];
    const accounts = Array.from({ length: 100 }, (_, index) => `account ${index}`);
    const run = (requests: number) => {
      for (let sent = 0; sent < requests; sent++) {
        gateways[Math.floor(sent / 100) % 2]?.request(accounts[sent % 100] ?? '', 100_000);
        cluster.advance(1);
      }
    };
    run(5_000);
    const before = cluster.ledger.turns;
    run(20_000);
    const turns = (cluster.ledger.turns - before) / 20;
    assert.ok(turns <= 20, `${turns} turns for 1,000 requests`);
    assert.deepEqual([cluster.refused, cluster.waiting], [0, 0]);
  });

  test('asks the store at most 60 times for 1,000 requests of 100 accounts that come at random', () => {
    // Requests come in clusters then. With blocks for one second, that were sized anew each time, it was asked 130 times.
    const cluster = new SimulatedCluster({ ...reliable, duringOutage: 'refuse' });
    const gateways = [startGateway(cluster), startGateway(cluster)];
    const random = randomNumbers();
    const below = (count: number) => (random.next().value >>> 7) % count;
    const run = (requests: number) => {
      for (let sent = 0; sent < requests; sent++) {
        gateways[below(2)]?.request(`account ${below(100)}`, 100_000);
        cluster.advance(1);
      }
    };
    run(5_000);
    const before = cluster.ledger.turns;
    run(20_000);
    const turns = (cluster.ledger.turns - before) / 20;
    assert.ok(turns <= 60, `${turns} turns for 1,000 requests`);
  });

  for (const count of [1, 2]) {
    test(`asks the store at most ten times a second for one account that keeps ${count} gateways busy`, () => {
      const cluster = new SimulatedCluster({ ...reliable, longestDelayMs: 100, duringOutage: 'refuse' });
      const gateways = Array.from({ length: count }, () => startGateway(cluster));
      const run = (ms: number) => {
        for (let passed = 0; passed < ms; passed++) {
          for (const each of gateways) for (let i = 0; i < 10; i++) each.request(account, 100_000_000);
          cluster.advance(1);
        }
      };
      run(1_000);
      const before = cluster.ledger.turns;
      const admittedBefore = cluster.admissions.length;
      run(3_000);
      assert.equal(cluster.admissions.length - admittedBefore, 30_000 * count);
      const perSecond = (cluster.ledger.turns - before) / 3;
      assert.ok(perSecond <= 10 * count, `${perSecond} turns a second`);
      assert.deepEqual([cluster.refused, cluster.waiting], [0, 0]);
    });
  }

  test('a reply to the limit before does not refuse what a raised limit admits, whenever it is raised', () => {
    for (let ms = 0; ms < 300; ms += 3) {
      const cluster = new SimulatedCluster({ ...reliable, longestDelayMs: 50, duringOutage: 'refuse' });
      const one = startGateway(cluster);
      for (let i = 0; i < 5; i++) one.request(account, 6);
      cluster.advance(ms);
      for (let i = 0; i < 3; i++) one.request(account, 8);
      cluster.advance(1_000);
      assert.deepEqual([cluster.admissions.length, cluster.refused, cluster.waiting], [8, 0, 0], `after ${ms} ms`);
    }
  });

  test('while the store is unavailable, serves what is known to be free and counts it afterwards, or spends blocks alone', () => {
    const limit = 500;
    const admitted = { serve: 0, refuse: 0 };
    for (const duringOutage of ['serve', 'refuse'] as const) {
      const cluster = new SimulatedCluster({ ...reliable, duringOutage });
      const gateways = [startGateway(cluster), startGateway(cluster)];
      const spread = (count: number) => {
        for (let i = 0; i < count; i++) gateways[i % 2]?.request(account, limit);
        cluster.advance(50);
      };
      for (let i = 0; i < 10; i++) spread(10);
      cluster.isStoreDown = true;
      cluster.advance(20_000);
      for (let i = 0; i < 60; i++) spread(10);
      admitted[duringOutage] = cluster.admissions.length;
      cluster.isStoreDown = false;
      cluster.advance(20_000);
      const counted = cluster.ledger.counted(account, cluster.storeNow());
      assert.ok(counted >= cluster.admissions.length && counted <= cluster.admissions.length + cluster.ledger.charged);
    }
    assert.ok(admitted.serve >= limit && admitted.serve <= 2 * limit, `serve: ${admitted.serve}`);
    assert.ok(admitted.refuse >= 100 && admitted.refuse <= 100 + 2 * (limit / 100), `refuse: ${admitted.refuse}`);
  });

  test('while the store is unavailable, a quota that was used up long before stays used up', () => {
    const cluster = new SimulatedCluster({ ...reliable, duringOutage: 'serve', windowMinutes: 1_440 });
    const gateway = startGateway(cluster);
    startGateway(cluster);
    const spendAll = () => {
      for (let i = 0; i < 30; i++) gateway.request(account, 20);
      cluster.advance(5_000);
    };
    spendAll();
    const before = cluster.admissions.length;
    assert.ok(before >= 19, `${before} of 20`);
    cluster.advance(3_600_000);
    cluster.isStoreDown = true;
    cluster.advance(20_000);
    spendAll();
    assert.ok(cluster.admissions.length <= 20, `${cluster.admissions.length} of 20 were admitted`);
  });
});
