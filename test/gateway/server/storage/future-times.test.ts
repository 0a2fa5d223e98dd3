import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Pool } from 'pg';
import { ClockSteps } from '#gateway/core/clock-steps.js';
import { type OpenedKeys, openKeys } from '#gateway/server/keys.js';
import { Membership } from '#gateway/server/storage/membership.js';
import { PostgresKeyMembers } from '#gateway/server/storage/postgres/key-members.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { PostgresQuotaLedger } from '#gateway/server/storage/postgres/quota-ledger.js';
import { lapseMs } from '#gateway/server/storage/quota-ledger.js';
import { author } from '../../../support/author.js';
import { type CleanupScope, cleanUpAfter } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;
const base = Date.UTC(2030, 0, 1, 12);

const log = { info() {}, warn() {}, error() {} };

function openGatewayKeys(scope: CleanupScope, now: number, dataDir: string, databaseUrl?: string): Promise<OpenedKeys> {
  writeFileSync(join(dataDir, 'gateway.lock'), '');
  const opened = openKeys({
    config: { dataDir, databaseUrl, keyTrustSeconds: 10 },
    isShared: false,
    membership: new Membership(),
    gateway: 1,
    clock: new ManualClock(now),
    clockSteps: new ClockSteps({ log }),
    log: log as never,
    lockFile: join(dataDir, 'gateway.lock'),
  });
  cleanUpAfter(scope, async () => (await opened).close());
  return opened;
}

/** Lets a database think that it is a time. */
async function setStoreNow(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `CREATE OR REPLACE FUNCTION store_now() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT ${now}::bigint'`,
  );
}

/** Opens a store at a time, as a start of a gateway does. */
type OpenAt = (now: number) => Promise<OpenedKeys>;

async function onSqlite(scope: CleanupScope): Promise<OpenAt> {
  const dataDir = temporaryFolder(scope);
  return (now) => openGatewayKeys(scope, now, dataDir);
}

async function onPostgres(scope: CleanupScope): Promise<OpenAt> {
  const { url, pool } = await openDatabase(scope);
  return async (now) => {
    await setStoreNow(pool, now);
    return openGatewayKeys(scope, now, temporaryFolder(scope), url);
  };
}

async function openDatabase(scope: CleanupScope): Promise<{ readonly url: string; readonly pool: Pool }> {
  const url = await createTestDatabase();
  const { pool, close } = await openPostgres(url);
  cleanUpAfter(scope, close);
  return { url, pool };
}

for (const { name, skip, on } of [
  { name: 'SQLite', skip: false, on: onSqlite },
  { name: 'PostgreSQL', skip: withoutPostgres, on: onPostgres },
] as const) {
  describe(`a clock that was a year ahead for a while, of ${name}`, { skip }, () => {
    test('makes no old secret, session or invitation of that time last for the year', async (t) => {
      const openAt = await on(t);
      const ahead = await openAt(base + yearMs);
      const { key, secret: oldSecret } = await ahead.keys.create({ plan: 'pro', environment: 'live' }, author);
      await ahead.keys.rotate(key.id, hourMs / 1_000, author);
      const owner = { role: 'owner', accountId: key.accountId } as const;
      const { session, secret } = await ahead.sessions.begin(owner, 'Firefox on Linux', author);
      const link = await ahead.sessions.createLink(owner, author);
      assert.ok(link !== undefined);
      const areValid = async ({ keys, sessions }: OpenedKeys) => [
        keys.find(oldSecret)?.id === key.id,
        (await sessions.list()).some(({ id }) => id === session.id),
        (await sessions.findLink(link.secret)) !== undefined,
      ];
      assert.deepEqual(await areValid(ahead), [true, true, true]);
      await ahead.close();

      const corrected = await openAt(base);
      assert.deepEqual(await areValid(corrected), [true, true, true], 'they go on for as long as they would have');
      // The new secret is a millisecond later than the old one.
      assert.equal(corrected.keys.get(key.id)?.oldSecretExpiresAt, base + hourMs - 1);
      assert.equal((await corrected.sessions.find(secret))?.createdAt, base);
      await corrected.close();

      const anHourLater = await openAt(base + hourMs);
      assert.deepEqual(await areValid(anHourLater), [false, true, true]);
      await anHourLater.close();
      const aWeekLater = await openAt(base + 7 * dayMs);
      assert.deepEqual(await areValid(aWeekLater), [false, false, false]);
    });

    test('makes a key that was seen to have expired valid for nobody when it is set back, but one with a later end', async (t) => {
      const openAt = await on(t);
      const first = await openAt(base);
      const live = { plan: 'pro', environment: 'live', operatorBounds: { expiresAt: base + hourMs } } as const;
      const [seen, unseen] = [await first.keys.create(live, author), await first.keys.create(live, author)];
      const refusals = ({ keys }: OpenedKeys) =>
        [seen, unseen].map(({ secret }) => {
          const key = keys.find(secret);
          return key && keys.refusalOf(key);
        });
      assert.deepEqual(refusals(first), [undefined, undefined]);
      await first.close();

      const ahead = await openAt(base + yearMs);
      const { passed } = { passed: ahead.keys.find(seen.secret) };
      assert.ok(passed !== undefined);
      const { position } = ahead.keys;
      assert.equal(ahead.keys.refusalOf(passed), 'key-expired');
      // It is stored behind the response.
      while (ahead.keys.position === position) await new Promise((resolve) => setTimeout(resolve, 5));
      await ahead.close();

      const corrected = await openAt(base + 1);
      assert.deepEqual(refusals(corrected), ['key-expired', undefined]);
      const ends = (until: number) => corrected.keys.expiringUntil(until).map(({ id }) => id);
      assert.deepEqual([ends(base + hourMs), ends(base + hourMs - 1)], [[unseen.key.id], []]);
      // The owner cannot bring it back, the operator can.
      const { id } = seen.key;
      await corrected.keys.setBounds(id, 'owner', { expiresAt: base + 2 * hourMs }, author);
      await corrected.keys.setBounds(id, 'owner', { expiresAt: null }, author);
      assert.deepEqual(refusals(corrected), ['key-expired', undefined]);
      await corrected.keys.setBounds(id, 'operator', { expiresAt: base + hourMs }, author);
      assert.deepEqual(refusals(corrected), [undefined, undefined]);
    });

    test('leaves alone what began and ends at times that may be', async (t) => {
      const openAt = await on(t);
      const first = await openAt(base);
      const { key, secret: oldSecret } = await first.keys.create({ plan: 'pro', environment: 'live' }, author);
      await first.keys.rotate(key.id, (7 * dayMs) / 1_000, author);
      const link = await first.sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
      await first.close();
      const behind = await openAt(base - 30_000);
      assert.equal(behind.keys.get(key.id)?.oldSecretExpiresAt, base + 7 * dayMs);
      assert.equal((await behind.sessions.links(key.accountId))[0]?.expiresAt, link?.link.expiresAt);
      assert.equal(behind.keys.find(oldSecret)?.id, key.id);
    });
  });
}

describe('a clock of PostgreSQL that is set back while gateways run', { skip: withoutPostgres }, () => {
  test('ends old secrets at all gateways when their time is over', async (t) => {
    const { url, pool } = await openDatabase(t);
    await setStoreNow(pool, base + yearMs);
    const { keys } = await openGatewayKeys(t, base, temporaryFolder(t), url);
    const { key } = await keys.create({ plan: 'pro', environment: 'live' }, author);
    await keys.rotate(key.id, hourMs / 1_000, author);
    assert.equal(keys.get(key.id)?.oldSecretExpiresAt, base + yearMs + hourMs);
    await setStoreNow(pool, base);
    await upkeep(pool);
    await keys.refresh();
    assert.equal(keys.get(key.id)?.oldSecretExpiresAt, base + hourMs - 1);
  });

  test('lets a dead gateway delay changes for as long as one that has just died, and no longer', async (t) => {
    const { pool } = await openDatabase(t);
    await setStoreNow(pool, base + yearMs);
    const members = new PostgresKeyMembers(pool);
    const facts = { process: 'dead', name: 'dead', pid: 1, gateway: 1, startedAt: base, address: null };
    const more = { version: '1', release: null, limits: null, ready: true, degraded: false };
    const position = async () => {
      const changes = await new PostgresKeyTable(pool).changedSince(undefined);
      assert.ok(changes !== undefined);
      return changes.position;
    };
    await members.noteSeen({ id: 'dead', ...facts, ...more }, await position(), 3 * lapseMs);
    await pool.query('SELECT next_key_revision()');
    const pending = async () => (await members.behind(await position(), 3 * lapseMs)).pending;
    await setStoreNow(pool, base);
    await upkeep(pool);
    assert.deepEqual(await pending(), [{ name: 'dead', until: base + 3 * lapseMs, isSilent: false }]);
    await setStoreNow(pool, base + lapseMs);
    assert.deepEqual(await pending(), [{ name: 'dead', until: base + 3 * lapseMs, isSilent: true }]);
    await setStoreNow(pool, base + 3 * lapseMs);
    assert.deepEqual(await pending(), []);
  });

  test('uses no quota up for longer than a day, and empties no bucket for longer than a minute', async (t) => {
    const { pool } = await openDatabase(t);
    await setStoreNow(pool, base + yearMs);
    const ledger = new PostgresQuotaLedger(pool);
    const turn = (memberId: string, count: number, now: number) => ({
      memberId,
      number: 1,
      isLast: true,
      accounts: [{ accountId: 'a', limit: 5, spent: new Map([[now / 60_000, count]]), fromBlock: 0, want: 0 }],
    });
    await ledger.apply(turn('one', 2, base + yearMs));
    await pool.query("INSERT INTO burst_buckets VALUES ('ip', 'one', 0, $1, '', 120)", [base + yearMs]);
    await setStoreNow(pool, base);
    await ledger.apply(turn('two', 3, base));
    await upkeep(pool);
    const { accounts } = await ledger.usage(['a'], 'three', 'minutes');
    assert.deepEqual(accounts, [{ accountId: 'a', minutes: [[base / 60_000, 5]] }]);
    const { rows } = await pool.query('SELECT updated_at FROM burst_buckets');
    assert.deepEqual(rows, [{ updated_at: base }]);
    await setStoreNow(pool, base + dayMs);
    const [total] = (await ledger.usage(['a'], 'three', 'total')).accounts;
    assert.equal(total?.minutes[0]?.[1], 0);
  });
});

async function upkeep(pool: Pool): Promise<void> {
  const ledger = new PostgresQuotaLedger(pool);
  while (await ledger.maintain());
}
