import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { migrate, migrationsDirectory } from '../../gateway/store/sqlite/migrations.js';
import { dumpOf, earlierDatabases, restore } from '../support/earlier-databases.js';
import { startTestGateway } from '../support/gateway.js';
import { GatewayProcess, processSettings } from '../support/gateway-process.js';
import { ManualClock } from '../support/manual-clock.js';
import { operatorOf } from '../support/operator.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const newest = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql')).length;
const earlier = earlierDatabases();

test('every earlier version has a database to upgrade', () => {
  const wanted = Array.from({ length: newest - 1 }, (_, index) => index + 1);
  assert.deepEqual(
    earlier.map(({ version }) => version),
    wanted,
  );
});

for (const database of earlier) {
  test(`version ${database.version}: keys, revocations and counters survive the upgrade`, async (t) => {
    const dataDir = temporaryFolder(t);
    const file = restore(database, dataDir);
    const service = await startTestGateway(t, {
      dataDir,
      clock: new ManualClock(database.now),
      settings: { DAILY_QUOTA: '5000', BURST_PER_KEY: '120', FREE_TIER: 'true' },
    });
    const { admin, statusWith } = operatorOf(service);
    const { id } = database.key;
    assert.deepEqual((await admin('GET', `/keys/${id}`)).json, database.key);
    for (const [account, used] of Object.entries(database.used)) {
      assert.equal(((await admin('GET', `/accounts/${account}/usage`)).json as { used: number }).used, used);
    }
    for (const secret of database.working) assert.equal(await statusWith(secret), 200, secret.slice(-4));
    for (const secret of database.ended) assert.equal(await statusWith(secret), 401, secret.slice(-4));
    assert.equal(await statusWith(database.free), 200);
    let admitted = 1;
    while ((await statusWith(database.burst.key)) === 200) admitted++;
    assert.equal(admitted, database.burst.left, 'one was made above');
    await service.gateway.stop();

    const upgraded = new Database(file, { readonly: true });
    assert.equal(upgraded.pragma('user_version', { simple: true }), newest);
    assert.equal(upgraded.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(upgraded.pragma('foreign_key_check'), []);
    upgraded.close();
  });
}

describe('an upgrade that fails', () => {
  for (const database of earlier) {
    test(`leaves version ${database.version} unchanged, whatever ran before`, (t) => {
      const folder = temporaryFolder(t);
      const migrations = join(folder, 'migrations');
      cpSync(migrationsDirectory, migrations, { recursive: true });
      const next = String(newest + 1).padStart(4, '0');
      writeFileSync(
        join(migrations, `${next}_failing.sql`),
        'CREATE TABLE half (x); DELETE FROM quota_counts; ALTER TABLE keys ADD COLUMN y TEXT; SELECT * FROM nowhere;',
      );
      const file = restore(database, folder);
      const [dump, bytes] = [dumpOf(file), readFileSync(file)];
      const connection = new Database(file);
      assert.throws(() => migrate(connection, migrations), { message: /no such table: nowhere/ });
      connection.close();
      assert.equal(dumpOf(file), dump);
      assert.ok(readFileSync(file).equals(bytes), 'byte for byte');
    });
  }
});

test('a newer version is refused in one sentence, and its file is not changed', async (t) => {
  const [database] = earlier.slice(-1);
  assert.ok(database);
  const folder = temporaryFolder(t);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const file = restore(database, dataDir, `CREATE TABLE tomorrow (x); PRAGMA user_version = ${newest + 1};`);
  const [dump, bytes] = [dumpOf(file), readFileSync(file)];
  const { status, stdout, stderr } = await new GatewayProcess(t, processSettings, folder).ended;
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(
    stderr,
    `textmill: The database ${file} has schema version ${newest + 1}, but this program knows versions up to ` +
      `${newest} only: it was last used by a newer Textmill.\n`,
  );
  assert.ok(readFileSync(file).equals(bytes), 'byte for byte');
  assert.equal(dumpOf(file), dump);
});

test('summary of the figures', (t) => {
  const versions = earlier.map(({ version }) => version).join(', ');
  figure(t, 'R19', `from version ${versions} to ${newest} with every key and counter; ${newest + 1} refused`);
});
