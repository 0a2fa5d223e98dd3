import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { IndexedKeyStore } from '../../../gateway/keys/indexed-key-store.js';
import { BurstLimiter } from '../../../gateway/limits/burst-limiter.js';
import { CounterSync } from '../../../gateway/limits/counter-sync.js';
import { DailyQuota } from '../../../gateway/limits/daily-quota.js';
import { UsageHistory } from '../../../gateway/observability/usage-history.js';
import { connect, databaseFile, openDatabase } from '../../../gateway/store/connection.js';
import { SqliteCounterStore } from '../../../gateway/store/sqlite-counter-store.js';
import { SqliteKeyTable } from '../../../gateway/store/sqlite-key-table.js';
import { ManualClock } from '../../support/manual-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface Logged {
  readonly warnings: string[];
  readonly errors: string[];
}

/** The counters of one run of the program on a database. */
function startCounters(folder: string, clock: ManualClock) {
  const database = openDatabase(folder);
  const keys = new IndexedKeyStore(new SqliteKeyTable(database), clock);
  const quota = new DailyQuota(clock);
  const history = new UsageHistory(clock);
  const burstPerIp = new BurstLimiter({ kind: 'ip', limit: 120, clock });
  const burstPerKey = new BurstLimiter({ kind: 'key', limit: 120, clock });
  const store = new SqliteCounterStore({ database, clock, busyTimeoutMs: 50 });
  const logged: Logged = { warnings: [], errors: [] };
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey,
    quota,
    uses: keys.uses,
    history,
    clock,
    intervalMs: 3_600_000,
    log: {
      warn: (_, message) => logged.warnings.push(message),
      error: (_, message) => logged.errors.push(message),
    },
  });
  sync.start();
  const stop = async (): Promise<void> => {
    await sync.stop();
    await store.close();
    database.close();
  };
  return { keys, quota, burstPerIp, burstPerKey, sync, logged, stop };
}

function takeTimes(count: number, take: () => boolean): number {
  let admitted = 0;
  for (let i = 0; i < count; i++) if (take()) admitted++;
  return admitted;
}

async function withCounters(t: TestContext, use: (folder: string, clock: ManualClock) => Promise<void>): Promise<void> {
  await use(temporaryFolder(t), new ManualClock());
}

test('a restart resets nothing', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const before = startCounters(folder, clock);
    const { key } = before.keys.create({ plan: 'pro', environment: 'live' });
    takeTimes(100, () => before.burstPerIp.take('192.0.2.1'));
    takeTimes(50, () => before.burstPerKey.take(key.id));
    takeTimes(70, () => before.quota.take('acc', 100));
    before.keys.touch(key.id);
    await before.stop();

    clock.advance(5_000);
    const again = startCounters(folder, clock);
    assert.equal(again.quota.used('acc'), 70);
    assert.equal(
      takeTimes(200, () => again.burstPerIp.take('192.0.2.1')),
      30,
    );
    assert.equal(
      takeTimes(200, () => again.burstPerKey.take(key.id)),
      80,
    );
    assert.equal(again.keys.get(key.id)?.lastUsedAt, clock.now() - 5_000);
    await again.stop();
  });
});

test('thousands of counters are all written, in batches', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const before = startCounters(folder, clock);
    for (let i = 0; i < 3_500; i++) {
      before.quota.take(`acc${i}`, 10);
      before.burstPerIp.take(`client${i}`);
    }
    await before.stop();
    const again = startCounters(folder, clock);
    assert.equal(again.burstPerIp.size, 3_500);
    for (let i = 0; i < 3_500; i += 7) assert.equal(again.quota.used(`acc${i}`), 1);
    await again.stop();
  });
});

test('while the database is locked, counting continues, one line is logged, and no count is lost', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const counters = startCounters(folder, clock);
    const blocker = connect(databaseFile(folder), { synchronous: 'NORMAL', busyTimeoutMs: 0, autoCheckpointPages: 0 });
    blocker.exec('BEGIN IMMEDIATE');
    counters.quota.take('acc', 100);
    await counters.sync.flush();
    counters.quota.take('acc', 100);
    await counters.sync.flush();
    assert.equal(counters.sync.failing, true);
    assert.equal(counters.logged.errors.length, 1);
    blocker.exec('ROLLBACK');
    blocker.close();
    await counters.sync.flush();
    assert.equal(counters.sync.failing, false);
    assert.equal(counters.logged.warnings.length, 1);
    await counters.stop();

    const again = startCounters(folder, clock);
    assert.equal(again.quota.used('acc'), 2);
    await again.stop();
  });
});

test('a request that is refunded after it was written is refunded in the store too', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const before = startCounters(folder, clock);
    const minute = before.quota.currentMinute();
    takeTimes(3, () => before.quota.take('acc', 100, minute));
    await before.sync.flush();
    before.quota.refund('acc', minute);
    await before.stop();
    const again = startCounters(folder, clock);
    assert.equal(again.quota.used('acc'), 2);
    await again.stop();
  });
});
