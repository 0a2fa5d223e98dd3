import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SimulatedLoad, simulate } from '#bench/cluster/simulation.js';
import { costOf, type StatementName, totalCost } from '#bench/cluster/statement-cost.js';
import { loadAt, seriesOf, wallNotes } from '#bench/cluster/walls.js';

const cost = { statement: { postgresUs: 100, loopUs: 50 }, row: { postgresUs: 10, loopUs: 5 } };
const costs = new Map<StatementName, typeof cost>([['quota_turn', cost]]);

describe('the simulation of a store', () => {
  const busy = { gateways: 2, accounts: 20, requestsPerSecond: 400, isByKey: false };

  test('gives the same result for the same seed, and another one for another', async () => {
    const [first, second, other] = [
      await simulate(busy, { costs, seconds: 2 }),
      await simulate(busy, { costs, seconds: 2 }),
      await simulate(busy, { costs, seconds: 2, seed: 7 }),
    ];
    assert.deepEqual(first, second);
    assert.notDeepEqual(first, other);
  });

  test('of busy accounts has fewer statements than requests, and hardly any wait', async () => {
    const { statementsPerSecond, rowsPerSecond, waiting, postgresCores } = await simulate(busy, { costs, seconds: 4 });
    assert.ok(statementsPerSecond > 16 && statementsPerSecond < 100, `${statementsPerSecond} statements`);
    assert.ok(rowsPerSecond > statementsPerSecond);
    assert.ok(waiting < 0.01, `${waiting} of all wait`);
    assert.ok(postgresCores > 0 && postgresCores < 0.1, `${postgresCores} cores`);
  });

  test('of many accounts has requests that wait, each for a block of its own', async () => {
    const rare = { gateways: 2, accounts: 100_000, requestsPerSecond: 200, isByKey: false };
    const { waiting, rowsPerSecond } = await simulate(rare, { costs, seconds: 2 });
    assert.ok(waiting > 0.9, `${waiting} of all wait`);
    // A block, what is left of it, two buckets, a use, and the history.
    assert.ok(rowsPerSecond > 5 * 200 && rowsPerSecond < 8 * 200, `${rowsPerSecond} rows`);
  });

  test('costs less if the balancer sends all requests of an account to one gateway', async () => {
    const spread = { gateways: 20, accounts: 400, requestsPerSecond: 2_000, isByKey: false };
    const anywhere = await simulate(spread, { costs, seconds: 2 });
    const byKey = await simulate({ ...spread, isByKey: true }, { costs, seconds: 2 });
    assert.ok(byKey.waiting < 0.2 * anywhere.waiting, `${byKey.waiting} and ${anywhere.waiting}`);
    assert.ok(byKey.rowsPerSecond < 0.7 * anywhere.rowsPerSecond);
  });

  test('of more gateways is more work for the store, and the same for each gateway', async () => {
    const two = await simulate(busy, { costs, seconds: 2 });
    const twenty = await simulate({ ...busy, gateways: 20, requestsPerSecond: 4_000 }, { costs, seconds: 2 });
    assert.ok(Math.abs(twenty.postgresCores / two.postgresCores - 10) < 1e-6);
    assert.equal(twenty.loopShare, two.loopShare);
  });
});

test('the cost of a statement and that of a row follow from one row and from many', () => {
  const found = costOf({ postgresUs: 110, loopUs: 55 }, { postgresUs: 1_100, loopUs: 550 }, 100);
  assert.deepEqual(found, cost);
  const counts = new Map<StatementName, { statements: number; rows: number }>([
    ['quota_turn', { statements: 2, rows: 30 }],
    ['note_uses', { statements: 5, rows: 5 }],
  ]);
  assert.deepEqual(totalCost(counts, costs), { postgresUs: 500, loopUs: 250 });
});

describe('walls', () => {
  const at = (requestsPerSecond: number, postgresCores: number, gateways = 10): SimulatedLoad => ({
    gateways,
    accounts: 100,
    requestsPerSecond,
    statementsPerSecond: 0,
    rowsPerSecond: 0,
    waiting: 0,
    isByKey: false,
    postgresCores,
    loopShare: 0.1,
  });

  test('are between the loads below and above them, on a logarithmic scale', () => {
    const loads = [at(1_000, 1), at(10_000, 10), at(100_000, 100)];
    const cores = (load: SimulatedLoad) => load.postgresCores;
    assert.equal(Math.round(loadAt(loads, 10, cores) ?? 0), 10_000);
    assert.equal(Math.round(loadAt(loads, Math.sqrt(10), cores) ?? 0), 3_162);
    assert.equal(loadAt(loads, 1_000, cores), undefined);
  });

  test('are named, the first one first', () => {
    const [store, none, loop, connections] = wallNotes(
      [at(1_000, 1), at(10_000, 64), at(1_000, 1, 11), at(10_000, 2, 11), at(1_000, 1, 12), at(1_000_000, 2, 12)],
      20,
      3,
    );
    assert.equal(
      store,
      'Simulated 10 gateways, 100 accounts: first PostgreSQL keeps 8 cores busy, at 3,162 requests/s.',
    );
    assert.equal(none, 'Simulated 11 gateways, 100 accounts: no wall within the simulated loads.');
    assert.match(
      loop ?? '',
      /^Simulated 12 gateways, 100 accounts: first the event loops are full, at [\d,]+ requests\/s\.$/,
    );
    assert.match(connections ?? '', /takes 32 gateways\.$/);
  });

  test('series are sorted by their requests', () => {
    const series = seriesOf([at(100, 1), at(10, 1), at(50, 1, 20)]);
    assert.deepEqual([...series.keys()], ['10 gateways, 100 accounts', '20 gateways, 100 accounts']);
    assert.deepEqual(
      series.get('10 gateways, 100 accounts')?.map(({ requestsPerSecond }) => requestsPerSecond),
      [10, 100],
    );
  });
});
