import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { course, measure } from '#gateway/console/app/views/usage/gauges.js';
import { parseMetrics } from '#gateway/console/app/views/usage/metrics-text.js';
import { addReading, type Reading, readingBefore } from '#gateway/console/app/views/usage/readings.js';

/** A reading with a number of requests of `run`, each of 4 ms. */
function reading(atMs: number, requests: number, { started = 1, refused = 0 } = {}): Reading {
  const metrics = parseMetrics(`
textmill_requests_total{operation="run",status="200"} ${requests}
textmill_requests_total{operation="metrics",status="200"} ${atMs}
textmill_request_duration_seconds_bucket{operation="run",le="0.002"} 0
textmill_request_duration_seconds_bucket{operation="run",le="0.006"} ${requests}
textmill_request_duration_seconds_bucket{operation="run",le="+Inf"} ${requests}
textmill_request_duration_seconds_bucket{operation="metrics",le="+Inf"} ${atMs}
textmill_run_seconds_sum{where="pool"} ${requests * 0.004}
textmill_run_seconds_sum{where="inline"} ${requests * 7}
textmill_refusals_total{reason="quota"} ${refused}
textmill_refusals_total{reason="queue"} 0
process_start_time_seconds ${started}`);
  return { atMs, metrics };
}

const added = (readings: readonly Reading[]) => readings.reduce<readonly Reading[]>(addReading, []);
const times = (readings: readonly Reading[]) => readings.map(({ atMs }) => atMs);

describe('readings', () => {
  test('are kept for two minutes', () => {
    const all = added(Array.from({ length: 60 }, (_, index) => reading(index * 3_000, index)));
    assert.equal(all[0]?.atMs, 59 * 3_000 - 120_000);
    assert.equal(all.length, 41);
  });

  test('are dropped after a restart of the gateway, seen by its start time or by decreased counters', () => {
    const before = added([reading(0, 50), reading(3_000, 60)]);
    assert.deepEqual(times(addReading(before, reading(6_000, 70, { started: 2 }))), [6_000]);
    assert.deepEqual(times(addReading(before, reading(6_000, 59))), [6_000]);
    assert.deepEqual(times(addReading(before, reading(6_000, 60))), [0, 3_000, 6_000]);
  });

  test('are kept after a restart of one of several gateways, whose counts the supervisor keeps', () => {
    const several = (atMs: number, started: number, supervisor: number): Reading => ({
      atMs,
      metrics: parseMetrics(`
textmill_gateways 2
textmill_requests_total{operation="run",status="200"} ${atMs}
process_start_time_seconds{gateway="1"} 1
process_start_time_seconds{gateway="2"} ${started}
textmill_supervisor_start_time_seconds ${supervisor}`),
    });
    const before = added([several(0, 1, 1), several(3_000, 2, 1)]);
    assert.deepEqual(times(before), [0, 3_000]);
    assert.deepEqual(times(addReading(before, several(6_000, 2, 5))), [6_000]);
  });

  test('are dropped after a long gap', () => {
    const before = added([reading(0, 1), reading(3_000, 2)]);
    assert.deepEqual(times(addReading(before, reading(18_000, 3))), [0, 3_000, 18_000]);
    assert.deepEqual(times(addReading(before, reading(18_001, 3))), [18_001]);
  });

  test('a time span starts at the newest reading that is old enough, or at the oldest', () => {
    const all = added([reading(0, 1), reading(3_000, 2), reading(6_000, 3)]);
    assert.equal(readingBefore(all, 3_000)?.atMs, 3_000);
    assert.equal(readingBefore(all, 3_001)?.atMs, 0);
    assert.equal(readingBefore(all, 30_000)?.atMs, 0);
    assert.equal(readingBefore(all.slice(0, 1), 0), undefined);
  });
});

describe('measured values', () => {
  test('need two readings', () => {
    assert.equal(measure([]), undefined);
    assert.equal(measure([reading(0, 5)]), undefined);
  });

  test('count only operations on text, and rates compare the last two readings', () => {
    const all = added([reading(0, 0), reading(3_000, 3), reading(5_000, 23, { refused: 2 })]);
    const measured = measure(all);
    assert.equal(measured?.perSecond, 10);
    assert.deepEqual(measured?.rates, [
      { operation: 'run', perSecond: 10 },
      { operation: 'sanitize', perSecond: 0 },
      { operation: 'sort-dedupe', perSecond: 0 },
    ]);
    assert.ok(Math.abs((measured?.latency.p50 ?? 0) - 0.004) < 1e-9);
    assert.ok(Math.abs((measured?.busyThreads ?? 0) - 0.04) < 1e-9);
    assert.deepEqual(measured?.refusals, [{ reason: 'quota', count: 2 }]);
    assert.deepEqual(
      course(all, (before, after) => after.atMs - before.atMs),
      [
        { atMs: 3_000, value: 3_000 },
        { atMs: 5_000, value: 2_000 },
      ],
    );
  });

  test('are undefined without traffic', () => {
    const measured = measure(added([reading(0, 7), reading(3_000, 7)]));
    assert.equal(measured?.perSecond, 0);
    assert.deepEqual(measured?.latency, { p50: undefined, p95: undefined, p99: undefined });
  });
});
