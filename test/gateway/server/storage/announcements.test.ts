import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Announcements, longestClaimMs } from '#gateway/server/storage/announcements.js';
import { PostgresAnnouncements } from '#gateway/server/storage/postgres/announcements.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

interface Rig {
  /** Those of two gateways. */
  readonly gateways: readonly [Announcements, Announcements];
  /** Lets time pass at the store; may be negative. */
  pass(ms: number): Promise<void> | void;
}

async function onSqlite(t: TestContext): Promise<Rig> {
  const folder = temporaryFolder(t);
  const clock = new ManualClock();
  const open = (writer: string) => {
    const database = openDatabase(folder);
    const store = new SqliteCounterStore({ database, clock, writer });
    cleanUpAfter(t, async () => {
      await store.close();
      database.close();
    });
    return store;
  };
  return { gateways: [open('one'), open('two')], pass: (ms) => clock.advance(ms) };
}

async function onPostgres(t: TestContext): Promise<Rig> {
  const { pool, close } = await openPostgres(await createTestDatabase());
  cleanUpAfter(t, close);
  // Instead of the server's time, that of the rows is moved.
  const pass = async (ms: number) => {
    await pool.query('UPDATE announcements SET ends_at = ends_at - $1::bigint', [ms]);
  };
  return { gateways: [new PostgresAnnouncements(pool), new PostgresAnnouncements(pool)], pass };
}

for (const { name, open, skip } of [
  { name: 'SQLite', open: onSqlite, skip: false },
  { name: 'PostgreSQL', open: onPostgres, skip: withoutPostgres },
] as const) {
  describe(`announcements in ${name}`, { skip }, () => {
    test('are claimed by one gateway, again once their time is over, and each by itself', async (t) => {
      const { gateways, pass } = await open(t);
      const [one, two] = gateways;
      const hour = 3_600_000;
      const together = await Promise.all([one, two, one, two].map((gateway) => gateway.claim('a', hour)));
      assert.deepEqual(together.filter(Boolean), [true]);
      assert.equal(await two.claim('b', 2 * hour), true);
      await pass(hour - 60_000);
      assert.deepEqual([await one.claim('a', hour), await one.claim('b', hour)], [false, false]);
      await pass(60_000);
      assert.deepEqual(
        [await one.claim('a', hour), await two.claim('a', hour), await one.claim('b', hour)],
        [true, false, false],
      );
    });

    test('of a clock that was ahead do not last until then', async (t) => {
      const { gateways, pass } = await open(t);
      const [one, two] = gateways;
      assert.equal(await one.claim('a', longestClaimMs), true);
      await pass(-60_000);
      assert.equal(await two.claim('a', longestClaimMs), true);
    });
  });
}
