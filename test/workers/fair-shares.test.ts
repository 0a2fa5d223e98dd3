import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { SimulatedThreads } from '../support/simulated-threads.js';

const seed = 20_261_122;
const mostExpensiveMs = 10_000;
/** Repeats the jobs of one tenant. */
const costsOfJobs = fc.array(fc.integer({ min: 1, max: mostExpensiveMs }), { minLength: 1, maxLength: 4 });

/** Jobs of a tenant that has as many as all threads can run, and some that wait. */
function withHogs(threads: number, hogs: readonly string[]): SimulatedThreads {
  const pool = new SimulatedThreads({ threads });
  for (let i = 0; i < 40; i++) for (const hog of hogs) pool.add(hog, mostExpensiveMs);
  return pool;
}

/** Returns the tenants whose jobs start from now on, until one of a certain tenant does. */
function startedBefore(pool: SimulatedThreads, tenant: string): string {
  const before = pool.started.length;
  while (pool.started.length === before || pool.started.at(-1)?.tenant !== tenant) pool.next();
  return pool.started
    .slice(before, -1)
    .map((job) => job.tenant)
    .join(' ');
}

describe('the cost of past jobs decides whose turn it is', () => {
  test('a tenant of expensive jobs and one of cheap jobs get the same time, not the same number of turns', () => {
    const pool = new SimulatedThreads({ threads: 1 });
    for (let i = 0; i < 20; i++) pool.add('dear', 100);
    for (let i = 0; i < 2_000; i++) pool.add('cheap', 1);
    for (let i = 0; i < 1_000; i++) pool.next();
    const [dear, cheap] = [pool.threadMs('dear'), pool.threadMs('cheap')];
    assert.ok(Math.abs(dear - cheap) <= 100, `${dear} ms and ${cheap} ms`);
  });

  for (const threads of [1, 2, 4]) {
    for (const hogs of [['hog'], ['hog 1', 'hog 2', 'hog 3']]) {
      test(`the first job of a new tenant gets the next free thread, threads: ${threads}, tenants of expensive jobs: ${hogs.length}`, () => {
        const pool = withHogs(threads, hogs);
        // Until each has had a turn, all are new tenants.
        for (let i = 0; i < hogs.length; i++) pool.next();
        for (let i = 0; i < 20; i++) {
          pool.next();
          pool.add(`stranger ${i}`, 1);
          assert.equal(startedBefore(pool, `stranger ${i}`), '');
        }
      });
    }
  }

  test('the jobs of new tenants run in the order of arrival', () => {
    const pool = withHogs(1, ['hog']);
    for (const stranger of ['b', 'a', 'c']) pool.add(stranger, 1);
    for (let i = 0; i < 4; i++) pool.next();
    assert.equal(pool.order, 'hog b a c hog');
  });

  test('a new tenant is at most one job ahead, however much time the others have had', () => {
    const pool = withHogs(1, ['hog']);
    for (let i = 0; i < 20; i++) pool.next();
    for (let i = 0; i < 5; i++) pool.add('newcomer', mostExpensiveMs);
    const before = pool.started.length;
    for (let i = 0; i < 6; i++) pool.next();
    const order = pool.started.slice(before).map(({ tenant }) => tenant);
    assert.deepEqual(order, ['newcomer', 'hog', 'newcomer', 'hog', 'newcomer', 'hog']);
  });

  test('one tenant does not get two threads while another waits for one', () => {
    const pool = new SimulatedThreads({ threads: 2 });
    pool.add('first', 1_000);
    pool.add('second', 1_001);
    for (let i = 0; i < 9; i++) pool.add('hog', mostExpensiveMs);
    for (let i = 0; i < 9; i++) pool.add('cheap', 1);
    for (let i = 0; i < 8; i++) pool.next();
    assert.equal(pool.order, 'first second hog cheap cheap cheap cheap cheap cheap cheap');
  });

  for (const threads of [1, 2, 4]) {
    for (const others of [1, 3, 20]) {
      test(`a tenant of cheap jobs does not wait for the bursts of others, threads: ${threads}, others: ${others}`, () => {
        const pool = new SimulatedThreads({ threads });
        for (let i = 0; i < 40; i++) for (let other = 0; other < others; other++) pool.add(`burst ${other}`, 1_000);
        // Until each has had a turn, all are new tenants.
        for (let i = 0; i < others; i++) pool.next();
        for (let i = 0; i < 20; i++) {
          pool.add('steady', 50);
          assert.equal(startedBefore(pool, 'steady'), '', `job ${i}`);
          while (pool.threadMs('steady') < 50 * (i + 1)) pool.next();
        }
      });
    }
  }
});

describe('the cost of a tenant decays', () => {
  /** Returns whose job runs first when two tenants wait, one of whom had a thread for a long time before a rest. */
  function firstAfter(restMs: number): string | undefined {
    const pool = new SimulatedThreads({ threads: 1 });
    pool.add('heavy', mostExpensiveMs);
    pool.finish();
    pool.rest(restMs);
    pool.add('somebody', 1);
    pool.add('heavy', 1);
    pool.add('light', 1);
    pool.next();
    return pool.started.at(-1)?.tenant;
  }

  test('a minute later it still counts', () => assert.equal(firstAfter(60_000), 'light'));

  test('a day later it no longer counts', () => assert.equal(firstAfter(86_400_000), 'heavy'));

  for (const [restMs, left] of [
    [0, 2_000],
    [60_000, 1_000],
    [120_000, 500],
  ] as const) {
    test(`half of it in a minute: ${left} after ${restMs} ms`, () => {
      const pool = new SimulatedThreads({ threads: 1 });
      pool.add('heavy', 1_000);
      pool.finish();
      pool.rest(restMs);
      pool.add('somebody', 1);
      pool.add('heavy', 1);
      for (let i = 0; i < 3_000; i++) pool.add('light', 1);
      while (pool.started.at(-1)?.tenant !== 'heavy') pool.next();
      // What the job cost, and as much again for the next one; the other tenant's next one counts as well.
      assert.equal(pool.threadMs('light') + 1, left);
    });
  }

  test('idle tenants are forgotten: a flood of new accounts does not grow memory', () => {
    const pool = new SimulatedThreads({ threads: 1 });
    for (let i = 0; i < 12_000; i++) {
      pool.add(`account ${i}`, 10);
      pool.finish();
    }
    assert.equal(pool.queue.tenants, 10_000);
    pool.rest(700_000);
    pool.add('one more', 10);
    pool.finish();
    assert.equal(pool.queue.tenants, 1);
  });
});

test('tenants that always have jobs in the queue get the same time, within two jobs for each of their threads', () => {
  const tenants = fc.array(fc.record({ costs: costsOfJobs, inLine: fc.integer({ min: 2, max: 6 }) }), {
    minLength: 2,
    maxLength: 7,
  });
  fc.assert(
    fc.property(tenants, fc.integer({ min: 1, max: 5 }), (all, threads) => {
      const pool = new SimulatedThreads({ threads });
      const lines = all.map((tenant) => ({ ...tenant, sent: 0 }));
      const send = (name: string): void => {
        const line = lines[Number(name)];
        if (line !== undefined) pool.add(name, line.costs[line.sent++ % line.costs.length] ?? Number.NaN);
      };
      // All are in the queue when the first thread becomes free.
      for (let i = 0; i < threads; i++) pool.add('earlier', 1);
      for (const [index, { inLine }] of lines.entries()) for (let i = 0; i < inLine; i++) send(`${index}`);
      const longest = Math.max(...lines.flatMap((line) => line.costs));
      const held = Math.ceil(threads / lines.length);
      let known = threads;
      for (let i = 0; i < 250; i++) {
        pool.next((started) => send(started.tenant));
        known++;
        const times = lines.map((_, index) => pool.threadMs(`${index}`));
        const apart = Math.max(...times) - Math.min(...times);
        assert.ok(apart <= 2 * held * longest, `${apart} ms after ${known} jobs`);
      }
    }),
    { seed, numRuns: 200 },
  );
});

test('the first job of a new tenant runs before all jobs of tenants that had a turn, whatever their cost', () => {
  fc.assert(
    fc.property(
      fc.array(costsOfJobs, { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat({ max: 60 }),
      (tenants, threads, events) => {
        const pool = new SimulatedThreads({ threads });
        for (let i = 0; i < 200; i++) {
          for (const [index, costs] of tenants.entries()) pool.add(`${index}`, costs[i % costs.length] ?? Number.NaN);
        }
        const hadTurn = (index: number) => pool.ended(`${index}`);
        while (!tenants.every((_, index) => hadTurn(index))) pool.next();
        for (let i = 0; i < events; i++) pool.next();
        pool.add('stranger', 1);
        assert.equal(startedBefore(pool, 'stranger'), '');
      },
    ),
    { seed, numRuns: 200 },
  );
});
