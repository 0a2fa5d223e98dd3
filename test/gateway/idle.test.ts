import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { tickMs, tickPeriods } from '#gateway/core/ticks.js';
import { startTestGateway } from '../support/gateway.js';

test('a gateway without requests has one timer, which runs once a second what it has to look at', async (t) => {
  const intervals = new Map<unknown, number>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  t.mock.method(globalThis, 'setInterval', (run: () => void, ms: number) => {
    const timer = set(run, ms);
    intervals.set(timer, ms);
    return timer;
  });
  t.mock.method(globalThis, 'clearInterval', (timer: NodeJS.Timeout) => {
    intervals.delete(timer);
    clear(timer);
  });
  await startTestGateway(t);
  // Keys, clock, counters, quota, the supervisor, the delay of the event loop; the readings for gauges, and the age of the
  // audit log.
  const periods = [...Array(6).fill(tickMs), 10_000, 600_000];
  // Until it is idle, the delay is measured more often, and the garbage of the start is not collected.
  while (intervals.size > 1 || tickPeriods().length > periods.length) await wait(100);
  assert.deepEqual([...intervals.values()], [tickMs]);
  assert.deepEqual(
    tickPeriods().toSorted((a, b) => a - b),
    periods,
  );
});
