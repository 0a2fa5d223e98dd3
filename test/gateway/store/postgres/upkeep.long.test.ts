import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool, parsePostgresUrl } from '../../../../gateway/store/postgres/connection.js';
import { PostgresCounterStore } from '../../../../gateway/store/postgres/counter-store.js';
import { openPostgres } from '../../../../gateway/store/postgres/open.js';
import { startPostgres, withoutPostgres } from '../../../support/postgres.js';

const now = Date.UTC(2030, 0, 1, 12);
const hour = now / 3_600_000;

test('a write that has no time to drop old rows is stored once, and the next one drops them', {
  skip: withoutPostgres,
}, async (t) => {
  const url = await (await startPostgres(t)).createDatabase('upkeep');
  const { pool, close } = await openPostgres(url);
  t.after(close);
  const address = parsePostgresUrl(url);
  assert.ok(address !== undefined);
  const hurried = await openPool(address, { connections: 2, statementTimeoutMs: 500 });
  t.after(() => hurried.end());
  const store = new PostgresCounterStore({ pool: hurried, writer: 'one', storeNow: () => now, now: () => now });
  const count = async (query: string) => Number((await pool.query(`SELECT count(*) FROM ${query}`)).rows[0].count);
  await pool.query(
    `INSERT INTO usage_days (day, account_id, key_id, operation, status, refusal, count)
     VALUES (1, 'account', 'key', 'run', 200, '', 1)`,
  );

  const busy = await pool.connect();
  await busy.query('BEGIN; LOCK TABLE usage_days');
  const of = { accountId: 'account', keyId: 'key', operation: 'run', status: 200, refusal: '' };
  await store.write({ usage: [{ ...of, hour, count: 7 }] });
  await busy.query('ROLLBACK');
  busy.release();
  assert.equal(await count('usage_hours WHERE count = 7'), 1);
  assert.equal(await count('usage_days'), 1);

  await store.write({});
  assert.equal(await count('usage_days'), 0);
});
