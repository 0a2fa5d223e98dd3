import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedTime } from '#bench/cluster/simulated-time.js';

function* every(ms: number): Generator<number, never> {
  for (let at = ms; ; at += ms) yield at;
}

test('things happen in the order of their times, and of their begin if the times are equal', async () => {
  const time = new SimulatedTime();
  const happened: string[] = [];
  for (const [ms, name] of [
    [30, 'c'],
    [10, 'a'],
    [20, 'b1'],
    [20, 'b2'],
    [99, 'late'],
  ] as const) {
    time.after(ms, () => happened.push(`${name} at ${time.now}`));
  }
  time.after(15, () => happened.push('cancelled'))();
  await time.pass(50, every(25), () => happened.push(`arrival at ${time.now}`));
  assert.deepEqual(happened, ['a at 10', 'b1 at 20', 'b2 at 20', 'arrival at 25', 'c at 30', 'arrival at 50']);
  assert.equal(time.now, 50);
});

test('what waits goes on before the next thing happens', async () => {
  const time = new SimulatedTime();
  const happened: string[] = [];
  const wait = async () => {
    await time.wait(10);
    happened.push(`waited until ${time.now}`);
    await time.nextTurn();
    happened.push(`next turn at ${time.now}`);
  };
  void wait();
  const stop = time.every(10, () => happened.push(`tick at ${time.now}`));
  await time.pass(20, every(1_000), () => {});
  stop();
  await time.pass(20, every(1_000), () => {});
  assert.deepEqual(happened, ['waited until 10', 'tick at 10', 'next turn at 10', 'tick at 20']);
});

test('many timers are kept in order', async () => {
  const time = new SimulatedTime();
  const found: number[] = [];
  for (let i = 0; i < 500; i++) time.after((i * 7_919) % 1_000, () => found.push(time.now));
  await time.pass(1_000, every(10_000), () => {});
  assert.equal(found.length, 500);
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
});
