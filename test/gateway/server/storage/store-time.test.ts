import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RemoteTime } from '#gateway/server/storage/store-time.js';
import { ManualClock } from '../../../support/manual-clock.js';

const timeOf = (clock: ManualClock) => new RemoteTime(() => clock.now(), clock.now());

test('is that of this machine until the store has replied, and follows the store from then on', () => {
  for (const wrongMs of [-300_000, 300_000]) {
    const clock = new ManualClock();
    assert.equal(timeOf(clock).now(), clock.now());
    const time = timeOf(clock);
    const sentAt = clock.now();
    clock.advance(20);
    time.learn(sentAt, sentAt + 10 - wrongMs);
    assert.equal(time.now(), clock.now() - wrongMs);
    clock.advance(5_000);
    assert.equal(time.now(), clock.now() - wrongMs);
  }
});

test('never goes backwards', () => {
  const clock = new ManualClock();
  const time = timeOf(clock);
  time.learn(clock.now(), clock.now() + 1_000);
  const before = time.now();
  time.learn(clock.now(), clock.now());
  assert.equal(time.now(), before);
  clock.advance(1_500);
  assert.equal(time.now(), clock.now());
});

test('a clock of this machine that is set ahead moves it until the next reply, and not for as long as it is ahead', () => {
  const clock = new ManualClock();
  const time = timeOf(clock);
  time.learn(clock.now(), clock.now());
  const before = time.now();
  clock.advance(300_000);
  assert.equal(time.now(), before + 300_000, 'the machine may have slept');
  const sentAt = clock.now();
  clock.advance(2);
  time.learn(sentAt, before + 1);
  assert.equal(time.now(), before + 2);
});

test('a reply that took long, as that of a turn which waits for a lock, does not move it', () => {
  const clock = new ManualClock();
  const time = timeOf(clock);
  time.learn(clock.now(), clock.now());
  const sentAt = clock.now();
  clock.advance(1_000);
  time.learn(sentAt, clock.now());
  assert.equal(time.now(), clock.now(), 'the store has read its time at the end, not half way');
  assert.ok(time.latest() >= clock.now() + 1_000, 'it may have been at the beginning, though');
});

test('the latest that it may be is never earlier than what it is at the store', () => {
  for (const speed of [0.96, 1, 1.04]) {
    const clock = new ManualClock();
    const begin = clock.now();
    const time = timeOf(clock);
    const storeNow = () => begin + 60_000 + (clock.now() - begin) / speed;
    for (const tookMs of [0, 5, 900, 20]) {
      const sentAt = clock.now();
      const reported = storeNow();
      clock.advance(tookMs);
      time.learn(sentAt, reported);
      assert.ok(time.latest() >= storeNow());
      clock.advance(10_000);
      assert.ok(time.latest() >= storeNow());
    }
  }
});
