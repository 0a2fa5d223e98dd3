import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Series } from '#gateway/server/telemetry/metrics/exposition.js';
import { RecentReadings } from '#gateway/server/telemetry/metrics/recent-readings.js';

function recording() {
  let now = 0;
  let current: readonly Series[] | undefined;
  const readings = new RecentReadings({
    read: async () => {
      if (current === undefined) throw new Error('The metrics cannot be read');
      return current;
    },
    operations: ['run'],
    monotonicMs: () => now,
  });
  return {
    recent: () => readings.recent(),
    async at(seconds: number, series?: readonly Series[]) {
      now = seconds * 1_000;
      current = series;
      await readings.read();
    },
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

const requests = (value: number, status = '200', operation = 'run'): Series => ({
  name: 'textmill_requests_total',
  labels: { operation, status },
  value,
});
const waiting = (value: number): Series => ({ name: 'textmill_jobs_waiting', labels: {}, value });

test('keeps what the gauges need, with its age; a series that began later has no value before', async () => {
  const { at, pass, recent } = recording();
  await at(10, [requests(1), requests(9, '200', 'metrics'), { name: 'textmill_keys', labels: {}, value: 3 }]);
  await at(20, [requests(2), requests(1, '400'), waiting(5)]);
  pass(4);
  assert.deepEqual(recent(), {
    series: [
      { name: 'textmill_requests_total', labels: { operation: 'run', status: '200' } },
      { name: 'textmill_requests_total', labels: { operation: 'run', status: '400' } },
      { name: 'textmill_jobs_waiting', labels: {} },
    ],
    readings: [
      { ageSeconds: 14, values: [1] },
      { ageSeconds: 4, values: [2, 1, 5] },
    ],
  });
});

test('leaves out a reading that fails, and keeps two minutes', async () => {
  const { at, recent } = recording();
  await at(0);
  assert.deepEqual(recent().readings, []);
  for (let seconds = 10; seconds <= 600; seconds += 10) await at(seconds, [requests(seconds)]);
  const { readings } = recent();
  assert.deepEqual([readings.length, readings[0]?.ageSeconds, readings.at(-1)?.values], [13, 120, [600]]);
});
