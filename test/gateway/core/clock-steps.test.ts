import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockSteps } from '#gateway/core/clock-steps.js';

function steps() {
  let monotonic = 5_000;
  const logged: object[] = [];
  const watched = new ClockSteps({ log: { warn: (fields) => logged.push(fields) }, monotonicMs: () => monotonic });
  const pass = (ms: number) => {
    monotonic += ms;
  };
  return { watched, logged, pass };
}

test('a clock that is set is logged and counted once for each step, whichever way', () => {
  const { watched, logged, pass } = steps();
  let wall = Date.UTC(2030, 0, 1);
  const observe = (passedMs: number, stepMs = 0) => {
    pass(passedMs);
    wall += passedMs + stepMs;
    watched.observe('machine', wall);
  };
  observe(0);
  observe(1_000);
  observe(1_000, 3_600_000);
  observe(1_000);
  observe(3_600_000);
  observe(1_000, -3_600_000);
  assert.deepEqual(logged, [
    { clock: 'machine', stepSeconds: 3_600 },
    { clock: 'machine', stepSeconds: -3_600 },
  ]);
  assert.equal(watched.countOf('machine'), 2);
});

test('what a clock is corrected by, or a reply takes, is no step; nor are two clocks that differ', () => {
  const { watched, logged, pass } = steps();
  const begin = Date.UTC(2030, 0, 1);
  watched.observe('machine', begin);
  watched.observe('database', begin + 86_400_000);
  for (let minute = 1; minute < 100; minute++) {
    pass(60_000);
    watched.observe('machine', begin + minute * 60_500);
    watched.observe('database', begin + 86_400_000 + minute * 60_000 + (minute % 2) * 59_000);
  }
  assert.deepEqual(logged, []);
  assert.deepEqual([watched.countOf('machine'), watched.countOf('database')], [0, 0]);
});
