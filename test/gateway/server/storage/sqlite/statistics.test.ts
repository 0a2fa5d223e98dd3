import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import Sqlite, { type Database } from 'better-sqlite3';
import { usageRange } from '#gateway/core/usage-range.js';
import { minuteOf } from '#gateway/server/storage/periods.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { SqliteQuotaLedger } from '#gateway/server/storage/sqlite/quota-ledger.js';
import { UsageDays } from '#gateway/server/storage/sqlite/usage-days.js';
import { usageDays } from '#gateway/server/storage/sqlite/usage-queries.js';
import { SqliteWorkflowTable } from '#gateway/server/storage/sqlite/workflow-table.js';
import { author } from '../../../../support/author.js';
import { openSqliteStores } from '../../../../support/stores.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

/** Statistics of each index, by its number of columns: the rows of its table, and of each value of its first columns. */
const statistics: Readonly<Record<string, (columns: number) => string>> = {
  'an almost empty database': (columns) =>
    Array(columns + 1)
      .fill(1)
      .join(' '),
  'a database in which all rows are alike': (columns) =>
    Array(columns + 1)
      .fill(1_000_000)
      .join(' '),
  'a database of one account': (columns) => [...Array(columns).fill(1_000_000), 1].join(' '),
};

/** Statements that may read a whole table, and why that does not take long, or is done at a start alone. */
const scans: readonly string[] = [
  // A member is a gateway, remembered for a day.
  'SELECT count(*) FROM members',
  'SELECT id, process, seen_at AS seenAt FROM members',
  'DELETE FROM members',
  'SELECT account_id AS accountId, member_id AS memberId, requests FROM members',
  // Their number is bounded.
  'DELETE FROM sessions WHERE NOT',
  'DELETE FROM sessions WHERE id IN ( SELECT id FROM sessions ORDER BY last_used_at',
  'DELETE FROM sign_in_links WHERE expires_at <',
  // At a start.
  "SELECT id FROM accounts WHERE plan = 'free'",
  'SELECT sequence, id, plan, name, external_id AS externalId, daily_quota AS dailyQuota, burst_per_minute AS burstPerMinute, enabled, created_at AS createdAt FROM accounts ORDER BY sequence',
  'SELECT sequence, id, account_id, environment, label, origins, operator_bounds, owner_bounds, passed_expiry, last4, created_at, revoked_at, last_used_at FROM keys ORDER BY sequence',
  'SELECT key_id, hash, expires_at FROM secrets',
  'SELECT account_id AS accountId, name, id, max(version) AS version FROM workflows INDEXED BY workflows_by_name GROUP BY account_id',
  'UPDATE burst_buckets SET updated_at = min(updated_at',
  'INSERT INTO usage_hours (hour, account_id, key_id, operation, status, refusal, writer, count, charged, characters_in, characters_out) SELECT min(hour',
  "DELETE FROM usage_hours WHERE hour > ? OR writer <> ''",
];

test('an orderly stop stores no statistics', async (t) => {
  const { store, database, clock } = await openSqliteStores(t);
  await store.create({ plan: 'pro', environment: 'live' }, author);
  const counters = new SqliteCounterStore({ database, clock });
  await counters.write({
    buckets: [{ kind: 'ip', id: 'a', level: 1, updatedAt: clock.now(), stored: undefined, taken: 1, limit: 120 }],
  });
  await counters.close();
  assert.deepEqual(database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").all(), []);
});

test('no statistics that a start finds make a statement read a whole table', async (t) => {
  const statements = await statementsOfAGateway(t);
  assert.ok(statements.length > 50, `${statements.length} statements`);
  for (const [of, statistic] of Object.entries(statistics)) {
    const folder = temporaryFolder(t);
    const before = openDatabase(folder);
    writeStatistics(before, statistic);
    before.close();
    const database = openDatabase(folder);
    const scanning = statements.filter((statement) => scansATable(database, statement));
    const unexpected = scanning.filter((statement) => !scans.some((known) => statement.startsWith(known)));
    assert.deepEqual(unexpected, [], `with the statistics of ${of}`);
    database.close();
  }
});

test('statistics that somebody stores meanwhile do not make a look read all keys, or a key all secrets', async (t) => {
  const changes = (await statementsOfAGateway(t)).filter((statement) =>
    /^SELECT (?:keys\.)?sequence.*revision >/.test(statement),
  );
  const [keys = '', accounts = ''] = changes;
  for (const statistic of Object.values(statistics)) {
    const database = openDatabase(temporaryFolder(t));
    writeStatistics(database, statistic);
    assert.deepEqual(planOf(database, accounts), [
      'SEARCH accounts USING INDEX sqlite_autoindex_accounts_3 (revision>?)',
    ]);
    assert.deepEqual(planOf(database, keys).slice(0, 3), [
      'SEARCH keys USING INDEX sqlite_autoindex_keys_2 (revision>?)',
      'SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (id=?)',
      'SEARCH secrets USING INDEX secrets_by_key (key_id=?) LEFT-JOIN',
    ]);
    database.close();
  }
});

/** Returns the statements that a gateway prepares for what it does, without those of its other threads. */
async function statementsOfAGateway(t: TestContext): Promise<string[]> {
  const prepare = t.mock.method(Sqlite.prototype, 'prepare');
  const { store, sessions, database, clock } = await openSqliteStores(t);
  const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
  const { accountId } = key;
  await store.rotate(key.id, 60, author);
  await store.setLabel(key.id, 'a', author);
  await store.setOrigins(key.id, [], author);
  const workflows = new SqliteWorkflowTable(database, new SqliteKeyTable(database));
  const workflow = { accountId, name: 'w', steps: '[]', id: 'wfl_1' };
  for (const expected of ['none', 'any'] as const) {
    await workflows.put(workflow, expected, { ...author, kind: 'key', mostInDay: 10 });
  }
  await Promise.all([workflows.list(accountId), workflows.versions(accountId, 'w'), workflows.read(accountId, 'w', 1)]);
  await workflows.delete(accountId, 'w', 'any', author);
  const holder = { role: 'owner', accountId } as const;
  const link = await sessions.createLink(holder, author);
  await sessions.takeLink(link?.secret ?? '', 'Firefox', author);
  const { session, secret } = await sessions.begin(holder, 'Firefox', author);
  await sessions.find(secret);
  await Promise.all([sessions.list(), sessions.list(accountId), sessions.links(accountId)]);
  await sessions.deleteLink('none', accountId, author);
  await sessions.end(session.id, author);
  await sessions.endAllOf(accountId, author);
  await store.revoke(key.id, author);
  const counters = new SqliteCounterStore({ database, clock });
  counters.begin(true);
  counters.load(true);
  await counters.usageElsewhere(accountId, usageRange('30d', clock.now()));
  usageDays(database, { firstDay: 0, lastDay: 1, by: 'key' }, undefined);
  usageDays(database, { firstDay: 0, lastDay: 1, by: 'account', accountId }, undefined);
  const ledger = new SqliteQuotaLedger(database, { process: 'a', isDead: () => false });
  const turn = { accountId, limit: 10, spent: new Map([[minuteOf(clock.now()), 1]]), fromBlock: 0, want: 1 };
  ledger.apply({ memberId: 'a', number: 1, accounts: [turn] }, clock.now());
  ledger.maintain(clock.now());
  new UsageDays(database).addUp(0, 400, 1);
  prepare.mock.restore();
  const texts = prepare.mock.calls.map(({ arguments: [text] }) => text.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(texts)].filter((text) => /^(?:SELECT|INSERT|UPDATE|DELETE)/.test(text));
}

function writeStatistics(database: Database, statistic: (columns: number) => string): void {
  database.exec('ANALYZE; DELETE FROM sqlite_stat1; DELETE FROM sqlite_stat4');
  const insert = database.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)');
  const indexes = database
    .prepare<[], { table: string; index: string; columns: number }>(
      `SELECT t.name AS "table", iif(i.origin = 'pk' AND t.wr, t.name, i.name) AS "index",
         (SELECT count(*) FROM pragma_index_info(i.name)) AS columns
       FROM pragma_table_list AS t, pragma_index_list(t.name) AS i WHERE t.name NOT LIKE 'sqlite%'`,
    )
    .all();
  for (const { table, index, columns } of indexes) insert.run(table, index, statistic(columns));
  database.exec('ANALYZE sqlite_schema');
}

function scansATable(database: Database, statement: string): boolean {
  const tables = new Set(
    database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  );
  return planOf(database, statement).some((step) => tables.has(/^SCAN (\w+)/.exec(step)?.[1] ?? ''));
}

function planOf(database: Database, statement: string): string[] {
  const explain = database.prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${statement}`);
  const names = [...statement.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, null] as const);
  const unnamed = [...statement.matchAll(/\?/g)].map(() => null);
  const steps = names.length > 0 ? explain.all(Object.fromEntries(names)) : explain.all(...unnamed);
  return steps.map(({ detail }) => detail);
}
