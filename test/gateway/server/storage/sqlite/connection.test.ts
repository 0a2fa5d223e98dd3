import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect, databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const newFolder = () => temporaryFolder({ after });

describe('opening', () => {
  test('creates the folder with its parents, and the database in it', () => {
    const folder = join(newFolder(), 'a', 'b');
    openDatabase(folder).close();
    assert.deepEqual(readdirSync(folder), ['database-created', 'textmill.sqlite']);
    assert.equal(modeOf(folder), 0o700);
  });

  test('only the owner can read the database, its write-ahead log and its index', () => {
    const folder = newFolder();
    const umask = process.umask(0);
    try {
      const database = openDatabase(folder);
      const writer = connectTo(folder);
      writer.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc', 'pro', 0, 1000)");
      assert.deepEqual(modes(folder), {
        'database-created': 0o600,
        'textmill.sqlite': 0o600,
        'textmill.sqlite-shm': 0o600,
        'textmill.sqlite-wal': 0o600,
      });
      writer.close();
      database.close();
    } finally {
      process.umask(umask);
    }
  });

  test('removes the permissions of others from files that a crash left behind', () => {
    const folder = newFolder();
    const crashed = openDatabase(folder);
    crashed.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc', 'pro', 0, 1000)");
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    const database = openDatabase(folder);
    assert.deepEqual(new Set(Object.values(modes(folder))), new Set([0o600]));
    database.close();
    crashed.close();
  });

  test('again finds the committed rows', () => {
    const folder = newFolder();
    const first = openDatabase(folder);
    first.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc', 'pro', 0, 1000)");
    first.close();
    const second = openDatabase(folder);
    assert.deepEqual(second.prepare('SELECT id, plan FROM accounts').all(), [{ id: 'acc', plan: 'pro' }]);
    second.close();
  });

  test('refuses a file that is not a database, names it, and does not change it', () => {
    const folder = newFolder();
    const file = databaseFile(folder);
    writeFileSync(file, 'Dear diary, '.repeat(500));
    assert.throws(() => openDatabase(folder), { message: `Cannot open the database ${file}: file is not a database` });
    assert.equal(statSync(file).size, 6_000);
  });

  test('refuses a folder in place of the file, and names it', () => {
    const folder = newFolder();
    mkdirSync(databaseFile(folder));
    assert.throws(() => openDatabase(folder), { message: /^Cannot open the database .*textmill\.sqlite: / });
  });

  test('a further connection does not create a database', () => {
    const folder = newFolder();
    assert.throws(() => connectTo(folder), { message: /^Cannot open the database / });
    assert.equal(existsSync(databaseFile(folder)), false);
  });
});

describe('a database that is gone', () => {
  const mark = (folder: string) => join(folder, 'database-created');
  const refusal = (what: string, folder: string) => ({
    message:
      `${what}, but there was a database: put it back, or restore a backup with textmill restore; if it was moved to ` +
      `PostgreSQL, set DATABASE_URL; to begin without any key, delete ${mark(folder)}`,
  });

  test('is not created again, and nothing else in its folder changes', () => {
    const folder = newFolder();
    const file = databaseFile(folder);
    openDatabase(folder).close();
    rmSync(file);
    writeFileSync(`${file}-wal`, 'what a crash has left');
    assert.throws(() => openDatabase(folder), refusal(`There is no ${file}`, folder));
    assert.deepEqual(readdirSync(folder), ['database-created', 'textmill.sqlite-wal']);
    rmSync(`${file}-wal`);
    rmSync(mark(folder));
    openDatabase(folder).close();
    assert.ok(existsSync(file));
  });

  test('with an empty file in its place, which SQLite would take for a new database, keeps its log', () => {
    const folder = newFolder();
    const file = databaseFile(folder);
    const crashed = openDatabase(folder);
    crashed.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc', 'pro', 0, 1000)");
    truncateSync(file);
    const log = readFileSync(`${file}-wal`);
    assert.throws(() => openDatabase(folder), refusal(`${file} is empty`, folder));
    assert.deepEqual(readFileSync(`${file}-wal`), log);
    crashed.close();
  });

  test('is noticed also if its mark was deleted before the last start', () => {
    const folder = newFolder();
    openDatabase(folder).close();
    rmSync(mark(folder));
    openDatabase(folder).close();
    rmSync(databaseFile(folder));
    assert.throws(() => openDatabase(folder), refusal(`There is no ${databaseFile(folder)}`, folder));
  });
});

test('keys survive a power failure, and checkpoints do not run on this connection', () => {
  const folder = newFolder();
  const database = openDatabase(folder);
  const setting = (name: string) => database.pragma(name, { simple: true });
  assert.deepEqual(
    ['journal_mode', 'synchronous', 'wal_autocheckpoint', 'foreign_keys', 'trusted_schema'].map(setting),
    ['wal', 2, 0, 1, 0],
  );
  assert.equal(setting('busy_timeout'), 500);
  assert.equal(setting('journal_size_limit'), 16 * 1024 * 1024);
  database.close();
});

function connectTo(folder: string) {
  return connect(databaseFile(folder), { synchronous: 'NORMAL', busyTimeoutMs: 100, autoCheckpointPages: 0 });
}

function modes(folder: string): Record<string, number> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}
