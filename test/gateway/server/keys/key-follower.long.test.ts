import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unknownGateways } from '#gateway/server/storage/key-members.js';
import { SimulatedKeys } from '../../../support/simulated-keys.js';

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lets the first gateways make changes, one after the other. */
async function makeChanges(cluster: SimulatedKeys, count: number, gateways = cluster.gateways.length): Promise<void> {
  for (let change = 0; change < count; change++) {
    cluster.gateways[change % gateways]?.change();
    await cluster.advance(3_000);
  }
}

/** Returns whether each gateway serves keys, and their revision. */
function states({ gateways }: SimulatedKeys): [isServing: boolean, revision: number | undefined][] {
  return gateways.map(({ isServing, position }) => [isServing, position?.revision]);
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('change' as const), which: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 4_000 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.constant(12_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom('pause', 'resume', 'cut', 'heal', 'kill', 'add'),
      which: fc.nat(),
      speed: fc.double({ min: 0.96, max: 1.04, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('promote' as const),
      lost: fc.integer({ min: 0, max: 4 }),
      which: fc.nat(),
      ms: fc.nat({ max: 1_000 }),
    }),
  },
);

const seed = 20;

test('no gateway serves an old state after a response, whatever is lost, delayed, stopped, cut off, killed or promoted', async (t) => {
  t.diagnostic(`seed ${seed}`);
  let [acknowledged, unconfirmed, failed, restarts] = [0, 0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.constantFrom(0, 0.02, 0.2),
      fc.constantFrom(20, 1_450),
      fc.array(step, { minLength: 5, maxLength: 30 }),
      async (seed, loss, longestDelayMs, steps) => {
        const network = { random: randomFrom(seed), trustMs: 10_000, loss, longestDelayMs };
        const cluster = new SimulatedKeys(network);
        for (const speed of [1, 0.96, 1.04]) cluster.add(speed);
        await cluster.advance(3_000);
        for (const each of steps) {
          if (each.what === 'time') {
            await cluster.advance(each.ms);
            continue;
          }
          const gateway = cluster.gateways[each.which % cluster.gateways.length];
          assert.ok(gateway !== undefined);
          if (each.what === 'promote') {
            // In the middle of a change.
            gateway.change();
            await cluster.advance(each.ms);
            cluster.promote(each.lost);
          } else if (each.what === 'change') gateway.change();
          else if (each.what === 'pause') gateway.isPaused = true;
          else if (each.what === 'resume') gateway.resume();
          else if (each.what === 'cut') gateway.isCutOff = true;
          else if (each.what === 'heal') gateway.isCutOff = false;
          else if (each.what === 'kill') gateway.kill();
          else if (each.what === 'add' && cluster.gateways.length < 6) cluster.add(each.speed);
          cluster.check();
        }
        await cluster.advance(15_000);
        acknowledged += cluster.acknowledged.length;
        unconfirmed += cluster.acknowledged.filter(({ pending }) => pending.length > 0).length;
        failed += cluster.failed;
        network.loss = 0;
        for (const gateway of cluster.gateways) {
          gateway.isCutOff = false;
          gateway.resume();
        }
        await cluster.advance(15_000);
        for (const { isAlive, isServing, position } of cluster.gateways) {
          if (isAlive) assert.deepEqual([isServing, position?.token], [true, cluster.store.newest.token]);
        }
        for (const gateway of cluster.gateways) restarts += gateway.restarts;
      },
    ),
    { seed, numRuns: 200 },
  );
  assert.ok(
    acknowledged > 200 && unconfirmed > 20,
    `${acknowledged} acknowledged, ${unconfirmed} of them with pending gateways`,
  );
  assert.ok(failed > 0 && restarts > 100, `${failed} failed changes, ${restarts} gateways read all keys again`);
});

test('without faults every change is confirmed by all gateways', async () => {
  const cluster = new SimulatedKeys({ random: randomFrom(1), trustMs: 10_000, loss: 0, longestDelayMs: 20 });
  for (const speed of [1, 0.96, 1.04]) cluster.add(speed);
  await cluster.advance(1_000);
  for (let round = 0; round < 50; round++) {
    cluster.gateways[round % 3]?.change();
    await cluster.advance(300);
  }
  assert.equal(cluster.acknowledged.length, 50);
  assert.deepEqual(
    cluster.acknowledged.filter(({ pending }) => pending.length > 0),
    [],
  );
});

test('a gateway that was cut off serves again, and the newest state, once it is back', async () => {
  const cluster = new SimulatedKeys({ random: randomFrom(2), trustMs: 10_000, loss: 0, longestDelayMs: 20 });
  for (const speed of [1, 1]) cluster.add(speed);
  const [first, second] = cluster.gateways;
  assert.ok(first !== undefined && second !== undefined);
  await cluster.advance(1_000);
  second.isCutOff = true;
  first.change();
  await cluster.advance(3_000);
  assert.deepEqual(
    cluster.acknowledged.map(({ pending }) => pending.map(({ name }) => name)),
    [[second.name]],
  );
  assert.equal(second.isServing, true, 'it may, for as long as the response says');
  await cluster.advance(10_000);
  assert.equal(second.isServing, false);
  first.change();
  await cluster.advance(500);
  assert.deepEqual(cluster.acknowledged.at(-1)?.pending, [], 'nobody waits for it any more');
  second.isCutOff = false;
  await cluster.advance(5_000);
  assert.deepEqual([second.isServing, second.position?.revision], [true, 2]);
});

test('a store that has lost changes is read again, and gateways are waited for that had noted them', async () => {
  const cluster = new SimulatedKeys({ random: randomFrom(3), trustMs: 10_000, loss: 0, longestDelayMs: 20 });
  for (const speed of [1, 1, 1]) cluster.add(speed);
  await cluster.advance(1_000);
  await makeChanges(cluster, 5);
  cluster.promote(3);
  await cluster.advance(4_000);
  assert.deepEqual(states(cluster), Array(3).fill([true, 2]));
  assert.deepEqual(
    [...cluster.store.members.values()].map(({ seen }) => seen),
    [2, 2, 2],
  );
  const [first, second] = cluster.gateways;
  assert.ok(first !== undefined && second !== undefined);
  second.isCutOff = true;
  cluster.acknowledged = [];
  first.change();
  await cluster.advance(3_000);
  assert.deepEqual(
    cluster.acknowledged.map(({ revision, pending }) => [revision.revision, pending.map(({ name }) => name)]),
    [[3, [second.name, unknownGateways]]],
    'the standby may lack the notes of others',
  );
  await cluster.advance(10_000);
  first.change();
  await cluster.advance(500);
  assert.deepEqual(cluster.acknowledged.at(-1)?.pending, []);
});

for (const { name, losses } of [
  { name: 'a gateway that is cut off over a loss, and comes back after more changes than were lost', losses: [3] },
  { name: 'a gateway that is cut off over two losses back to the same revision', losses: [3, 2] },
]) {
  test(`${name}, reads all keys again`, async () => {
    const cluster = new SimulatedKeys({ random: randomFrom(5), trustMs: 10_000, loss: 0, longestDelayMs: 20 });
    for (const speed of [1, 1]) cluster.add(speed);
    await cluster.advance(1_000);
    await makeChanges(cluster, 5);
    const [, cutOff] = cluster.gateways;
    assert.ok(cutOff !== undefined);
    for (const lost of losses) {
      cutOff.isCutOff = true;
      cluster.promote(lost);
      await makeChanges(cluster, lost, 1);
      assert.equal(cluster.store.newest.revision, 5, 'as many as were lost');
      cutOff.isCutOff = false;
      await cluster.advance(5_000);
      assert.deepEqual(states(cluster), Array(2).fill([true, 5]));
    }
    cutOff.isCutOff = true;
    cluster.promote(1);
    await makeChanges(cluster, 4, 1);
    cutOff.isCutOff = false;
    await cluster.advance(15_000);
    assert.deepEqual(states(cluster), Array(2).fill([true, 8]));
    assert.equal(cutOff.restarts, losses.length + 1);
  });
}

test('a store that has lost changes is read again, whatever messages are lost meanwhile', async () => {
  for (let seed = 0; seed < 40; seed++) {
    const network = { random: randomFrom(seed), trustMs: 10_000, loss: 0.1, longestDelayMs: 400 };
    const cluster = new SimulatedKeys(network);
    for (const speed of [1, 0.96, 1.04]) cluster.add(speed);
    await cluster.advance(3_000);
    for (let change = 0; change < 5; change++) cluster.gateways[change % 3]?.change();
    await cluster.advance(12_000);
    cluster.promote(Math.min(3, cluster.store.newest.revision));
    await cluster.advance(12_000);
    cluster.gateways[seed % 3]?.change();
    await cluster.advance(10_000);
    network.loss = 0;
    await cluster.advance(20_000);
    assert.deepEqual(states(cluster), Array(3).fill([true, cluster.store.newest.revision]), `seed ${seed}`);
  }
});

test('a store that has keys of revisions it has not given out is read again once, and served', async () => {
  const cluster = new SimulatedKeys({ random: randomFrom(4), trustMs: 10_000, loss: 0, longestDelayMs: 20 });
  cluster.add(1);
  await cluster.advance(1_000);
  await makeChanges(cluster, 5);
  // The counter of revisions is restored from an older backup than the keys.
  cluster.store.restoreInPart(3);
  cluster.acknowledged = [];
  await cluster.advance(5_000);
  const [gateway] = cluster.gateways;
  assert.deepEqual([states(cluster), gateway?.restarts], [[[true, 2]], 1]);
  gateway?.change();
  await cluster.advance(1_000);
  assert.deepEqual([states(cluster), gateway?.restarts], [[[true, 3]], 1]);
});
