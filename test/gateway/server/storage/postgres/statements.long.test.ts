import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool, parsePostgresUrl, type Queries } from '#gateway/server/storage/postgres/connection.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { fillPostgres } from '../../../../support/filled-store.js';
import { createTestDatabase, withoutPostgres } from '../../../../support/postgres.js';
import { storedNumbers } from '../../../../support/usage-rows.js';

// What single statements do, and for how long they hold rows.

const now = Date.UTC(2030, 0, 1, 12);
const hour = now / 3_600_000;

test('one statement read all keys, and timed out when there were many', { skip: withoutPostgres }, async (t) => {
  const url = await createTestDatabase();
  await fillPostgres(url, { keys: 2_500, accounts: 10 });
  const { pool, close } = await openPostgres(url);
  t.after(close);
  const pages: number[] = [];
  // After the first page, a key in it and one behind it change, and there is a new one.
  const queries = {
    async query(statement: { readonly text: string; readonly values: unknown[] }) {
      const result = await pool.query(statement);
      pages.push(result.rows.length);
      if (pages.length > 1) return result;
      const author = { kind: 'system', action: 'key.set-label' };
      for (const id of ['key_5', 'key_2000']) await pool.query("SELECT set_key_label($1, 'new', $2)", [id, author]);
      await pool.query(
        `SELECT create_key('last', 'acc_1', false, 'pro', 'live', NULL, '[]', NULL, NULL, 0, sha256('last'), 'abcd')`,
      );
      return result;
    },
  } as unknown as Queries;

  const changes = await new PostgresKeyTable(queries).changedSince(undefined);
  const changed = changes?.keys ?? [];
  assert.deepEqual(pages, [1_010, 1_000, 502], 'the accounts are in the first one');
  const sequences = changed.map(({ key }) => key.sequence);
  assert.deepEqual(
    sequences,
    [...new Set(sequences)].toSorted((a, b) => a - b),
    'each key once, in the order of creation',
  );
  assert.deepEqual([changed.length, changed.at(-1)?.key.id], [2_501, 'last']);
  const labelled = changed.filter(({ key }) => key.label === 'new').map(({ key }) => key.id);
  assert.deepEqual(labelled, ['key_5', 'key_2000']);
  for (const { secrets } of changed) assert.equal(secrets.length, 1);
  assert.equal(changes?.position.revision, 2_500, 'of the first page: what changed later is read again');
  const later = await new PostgresKeyTable(pool).changedSince(changes?.position);
  assert.deepEqual([later?.position.revision, later?.keys.length], [2_503, 3]);
  assert.deepEqual((await new PostgresKeyTable(pool).changedSince(later?.position))?.keys, []);
});

test('two gateways that write the last use of the same keys never wait for each other', {
  skip: withoutPostgres,
}, async (t) => {
  const keys = 2_000;
  const { pool, close } = await openPostgres(await createTestDatabase());
  t.after(close);
  await pool.query(
    "INSERT INTO accounts (id, sequence, plan, created_at, revision) VALUES ('account', 0, 'pro', 0, 0)",
  );
  await pool.query(
    `INSERT INTO keys (id, sequence, account_id, environment, origins, last4, created_at, revision)
     SELECT 'key ' || n, n, 'account', 'live', '[]', 'abcd', 0, n FROM generate_series(1, $1) AS n`,
    [keys],
  );
  const store = (writer: string) => new PostgresCounterStore({ pool, writer, storeNow: () => now, now: () => now });
  const uses = Array.from({ length: keys }, (_, index) => ({ keyId: `key ${index + 1}`, lastUsedAt: now }));
  const [one, two] = [store('one'), store('two')];
  for (let round = 0; round < 8; round++) {
    await Promise.all([one.write({ uses }), two.write({ uses: uses.toReversed() })]);
  }
  const { rows } = await pool.query('SELECT FROM keys WHERE last_used_at = $1', [now]);
  assert.equal(rows.length, keys);
});

test('a write that has no time to drop old rows is stored once, and the next one drops them', {
  skip: withoutPostgres,
}, async (t) => {
  const url = await createTestDatabase();
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
  await store.write({ usage: [{ ...of, hour, ...storedNumbers(7) }] });
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
    INSERT INTO accounts (id, sequence, plan, created_at, revision) VALUES ('account', 0, 'pro', 1, 0);
    INSERT INTO keys (id, sequence, account_id, environment, origins, last4, created_at, revision)
      VALUES ('key', 1, 'account', 'live', '[]', 'abcd', 1, 1);
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
