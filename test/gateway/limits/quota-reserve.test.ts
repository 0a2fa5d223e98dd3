import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BurstLimiter } from '../../../gateway/limits/burst-limiter.js';
import { Charge } from '../../../gateway/limits/charge.js';
import { CounterSync } from '../../../gateway/limits/counter-sync.js';
import { DailyQuota } from '../../../gateway/limits/daily-quota.js';
import { QuotaReserve } from '../../../gateway/limits/quota-reserve.js';
import { UsageHistory } from '../../../gateway/observability/usage-history.js';
import { type CounterBatch, type CounterStore, CounterWriteError } from '../../../gateway/store/counter-store.js';
import { ManualClock } from '../../support/manual-clock.js';

const limit = 800;
const block = 8;

/** Makes a reserve whose accounts have a block in the store. */
function withBlock(...accountIds: string[]) {
  let asked = 0;
  const reserve = new QuotaReserve(() => asked++);
  for (const id of accountIds) reserve.spend(id, limit);
  const store = () => reserve.confirm(reserve.take(new Set(accountIds), 0));
  store();
  return { reserve, store, asked: () => asked };
}

describe('a reserve', () => {
  test('covers nothing before the store has a block, and then one block more than the store has counted', () => {
    const reserve = new QuotaReserve(() => {});
    const account = reserve.spend('a', limit);
    assert.equal(reserve.covers(account, 1), false);
    const snapshot = reserve.take(new Set(['a']), 0);
    assert.deepEqual(snapshot.rows, [{ accountId: 'a', requests: block }]);
    assert.equal(reserve.covers(account, 1), false, 'the write is in progress');
    reserve.confirm(snapshot);
    assert.deepEqual([reserve.covers(account, 1 + block), reserve.covers(account, 2 + block)], [true, false]);
  });

  test('has a block of a hundredth of the quota, at least 1 and at most 1,000', () => {
    const sizes = [1, 10, 100, 101, 5_000, 100_000, 100_001, 1_000_000_000].map((quota) => {
      const reserve = new QuotaReserve(() => {});
      reserve.spend('a', quota);
      return reserve.take(new Set(['a']), 0).rows[0]?.requests;
    });
    assert.deepEqual(sizes, [1, 1, 1, 2, 50, 1_000, 1_000, 1_000]);
  });

  test('releases waiting requests in order, as far as a write covers them', () => {
    const { reserve, store } = withBlock('a');
    const gone: number[] = [];
    for (let ticket = 2; ticket <= 30; ticket++) {
      const account = reserve.spend('a', limit);
      assert.equal(account.spent, ticket);
      reserve.whenCovered(account, ticket, () => gone.push(ticket));
    }
    assert.deepEqual(gone, [2, 3, 4, 5, 6, 7, 8, 9]);
    store();
    assert.deepEqual(
      gone,
      [...Array(29).keys()].map((index) => index + 2),
      'all were spent when the block was taken',
    );
  });

  test('requests a write once half a block is spent, not for each request', () => {
    const { reserve, store, asked } = withBlock('a');
    assert.equal(asked(), 1);
    for (let i = 0; i < 4; i++) reserve.spend('a', limit);
    assert.equal(asked(), 1);
    for (let i = 0; i < 9; i++) reserve.spend('a', limit);
    assert.equal(asked(), 2);
    store();
    for (let i = 0; i < 5; i++) reserve.spend('a', limit);
    assert.equal(asked(), 3);
  });

  test('delays no request while the store fails, and every request again afterwards', () => {
    const { reserve } = withBlock('a');
    let gone = 0;
    const spend = () => {
      const account = reserve.spend('a', limit);
      reserve.whenCovered(account, account.spent, () => gone++);
    };
    for (let i = 0; i < 20; i++) spend();
    assert.equal(gone, 8);
    reserve.suspend();
    assert.equal(gone, 20);
    spend();
    assert.equal(gone, 21);
    reserve.resume();
    spend();
    assert.equal(gone, 21);
  });

  test('follows the quota: a smaller block covers less immediately, a larger one covers more once the store has it', () => {
    const { reserve } = withBlock('a');
    const account = reserve.spend('a', 100);
    assert.deepEqual([account.spent, account.covered], [2, 9]);
    const smaller = reserve.take(new Set(['a']), 0);
    assert.deepEqual(smaller.rows, [{ accountId: 'a', requests: 1 }]);
    assert.equal(account.covered, 3, 'the store may have it already');
    reserve.confirm(smaller);
    assert.equal(account.covered, 3);
    reserve.spend('a', limit);
    const larger = reserve.take(new Set(['a']), 0);
    assert.deepEqual([larger.rows, account.covered], [[{ accountId: 'a', requests: block }], 3]);
    reserve.confirm(larger);
    assert.equal(account.covered, 3 + block);
  });

  test('writes the larger block again if a failed write may have stored the smaller one', () => {
    const { reserve } = withBlock('a');
    reserve.spend('a', 100);
    reserve.take(new Set(['a']), 0);
    reserve.spend('a', limit);
    assert.deepEqual(reserve.take(new Set(['a']), 0).rows, [{ accountId: 'a', requests: block }]);
  });

  test('returns the block of an account that is idle for a minute and whose spending is stored', () => {
    const { reserve } = withBlock('idle', 'busy', 'unstored');
    reserve.spend('unstored', limit);
    reserve.take(new Set(['unstored']), 0);
    reserve.confirm(reserve.take(new Set(['busy']), 1));
    assert.deepEqual(reserve.release(59_999), []);
    const released = [{ accountId: 'idle', requests: 0 }];
    assert.deepEqual(reserve.release(60_000), released);
    assert.deepEqual(reserve.release(60_000), released, 'again until the store has it');
    reserve.confirmRelease(released);
    assert.deepEqual(reserve.release(60_000), []);
    assert.equal(reserve.size, 2);
    assert.equal(reserve.covers(reserve.spend('idle', limit), 1), false, 'a returning account starts again');
  });
});

/** A store whose writes succeed or fail when the test says so. */
class SlowStore implements CounterStore {
  readonly counts = new Map<number, number>();
  reserved = 0;
  readonly #waiting: { batch: CounterBatch; resolve: () => void; reject: (error: Error) => void }[] = [];

  load() {
    return { buckets: [], minutes: [], usage: [] };
  }

  write(batch: CounterBatch): Promise<void> {
    return new Promise((resolve, reject) => this.#waiting.push({ batch, resolve, reject }));
  }

  async close(): Promise<void> {}

  /** The number of requests that a start after a crash would count. */
  get charged(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, this.reserved);
  }

  /** Ends the next write: with success, with an error and no effect, or with an error despite its effect. */
  settle(outcome: 'done' | 'failed' | 'done and failed'): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    if (outcome !== 'failed') {
      for (const { minute, count } of next.batch.minutes ?? []) this.counts.set(minute, count);
      for (const { requests } of next.batch.reserves ?? []) this.reserved = requests;
    }
    if (outcome === 'done') next.resolve();
    else next.reject(new CounterWriteError('the disk is full'));
  }
}

test('if the process is killed at any time, the store has all started requests, and at most a block more', async () => {
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.constant('request' as const) },
    { weight: 6, arbitrary: fc.constant('done' as const) },
    { weight: 1, arbitrary: fc.constantFrom('failed', 'done and failed', 'sync', 'minute', 'idle') },
    // Changes of the quota change the block: to 1, 2 and back.
    { weight: 1, arbitrary: fc.constantFrom(100, 200, limit) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 200 }), async (steps) => {
      const clock = new ManualClock();
      const store = new SlowStore();
      const quota = new DailyQuota(clock);
      const bursts = { limit: 0, clock };
      const sync = new CounterSync({
        store,
        quota,
        clock,
        burstPerIp: new BurstLimiter({ kind: 'ip', ...bursts }),
        burstPerKey: new BurstLimiter({ kind: 'key', ...bursts }),
        uses: { dirtyCount: 0, takeDirty: () => [], markDirty: () => {} },
        history: new UsageHistory(clock),
        intervalMs: 3_600_000,
        log: { warn: () => {}, error: () => {} },
      });
      let [begun, admitted] = [0, 0];
      let failed = false;
      let currentLimit = limit;
      for (const what of steps) {
        if (what === 'request') {
          const charge = new Charge({ quota, reserve: sync.reserve }, 'a', currentLimit, quota.currentMinute());
          if (charge.admitted) {
            admitted++;
            charge.whenDurable(() => begun++);
          }
        } else if (typeof what === 'number') currentLimit = what;
        else if (what === 'sync') void sync.flush();
        else if (what === 'minute') clock.advance(60_000);
        else if (what === 'idle') clock.advance(120_000);
        else {
          failed ||= what !== 'done';
          store.settle(what);
        }
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        assert.ok(store.charged <= admitted + block, `${store.charged} charged for ${admitted} admitted`);
        // No request waits for the store while it fails.
        if (!failed) assert.ok(store.charged >= begun, `${store.charged} charged for ${begun} begun`);
      }
      for (let turn = 0; turn < 20; turn++) {
        store.settle('done');
        await new Promise(setImmediate);
      }
      if (!failed) assert.equal(begun, admitted, 'no request waits for the next sync');
      const stopped = sync.stop();
      let isStopped = false;
      void stopped.then(() => {
        isStopped = true;
      });
      while (!isStopped) {
        store.settle('done');
        await new Promise(setImmediate);
      }
      assert.equal(begun, admitted, 'all requests were served in the end');
      assert.equal(store.charged, admitted, 'a clean stop charges exactly the admitted requests');
    }),
    { seed: 20_261_121, numRuns: 150 },
  );
});
