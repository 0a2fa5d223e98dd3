import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SqliteAuditLog } from '#gateway/server/storage/sqlite/audit-log.js';
import { openSqliteStores } from '../../../../support/stores.js';

test('a reader that is closed while its thread loads SQLite waits for that, and reads nothing afterwards', async (t) => {
  const { database } = await openSqliteStores(t);
  const log = new SqliteAuditLog(database);
  const query = { limit: 10 };
  const read = log.read(query);
  await log.close();
  assert.deepEqual((await read)?.entries, []);
  await assert.rejects(log.read(query), /The store is closed/);
});
