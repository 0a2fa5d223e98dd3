import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import type { KeyChanges, KeyPosition } from '#gateway/server/storage/key-table.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { author } from '../../../support/author.js';
import { startTestGateway } from '../../../support/gateway.js';
import { until } from '../../../support/gateway-process.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { metric, metricsOf } from '../../../support/metrics.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const trustMs = 10_000;
const unreadable = 'Keys cannot be read from the database; they are served from memory for a limited time';
const readAgain = 'Keys can be read from the database again';

/** A table that fails to be read while the test says so. */
class BreakingTable extends SqliteKeyTable {
  code: string | undefined;

  override changedElsewhere(position: KeyPosition | undefined): KeyChanges | undefined {
    if (this.code !== undefined) throw Object.assign(new Error('It cannot be read'), { code: this.code });
    return super.changedElsewhere(position);
  }
}

/** Opens keys, and returns a function that looks for changes a time after the start. */
function openKeys(t: TestContext) {
  const folder = temporaryFolder(t);
  const [database, elsewhere] = [openDatabase(folder), openDatabase(folder)];
  t.after(() => {
    database.close();
    elsewhere.close();
  });
  const messages: string[] = [];
  const write = (_: object, message: string) => void messages.push(message);
  const clock = new ManualClock();
  const table = new BreakingTable(database);
  const keys = new IndexedKeyStore(table, clock, { trustMs, log: { warn: write, error: write } });
  // Later than any look of now.
  const start = performance.now() + 3_600_000;
  return {
    table,
    keys,
    messages,
    elsewhere: new IndexedKeyStore(new SqliteKeyTable(elsewhere), clock),
    followAfter: (ms: number) => keys.follow(start + ms),
  };
}

describe('a database that cannot be read', () => {
  test('serves the keys that are known for a limited time, and logs that once', async (t) => {
    const { table, keys, messages, elsewhere, followAfter } = openKeys(t);
    const { key, secret } = await keys.create({ plan: 'pro', environment: 'live' }, author);
    table.code = 'SQLITE_CORRUPT';
    elsewhere.follow(performance.now() + 1_000);
    await elsewhere.revoke(key.id, author);
    followAfter(0);
    followAfter(trustMs - 1);
    assert.deepEqual([keys.isFresh, keys.isUnreadable, keys.find(secret)?.id], [true, true, key.id]);
    followAfter(trustMs);
    assert.equal(keys.isFresh, false);
    assert.deepEqual(messages, [unreadable]);
    table.code = undefined;
    followAfter(2 * trustMs);
    assert.deepEqual([keys.isFresh, keys.isUnreadable, keys.find(secret)], [true, false, undefined]);
    assert.deepEqual(messages, [unreadable, readAgain]);
  });

  test('each failure has its own time', (t) => {
    const { table, keys, followAfter } = openKeys(t);
    for (const begin of [0, trustMs]) {
      table.code = 'SQLITE_CORRUPT';
      followAfter(begin);
      followAfter(begin + trustMs - 2);
      assert.equal(keys.isFresh, true);
      table.code = undefined;
      followAfter(begin + trustMs - 1);
    }
  });

  test('is not reported when it is locked for a moment, again and again', (t) => {
    const { table, keys, messages, followAfter } = openKeys(t);
    for (let second = 0; second < 100; second++) {
      table.code = second % 2 === 0 ? 'SQLITE_BUSY' : undefined;
      followAfter(second * 1_000);
      assert.deepEqual([keys.isFresh, keys.isUnreadable], [true, false]);
    }
    assert.deepEqual(messages, []);
  });

  test('is reported when it stays locked', (t) => {
    const { table, keys, messages, followAfter } = openKeys(t);
    table.code = 'SQLITE_BUSY';
    for (const ms of [0, 1_000, trustMs]) followAfter(ms);
    assert.deepEqual([keys.isFresh, keys.isUnreadable, messages], [false, true, [unreadable]]);
  });
});

test('a gateway that cannot read its database is degraded, and recovers without a request', async (t) => {
  const dataDir = temporaryFolder(t);
  const messages: string[] = [];
  const log = createLog('warn', { write: (line) => void messages.push((JSON.parse(line) as { msg: string }).msg) });
  const service = await startTestGateway(t, { dataDir, log, settings: { METRICS_PUBLIC: 'true' } });
  const { secret } = await service.key();
  const elsewhere = openDatabase(dataDir);
  t.after(() => void elsewhere.close());
  const statusOf = async () => (await service.post('/v1/sort-dedupe', { lines: ['a'] }, secret)).status;
  const readiness = async () => (await service.request('GET', '/readyz')).json;
  const isDegraded = async () => metric(await metricsOf(service.url), 'textmill_store_degraded') === 1;
  await service.gateway.ready;

  elsewhere.exec('ALTER TABLE accounts RENAME TO hidden; UPDATE keys SET revoked_at = 1, revision = revision + 1');
  await until('the failure is logged', () => messages.includes(unreadable));
  assert.deepEqual([await readiness(), await isDegraded(), await statusOf()], [{ status: 'degraded' }, true, 200]);

  elsewhere.exec('ALTER TABLE hidden RENAME TO accounts');
  await until('the recovery is logged', () => messages.includes(readAgain));
  assert.deepEqual([await readiness(), await isDegraded(), await statusOf()], [{ status: 'ok' }, false, 401]);
});
