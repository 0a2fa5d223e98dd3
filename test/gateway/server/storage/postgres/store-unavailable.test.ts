import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageRange } from '#gateway/core/usage-range.js';
import { openPool } from '#gateway/server/storage/postgres/connection.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { freePort } from '../../../../support/free-port.js';

const now = Date.UTC(2030, 0, 1);

// node:test fails a test with an unhandled rejection, as Node.js ends the gateway's process with one.
test('the usage of all accounts rejects once, and ends no process, while PostgreSQL is unavailable', async (t) => {
  const pool = await openPool({ url: `postgres://textmill@127.0.0.1:${await freePort()}/textmill`, shown: '' });
  t.after(() => pool.end());
  const store = new PostgresCounterStore({ pool, writer: 'one', storeNow: () => now, now: () => now });
  await assert.rejects(store.usageTotals(usageRange('24h', now), 20), { name: 'StoreUnavailableError' });
  // The second query has failed by then, too.
  await assert.rejects(pool.query('SELECT 1'));
});
