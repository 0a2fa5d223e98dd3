import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool, parsePostgresUrl } from '../../../../gateway/store/postgres/connection.js';
import { PostgresCounterStore } from '../../../../gateway/store/postgres/counter-store.js';
import { openPostgres } from '../../../../gateway/store/postgres/open.js';
import { createTestDatabase, startPostgres, withoutPostgres } from '../../../support/postgres.js';

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

test('secrets that have expired are deleted, but for those that a rotation holds: it would wait for the upkeep', {
  skip: withoutPostgres,
}, async (t) => {
  const { pool, close } = await openPostgres(await createTestDatabase());
  t.after(close);
  await pool.query(`
    INSERT INTO accounts VALUES ('account', 'pro');
    INSERT INTO keys (id, sequence, account_id, environment, origins, created_at, revision)
      VALUES ('key', 1, 'account', 'live', '[]', 1, 1);
    INSERT INTO secrets (hash, key_id, last4, created_at, expires_at)
      SELECT sha256(number::text::bytea), 'key', 'abcd', number, ${now} + number FROM generate_series(-1, 1) AS number`);
  const store = () => new PostgresCounterStore({ pool, writer: 'one', storeNow: () => now, now: () => now });
  const left = async () =>
    (await pool.query('SELECT created_at FROM secrets ORDER BY 1')).rows.map(({ created_at }) => created_at);
  const rotation = await pool.connect();
  await rotation.query('BEGIN; SELECT FROM secrets WHERE created_at = 0 FOR UPDATE');
  await store().write({});
  assert.deepEqual(await left(), [0, 1]);
  await rotation.query('ROLLBACK');
  rotation.release();
  await store().write({});
  assert.deepEqual(await left(), [1]);
});
