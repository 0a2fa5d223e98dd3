import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import pg from 'pg';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { author } from '../../support/author.js';
import { suiteScope } from '../../support/cleanup.js';
import { runCommand } from '../../support/command-line.js';
import { adminToken, startTestGateway, type TestGateway } from '../../support/gateway.js';
import { postgresPrograms } from '../../support/local-postgres.js';
import { operatorOf } from '../../support/operator.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../support/postgres.js';
import { runProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const tables = ['accounts', 'keys', 'secrets', 'workflows', 'quota_counts', 'usage_hours', 'usage_days'];

/** All rows that are moved. */
function rowsIn(file: string): object {
  const database = new Database(file, { readonly: true });
  try {
    return Object.fromEntries(
      tables.map((name) => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2, 3`).all()]),
    );
  } finally {
    database.close();
  }
}

/** Returns what counts of the quota of an account, and the requests in its history. */
async function countsOf(gateway: TestGateway, accountId: string): Promise<[used: number, history: number]> {
  const { json } = await operatorOf(gateway).admin('GET', `/accounts/${accountId}/usage`);
  const { used, history } = json as { used: number; history: readonly { count: number }[] };
  return [used, history.reduce((sum, { count }) => sum + count, 0)];
}

/** All entries of the audit log. */
function auditIn(file: string): readonly { readonly action: string; readonly new_value: string }[] {
  const database = new Database(file, { readonly: true });
  try {
    return database
      .prepare<[], { action: string; new_value: string }>('SELECT * FROM audit_entries ORDER BY sequence')
      .all();
  } finally {
    database.close();
  }
}

describe('moving to PostgreSQL', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;
  let databases = 0;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  const newDatabase = () => postgres.createDatabase(`moved_${++databases}`);
  const moveIn = (dataDir: string, store: 'postgres' | 'sqlite', url: string) => {
    const environment = { DATA_DIR: dataDir, DATABASE_URL: url, ADMIN_TOKEN: adminToken };
    return runCommand(['move', '--to', store], { folder: dataDir, environment });
  };

  async function gatewayOn(
    t: TestContext,
    dataDir: string,
    settings: Record<string, string> = {},
  ): Promise<TestGateway> {
    return startTestGateway(t, { dataDir, settings: { DAILY_QUOTA: '1000', ...settings } });
  }

  /** Makes keys of every kind, and uses one. */
  async function fill(gateway: TestGateway) {
    const used = await gateway.key({ label: 'Läden „süd“', origins: ['https://a.example', 'https://b.example'] });
    const revoked = await gateway.key({ accountId: used.key.accountId });
    const { keys } = gateway.gateway;
    await keys.revoke(revoked.key.id, author);
    await keys.setBounds(used.key.id, 'operator', { operations: ['run'] }, author);
    await keys.setBounds(used.key.id, 'owner', { addresses: ['127.0.0.0/8'] }, author);
    await keys.changeAccount(used.key.accountId, { name: 'Läden', dailyQuota: 900, burstPerMinute: 0 }, author);
    const idle = await keys.createAccount({ plan: 'pro', externalId: '1042' }, author);
    await keys.changeAccount(idle.id, { enabled: false }, author);
    const rotated = await gateway.key({ environment: 'dev', plan: 'pro' });
    const renewed = await gateway.gateway.keys.rotate(rotated.key.id, 3_600, author);
    const { statusWith } = operatorOf(gateway);
    for (const match of ['', '*']) {
      const headers = match === '' ? {} : { 'if-match': match };
      const body = { steps: ['trim-lines'] };
      await gateway.request('PUT', '/v1/workflows/clean', { key: rotated.secret, headers, body });
    }
    for (let i = 0; i < 7; i++) assert.equal(await statusWith(used.secret), 200);
    return {
      accountId: used.key.accountId,
      valid: [used.secret, rotated.secret, renewed?.secret ?? ''],
      invalid: [revoked.secret],
    };
  }

  test('and back keeps every row: keys work, and nothing is counted twice', async (t) => {
    const dataDir = temporaryFolder(t);
    const first = await gatewayOn(t, dataDir);
    const { accountId, valid, invalid } = await fill(first);
    await first.gateway.stop();
    const rows = rowsIn(databaseFile(dataDir));
    const audit = auditIn(databaseFile(dataDir));
    const url = await newDatabase();

    const there = await moveIn(dataDir, 'postgres', url);
    assert.deepEqual([there.code, there.stderr], [0, '']);
    assert.match(there.stdout, /: accounts 3, keys 3\nwhat was there before is .*textmill\.sqlite\.moved\n$/);
    assert.equal(existsSync(databaseFile(dataDir)), false);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    t.after(() => client.end());
    const { rows: read } = await client.query('SELECT newest, token FROM key_revision');
    // It would begin with no keys.
    const withoutUrl = await runCommand(['keys', 'create'], { folder: dataDir, environment: { DATA_DIR: dataDir } });
    assert.equal(withoutUrl.code, 1);
    assert.match(withoutUrl.stderr, /if it was moved to PostgreSQL, set DATABASE_URL; /);

    const back = dataDir;
    const { code, stderr } = await moveIn(back, 'sqlite', url);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(rowsIn(databaseFile(back)), rows);
    const auditBack = auditIn(databaseFile(back));
    assert.deepEqual(auditBack.slice(0, audit.length), audit);
    const moves = auditBack.slice(audit.length).map(({ action, new_value }) => [action, JSON.parse(new_value)]);
    assert.deepEqual(moves, [
      ['export', { accounts: 3, keys: 3 }],
      ['export', { accounts: 3, keys: 3 }],
    ]);
    const { rows: known } = await client.query('SELECT is_key_position($1, $2) AS known', [
      read[0]?.newest,
      read[0]?.token,
    ]);
    assert.deepEqual(known, [{ known: false }], 'a gateway that was stopped meanwhile reads all keys again');
    const { rows: left } = await client.query(
      `SELECT (SELECT count(*) FROM accounts) + (SELECT count(*) FROM secrets) + (SELECT count(*) FROM quota_minutes) +
              (SELECT count(*) FROM usage_hours) + (SELECT count(*) FROM audit_entries) AS left`,
    );
    assert.deepEqual(left, [{ left: '0' }]);

    assert.equal((await moveIn(back, 'postgres', url)).code, 0);
    const second = await gatewayOn(t, temporaryFolder(t), { DATABASE_URL: url, ADMIN_TOKEN: adminToken });
    for (const secret of valid) assert.equal(await operatorOf(second).statusWith(secret), 200);
    for (const secret of invalid) assert.equal(await operatorOf(second).statusWith(secret), 401);
    assert.deepEqual(await countsOf(second, accountId), [8, 8]);
    await second.gateway.stop();
    const again = temporaryFolder(t);
    assert.deepEqual((await moveIn(again, 'sqlite', url)).stderr, '');
    const third = await gatewayOn(t, again);
    for (const secret of valid) assert.equal(await operatorOf(third).statusWith(secret), 200);
    assert.deepEqual(await countsOf(third, accountId), [9, 9]);
  });

  test('and back works in the folder of a gateway that has served from PostgreSQL', async (t) => {
    const dataDir = temporaryFolder(t);
    const url = await newDatabase();
    const settings = { DATABASE_URL: url, ADMIN_TOKEN: adminToken };
    const first = await gatewayOn(t, dataDir, settings);
    const { secret } = await first.key();
    assert.equal(first.gateway.firstStart, true);
    await first.gateway.stop();
    assert.equal(existsSync(databaseFile(dataDir)), false);
    const second = await gatewayOn(t, dataDir, settings);
    assert.equal(second.gateway.firstStart, false);
    await second.gateway.stop();

    const { code, stderr } = await moveIn(dataDir, 'sqlite', url);
    assert.deepEqual([code, stderr], [0, '']);
    const third = await gatewayOn(t, dataDir);
    assert.equal(await operatorOf(third).statusWith(secret), 200);
  });

  test('back counted what a killed gateway held of the first thousand accounts only', async (t) => {
    const dataDir = temporaryFolder(t);
    const url = await newDatabase();
    const { pool, close } = await openPostgres(url);
    await pool.query(`
      INSERT INTO members (id, seen_at, turn) VALUES ('killed', 0, 1);
      INSERT INTO quota_blocks SELECT 'acc_' || number, 'killed', 3 FROM generate_series(1, 2500) AS number`);
    await close();
    const { code, stderr } = await moveIn(dataDir, 'sqlite', url);
    assert.deepEqual([code, stderr], [0, '']);
    const database = new Database(databaseFile(dataDir), { readonly: true });
    t.after(() => database.close());
    assert.deepEqual(database.prepare('SELECT count(*), sum(count) FROM quota_counts').raw().get(), [2500, 7500]);
  });

  test('is refused, and changes nothing, while a gateway runs on either, or if there are keys', async (t) => {
    const dataDir = temporaryFolder(t);
    const gateway = await gatewayOn(t, dataDir);
    await fill(gateway);
    const url = await newDatabase();
    const { code, stderr } = await moveIn(dataDir, 'postgres', url);
    assert.deepEqual([code, stderr], [1, `textmill: A gateway is running on ${dataDir}: stop it first\n`]);
    await gateway.gateway.stop();

    const shared = await gatewayOn(t, temporaryFolder(t), { DATABASE_URL: url, ADMIN_TOKEN: adminToken });
    const inUse = await moveIn(dataDir, 'postgres', url);
    assert.equal(inUse.code, 1);
    assert.match(
      inUse.stderr,
      /^textmill: The gateway \S+:\d+ is using the database: stop all gateways and wait ten seconds\n$/,
    );
    const empty = temporaryFolder(t);
    assert.match((await moveIn(empty, 'sqlite', url)).stderr, /is using the database/);
    assert.deepEqual(
      readdirSync(empty).filter((name) => name.startsWith('textmill.sqlite')),
      [],
    );
    await shared.key();
    await shared.gateway.stop();
    assert.equal(
      (await moveIn(dataDir, 'postgres', url)).stderr,
      'textmill: There are 1 accounts in PostgreSQL already: use an empty database\n',
    );
    assert.match(
      (await moveIn(dataDir, 'sqlite', url)).stderr,
      /^textmill: There is a database in the folder already: /,
    );
    assert.equal(existsSync(join(dataDir, 'textmill.sqlite')), true);
  });

  test('reads the URL from a file or from standard input, and takes none as an argument: ps would show its password', async (t) => {
    const dataDir = temporaryFolder(t);
    const environment = { DATA_DIR: dataDir };
    const run = (args: readonly string[], input = '') => runCommand(args, { folder: dataDir, environment, input });
    assert.equal((await run(['keys', 'create'])).code, 0);
    const url = new URL(await newDatabase());
    url.password = 'hunter2-hunter2';
    for (const args of [
      ['move', '--to', url.href],
      ['move', '--to', 'postgres', url.href],
      ['move', '--from', url.href],
      ['move'],
      ['move', '--to', 'postgres'],
    ]) {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, 2, args.join(' '));
      assert.ok(!(stdout + stderr).includes('hunter2'), stderr);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    }
    const wrong = await run(['move', '--to', 'postgres', '--url-file', '-'], 'mysql://u:hunter2-hunter2@db/mill');
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [2, 'textmill: A URL such as postgres://user:password@host:5432/name is needed in -\n'],
    );
    writeFileSync(join(dataDir, 'url'), `${url.href}\n`);
    const there = await run(['move', '--to', 'postgres', '--url-file', 'url', '--json']);
    assert.deepEqual([there.code, there.stderr], [0, '']);
    assert.ok(!there.stdout.includes('hunter2'), there.stdout);
    const back = await run(['move', '--to', 'sqlite', '--url-file', '-'], url.href);
    assert.deepEqual([back.code, back.stderr], [0, '']);
    assert.equal(existsSync(databaseFile(dataDir)), true);
  });

  test('backup and restore name the programs of PostgreSQL', async (t) => {
    const folder = temporaryFolder(t);
    const url = await newDatabase();
    const withPassword = url.replace('textmill@', 'textmill:hunter2-hunter2@');
    const environment = { DATABASE_URL: withPassword, ADMIN_TOKEN: adminToken };
    const backup = await runCommand(['backup', 'x.dump'], { folder, environment });
    assert.deepEqual(
      [backup.code, backup.stderr],
      [
        1,
        'textmill: DATABASE_URL is set, so the database is PostgreSQL: use pg_dump --format=custom --file=FILE ' +
          `${url}, with the password in PGPASSWORD or ~/.pgpass\n`,
      ],
    );
    const restore = await runCommand(['restore', 'x.dump'], { folder, environment });
    assert.match(restore.stderr, /: stop all gateways, and use pg_restore /);
  });

  test('what backup and restore say works, also into an empty database', async (t) => {
    const folder = temporaryFolder(t);
    const advised = async (command: string, url: string, file: string) => {
      const environment = { DATABASE_URL: url, ADMIN_TOKEN: adminToken };
      const { stderr } = await runCommand([command, file], { folder, environment });
      const [, program = '', words = ''] = /use (pg_\w+) (.*), with/.exec(stderr) ?? [];
      const args = words.split(' ').map((word) => word.replace('FILE', file));
      const end = await runProgram(join(postgresPrograms() ?? '', program), args);
      assert.deepEqual([end.status, end.stderr], [0, '']);
    };
    const [first, second] = [await newDatabase(), await newDatabase()];
    const keys = (url: string, ...args: readonly string[]) =>
      runCommand(['keys', ...args], { folder, environment: { DATABASE_URL: url, ADMIN_TOKEN: adminToken } });
    await keys(first, 'create');
    const { stdout: saved } = await keys(first, 'list');
    assert.match(saved, /\nkey_/);
    const file = join(folder, 'x.dump');
    await advised('backup', first, file);
    await keys(first, 'create');
    for (const url of [first, second]) {
      await advised('restore', url, file);
      assert.equal((await keys(url, 'list')).stdout, saved);
    }
  });

  test('textmill keys works on the shared database, and a running gateway serves the change', async (t) => {
    const folder = temporaryFolder(t);
    const environment = { DATABASE_URL: await newDatabase(), ADMIN_TOKEN: adminToken };
    const gateway = await gatewayOn(t, temporaryFolder(t), environment);
    const keys = (...args: readonly string[]) => runCommand(['keys', ...args], { folder, environment });
    for (let round = 0; round < 5; round++) {
      const created = await keys('create', '--json');
      assert.deepEqual([created.code, created.stderr], [0, '']);
      const { id, key } = JSON.parse(created.stdout) as { id: string; key: string };
      assert.equal(await operatorOf(gateway).statusWith(key), 200);
      assert.deepEqual((await keys('revoke', id)).stdout, `revoked ${id}\n`);
      assert.equal(await operatorOf(gateway).statusWith(key), 401);
    }
    assert.equal((await keys('list')).stdout.trimEnd().split('\n').length, 6);
    assert.deepEqual(readdirSync(folder), [], 'no data folder is needed');
  });
});
