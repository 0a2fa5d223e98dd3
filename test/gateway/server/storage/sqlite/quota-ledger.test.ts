import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { minuteOf, windowMinutes } from '#gateway/server/storage/periods.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteQuotaLedger } from '#gateway/server/storage/sqlite/quota-ledger.js';
import { processorMs } from '../../../../support/processor-time.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const now = 1_900_000_000_000;
const minute = minuteOf(now);

test('a turn takes no longer for an account with requests in each minute of a day', async (t) => {
  // Their rows fit into SQLite's cache, also with a day of minutes: reads of the file would cost more than the rows.
  const accounts = Array.from({ length: 20 }, (_, index) => `acc_${index}`);
  const spent = new Map([[minute, 3]]);
  const turns = accounts.map((accountId) => ({ accountId, limit: 100_000, spent, fromBlock: 3, want: 50 }));
  const openWith = (minutesOfUse: number) => {
    const { ledger, database } = open(t);
    const insert = database.prepare('INSERT INTO quota_counts (account_id, minute, count) VALUES (?, ?, 1)');
    database.transaction(() => {
      for (const id of accounts) for (let ago = 1; ago <= minutesOfUse; ago++) insert.run(id, minute - ago);
    })();
    return ledger;
  };
  const ledgers = [openWith(60), openWith(windowMinutes - 1)];
  const times: readonly number[][] = ledgers.map(() => []);
  for (let number = 1; number <= 101; number++) {
    for (const [index, ledger] of ledgers.entries()) {
      times[index]?.push(processorMs(() => ledger.apply({ memberId: 'member', number, accounts: turns }, now)));
    }
  }
  const [few = 0, many = 0] = times.map((all) => all.toSorted((a, b) => a - b)[50]);
  assert.ok(many < 2 * few, `${many} ms of processor time for a turn with a day of minutes, ${few} with an hour`);
});

test('a start looks at the counts of the future alone, however many others there are', (t) => {
  const startMs = (minutesOfUse: number) => {
    const { ledger, database } = open(t);
    const insert = database.prepare('INSERT INTO quota_counts (account_id, minute, count) VALUES (?, ?, 1)');
    database.transaction(() => {
      for (let index = 0; index < 100; index++) {
        for (let ago = 1; ago <= minutesOfUse; ago++) insert.run(`acc_${index}`, minute - ago);
        insert.run(`acc_${index}`, minute + 5);
      }
    })();
    const spent = processorMs(() => {
      for (let start = 0; start < 10; start++) ledger.begin(true, now);
    });
    const counts = database.prepare('SELECT count(*) FROM quota_counts WHERE minute = ?').pluck();
    assert.deepEqual([counts.get(minute), counts.get(minute + 5)], [100, 0]);
    return spent;
  };
  const few = startMs(1);
  const many = startMs(windowMinutes - 1);
  assert.ok(many < few + 50, `${many} ms of processor time with a day of minutes, ${few} with one minute`);
});

test('totals are what the minutes add up to, whatever is done to these', (t) => {
  const { database } = open(t);
  const totals = () => database.prepare('SELECT account_id, count FROM quota_totals ORDER BY account_id').raw().all();
  const sums = () =>
    database
      .prepare('SELECT account_id, sum(count) FROM quota_counts GROUP BY account_id ORDER BY account_id')
      .raw()
      .all();
  for (const sql of [
    "INSERT INTO quota_counts VALUES ('a', 1, 5), ('a', 2, 7), ('b', 1, 1)",
    "INSERT INTO quota_counts VALUES ('a', 2, 3) ON CONFLICT DO UPDATE SET count = count + excluded.count",
    "UPDATE quota_counts SET count = count - 4 WHERE account_id = 'a'",
    "INSERT INTO quota_counts VALUES ('c', 1, 2), ('c', 2, -2)",
    'DELETE FROM quota_counts WHERE minute = 1',
    "UPDATE quota_counts SET count = 9 WHERE account_id = 'c'",
    'DELETE FROM quota_counts',
  ]) {
    database.exec(sql);
    assert.deepEqual(totals(), sums(), sql);
  }
});

function open(t: TestContext) {
  const database = openDatabase(temporaryFolder(t));
  t.after(() => database.close());
  return { database, ledger: new SqliteQuotaLedger(database, { process: 'a process', isDead: () => false }) };
}
