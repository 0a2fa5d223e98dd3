import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KeyConfirmations } from '#gateway/server/keys/key-confirmations.js';
import type { PendingMember } from '#gateway/server/storage/key-members.js';
import { StoreUnavailableError } from '#gateway/server/storage/store-fault.js';

const position = { revision: 1, token: 'a token' };
const slow: PendingMember = { name: 'slow', until: 300_000, isSilent: false };

/** Confirmations whose time passes with their timers, each as soon as it is set. */
function confirmationsOf(behind: (query: number) => Promise<readonly PendingMember[]>) {
  let now = 0;
  let queries = 0;
  const timers = new Set<() => void>();
  const reports: { pending: readonly PendingMember[]; failure: unknown }[] = [];
  const confirmations = new KeyConfirmations({
    members: { behind: async () => ({ isKnown: true, pending: await behind(++queries) }) },
    now: () => now,
    trustMs: 300_000,
    onPending: (pending, failure) => void reports.push({ pending, failure }),
    monotonicMs: () => now,
    after(ms, run) {
      const fire = () => {
        if (!timers.delete(fire)) return;
        now += ms;
        run();
      };
      timers.add(fire);
      setImmediate(fire);
      return () => void timers.delete(fire);
    },
  });
  return { confirmations, timers, reports, now: () => now };
}

describe('a wait for other gateways leaves nothing behind', () => {
  test('after it looked again and again in vain', async () => {
    const { confirmations, timers, now } = confirmationsOf(async () => [slow]);
    assert.deepEqual(await confirmations.confirmed(position), [slow]);
    assert.equal(now(), 2_000);
    assert.deepEqual([confirmations.waits, timers.size], [0, 0]);
  });

  test('after it was woken', async () => {
    const { confirmations, timers, now } = confirmationsOf(async (query) => {
      // Between the query and its result: the wait must not miss it.
      confirmations.wake();
      return query === 1 ? [slow] : [];
    });
    assert.deepEqual(await confirmations.confirmed(position), []);
    assert.equal(now(), 0);
    assert.deepEqual([confirmations.waits, timers.size], [0, 0]);
  });

  test('after a query that failed', async () => {
    const unavailable = new StoreUnavailableError(new Error('Connection terminated unexpectedly'));
    const { confirmations, timers } = confirmationsOf(() => Promise.reject(unavailable));
    await confirmations.confirmed(position);
    assert.deepEqual([confirmations.waits, timers.size], [0, 0]);
  });
});

describe('a store that breaks after a change was stored does not fail the change', () => {
  const unavailable = new StoreUnavailableError(new Error('Connection terminated unexpectedly'));
  const unknown: PendingMember = { name: 'unknown', until: 300_000, isSilent: false };

  test('for a moment: the wait asks again', async () => {
    const { confirmations, reports } = confirmationsOf(async (query) => {
      if (query < 3) throw unavailable;
      return [];
    });
    assert.deepEqual(await confirmations.confirmed(position), []);
    assert.deepEqual(reports, []);
  });

  test('for long: any gateway may not have confirmed it, and the reason is reported', async () => {
    const { confirmations, reports, now } = confirmationsOf(() => Promise.reject(unavailable));
    assert.deepEqual(await confirmations.confirmed(position), [unknown]);
    assert.equal(now(), 2_000);
    assert.deepEqual(reports, [{ pending: [unknown], failure: unavailable }]);
  });
});
