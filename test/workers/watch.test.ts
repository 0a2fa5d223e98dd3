import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Excess, JobWatch, RunningStepRegister } from '#workers/watch.js';

const limits = { jobTimeoutMs: 1_000, memoryMb: 100 };
const step = { position: 2, slug: 'sort-lines', timeLimitMs: 300 };
const megabyte = 2 ** 20;

/** Returns a watch at time 0 over a thread with a heap of a given size. */
function watched(heapBytes: () => number | undefined = () => 0) {
  const register = new RunningStepRegister();
  const asked: number[] = [];
  const ended: (readonly [kind: Excess['kind'], slug: string | undefined])[] = [];
  // Never started: only the reader below uses it.
  const worker = Object.create(Worker.prototype) as Worker;
  const heaps = {
    usedHeapBytes: async () => {
      asked.push(1);
      return heapBytes();
    },
  };
  const watch = new JobWatch(limits, { worker, register, heaps }, 0, ({ kind, step: running }) =>
    ended.push([kind, running?.slug]),
  );
  return { watch, register, asked, ended };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a job is watched', () => {
  test('after 25 ms: shorter jobs cost nothing', () => {
    const { watch, asked } = watched();
    watch.poll(24);
    assert.equal(asked.length, 0);
    watch.poll(25);
    assert.equal(asked.length, 1);
  });

  test('until its deadline, and ended once', () => {
    const { watch, ended, register } = watched();
    register.enter({ ...step, timeLimitMs: 5_000 });
    watch.poll(999);
    assert.deepEqual(ended, []);
    watch.poll(1_000);
    watch.poll(1_025);
    assert.deepEqual(ended, [['timeout', 'sort-lines']]);
  });

  test('no longer after its end', () => {
    const { watch, ended } = watched();
    watch.close();
    watch.poll(2_000);
    assert.deepEqual(ended, []);
  });
});

describe('the heap of its thread', () => {
  test('ends the job at the limit, and names the step that ran', async () => {
    // 100 MiB, and a quarter for the young generation.
    let bytes = 125 * megabyte - 1;
    const { watch, ended, register } = watched(() => bytes);
    register.enter(step);
    watch.poll(30);
    await turn();
    assert.deepEqual(ended, []);
    bytes++;
    watch.poll(60);
    await turn();
    assert.deepEqual(ended, [['memory', 'sort-lines']]);
  });

  test('is requested once at a time: a thread in a long native call responds late', async () => {
    const { watch, asked } = watched();
    for (const now of [30, 55, 80]) watch.poll(now);
    assert.equal(asked.length, 1);
    await turn();
    watch.poll(105);
    assert.equal(asked.length, 2);
  });

  test('is ignored once the job has ended', async () => {
    const { watch, ended } = watched(() => 200 * megabyte);
    watch.poll(30);
    watch.close();
    await turn();
    assert.deepEqual(ended, []);
  });
});

describe('a step, where the system does not report processor time', () => {
  test('is ended after its limit, counted from the first poll', () => {
    const { watch, ended, register } = watched();
    register.enter(step);
    watch.poll(100);
    watch.poll(399);
    assert.deepEqual(ended, []);
    watch.poll(400);
    assert.deepEqual(ended, [['step-time', 'sort-lines']]);
  });

  test('has a limit of its own: the time of the step before does not count', () => {
    const { watch, ended, register } = watched();
    register.enter(step);
    watch.poll(100);
    register.leave();
    register.enter(step);
    watch.poll(350);
    watch.poll(600);
    assert.deepEqual(ended, []);
    watch.poll(650);
    assert.equal(ended.length, 1);
  });
});

describe('the register of the running step', () => {
  test('a step is visible through shared memory from its start to its end', () => {
    const register = new RunningStepRegister();
    const seen = new RunningStepRegister(register.memory);
    assert.equal(seen.read(), undefined);
    register.enter(step);
    const { number, ...rest } = seen.read() ?? { number: Number.NaN };
    assert.deepEqual(rest, step);
    register.leave();
    assert.equal(seen.read(), undefined);
    register.enter(step);
    assert.notEqual(seen.read()?.number, number, 'the same tool again is another step');
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
});
