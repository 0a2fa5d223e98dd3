import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openSharedKeys } from '#gateway/server/keys/shared-keys.js';
import { Membership } from '#gateway/server/storage/membership.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { RemoteTime } from '#gateway/server/storage/store-time.js';
import { author } from '../../../support/author.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, startPostgres, withoutPostgres } from '../../../support/postgres.js';

const log = { info() {}, warn() {}, error() {} };

describe('keys in PostgreSQL', { skip: withoutPostgres }, () => {
  /** Opens the keys as a gateway does. @param wrongMs - how far its machine's clock is ahead. */
  async function openOn(t: TestContext, url: string, wrongMs = 0) {
    const store = await openPostgres(url);
    const clock = new ManualClock(Date.now() + wrongMs);
    const monotonicMs = () => clock.now();
    const time = new RemoteTime(monotonicMs, clock.now());
    const own = { membership: new Membership(), gateway: 1, trustMs: 60_000 };
    const shared = await openSharedKeys({ store, time, monotonicMs, clockSteps: { observe() {} }, log, ...own });
    t.after(async () => {
      await shared.close();
      await store.close();
    });
    return { store, ...shared };
  }

  test('a secret expires at the same moment on machines whose clocks are ten minutes apart', async (t) => {
    const url = await createTestDatabase();
    const [ahead, behind] = [await openOn(t, url, 300_000), await openOn(t, url, -300_000)];
    const { key, secret } = await ahead.keys.create({ plan: 'pro', environment: 'live' }, author);
    assert.deepEqual(await ahead.keys.confirmed(), []);
    await behind.keys.rotate(key.id, 60, author);
    assert.deepEqual(await behind.keys.confirmed(), []);
    for (const { keys } of [ahead, behind]) assert.notEqual(keys.find(secret), undefined);
    const again = await openOn(t, url, 300_000);
    assert.notEqual(again.keys.find(secret), undefined, 'also after a restart');
    const { rows } = await ahead.store.pool.query<{ grace: number }>(
      'SELECT expires_at - store_now() AS grace FROM secrets WHERE expires_at IS NOT NULL',
    );
    const [{ grace } = { grace: Number.NaN }] = rows;
    assert.ok(grace > 0 && grace <= 62_000, `${grace} ms of grace`);
  });

  test('a secret that is not in memory yet is found in the store; a wrong one is not', async (t) => {
    const url = await createTestDatabase();
    const [first, second] = [await openOn(t, url), await openOn(t, url)];
    const issued = await Promise.all(
      Array.from({ length: 10 }, () => first.keys.create({ plan: 'pro', environment: 'live' }, author)),
    );
    // Not confirmed: the second may or may not have seen them.
    const found = await Promise.all(issued.map(({ secret }) => second.keys.lookUp(secret)));
    assert.deepEqual(
      found.map((key) => key?.id),
      issued.map(({ key }) => key.id),
    );
    assert.equal(await second.keys.lookUp('svc_live_wrong'), undefined);
    assert.equal(await second.keys.lookUp('x'.repeat(1_000)), undefined);
  });

  test('a query of a store that is unavailable fails, and a change of a key too', async (t) => {
    const own: (() => void | Promise<void>)[] = [];
    const brief = await startPostgres({ after: (cleanup) => void own.unshift(cleanup) });
    const { keys } = await openOn(t, await brief.createDatabase('brief'));
    const { key, secret } = await keys.create({ plan: 'pro', environment: 'live' }, author);
    for (const cleanUp of own) await cleanUp();
    await assert.rejects(keys.lookUp('svc_live_wrong'), StoreUnavailableError);
    await assert.rejects(keys.revoke(key.id, author), StoreUnavailableError);
    assert.equal(keys.find(secret), key);
    assert.equal(keys.isFresh, true, 'for a limited time');
  });
});
