import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { LastUses } from '#gateway/server/keys/last-uses.js';
import { BurstLimiter } from '#gateway/server/limits/burst-limiter.js';
import { CounterSync } from '#gateway/server/limits/counter-sync.js';
import { StoreHealth } from '#gateway/server/limits/store-health.js';
import type { CounterBatch, CounterStore } from '#gateway/server/storage/counter-store.js';
import { connect, databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { UsageHistory } from '#gateway/server/telemetry/usage-history.js';
import { author } from '../../../support/author.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

interface Logged {
  readonly warnings: string[];
  readonly errors: string[];
}

/** The counters of one run of the program on a database. */
function startCounters(folder: string, clock: ManualClock) {
  const database = openDatabase(folder);
  const keys = new IndexedKeyStore(new SqliteKeyTable(database), clock);
  const history = new UsageHistory(clock);
  const burstPerIp = new BurstLimiter({ kind: 'ip', limit: 120, clock });
  const burstPerKey = new BurstLimiter({ kind: 'key', limit: 120, clock });
  const store = new SqliteCounterStore({ database, clock, busyTimeoutMs: 50 });
  const logged: Logged = { warnings: [], errors: [] };
  const health = new StoreHealth({
    warn: (_, message) => logged.warnings.push(message),
    error: (_, message) => logged.errors.push(message),
  });
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey,
    uses: keys.uses,
    history,
    clock,
    health,
    intervalMs: 3_600_000,
  });
  sync.start(true);
  const stop = async (): Promise<void> => {
    await sync.stop();
    await store.close();
    database.close();
  };
  return { keys, burstPerIp, burstPerKey, sync, health, logged, stop };
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
    const { key } = await before.keys.create({ plan: 'pro', environment: 'live' }, author);
    takeTimes(100, () => before.burstPerIp.take('192.0.2.1'));
    takeTimes(50, () => before.burstPerKey.take(key.id));
    before.keys.touch(key.id);
    await before.stop();

    clock.advance(5_000);
    const again = startCounters(folder, clock);
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
    for (let i = 0; i < 3_500; i++) before.burstPerIp.take(`client${i}`);
    await before.stop();
    const again = startCounters(folder, clock);
    assert.equal(again.burstPerIp.size, 3_500);
    await again.stop();
  });
});

test('while the database is locked, counting continues, one line is logged, and no count is lost', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const counters = startCounters(folder, clock);
    const blocker = connect(databaseFile(folder), { synchronous: 'NORMAL', busyTimeoutMs: 0, autoCheckpointPages: 0 });
    blocker.exec('BEGIN IMMEDIATE');
    counters.burstPerKey.take('key');
    await counters.sync.flush();
    counters.burstPerKey.take('key');
    await counters.sync.flush();
    assert.equal(counters.health.isFailing, true);
    assert.equal(counters.logged.errors.length, 1);
    blocker.exec('ROLLBACK');
    blocker.close();
    await counters.sync.flush();
    assert.equal(counters.health.isFailing, false);
    assert.equal(counters.logged.warnings.length, 1);
    await counters.stop();

    const again = startCounters(folder, clock);
    assert.equal(
      takeTimes(200, () => again.burstPerKey.take('key')),
      118,
    );
    await again.stop();
  });
});

test('a gateway without requests drops rows that no longer count, once a minute', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const counters = startCounters(folder, clock);
    const database = openDatabase(folder);
    const rows = () => database.prepare('SELECT count(*) FROM burst_buckets').pluck().get();
    for (let i = 0; i < 1_500; i++) counters.burstPerIp.take(`client${i}`);
    await counters.sync.flush();
    assert.equal(rows(), 1_500);
    clock.advance(3 * 60_000);
    await counters.sync.flush();
    await counters.sync.flush();
    assert.equal(rows(), 500);
    clock.advance(60_000);
    await counters.sync.flush();
    assert.equal(rows(), 0);
    database.close();
    await counters.stop();
  });
});

test('upkeep that fails is no failure to store counters', async (t) => {
  await withCounters(t, async (folder, clock) => {
    const counters = startCounters(folder, clock);
    const blocker = connect(databaseFile(folder), { synchronous: 'NORMAL', busyTimeoutMs: 0, autoCheckpointPages: 0 });
    blocker.exec('BEGIN IMMEDIATE');
    clock.advance(3 * 60_000);
    await counters.sync.flush();
    assert.deepEqual([counters.health.isFailing, counters.logged.errors], [false, []]);
    blocker.close();
    await counters.stop();
  });
});

test('a write that failed is repeated within a second, however long the interval is', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const clock = new ManualClock();
  const [burstPerIp, burstPerKey] = [
    new BurstLimiter({ kind: 'ip', limit: 120, clock }),
    new BurstLimiter({ kind: 'key', limit: 120, clock }),
  ];
  const written: (readonly string[])[] = [];
  const store: CounterStore = {
    load: () => ({ buckets: [] }),
    usageElsewhere: async () => ({ outcomes: [], keys: [] }),
    requestsElsewhere: async () => [],
    usageTotals: async () => ({ outcomes: [], accounts: [] }),
    usageDays: async () => ({ rows: [], next: undefined }),
    async write({ buckets = [] }) {
      written.push(buckets.map(({ id }) => id));
      if (written.length < 3) throw new Error('It cannot be written');
      return [];
    },
    close: async () => {},
  };
  const health = new StoreHealth({ warn() {}, error() {} });
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey,
    uses: new LastUses(),
    history: new UsageHistory(clock),
    clock,
    health,
    intervalMs: 3_600_000,
  });
  sync.start(true);
  burstPerKey.take('key');
  await sync.flush();
  for (const writes of [2, 3]) {
    t.mock.timers.tick(1_000);
    await settled();
    assert.deepEqual(written, Array(writes).fill(['key']));
  }
  assert.equal(health.isFailing, false);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(written.length, 3, 'there is nothing to repeat');
});

test('a last write that fails is not tried again: the store is closed after it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const clock = new ManualClock();
  let writes = 0;
  const store: CounterStore = {
    load: () => ({ buckets: [] }),
    usageElsewhere: async () => ({ outcomes: [], keys: [] }),
    requestsElsewhere: async () => [],
    usageTotals: async () => ({ outcomes: [], accounts: [] }),
    usageDays: async () => ({ rows: [], next: undefined }),
    async write() {
      writes++;
      throw new Error('disk I/O error');
    },
    close: async () => {},
  };
  const [burstPerIp, burstPerKey] = [
    new BurstLimiter({ kind: 'ip', limit: 120, clock }),
    new BurstLimiter({ kind: 'key', limit: 60, clock }),
  ];
  const health = new StoreHealth({ warn: assert.fail, error: () => {} });
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey,
    uses: new LastUses(),
    history: new UsageHistory(clock),
    clock,
    health,
    intervalMs: 1_000,
  });
  sync.start(true);
  burstPerIp.take('192.0.2.1');
  await sync.stop();
  assert.equal(writes, 1);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(writes, 1);
});

test('buckets of keys and addresses are written together, and each limit learns of its own', async () => {
  const clock = new ManualClock();
  const [burstPerIp, burstPerKey] = [
    new BurstLimiter({ kind: 'ip', limit: 120, clock, isShared: true }),
    new BurstLimiter({ kind: 'key', limit: 60, clock, isShared: true }),
  ];
  const batches: CounterBatch[] = [];
  const store: CounterStore = {
    load: () => ({ buckets: [] }),
    usageElsewhere: async () => ({ outcomes: [], keys: [] }),
    requestsElsewhere: async () => [],
    usageTotals: async () => ({ outcomes: [], accounts: [] }),
    usageDays: async () => ({ rows: [], next: undefined }),
    async write(batch) {
      batches.push(batch);
      // Another gateway has used up the buckets of the keys.
      const ofKeys = batch.buckets?.filter(({ kind }) => kind === 'key') ?? [];
      return ofKeys.map((sent) => ({ sent, merged: { level: 0, updatedAt: clock.now() } }));
    },
    close: async () => {},
  };
  const health = new StoreHealth({ warn: assert.fail, error: assert.fail });
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey,
    uses: new LastUses(),
    history: new UsageHistory(clock),
    clock,
    health,
    intervalMs: 3_600_000,
  });
  for (let i = 0; i < 700; i++) {
    burstPerKey.take(`key ${i}`);
    burstPerIp.take(`ip ${i}`);
  }
  await sync.flush();
  assert.deepEqual(
    batches.map(({ buckets = [] }) => ['key', 'ip'].map((kind) => buckets.filter((each) => each.kind === kind).length)),
    [
      [700, 300],
      [0, 400],
    ],
  );
  assert.deepEqual([burstPerKey.take('key 1'), burstPerIp.take('ip 1')], [false, true]);
});
