import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { usageRange } from '#gateway/core/usage-range.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { Sessions } from '#gateway/server/sessions/sessions.js';
import { FolderLock } from '#gateway/server/storage/folder-lock.js';
import { OpenedFiles } from '#gateway/server/storage/opened-files.js';
import { type Database, databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { SqliteSessionTable } from '#gateway/server/storage/sqlite/session-table.js';
import { author } from '../../../support/author.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { operatorHolder } from '../../../support/sessions.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { storedNumbers } from '../../../support/usage-rows.js';

const lost = (file: string, what: string) => ({
  code: 'STORE_LOST',
  message:
    `${file} was ${what} while it was in use: put it back; or stop the gateway, restore a backup if the database is gone, ` +
    'and start again',
});

/** Opens a database in a folder of a new folder. */
function opened(t: TestContext) {
  const parent = temporaryFolder(t);
  const folder = join(parent, 'data');
  const database = openDatabase(folder);
  t.after(() => void database.close());
  return { parent, folder, database, file: databaseFile(folder), files: OpenedFiles.ofDatabase(database.name) };
}

describe('the files of an open database', () => {
  for (const suffix of ['', '-wal', '-shm']) {
    test(`are lost without textmill.sqlite${suffix}, and found when it is back`, (t) => {
      const { file, files } = opened(t);
      files.check();
      renameSync(file + suffix, `${file}.away`);
      assert.throws(() => files.check(), lost(file + suffix, 'deleted or moved'));
      copyFileSync(`${file}.away`, file + suffix);
      assert.throws(() => files.check(), lost(file + suffix, 'replaced'));
      renameSync(`${file}.away`, file + suffix);
      files.check();
    });
  }

  test('are lost with their folder, and with a new folder in its place', (t) => {
    const { parent, folder, file, files } = opened(t);
    renameSync(folder, join(parent, 'away'));
    assert.throws(() => files.check(), lost(file, 'deleted or moved'));
    writeFileSync(folder, 'a file in place of the folder');
    assert.throws(() => files.check(), lost(file, 'deleted or moved'));
    rmSync(folder);
    mkdirSync(folder);
    openDatabase(folder).close();
    assert.throws(() => files.check(), lost(file, 'replaced'));
    rmSync(folder, { recursive: true });
    symlinkSync('away', folder);
    files.check();
    rmSync(folder);
    renameSync(join(parent, 'away'), folder);
  });

  test('are lost when the database is emptied', (t) => {
    const { file, files } = opened(t);
    const content = readFileSync(file);
    writeFileSync(file, '');
    assert.throws(() => files.check(), lost(file, 'emptied'));
    writeFileSync(file, content);
    files.check();
  });
});

/** Every change of a key or a session, on a store that is closed to none of them. */
async function changesOf(database: Database, files: OpenedFiles) {
  const keys = new IndexedKeyStore(new SqliteKeyTable(database, files), new ManualClock());
  const sessions = new Sessions(new SqliteSessionTable(database, files), new ManualClock());
  const { key, secret } = await keys.create({ plan: 'pro', environment: 'live' }, author);
  const { session } = await sessions.begin(operatorHolder, 'a browser', author);
  const owner = { role: 'owner', accountId: key.accountId } as const;
  const issued = await sessions.createLink(owner, author);
  const changes: Record<string, () => Promise<unknown>> = {
    create: () => keys.create({ plan: 'pro', environment: 'live' }, author),
    rotate: () => keys.rotate(key.id, 0, author),
    origins: () => keys.setOrigins(key.id, ['https://a.example'], author),
    label: () => keys.setLabel(key.id, 'changed', author),
    revoke: () => keys.revoke(key.id, author),
    begin: () => sessions.begin(operatorHolder, 'a browser', author),
    'create a link': () => sessions.createLink(operatorHolder, author),
    'take a link': () => sessions.takeLink(issued?.secret ?? '', 'a browser', author),
    'delete a link': () => sessions.deleteLink(issued?.link.id ?? '', key.accountId, author),
    'end a session': () => sessions.end(session.id, author),
    'end all sessions': () => sessions.endAllOf(key.accountId, author),
  };
  return { keys, key, secret, changes };
}

/** Returns all rows that a change of a key or a session could touch. */
function rowsOf(database: Database): unknown {
  const tables = ['accounts', 'keys', 'secrets', 'sessions', 'sign_in_links'];
  return tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
}

describe('while the database is lost', () => {
  test('no change is confirmed, and none is made in the file that nobody sees', async (t) => {
    const { database, file, files } = opened(t);
    const { keys, key, secret, changes } = await changesOf(database, files);
    const before = rowsOf(database);
    renameSync(file, `${file}.away`);
    for (const [name, change] of Object.entries(changes)) {
      await assert.rejects(change(), lost(file, 'deleted or moved'), name);
    }
    renameSync(`${file}.away`, file);
    assert.deepEqual(rowsOf(database), before);
    assert.equal(keys.find(secret)?.id, key.id);
    for (const [name, change] of Object.entries(changes)) await assert.doesNotReject(change(), name);
  });

  test('a change that was committed just before is not confirmed, and holds when the file is back', async (t) => {
    const { database, file, files } = opened(t);
    const keys = new IndexedKeyStore(new SqliteKeyTable(database, files), new ManualClock());
    const { key, secret } = await keys.create({ plan: 'pro', environment: 'live' }, author);
    // A trigger runs within the transaction: what it does comes between the two checks.
    database.function('move_away', () => renameSync(file, `${file}.away`));
    database.exec('CREATE TEMP TRIGGER away AFTER UPDATE OF revoked_at ON keys BEGIN SELECT move_away(); END');
    await assert.rejects(keys.revoke(key.id, author), lost(file, 'deleted or moved'));
    assert.equal(keys.find(secret)?.id, key.id);
    renameSync(`${file}.away`, file);
    files.find();
    keys.follow(performance.now() + 1_000);
    assert.equal(keys.find(secret), undefined, 'the database says that it is revoked');
  });

  test('keys are served from memory for a limited time, the log says so once, and the file that is back ends it', async (t) => {
    const { database, file, files } = opened(t);
    const messages: object[] = [];
    const write = (fields: { readonly file?: string }, message: string) => void messages.push([fields.file, message]);
    const trust = { trustMs: 10_000, log: { warn: write, error: write } };
    const keys = new IndexedKeyStore(new SqliteKeyTable(database, files), new ManualClock(), trust);
    const start = performance.now() + 3_600_000;
    const stateAfter = (ms: number) => {
      files.find();
      keys.follow(start + ms);
      return [keys.isFresh, keys.isUnreadable];
    };
    const unknown = `tm_live_${'a'.repeat(32)}`;
    assert.equal(keys.mayKnowMore, false);
    renameSync(file, `${file}.away`);
    assert.deepEqual(stateAfter(0), [true, true]);
    assert.equal(keys.mayKnowMore, true, 'another process may have created a key');
    await assert.rejects(keys.lookUp(unknown), { name: 'StoreUnavailableError' });
    assert.deepEqual(stateAfter(9_999), [true, true]);
    assert.deepEqual(stateAfter(10_000), [false, true]);
    renameSync(`${file}.away`, file);
    assert.deepEqual(stateAfter(20_000), [true, false]);
    assert.deepEqual(messages, [
      [file, 'The database is lost: keys cannot be changed, and are served from memory for a limited time'],
      [undefined, 'Keys can be read from the database again'],
    ]);
  });

  test('nothing that is counted goes into another file at its path', async (t) => {
    const { parent, folder, database, file, files } = opened(t);
    const clock = new ManualClock(Date.now());
    const store = new SqliteCounterStore({ database, files, clock });
    t.after(() => store.close());
    const away = join(parent, 'away');
    const hour = Math.floor(clock.now() / 3_600_000);
    const row = {
      hour,
      accountId: 'acc',
      keyId: 'key',
      operation: 'run',
      status: 200,
      refusal: '',
      ...storedNumbers(1),
    };
    for (const hasOpened of [false, true]) {
      renameSync(folder, away);
      const other = openDatabase(folder);
      for (const work of [
        () => store.write({ usage: [row] }),
        () => store.usageTotals(usageRange('24h', clock.now()), 20),
      ]) {
        await assert.rejects(work(), { code: 'STORE_LOST' }, hasOpened ? 'by an open connection' : 'by a new one');
      }
      assert.equal(other.prepare('SELECT count(*) FROM usage_hours').pluck().get(), 0);
      other.close();
      rmSync(folder, { recursive: true });
      renameSync(away, folder);
      await store.write({ usage: [row] });
    }
    assert.equal(database.prepare('SELECT count FROM usage_hours').pluck().get(), 1);
    assert.equal(database.name, file);
  });
});

test('a lock whose folder was replaced leaves the process id of the gateway in the new folder', (t) => {
  const parent = temporaryFolder(t);
  const folder = join(parent, 'data');
  mkdirSync(folder);
  const lock = FolderLock.take(folder);
  renameSync(folder, join(parent, 'away'));
  mkdirSync(folder);
  const next = FolderLock.take(folder);
  const pidFile = join(folder, 'gateway.pid');
  const pid = readFileSync(pidFile, 'utf8');
  lock.release();
  assert.equal(readFileSync(pidFile, 'utf8'), pid);
  next.release();
  assert.throws(() => readFileSync(pidFile), { code: 'ENOENT' });
});
