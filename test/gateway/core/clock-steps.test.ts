import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClockSteps } from '../../../gateway/core/clock-steps.js';

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
  const look = (passedMs: number, stepMs = 0) => {
    pass(passedMs);
    wall += passedMs + stepMs;
    watched.look('machine', wall);
  };
  look(0);
  look(1_000);
  look(1_000, 3_600_000);
  look(1_000);
  look(3_600_000);
  look(1_000, -3_600_000);
  assert.deepEqual(logged, [
    { clock: 'machine', stepSeconds: 3_600 },
    { clock: 'machine', stepSeconds: -3_600 },
  ]);
  assert.equal(watched.countOf('machine'), 2);
});

test('what a clock is corrected by, or a reply takes, is no step; nor are two clocks that differ', () => {
  const { watched, logged, pass } = steps();
  const begin = Date.UTC(2030, 0, 1);
  watched.look('machine', begin);
  watched.look('database', begin + 86_400_000);
  for (let minute = 1; minute < 100; minute++) {
    pass(60_000);
    watched.look('machine', begin + minute * 60_500);
    watched.look('database', begin + 86_400_000 + minute * 60_000 + (minute % 2) * 59_000);
  }
  assert.deepEqual(logged, []);
  assert.deepEqual([watched.countOf('machine'), watched.countOf('database')], [0, 0]);
});
