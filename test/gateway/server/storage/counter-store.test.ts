import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, statSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { BucketRow, ChangedBucket, UsageRow } from '#gateway/server/storage/counter-store.js';
import { databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { storedNumbers } from '../../../support/usage-rows.js';

const now = Date.UTC(2030, 0, 1, 12, 0, 30);
const hour = Math.floor(now / 3_600_000);
const usageOf = (accountId: string, atHour: number, count: number) => ({
  accountId,
  keyId: 'key_1',
  hour: atHour,
  operation: 'run',
  status: 429,
  refusal: 'quota',
  ...storedNumbers(count),
});
const changed = (row: BucketRow): ChangedBucket => ({ ...row, stored: undefined, taken: 1, limit: 120 });
const folder = temporaryFolder({ after });
let opened = 0;

describe('writing and loading', () => {
  test('written rows are loaded, after a restart too', async (t) => {
    const { store, load, reopen } = open(t);
    const buckets = [
      { kind: 'key', id: 'key_1', level: 0, updatedAt: now - 20 },
      { kind: 'ip', id: 'key_1', level: 119 * 60_000, updatedAt: now - 10 },
    ] as const;
    const usage = [
      usageOf('b', hour - 23, 1),
      {
        accountId: 'a',
        keyId: 'key_1',
        hour,
        operation: 'run',
        status: 429,
        refusal: 'burst-key',
        ...storedNumbers(4),
      },
      { accountId: 'a', keyId: 'key_1', hour, operation: 'run', status: 429, refusal: 'quota', ...storedNumbers(3) },
      { accountId: 'a', keyId: 'key_1', hour, operation: 'sanitize', status: 0, refusal: '', ...storedNumbers(5) },
    ];
    await store.write({ buckets: buckets.map(changed), usage });
    assert.deepEqual(load(), { buckets, usage });
    assert.deepEqual((await reopen())(), { buckets, usage });
  });

  test('the last written state is loaded', async (t) => {
    const { store, load } = open(t);
    for (const count of [3, 9, 8]) {
      await store.write({
        buckets: [changed({ kind: 'ip', id: 'a', level: count, updatedAt: now })],
        usage: [usageOf('a', hour, count)],
      });
    }
    assert.deepEqual(load(), {
      buckets: [{ kind: 'ip', id: 'a', level: 8, updatedAt: now }],
      usage: [usageOf('a', hour, 8)],
    });
  });

  test('3,500 rows of each kind', async (t) => {
    const { store, load } = open(t);
    const numbers = Array.from({ length: 3_500 }, (_, i) => i);
    const buckets = numbers.map((i) => changed({ kind: 'ip', id: `client ${i}`, level: i, updatedAt: now }));
    const usage = numbers.map((i) => usageOf(`account ${i}`, hour, i + 1));
    await store.write({ buckets, usage });
    const loaded = load();
    assert.equal(loaded.buckets.length, 3_500);
    assert.equal(
      loaded.usage.reduce((sum, { count }) => sum + count, 0),
      (3_500 * 3_501) / 2,
    );
  });

  test('writes that are not awaited run in order', async (t) => {
    const { store, load } = open(t);
    const counts = Array.from({ length: 50 }, (_, i) => i + 1);
    await Promise.all(counts.map((count) => store.write({ usage: [usageOf('a', hour, count)] })));
    assert.deepEqual(load().usage, [usageOf('a', hour, 50)]);
  });

  test('closing waits for writes in progress; later ones are refused', async (t) => {
    const { store, reopen } = open(t);
    const written = store.write({ usage: [usageOf('a', hour, 1)] });
    await store.close();
    await written;
    await assert.rejects(store.write({}), { name: 'CounterWriteError' });
    assert.equal((await reopen())().usage.length, 1);
  });
});

describe('expired rows', () => {
  test('are not loaded: hours after 24 hours, and buckets that are full again', async (t) => {
    const { store, load } = open(t);
    await store.write({
      buckets: [
        changed({ kind: 'ip', id: 'old', level: 0, updatedAt: now - 120_000 }),
        changed({ kind: 'ip', id: 'recent', level: 0, updatedAt: now - 119_999 }),
      ],
      usage: [usageOf('a', hour - 24, 1), usageOf('a', hour - 23, 2)],
    });
    const { buckets, usage } = load();
    assert.deepEqual([buckets.map(({ id }) => id), usage.map(({ count }) => count)], [['recent'], [2]]);
  });

  test('are deleted by later writes, 1,000 rows at a time; hours are added to their days', async (t) => {
    const { store, clock, bucketRows, hourRows, dayRows } = open(t);
    const numbers = Array.from({ length: 1_500 }, (_, i) => i);
    await store.write({
      buckets: numbers.map((i) => changed({ kind: 'ip', id: `client ${i}`, level: 0, updatedAt: now })),
      usage: numbers.map((i) => usageOf(`account ${i}`, hour, 1)),
    });
    assert.deepEqual([bucketRows(), hourRows()], [1_500, 1_500]);
    clock.advance(26 * 60 * 60_000);
    await store.write({});
    assert.deepEqual([bucketRows(), hourRows(), dayRows()], [500, 500, 1_000]);
    await store.write({});
    assert.deepEqual([bucketRows(), hourRows(), dayRows()], [0, 0, 1_500]);
    clock.advance(30 * 24 * 60 * 60_000);
    await store.write({});
    assert.equal(dayRows(), 500);
    await store.write({});
    assert.equal(dayRows(), 0);
  });

  test('of an hour are added to their day 26 hours later, when no clock can write that hour any more', async (t) => {
    const { store, load, clock, hourRows, dayRows } = open(t);
    await store.write({ usage: [usageOf('a', hour, 1)] });
    clock.set((hour + 24) * 3_600_000 - 1);
    await store.write({});
    assert.deepEqual([hourRows(), load().usage.length], [1, 1]);
    clock.set((hour + 26) * 3_600_000 - 1);
    await store.write({});
    assert.equal(hourRows(), 1);
    clock.advance(1);
    await store.write({});
    assert.deepEqual([hourRows(), dayRows()], [0, 1]);
  });
});

describe('a clock that was set back between two runs', () => {
  test('moves future counts to the present, permanently', async (t) => {
    const { store, load, clock, reopen } = open(t);
    await store.write({
      buckets: [changed({ kind: 'ip', id: 'a', level: 30_000, updatedAt: now })],
      usage: [
        usageOf('a', hour - 1, 1),
        usageOf('a', hour, 10),
        usageOf('a', hour + 1, 100),
        usageOf('b', hour, 1_000),
      ],
    });
    clock.advance(-3_600_000);
    const expected = {
      buckets: [{ kind: 'ip', id: 'a', level: 30_000, updatedAt: now - 3_600_000 }],
      usage: [usageOf('a', hour - 1, 111), usageOf('b', hour - 1, 1_000)],
    };
    assert.deepEqual(load(), expected);
    assert.deepEqual((await reopen())(), expected, 'the second start loads the same');
  });
});

describe('failures', () => {
  test('a write while another process holds the lock fails after its timeout, and the next one succeeds', async (t) => {
    const { store, load, database } = open(t, 50);
    const row = usageOf('a', hour, 1);
    database.exec('BEGIN IMMEDIATE');
    await assert.rejects(store.write({ usage: [row] }), {
      name: 'CounterWriteError',
      code: 'SQLITE_BUSY',
      message: 'Counters could not be written: database is locked',
    });
    database.exec('ROLLBACK');
    await store.write({ usage: [row] });
    assert.deepEqual(load().usage, [row]);
  });

  test('a write that fails halfway has written only complete transactions, and can be repeated', async (t) => {
    const { store, database, hourRows } = open(t);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON usage_hours WHEN new.count = 2500
                   BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    const usage = Array.from({ length: 3_500 }, (_, i) => usageOf(`account ${i}`, hour, i));
    await assert.rejects(store.write({ usage }), { message: 'Counters could not be written: the disk is full' });
    assert.equal(hourRows(), 2_000);
    database.exec('DROP TRIGGER full');
    await store.write({ usage });
    assert.equal(hourRows(), 3_500);
  });

  test('a database that cannot be opened fails the write, not the process', async (t) => {
    const { store, load, dataDir } = open(t);
    renameSync(dataDir, `${dataDir}-moved`);
    await assert.rejects(store.write({}), { message: /: Cannot open the database .*textmill\.sqlite: / });
    renameSync(`${dataDir}-moved`, dataDir);
    await store.write({ usage: [usageOf('a', hour, 1)] });
    assert.equal(load().usage.length, 1);
  });

  test('a thread that dies fails its pending writes, and a new thread runs the next one', async (t) => {
    const { store, load } = open(t);
    const row = usageOf('a', hour, 1);
    const started = once(process, 'worker');
    const lost = store.write({ usage: [row] });
    const [thread] = (await started) as [Worker];
    await Promise.all([
      assert.rejects(lost, { message: 'Counters could not be written: its thread ended' }),
      thread.terminate(),
    ]);
    await store.write({ usage: [row] });
    assert.deepEqual(load().usage, [row]);
  });
});

test('checkpoints limit the size of the write-ahead log', async (t) => {
  const { store, dataDir } = open(t);
  const id = (i: number) => `${i} `.padEnd(2_000, 'x');
  for (let round = 0; round < 20; round++) {
    await store.write({
      buckets: Array.from({ length: 500 }, (_, i) => changed({ kind: 'ip', id: id(i), level: round, updatedAt: now })),
    });
  }
  const [log, main] = [`${databaseFile(dataDir)}-wal`, databaseFile(dataDir)].map((file) => statSync(file).size);
  assert.ok((main ?? 0) > 1_000_000, `the database has ${main} bytes`);
  assert.ok((log ?? 0) < 12_000_000, `the log has ${log} bytes`);
});

/** Opens a store on a new database, with a function that reopens it as a restart does. */
function open(t: { after(end: () => Promise<void>): void }, busyTimeoutMs?: number) {
  const dataDir = `${folder}/${++opened}`;
  const clock = new ManualClock(now);
  const start = () => {
    const database = openDatabase(dataDir);
    return {
      database,
      store: new SqliteCounterStore({ database, clock, historyDays: 30, ...(busyTimeoutMs && { busyTimeoutMs }) }),
    };
  };
  let { database, store } = start();
  const end = async () => {
    await store.close();
    database.close();
  };
  t.after(end);
  /** What a start finds. */
  const load = () => {
    const { buckets } = store.load(true);
    const usage = database
      .prepare(
        `SELECT account_id AS accountId, key_id AS keyId, hour, operation, status, refusal, count, charged,
           characters_in AS charactersIn, characters_out AS charactersOut FROM usage_hours
         WHERE hour > ? ORDER BY hour, account_id, operation, status, refusal`,
      )
      .all(Math.floor(clock.now() / 3_600_000) - 24) as UsageRow[];
    return { buckets, usage };
  };
  return {
    dataDir,
    clock,
    store,
    database,
    bucketRows: () => database.prepare('SELECT count(*) FROM burst_buckets').pluck().get(),
    hourRows: () => database.prepare('SELECT count(*) FROM usage_hours').pluck().get(),
    dayRows: () => database.prepare('SELECT count(*) FROM usage_days').pluck().get(),
    load,
    async reopen() {
      await end();
      ({ database, store } = start());
      return load;
    },
  };
}
