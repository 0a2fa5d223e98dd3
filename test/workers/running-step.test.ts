import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunningStepRegister } from '#workers/running-step.js';

const step = { position: 3, slug: 'sort-lines', timeLimitMs: 5_000 };

test('a step is visible through shared memory from its start to its end', () => {
  const register = new RunningStepRegister();
  const seen = new RunningStepRegister(register.memory);
  assert.equal(seen.read(), undefined);
  register.enter(step);
  const { sequence, ...rest } = seen.read() ?? { sequence: Number.NaN };
  assert.deepEqual(rest, step);
  register.leave();
  assert.equal(seen.read(), undefined);
  register.enter(step);
  assert.notEqual(seen.read()?.sequence, sequence, 'the same tool again is another step');
});

test('a half-written step is not visible', () => {
  const register = new RunningStepRegister();
  register.enter(step);
  Atomics.add(new Int32Array(register.memory), 0, 1);
  assert.equal(register.read(), undefined);
});

test('both sides know the id of the kernel thread', () => {
  const register = new RunningStepRegister();
  assert.equal(register.kernelThreadId, 0);
  register.kernelThreadId = 4_711;
  assert.equal(new RunningStepRegister(register.memory).kernelThreadId, 4_711);
});
