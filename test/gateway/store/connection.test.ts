import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect, databaseFile, openDatabase } from '../../../gateway/store/connection.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const newFolder = () => temporaryFolder({ after });

describe('opening', () => {
  test('makes the folder, however deep, and the database in it', () => {
    const folder = join(newFolder(), 'a', 'b');
    openDatabase(folder).close();
    assert.deepEqual(readdirSync(folder), ['textmill.sqlite']);
    assert.equal(modeOf(folder), 0o700);
  });

  test('file, log and index can be read by their owner only', () => {
    const folder = newFolder();
    const umask = process.umask(0);
    try {
      const database = openDatabase(folder);
      const writer = connectTo(folder);
      writer.exec("INSERT INTO accounts VALUES ('acc', 'pro')");
      assert.deepEqual(modes(folder), {
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

  test('files that others could read, left by a crash, are closed to them', () => {
    const folder = newFolder();
    const crashed = openDatabase(folder);
    crashed.exec("INSERT INTO accounts VALUES ('acc', 'pro')");
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    const database = openDatabase(folder);
    assert.deepEqual(new Set(Object.values(modes(folder))), new Set([0o600]));
    database.close();
    crashed.close();
  });

  test('again: what was committed is there', () => {
    const folder = newFolder();
    const first = openDatabase(folder);
    first.exec("INSERT INTO accounts VALUES ('acc', 'pro')");
    first.close();
    const second = openDatabase(folder);
    assert.deepEqual(second.prepare('SELECT id, plan FROM accounts').all(), [{ id: 'acc', plan: 'pro' }]);
    second.close();
  });

  test('a file that is no database is refused by its name and left alone', () => {
    const folder = newFolder();
    const file = databaseFile(folder);
    writeFileSync(file, 'Dear diary, '.repeat(500));
    assert.throws(() => openDatabase(folder), { message: `Cannot open the database ${file}: file is not a database` });
    assert.equal(statSync(file).size, 6_000);
  });

  test('a folder in the place of the file is refused by its name', () => {
    const folder = newFolder();
    mkdirSync(databaseFile(folder));
    assert.throws(() => openDatabase(folder), { message: /^Cannot open the database .*textmill\.sqlite: / });
  });

  test('a further connection does not make a database', () => {
    const folder = newFolder();
    assert.throws(() => connectTo(folder), { message: /^Cannot open the database / });
    assert.equal(existsSync(databaseFile(folder)), false);
  });
});

test('keys are safe against a power cut, and checkpoints do not run on this connection', () => {
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
