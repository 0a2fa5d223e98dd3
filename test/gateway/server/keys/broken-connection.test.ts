import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Services } from '#gateway/server/endpoints/endpoint.js';
import { createKey, rotateKey } from '#gateway/server/endpoints/key-handlers.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { KeyConfirmations } from '#gateway/server/keys/key-confirmations.js';
import type { AdministrationRequest } from '#gateway/server/pipeline/route.js';
import type { KeyChanges, KeyPosition } from '#gateway/server/storage/key-table.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { author } from '../../../support/author.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const broken = new StoreUnavailableError(new Error('Connection terminated unexpectedly'));

/** A table that fails to be read as often as the test says. */
class BreakingTable extends SqliteKeyTable {
  failures = 0;

  override async changedSince(position: KeyPosition | undefined): Promise<KeyChanges | undefined> {
    if (this.failures-- > 0) throw broken;
    return super.changedSince(position);
  }
}

function openKeys(t: TestContext) {
  const database = openDatabase(temporaryFolder(t));
  t.after(() => void database.close());
  const table = new BreakingTable(database);
  return { table, keys: new IndexedKeyStore(table, new ManualClock()) };
}

test('a connection that breaks after a change was stored loses no new secret', async (t) => {
  const { table, keys } = openKeys(t);
  const { key, secret } = await keys.create({ plan: 'pro', environment: 'live' }, author);
  table.failures = 1;
  const rotated = await keys.rotate(key.id, 0, author);
  assert.ok(rotated);
  assert.equal(keys.find(rotated.secret)?.id, key.id);
  assert.equal(keys.find(secret), undefined);
  table.failures = 1;
  assert.notEqual((await keys.revoke(key.id, author))?.revokedAt, null);
});

test('a connection that breaks before the gateways have confirmed a change loses no new secret', async (t) => {
  const { keys } = openKeys(t);
  const clock = new ManualClock();
  const confirmations = new KeyConfirmations({
    members: { behind: () => Promise.reject(broken) },
    now: () => Date.parse('2030-01-01T00:00:00Z'),
    trustMs: 300_000,
    monotonicMs: () => clock.now(),
    after(ms, run) {
      clock.advance(ms);
      setImmediate(run);
      return () => {};
    },
  });
  keys.share({
    isFresh: true,
    isUnavailable: false,
    mayKnowMore: true,
    confirmed: (position) => confirmations.confirmed(position),
  });
  // The admin token makes the change, in no session.
  const sessions = { acting: () => undefined };
  const services = { keys, clock, sessions, storeFailed: assert.fail } as unknown as Services;
  const request = (body: string, id = '') =>
    ({ method: 'POST', parameters: { id }, body: Buffer.from(body) }) as unknown as AdministrationRequest;
  const documentOf = (result: Awaited<ReturnType<typeof createKey>>) => {
    assert.ok('body' in result, JSON.stringify(result));
    return JSON.parse(Buffer.from(result.body).toString()) as { id: string; key: string; pending: unknown };
  };
  const pending = [{ gateway: 'unknown', until: '2030-01-01T00:05:00.000Z' }];
  const created = documentOf(await createKey(request('{"plan":"pro"}'), services));
  assert.deepEqual([keys.find(created.key)?.id, created.pending], [created.id, pending]);
  const rotated = documentOf(await rotateKey(request('', created.id), services));
  assert.deepEqual([keys.find(rotated.key)?.id, rotated.pending], [created.id, pending]);
});

test('a store that stays unavailable after a change fails it', async (t) => {
  const { table, keys } = openKeys(t);
  const { key } = await keys.create({ plan: 'pro', environment: 'live' }, author);
  table.failures = 2;
  await assert.rejects(keys.setLabel(key.id, 'shop', author), broken);
});
