import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestGateway } from '../support/gateway.js';

const service = await startTestGateway({ after });
const { secret } = service.key();
const { queueWait, runTime, eventLoopDelay } = service.gateway.histograms;

test('jobs that threads take are in the histograms of waiting and running, those of the event loop are not', async () => {
  await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);
  assert.deepEqual([queueWait.count, runTime.count], [0, 0]);
  // One thread: all but the first wait for those before them.
  const large = { input: 'b\n'.repeat(200_000), steps: ['sort-lines', 'upper-case'] };
  await Promise.all([1, 2, 3, 4].map(() => service.post('/v1/run', large, secret)));
  assert.deepEqual([queueWait.count, runTime.count], [4, 4]);
  assert.ok(queueWait.max > runTime.min, `waited at most ${queueWait.max} ns, ran at least ${runTime.min} ns`);
});

test('the delay of the event loop is sampled while the gateway runs', async () => {
  const before = eventLoopDelay.count;
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.ok(eventLoopDelay.count > before);
  assert.ok(eventLoopDelay.min > 1e6, 'in nanoseconds');
});
