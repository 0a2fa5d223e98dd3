import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allocationOf } from '#gateway/server/worker-allocation.js';

const cases: [gateways: number, workerThreads: number, threads: number[]][] = [
  [1, 5, [5]],
  [2, 4, [2, 2]],
  [3, 8, [3, 3, 2]],
  [4, 4, [1, 1, 1, 1]],
  [4, 5, [2, 1, 1, 1]],
  [4, 2, [1, 1, 1, 1]],
];

describe('WORKER_THREADS is divided among the gateways', () => {
  for (const [gateways, workerThreads, threads] of cases) {
    test(`${workerThreads} threads, ${gateways} gateways: ${threads.join(', ')}`, () => {
      const numbers = threads.map((_, index) => index + 1);
      const config = { gateways, workerThreads };
      assert.deepEqual(
        numbers.map((gateway) => allocationOf(config, { gateway }).threads),
        threads,
      );
    });
  }
});

test('a gateway without a supervisor that knows of several is the only one', () => {
  for (const supervision of [undefined, { startedAt: 0, startedAtTerminal: false }]) {
    const { gateway, gateways, threads } = allocationOf({ gateways: 4, workerThreads: 8 }, supervision);
    assert.deepEqual([gateway, gateways, threads], [1, 1, 8]);
  }
});

test('the number of gateways is that of the first start, whatever the settings say now', () => {
  const config = { gateways: 4, workerThreads: 8 };
  const [two, one] = [2, 1].map((gateways) => allocationOf(config, { gateway: 1, gateways, port: 80 }));
  assert.deepEqual([two?.gateways, two?.threads, two?.port], [2, 4, 80]);
  assert.deepEqual([one?.gateways, one?.threads, one?.port], [1, 8, undefined]);
});
