import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { NewKeyRow } from '#gateway/server/storage/key-table.js';
import { parsePostgresUrl } from '#gateway/server/storage/postgres/connection.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { postgresMigrations } from '#gateway/server/storage/postgres/migrations.js';
import { checkPostgres, openPostgres } from '#gateway/server/storage/postgres/open.js';
import { StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { author } from '../../../../support/author.js';
import { suiteScope } from '../../../../support/cleanup.js';
import { freePort } from '../../../../support/free-port.js';
import { until } from '../../../../support/gateway-process.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../../../support/postgres.js';

const newest = readdirSync(postgresMigrations).length;
const password = 'hunter2-hunter2';

describe('a URL of a database', () => {
  test('is shown without its password', () => {
    const shown = (url: string) => parsePostgresUrl(url)?.shown;
    assert.equal(
      shown(`postgres://user:${password}@db.example:5433/mill?sslmode=require&password=${password}`),
      'postgres://user@db.example:5433/mill',
    );
    assert.equal(shown('postgresql://db.example/mill'), 'postgres://db.example/mill');
  });

  test('with an empty sslmode was taken for one that asks for TLS', () => {
    const urlOf = (query: string) => parsePostgresUrl(`postgres://db/mill?${query}`)?.url;
    assert.equal(urlOf('sslmode='), 'postgres://db/mill?sslmode=');
    assert.equal(urlOf('sslmode=require'), 'postgres://db/mill?sslmode=verify-full');
  });

  test('names a server and a database', () => {
    for (const url of [
      '',
      'mill',
      'mysql://db/mill',
      'postgres://db',
      'postgres://db/',
      'postgres:///mill',
      'postgres://db/a/b',
    ]) {
      assert.equal(parsePostgresUrl(url), undefined, url);
    }
  });
});

describe('opening a database', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  /** Runs statements as the superuser. */
  async function query(url: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  async function messageOf(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );
  }

  /** Checks and opens a database that cannot be used. @returns the sentence after that names it. */
  async function refusal(url: string): Promise<string> {
    const checked = await messageOf(checkPostgres(url));
    const message = await messageOf(openPostgres(url).then(({ close }) => close()));
    const beginning = `DATABASE_URL is ${parsePostgresUrl(url)?.shown}, but `;
    assert.ok(checked.startsWith(beginning) && message.startsWith(checked), `${checked}\n${message}`);
    assert.ok(!message.includes(password) && !message.includes('\n'), message);
    return message.slice(beginning.length);
  }

  test('migrates it once, however many gateways start at the same time', async () => {
    const url = await postgres.createDatabase('many');
    const opened = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)));
    await Promise.all(opened.map(({ close }) => close()));
    assert.deepEqual((await query(url, 'SELECT version FROM textmill_schema')).rows, [{ version: newest }]);
  });

  test('refuses one of a newer program, and does not change it', async () => {
    const url = await postgres.createDatabase('newer');
    await query(url, `CREATE TABLE textmill_schema AS SELECT ${newest + 1} AS version; CREATE TABLE tomorrow ()`);
    assert.equal(
      await refusal(url),
      `it has schema version ${newest + 1}, but this program knows versions up to ${newest} only: it was last used by a ` +
        'newer Textmill',
    );
    const { rows } = await query(url, "SELECT count(*)::int FROM pg_class WHERE relname = 'keys'");
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  test('refuses one with tables of something else, and does not change it', async () => {
    const url = await postgres.createDatabase('foreign');
    await query(url, 'CREATE TABLE invoices ()');
    assert.equal(
      await refusal(url),
      "it contains the table invoices, which is not Textmill's: create a database for Textmill alone",
    );
    const { rows } = await query(url, "SELECT count(*)::int FROM pg_class WHERE relname = 'textmill_schema'");
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  test('refuses one in which its user may not create tables', async () => {
    const url = await postgres.createDatabase('guarded');
    await query(url, `CREATE ROLE guest LOGIN PASSWORD '${password}'; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    const guest = url.replace('textmill@', `guest:${password}@`);
    assert.equal(await refusal(guest), 'its user may not create tables there: permission denied for schema public');
  });

  test('refuses a server that is too old, and does not change it', async () => {
    const url = await postgres.createDatabase('old');
    // There is one version of the server here: a schema that is searched first has its functions in another.
    await query(
      url,
      `CREATE SCHEMA past;
       CREATE FUNCTION past.current_setting(name text) RETURNS text LANGUAGE sql AS $$
         SELECT CASE name WHEN 'server_version_num' THEN '130014' WHEN 'server_version' THEN '13.14' END $$;
       ALTER DATABASE old SET search_path = past, pg_catalog, public`,
    );
    assert.equal(await refusal(url), 'it is PostgreSQL 13.14, and Textmill needs 14 or newer');
    const { rows } = await query(url, "SELECT count(*)::int FROM pg_class WHERE relname = 'textmill_schema'");
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  test('refuses a wrong password, and does not show it', async () => {
    const url = await postgres.createDatabase('locked');
    await query(url, "CREATE ROLE keeper LOGIN PASSWORD 'the right one'");
    const { rows } = await query(url, 'SHOW hba_file');
    const [{ hba_file: file } = { hba_file: '' }] = rows as { hba_file: string }[];
    await query(
      url,
      `COPY (VALUES ('host all keeper all scram-sha-256'), ('host all all all trust')) TO '${file}'; SELECT pg_reload_conf()`,
    );
    const keeper = url.replace('textmill@', `keeper:${password}@`);
    await until('the server asks for the password', async () =>
      (await messageOf(openPostgres(keeper))).includes('password'),
    );
    assert.equal(await refusal(keeper), 'it cannot be used: password authentication failed for user "keeper"');
  });

  test('is checked without a change of the database', async () => {
    const url = await postgres.createDatabase('checked');
    await checkPostgres(url);
    assert.deepEqual((await query(url, "SELECT FROM pg_class WHERE relname = 'textmill_schema'")).rows, []);
    await openPostgres(url).then(({ close }) => close());
    await checkPostgres(url);
  });

  test('refuses one that does not exist, and a server that does not', async () => {
    const url = postgres.url('nowhere');
    assert.equal(await refusal(url), 'it cannot be used: database "nowhere" does not exist');
    const port = await freePort();
    assert.equal(
      await refusal(`postgres://user:${password}@127.0.0.1:${port}/mill`),
      `it cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  test('gives up a server that takes connections and says nothing', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    assert.match(await refusal(`postgres://127.0.0.1:${port}/mill`), /^it cannot be used: .*timeout/i);
  });

  test('revisions become visible in their order, also if transactions commit in another', async (t) => {
    const url = await postgres.createDatabase('order');
    const [first, second] = await Promise.all([openPostgres(url), openPostgres(url)]);
    t.after(() => Promise.all([first.close(), second.close()]).then(() => {}));
    const slow = await first.pool.connect();
    const create = (id: string): NewKeyRow => ({
      id,
      accountId: `acc_${id}`,
      isNewAccount: true,
      label: null,
      origins: [],
      operatorBounds: null,
      ownerBounds: null,
      createdAt: 1,
      plan: 'pro',
      environment: 'live',
    });
    const secret = (keyId: string, digit: string) => ({ keyId, hash: digit.repeat(64), last4: 'last', createdAt: 1 });
    await slow.query('BEGIN');
    await new PostgresKeyTable({ query: slow.query.bind(slow) } as typeof first.pool).create(
      create('a'),
      secret('a', '1'),
      author,
    );
    let isDone = false;
    const table = new PostgresKeyTable(second.pool);
    const overtaking = table.create(create('b'), secret('b', '2'), author).then(() => {
      isDone = true;
    });
    await wait(200);
    assert.equal(isDone, false, 'a change waits for the one before it');
    assert.deepEqual((await table.changedSince(undefined))?.keys, []);
    await slow.query('COMMIT');
    slow.release();
    await overtaking;
    const changes = await table.changedSince(undefined);
    assert.deepEqual(
      changes?.keys.map(({ key }) => [key.sequence, key.id]),
      [
        [2, 'a'],
        [4, 'b'],
      ],
      'accounts have revisions too',
    );
    assert.equal(changes?.position.revision, 4);
  });

  test('a statement on a server that has gone is known to be that, not a bug', async (t) => {
    const own: (() => void | Promise<void>)[] = [];
    const brief = await startPostgres({ after: (cleanup) => void own.push(cleanup) });
    const { pool, close } = await openPostgres(await brief.createDatabase('brief'));
    t.after(close);
    for (const cleanUp of own.reverse()) await cleanUp();
    await assert.rejects(new PostgresKeyTable(pool).changedSince(undefined), StoreUnavailableError);
  });
});
