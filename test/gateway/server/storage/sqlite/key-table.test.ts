import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { visibleAfterMs } from '#gateway/server/keys/key-store.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { author } from '../../../../support/author.js';
import { processorMs } from '../../../../support/processor-time.js';
import { openSqliteStores as open } from '../../../../support/stores.js';

/** What keys in SQLite have in addition to test/gateway/server/keys/key-store.test.ts. */

test('the last use is visible immediately, and written with the counters', async (t) => {
  const { store, clock, database, reopen } = await open(t);
  const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
  clock.advance(1_000);
  store.touch(key.id);
  assert.equal(key.lastUsedAt, clock.now());
  await store.setOrigins(key.id, [], author);
  assert.equal(key.lastUsedAt, clock.now(), 'a change of the key does not restore an older use');
  const counters = new SqliteCounterStore({ database, clock });
  t.after(() => counters.close());
  const rows = store.uses.takeDirty(10);
  assert.deepEqual(rows, [{ keyId: key.id, lastUsedAt: clock.now() }]);
  await counters.write({ uses: rows });
  assert.equal((await reopen()).get(key.id)?.lastUsedAt, clock.now());
  const used = clock.now();
  clock.advance(5);
  store.touch(key.id);
  store.uses.markDirty([{ keyId: key.id, lastUsedAt: used }]);
  assert.deepEqual(store.uses.takeDirty(10), [{ keyId: key.id, lastUsedAt: clock.now() }]);
});

test('secrets that have expired are deleted with the upkeep of counters, although their keys are not changed', async (t) => {
  const { store, clock, database, countSecrets } = await open(t);
  const { key } = await store.create({ plan: 'pro', environment: 'live' }, author);
  await store.rotate(key.id, 60, author);
  const counters = new SqliteCounterStore({ database, clock });
  t.after(() => counters.close());
  clock.advance(59_999);
  await counters.write({});
  assert.equal(await countSecrets(), 2);
  clock.advance(1);
  await counters.write({});
  assert.equal(await countSecrets(), 1);
});

test('no secret is in any file, only its last four characters', async (t) => {
  const { store, dataDir } = await open(t);
  const secrets: string[] = [];
  while (secrets.length < 200) {
    const { key, secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
    secrets.push(secret, (await store.rotate(key.id, 60, author))?.secret ?? '');
  }
  const bytes = Buffer.concat(readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name))));
  assert.ok(bytes.includes(store.list({ limit: 1 })?.keys[0]?.id ?? 'nothing'), 'the search finds what is stored');
  for (const secret of secrets) assert.equal(bytes.includes(secret.slice('svc_live_'.length)), false);
});

test('following sees what the other has committed after that delay', async (t) => {
  const { store, second } = await open(t);
  const { secret } = await second.create({ plan: 'pro', environment: 'live' }, author);
  assert.equal(store.find(secret), undefined);
  await wait(visibleAfterMs);
  store.follow();
  assert.notEqual(store.find(secret), undefined);
});

test('following an unreadable database serves the last known keys, and does not change it', async (t) => {
  const { store, database } = await open(t);
  const { secret } = await store.create({ plan: 'pro', environment: 'live' }, author);
  database.close();
  await wait(visibleAfterMs);
  store.follow();
  assert.notEqual(store.find(secret), undefined);
});

test('a database that is restored in place is read again, also after more changes than were lost', async (t) => {
  const { store, second, database, dataDir } = await open(t);
  const create = () => store.create({ plan: 'pro', environment: 'live' }, author);
  const [kept, revoked] = [await create(), await create()];
  const backup = join(dataDir, 'backup.sqlite');
  await database.backup(backup);
  const lost = await create();
  assert.notEqual(store.find(lost.secret), undefined);
  const source = new Sqlite(backup, { readonly: true });
  await source.backup(database.name);
  source.close();
  await second.revoke(revoked.key.id, author);
  await second.setLabel(kept.key.id, 'kept', author);
  await wait(visibleAfterMs);
  store.follow();
  const found = [kept, revoked, lost].map(({ secret }) => store.find(secret)?.label);
  assert.deepEqual(found, ['kept', undefined, undefined]);
});

test('a look for changes takes no longer with many keys', async (t) => {
  const looksMs = async (keys: number): Promise<number> => {
    const { database, dataDir } = await open(t);
    database.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc', 'pro', 0, 1)");
    const insert = database.prepare<[string, number]>(
      `INSERT INTO keys (id, account_id, environment, origins, last4, created_at, revision)
       VALUES (?, 'acc', 'live', '[]', 'abcd', 0, ?)`,
    );
    const insertAll = database.transaction(() => {
      for (let key = 1; key <= keys; key++) insert.run(`key ${key}`, key);
    });
    insertAll();
    const use = database.prepare<[number]>('UPDATE keys SET last_used_at = ? WHERE sequence = 1');
    const connection = openDatabase(dataDir);
    t.after(() => void connection.close());
    const elsewhere = new SqliteKeyTable(connection);
    const position = (await elsewhere.changedSince(undefined))?.position;
    return processorMs(() => {
      for (let look = 0; look < 300; look++) {
        use.run(look);
        assert.deepEqual(elsewhere.changedElsewhere(position)?.keys, []);
      }
    });
  };
  const few = await looksMs(10);
  const many = await looksMs(50_000);
  assert.ok(many < 3 * few, `${many} ms of processor time with 50,000 keys, ${few} with 10`);
});

test('a start reads each table once from its start to its end, and a change only its rows, however many keys there are', async (t) => {
  const statementsWith = async (keys: number): Promise<string[]> => {
    const { store, database, reopen } = await open(t);
    while (store.activeCount < keys) await store.create({ plan: 'pro', environment: 'live' }, author);
    const prepare = t.mock.method(Sqlite.prototype, 'prepare');
    const { key } = await (await reopen()).create({ plan: 'pro', environment: 'live' }, author);
    await store.rotate(key.id, 60, author);
    prepare.mock.restore();
    const selects = prepare.mock.calls
      .map(({ arguments: [text] }) => text)
      .filter((text) => !text.startsWith('PRAGMA'));
    const reads = selects.filter((text) => /^SELECT (?:sequence, id(?![\s\S]*WHERE)|key_id, hash)/.test(text));
    const plans = reads.flatMap((text) => database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all());
    assert.deepEqual(
      plans.map(({ detail }) => detail),
      ['SCAN accounts', 'SCAN keys', 'SCAN secrets'],
    );
    return selects;
  };
  assert.deepEqual(await statementsWith(200), await statementsWith(2));
});

test('a change that waits too long for the lock throws and changes nothing', async (t) => {
  const { store, database, second } = await open(t);
  const { key, secret } = await second.create({ plan: 'pro', environment: 'live' }, author);
  database.exec('BEGIN IMMEDIATE');
  await assert.rejects(async () => await second.revoke(key.id, author), { code: 'SQLITE_BUSY' });
  await assert.rejects(async () => await second.create({ plan: 'pro', environment: 'live' }, author), {
    code: 'SQLITE_BUSY',
  });
  assert.equal(second.find(secret), key);
  database.exec('ROLLBACK');
  assert.equal(second.list({ limit: 10 })?.keys.length, 1);
  await second.revoke(key.id, author);
  assert.equal(second.find(secret), undefined);
  await store.refresh();
  assert.equal(store.find(secret), undefined);
});
