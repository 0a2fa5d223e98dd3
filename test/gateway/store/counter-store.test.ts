import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, statSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { databaseFile, openDatabase } from '../../../gateway/store/connection.js';
import { SqliteCounterStore } from '../../../gateway/store/sqlite-counter-store.js';
import { ManualClock } from '../../support/manual-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const now = Date.UTC(2030, 0, 1, 12, 0, 30);
const minute = Math.floor(now / 60_000);
const hour = Math.floor(now / 3_600_000);
const usageOf = (accountId: string, atHour: number, count: number) => ({
  ...{ accountId, hour: atHour, operation: 'run', status: 429, refusal: 'quota', count },
});
const folder = temporaryFolder({ after });
let opened = 0;

describe('writing and loading', () => {
  test('written rows are loaded, after a restart too', async (t) => {
    const { store, reopen } = open(t);
    const buckets = [
      { kind: 'key', id: 'key_1', level: 0, updatedAt: now - 20 },
      { kind: 'ip', id: 'key_1', level: 119 * 60_000, updatedAt: now - 10 },
    ] as const;
    const minutes = [
      { accountId: 'b', minute: minute - 1, count: 7 },
      { accountId: 'a', minute, count: 5_000 },
    ];
    const usage = [
      usageOf('b', hour - 23, 1),
      { accountId: 'a', hour, operation: 'run', status: 429, refusal: 'burst-key', count: 4 },
      { accountId: 'a', hour, operation: 'run', status: 429, refusal: 'quota', count: 3 },
      { accountId: 'a', hour, operation: 'sanitize', status: 0, refusal: '', count: 5 },
    ];
    await store.write({ buckets, minutes, usage });
    assert.deepEqual(store.load(), { buckets, minutes, usage });
    assert.deepEqual((await reopen()).load(), { buckets, minutes, usage });
  });

  test('the last written state is loaded', async (t) => {
    const { store } = open(t);
    for (const count of [3, 9, 8]) {
      await store.write({
        buckets: [{ kind: 'ip', id: 'a', level: count, updatedAt: now }],
        minutes: [{ accountId: 'a', minute, count }],
        usage: [usageOf('a', hour, count)],
      });
    }
    assert.deepEqual(store.load(), {
      buckets: [{ kind: 'ip', id: 'a', level: 8, updatedAt: now }],
      minutes: [{ accountId: 'a', minute, count: 8 }],
      usage: [usageOf('a', hour, 8)],
    });
  });

  test('expired history is deleted from disk by the load', async (t) => {
    const { store, database } = open(t);
    const kept = [usageOf('a', hour - 23, 1), usageOf('a', hour, 1)];
    const insert = database.prepare(
      'INSERT INTO usage_hours VALUES (:hour, :accountId, :operation, :status, :refusal, :count)',
    );
    for (const row of [usageOf('a', hour - 24, 1), usageOf('b', hour - 900, 1), ...kept]) insert.run(row);
    assert.deepEqual(store.load().usage, kept);
    assert.equal(database.prepare('SELECT count(*) FROM usage_hours').pluck().get(), 2);
  });

  test('3,500 rows of each kind', async (t) => {
    const { store } = open(t);
    const numbers = Array.from({ length: 3_500 }, (_, i) => i);
    const buckets = numbers.map((i) => ({ kind: 'ip' as const, id: `client ${i}`, level: i, updatedAt: now }));
    const minutes = numbers.map((i) => ({ accountId: `account ${i}`, minute, count: i + 1 }));
    const usage = numbers.map((i) => usageOf(`account ${i}`, hour, i + 1));
    await store.write({ buckets, minutes, usage });
    const loaded = store.load();
    assert.equal(loaded.buckets.length, 3_500);
    assert.equal(
      loaded.minutes.reduce((sum, { count }) => sum + count, 0),
      (3_500 * 3_501) / 2,
    );
    assert.equal(
      loaded.usage.reduce((sum, { count }) => sum + count, 0),
      (3_500 * 3_501) / 2,
    );
  });

  test('writes that are not awaited run in order', async (t) => {
    const { store } = open(t);
    const counts = Array.from({ length: 50 }, (_, i) => i + 1);
    await Promise.all(counts.map((count) => store.write({ minutes: [{ accountId: 'a', minute, count }] })));
    assert.deepEqual(store.load().minutes, [{ accountId: 'a', minute, count: 50 }]);
  });

  test('closing waits for writes in progress; later ones are refused', async (t) => {
    const { store, reopen } = open(t);
    const written = store.write({ minutes: [{ accountId: 'a', minute, count: 1 }] });
    await store.close();
    await written;
    await assert.rejects(store.write({}), { name: 'CounterWriteError' });
    assert.equal((await reopen()).load().minutes.length, 1);
  });
});

describe('expired rows', () => {
  test('are not loaded: minutes and hours after 24 hours, and buckets that are full again', async (t) => {
    const { store } = open(t);
    await store.write({
      buckets: [
        { kind: 'ip', id: 'old', level: 0, updatedAt: now - 120_000 },
        { kind: 'ip', id: 'recent', level: 0, updatedAt: now - 119_999 },
      ],
      minutes: [
        { accountId: 'a', minute: minute - 1_440, count: 1 },
        { accountId: 'a', minute: minute - 1_439, count: 2 },
        { accountId: 'given back', minute, count: 0 },
      ],
      usage: [usageOf('a', hour - 24, 1), usageOf('a', hour - 23, 2)],
    });
    const { buckets, minutes, usage } = store.load();
    assert.deepEqual([buckets.map(({ id }) => id), minutes.map(({ count }) => count)], [['recent'], [2]]);
    assert.deepEqual(
      usage.map(({ count }) => count),
      [2],
    );
  });

  test('are deleted by later writes, 1,000 rows at a time', async (t) => {
    const { store, clock, rows, hourRows } = open(t);
    const numbers = Array.from({ length: 1_500 }, (_, i) => i);
    await store.write({
      buckets: numbers.map((i) => ({ kind: 'ip', id: `client ${i}`, level: 0, updatedAt: now })),
      minutes: numbers.map((i) => ({ accountId: `account ${i}`, minute, count: 1 })),
      usage: numbers.map((i) => usageOf(`account ${i}`, hour, 1)),
    });
    assert.deepEqual([...rows(), hourRows()], [1_500, 1_500, 1_500]);
    clock.advance(24 * 60 * 60_000);
    await store.write({});
    assert.deepEqual([...rows(), hourRows()], [500, 500, 500]);
    await store.write({});
    assert.deepEqual([...rows(), hourRows()], [0, 0, 0]);
  });

  test('of an hour are deleted when the same hour of the next day starts', async (t) => {
    const { store, clock, hourRows } = open(t);
    await store.write({ usage: [usageOf('a', hour, 1)] });
    clock.set((hour + 24) * 3_600_000 - 1);
    await store.write({});
    assert.deepEqual([hourRows(), store.load().usage.length], [1, 1]);
    clock.advance(1);
    await store.write({});
    assert.equal(hourRows(), 0);
  });
});

describe('a clock that was set back between two runs', () => {
  test('moves future counts to the present, permanently', async (t) => {
    const { store, clock, reopen } = open(t);
    await store.write({
      buckets: [{ kind: 'ip', id: 'a', level: 30_000, updatedAt: now }],
      minutes: [
        { accountId: 'a', minute: minute - 60, count: 1 },
        { accountId: 'a', minute: minute - 1, count: 10 },
        { accountId: 'a', minute, count: 100 },
        { accountId: 'b', minute, count: 1_000 },
      ],
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
      minutes: [
        { accountId: 'a', minute: minute - 60, count: 111 },
        { accountId: 'b', minute: minute - 60, count: 1_000 },
      ],
      usage: [usageOf('a', hour - 1, 111), usageOf('b', hour - 1, 1_000)],
    };
    assert.deepEqual(store.load(), expected);
    assert.deepEqual((await reopen()).load(), expected, 'the second start loads the same');
  });
});

describe('failures', () => {
  test('a write while another process holds the lock fails after its timeout, and the next one succeeds', async (t) => {
    const { store, database } = open(t, 50);
    const row = { accountId: 'a', minute, count: 1 };
    database.exec('BEGIN IMMEDIATE');
    await assert.rejects(store.write({ minutes: [row] }), {
      name: 'CounterWriteError',
      code: 'SQLITE_BUSY',
      message: 'Counters could not be written: database is locked',
    });
    database.exec('ROLLBACK');
    await store.write({ minutes: [row] });
    assert.deepEqual(store.load().minutes, [row]);
  });

  test('a write that fails halfway has written only complete transactions, and can be repeated', async (t) => {
    const { store, database, rows } = open(t);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON quota_minutes WHEN new.count = 2500
                   BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    const minutes = Array.from({ length: 3_500 }, (_, i) => ({ accountId: `account ${i}`, minute, count: i }));
    await assert.rejects(store.write({ minutes }), { message: 'Counters could not be written: the disk is full' });
    assert.deepEqual(rows(), [0, 2_000]);
    database.exec('DROP TRIGGER full');
    await store.write({ minutes });
    assert.deepEqual(rows(), [0, 3_500]);
  });

  test('a database that cannot be opened fails the write, not the process', async (t) => {
    const { store, dataDir } = open(t);
    renameSync(dataDir, `${dataDir}-moved`);
    await assert.rejects(store.write({}), { message: /: Cannot open the database .*textmill\.sqlite: / });
    renameSync(`${dataDir}-moved`, dataDir);
    await store.write({ minutes: [{ accountId: 'a', minute, count: 1 }] });
    assert.equal(store.load().minutes.length, 1);
  });

  test('a thread that dies fails its pending writes, and a new thread runs the next one', async (t) => {
    const { store } = open(t);
    const row = { accountId: 'a', minute, count: 1 };
    const started = once(process, 'worker');
    const lost = store.write({ minutes: [row] });
    const [thread] = (await started) as [Worker];
    await Promise.all([
      assert.rejects(lost, { message: 'Counters could not be written: its thread ended' }),
      thread.terminate(),
    ]);
    await store.write({ minutes: [row] });
    assert.deepEqual(store.load().minutes, [row]);
  });
});

test('checkpoints limit the size of the write-ahead log', async (t) => {
  const { store, dataDir } = open(t);
  const id = (i: number) => `${i} `.padEnd(2_000, 'x');
  for (let round = 0; round < 20; round++) {
    await store.write({
      buckets: Array.from({ length: 500 }, (_, i) => ({ kind: 'ip', id: id(i), level: round, updatedAt: now })),
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
    return { database, store: new SqliteCounterStore({ database, clock, ...(busyTimeoutMs && { busyTimeoutMs }) }) };
  };
  let { database, store } = start();
  const end = async () => {
    await store.close();
    database.close();
  };
  t.after(end);
  return {
    dataDir,
    clock,
    store,
    database,
    rows: () => {
      const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
      return [count('burst_buckets'), count('quota_minutes')];
    },
    hourRows: () => database.prepare('SELECT count(*) FROM usage_hours').pluck().get(),
    async reopen() {
      await end();
      ({ database, store } = start());
      return store;
    },
  };
}
