import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { migrate, migrationsDirectory } from '#gateway/server/storage/sqlite/migrations.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const newFolder = () => temporaryFolder({ after });
const newest = readdirSync(migrationsDirectory).length;

describe('the migrations of this program', () => {
  test('bring an empty database to the newest version', () => {
    const database = openDatabase(newFolder());
    assert.equal(versionOf(database), newest);
    assert.deepEqual(tablesOf(database), [
      'accounts',
      'announcements',
      'audit_entries',
      'burst_buckets',
      'key_history',
      'keys',
      'members',
      'owner_secrets',
      'quota_blocks',
      'quota_counts',
      'quota_totals',
      'secrets',
      'sessions',
      'sign_in_links',
      'usage_days',
      'usage_hours',
      'workflows',
    ]);
    assert.equal(database.pragma('integrity_check', { simple: true }), 'ok');
    database.close();
  });

  test('refuse a database of a newer program with one sentence, and do not change it', () => {
    const folder = newFolder();
    const file = databaseFile(folder);
    const future = new Database(file);
    future.exec(`CREATE TABLE tomorrow (x); PRAGMA user_version = ${newest + 1}`);
    future.close();
    assert.throws(() => openDatabase(folder), {
      message:
        `The database ${file} has schema version ${newest + 1}, but this program knows versions up to ${newest} only: ` +
        'it was last used by a newer Textmill.',
    });
    const untouched = new Database(file);
    assert.deepEqual([versionOf(untouched), tablesOf(untouched)], [newest + 1, ['tomorrow']]);
    untouched.close();
  });
});

describe('migrating', () => {
  const one = 'CREATE TABLE one (x); INSERT INTO one VALUES (1);';
  const two = 'ALTER TABLE one ADD COLUMN y; UPDATE one SET y = x + 1;';
  const three = 'CREATE TABLE three AS SELECT y + 1 AS z FROM one;';

  for (const start of [0, 1, 2, 3]) {
    test(`from version ${start} to 3 runs the missing migrations, once, in order`, () => {
      const database = new Database(':memory:');
      migrate(database, folderOf(...[one, two, three].slice(0, start)));
      assert.equal(versionOf(database), start);
      migrate(database, folderOf(one, two, three));
      assert.deepEqual(database.prepare('SELECT x, y, z FROM one, three').all(), [{ x: 1, y: 2, z: 3 }]);
      assert.equal(versionOf(database), 3);
    });
  }

  test('a failed migration rolls back those before it too', () => {
    const database = new Database(':memory:');
    migrate(database, folderOf(one));
    assert.throws(() => migrate(database, folderOf(one, two, 'CREATE TABLE four (x); SELECT * FROM nowhere;')), {
      message: /no such table: nowhere/,
    });
    assert.deepEqual([versionOf(database), tablesOf(database)], [1, ['one']]);
    assert.deepEqual(database.prepare('SELECT * FROM one').all(), [{ x: 1 }]);
    assert.equal(database.inTransaction, false);
  });

  test('a gap in the migration numbers stops the start', () => {
    const folder = folderOf(one);
    writeFileSync(join(folder, '0003_late.sql'), three);
    assert.throws(() => migrate(new Database(':memory:'), folder), { message: '0003_late.sql is not migration 2' });
  });

  test('waits for another process that migrates, and does nothing twice', () => {
    const folder = folderOf(one, two);
    const file = join(newFolder(), 'shared.sqlite');
    const [first, second] = [new Database(file, { timeout: 50 }), new Database(file, { timeout: 50 })];
    first.exec('BEGIN IMMEDIATE');
    assert.throws(() => migrate(second, folder), { code: 'SQLITE_BUSY' });
    first.exec('ROLLBACK');
    migrate(first, folder);
    migrate(second, folder);
    assert.deepEqual(second.prepare('SELECT x, y FROM one').all(), [{ x: 1, y: 2 }]);
    first.close();
    second.close();
  });
});

function folderOf(...migrations: string[]): string {
  const folder = newFolder();
  for (const [index, sql] of migrations.entries()) writeFileSync(join(folder, `000${index + 1}_step.sql`), sql);
  return folder;
}

function versionOf(database: Database.Database): unknown {
  return database.pragma('user_version', { simple: true });
}

function tablesOf(database: Database.Database): unknown[] {
  const sql =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
  return database.prepare(sql).pluck().all();
}
