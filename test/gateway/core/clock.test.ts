import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anchoredClock, systemClock } from '#gateway/core/clock.js';

test('follows the wall clock', () => {
  const { clock, pass } = simulated();
  const start = clock.now();
  pass(1_500);
  assert.equal(clock.now() - start, 1_500);
});

test('accepts a step forward: the machine slept', () => {
  const { clock, step } = simulated();
  const start = clock.now();
  step(3_600_000);
  assert.equal(clock.now() - start, 3_600_000);
});

test('ignores a step back and continues at the same pace', () => {
  const { clock, pass, step } = simulated();
  const start = clock.now();
  step(-3_600_000);
  assert.equal(clock.now(), start);
  pass(250);
  assert.equal(clock.now() - start, 250);
});

test('agrees with the wall clock again after that has caught up', () => {
  const { clock, pass, step } = simulated();
  const start = clock.now();
  step(-1_000);
  pass(400);
  step(1_500);
  assert.equal(clock.now() - start, 900);
});

test('never goes backwards, and never slower than the monotonic clock', () => {
  const events = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.double({ min: 0, max: 5_000, noNaN: true }) }),
      fc.record({ kind: fc.constant('step' as const), ms: fc.integer({ min: -1e8, max: 1e8 }) }),
    ),
  );
  fc.assert(
    fc.property(events, (list) => {
      const { clock, pass, step } = simulated();
      let last = clock.now();
      for (const { kind, ms } of list) {
        (kind === 'pass' ? pass : step)(ms);
        const now = clock.now();
        assert.ok(Number.isInteger(now));
        assert.ok(now - last >= (kind === 'pass' ? ms - 1 : 0), `${kind} ${ms}: ${last} to ${now}`);
        last = now;
      }
    }),
    { seed: 20_260_101 },
  );
});

test('a process that starts after a step back goes on from the time of the one before', () => {
  const { clock: first, pass, step, start } = simulated();
  const begin = first.now();
  step(-3_600_000);
  pass(100);
  const second = start();
  assert.equal(second.now(), begin - 3_600_000 + 100);
  second.agree(first.anchor);
  assert.equal(second.now(), begin + 100);
  pass(250);
  assert.deepEqual([first.now(), second.now()], [begin + 350, begin + 350]);
  first.agree(second.anchor - 5_000);
  assert.equal(first.now(), begin + 350, 'an earlier anchor changes nothing');
});

test('a process that has to wait while it reads the clocks does not set time forward', () => {
  let wall = Date.UTC(2030, 0, 1);
  let monotonic = 1_234.5;
  let waitMs = 80;
  // Another process takes the processor after each reading.
  const afterwards = (time: number) => {
    wall += waitMs;
    monotonic += waitMs;
    return time;
  };
  const clock = anchoredClock(
    () => afterwards(wall),
    () => afterwards(monotonic),
  );
  clock.now();
  waitMs = 0;
  assert.equal(clock.now(), wall);
});

test('the clock of this process agrees with Date.now', () => {
  const before = Date.now();
  const now = systemClock.now();
  const after = Date.now();
  // A millisecond for rounding: the clocks of a process have fractions.
  assert.ok(now >= before - 1 && now <= after + 1, `${now} is not from ${before} to ${after}`);
});

/** A clock with simulated sources: `pass` advances time, `step` sets the wall clock. */
function simulated() {
  let wall = Date.UTC(2030, 0, 1);
  let monotonic = 1_234.5;
  const start = () =>
    anchoredClock(
      () => Math.floor(wall),
      () => monotonic,
    );
  return {
    clock: start(),
    start,
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    step(ms: number) {
      wall += ms;
    },
  };
}
