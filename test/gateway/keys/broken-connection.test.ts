import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { IndexedKeyStore } from '../../../gateway/keys/indexed-key-store.js';
import type { ChangedKey } from '../../../gateway/store/key-table.js';
import { openDatabase } from '../../../gateway/store/sqlite/connection.js';
import { SqliteKeyTable } from '../../../gateway/store/sqlite/key-table.js';
import { StoreAwayError } from '../../../gateway/store/store-fault.js';
import { ManualClock } from '../../support/manual-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const broken = new StoreAwayError(new Error('Connection terminated unexpectedly'));

/** A table that fails to be read as often as the test says. */
class BreakingTable extends SqliteKeyTable {
  failures = 0;

  override async changedSince(revision: number): Promise<ChangedKey[]> {
    if (this.failures-- > 0) throw broken;
    return super.changedSince(revision);
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
  const { key, secret } = await keys.create({ plan: 'pro', environment: 'live' });
  table.failures = 1;
  const rotated = await keys.rotate(key.id, 0);
  assert.ok(rotated);
  assert.equal(keys.find(rotated.secret)?.id, key.id);
  assert.equal(keys.find(secret), undefined);
  table.failures = 1;
  assert.notEqual((await keys.revoke(key.id))?.revokedAt, null);
});

test('a store that stays away after a change fails it', async (t) => {
  const { table, keys } = openKeys(t);
  const { key } = await keys.create({ plan: 'pro', environment: 'live' });
  table.failures = 2;
  await assert.rejects(keys.setLabel(key.id, 'shop'), broken);
});
