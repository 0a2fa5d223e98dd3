import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PostgresCounterStore } from '../../../../gateway/store/postgres/counter-store.js';
import { openPostgres } from '../../../../gateway/store/postgres/open.js';
import { startPostgres, withoutPostgres } from '../../../support/postgres.js';

const keys = 2_000;
const now = Date.UTC(2030, 0, 1);

test('two gateways that write the last use of the same keys never wait for each other', {
  skip: withoutPostgres,
}, async (t) => {
  const postgres = await startPostgres(t);
  const { pool, close } = await openPostgres(await postgres.createDatabase('uses'));
  t.after(close);
  await pool.query("INSERT INTO accounts (id, plan) VALUES ('account', 'pro')");
  await pool.query(
    `INSERT INTO keys (id, sequence, account_id, environment, origins, created_at, revision)
     SELECT 'key ' || n, n, 'account', 'live', '[]', 0, n FROM generate_series(1, $1) AS n`,
    [keys],
  );
  const store = (writer: string) => new PostgresCounterStore({ pool, writer, storeNow: () => now, now: () => now });
  const uses = Array.from({ length: keys }, (_, index) => ({ keyId: `key ${index + 1}`, lastUsedAt: now }));
  const [one, two] = [store('one'), store('two')];
  for (let round = 0; round < 20; round++) {
    await Promise.all([one.write({ uses }), two.write({ uses: uses.toReversed() })]);
  }
  const { rows } = await pool.query('SELECT FROM keys WHERE last_used_at = $1', [now]);
  assert.equal(rows.length, keys);
});
