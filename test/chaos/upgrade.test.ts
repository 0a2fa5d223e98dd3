import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { migrate, migrationsDirectory } from '#gateway/server/storage/sqlite/migrations.js';
import { startTestGateway } from '../support/gateway.js';
import { GatewayProcess, processSettings } from '../support/gateway-process.js';
import { ManualClock } from '../support/manual-clock.js';
import { operatorOf } from '../support/operator.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const newest = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql')).length;
const clock = new ManualClock(Date.UTC(2030, 0, 1, 12));
const settings = { DAILY_QUOTA: '5000', BURST_PER_KEY: '120', FREE_TIER: 'true' };

/** Returns a folder with the migrations of this program, and one more. */
function withNextMigration(t: TestContext, sql: string): string {
  const directory = temporaryFolder(t);
  cpSync(migrationsDirectory, directory, { recursive: true });
  writeFileSync(join(directory, `${String(newest + 1).padStart(4, '0')}_next.sql`), sql);
  return directory;
}

/** Lets a gateway write a database, and stop. @returns its path, and what clients and the operator know about it. */
async function writeDatabase(t: TestContext, dataDir: string) {
  const service = await startTestGateway(t, { dataDir, clock, settings });
  const { admin, created, statusWith } = operatorOf(service);
  const shop = await created({ plan: 'pro', label: 'shop', origins: ['https://shop.example'] });
  const [revoked, rotated] = [await created(), await created()];
  const free = await service.key({ plan: 'free' });
  const { key: second } = (await admin('POST', `/keys/${rotated.id}/rotate`, { graceSeconds: 3600 })).json as {
    readonly key: string;
  };
  for (const { key, requests } of [
    { key: shop.key, requests: 50 },
    { key: revoked.key, requests: 1 },
    { key: second, requests: 2 },
  ]) {
    for (let sent = 0; sent < requests; sent++) assert.equal(await statusWith(key), 200);
  }
  assert.equal((await admin('DELETE', `/keys/${revoked.id}`)).status, 200);
  const shown = await admin('GET', `/keys/${shop.id}`);
  assert.equal(shown.status, 200);
  await service.gateway.stop();
  return {
    file: databaseFile(dataDir),
    shop: { ...shop, shown: shown.json },
    working: [shop.key, rotated.key, second, free.secret],
    ended: [revoked.key, `${shop.key.slice(0, -1)}-`],
    used: { [shop.accountId]: 50, [revoked.accountId]: 1, [rotated.accountId]: 2, [free.key.accountId]: 0 },
    burstLeft: 70,
  };
}

/** Returns the whole contents of a database as text, with its version. */
function dumpOf(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    const schema = database.prepare('SELECT name, type, sql FROM sqlite_schema ORDER BY name').all() as {
      readonly name: string;
      readonly type: string;
    }[];
    const tables = schema.filter(({ type }) => type === 'table');
    const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).raw().all()]);
    return JSON.stringify([database.pragma('user_version', { simple: true }), schema, rows]);
  } finally {
    database.close();
  }
}

test('keys, revocations and counters survive an upgrade', async (t) => {
  const dataDir = temporaryFolder(t);
  const { file, shop, working, ended, used, burstLeft } = await writeDatabase(t, dataDir);
  const upgraded = new Database(file);
  migrate(upgraded, withNextMigration(t, 'ALTER TABLE keys ADD COLUMN next TEXT; UPDATE keys SET next = id;'));
  assert.equal(upgraded.pragma('user_version', { simple: true }), newest + 1);
  assert.equal(upgraded.pragma('integrity_check', { simple: true }), 'ok');
  assert.deepEqual(upgraded.pragma('foreign_key_check'), []);
  assert.equal(upgraded.prepare('SELECT count(*) FROM keys WHERE next = id').pluck().get(), 4);
  // A program that knows the version would serve it. This one can, since there is only more.
  upgraded.pragma(`user_version = ${newest}`);
  upgraded.close();

  const service = await startTestGateway(t, { dataDir, clock, settings });
  const { admin, statusWith } = operatorOf(service);
  assert.deepEqual((await admin('GET', `/keys/${shop.id}`)).json, shop.shown);
  for (const [account, requests] of Object.entries(used)) {
    assert.equal(((await admin('GET', `/accounts/${account}/usage`)).json as { used: number }).used, requests);
  }
  for (const secret of working) assert.equal(await statusWith(secret), 200, secret.slice(-4));
  for (const secret of ended) assert.equal(await statusWith(secret), 401, secret.slice(-4));
  let admitted = 1;
  while ((await statusWith(shop.key)) === 200) admitted++;
  assert.equal(admitted, burstLeft, 'one was made above');
});

test('an upgrade that fails leaves the database unchanged, whatever ran before', async (t) => {
  const { file } = await writeDatabase(t, temporaryFolder(t));
  const [dump, bytes] = [dumpOf(file), readFileSync(file)];
  const failing =
    'CREATE TABLE half (x); DELETE FROM quota_counts; ALTER TABLE keys ADD COLUMN y TEXT; SELECT * FROM nowhere;';
  const connection = new Database(file);
  assert.throws(() => migrate(connection, withNextMigration(t, failing)), { message: /no such table: nowhere/ });
  connection.close();
  assert.equal(dumpOf(file), dump);
  assert.ok(readFileSync(file).equals(bytes), 'byte for byte');
});

test('a newer version is refused in one sentence, and its file is not changed', async (t) => {
  const folder = temporaryFolder(t);
  const { file } = await writeDatabase(t, join(folder, 'data'));
  const newer = new Database(file);
  migrate(newer, withNextMigration(t, 'CREATE TABLE tomorrow (x);'));
  newer.close();
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
  figure(t, 'R19', `from version ${newest} to ${newest + 1} with every key and counter; ${newest + 1} refused`);
});
