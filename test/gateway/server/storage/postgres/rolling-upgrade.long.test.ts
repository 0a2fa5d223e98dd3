import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import type { Gateway } from '#gateway/server/gateway.js';
import { openPool, parsePostgresUrl } from '#gateway/server/storage/postgres/connection.js';
import { migratePostgres, postgresMigrations } from '#gateway/server/storage/postgres/migrations.js';
import { author } from '../../../../support/author.js';
import { type CleanupScope, suiteScope } from '../../../../support/cleanup.js';
import { adminToken, sendRequest, startTestGateway } from '../../../../support/gateway.js';
import { createKey, GatewayProcess, processSettings, statusWith } from '../../../../support/gateway-process.js';
import { startOnDatabase } from '../../../../support/gateways.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../../../support/postgres.js';
import {
  keepSession,
  keptSessions,
  missingIn,
  recordSession,
  type Session,
} from '../../../../support/postgres-sessions.js';
import { figure } from '../../../../support/reliability.js';
import { cookieOf } from '../../../../support/sessions.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const migrations = readdirSync(postgresMigrations).filter((name) => name.endsWith('.sql'));
const newest = migrations.length;
const record = 'TEXTMILL_RECORD_SESSION=true';

/** Migrates a database as a program does that knows the schemas of a folder. */
async function migrate(url: string, directory: string): Promise<void> {
  const address = parsePostgresUrl(url);
  assert.ok(address !== undefined);
  const pool = await openPool(address);
  const client = await pool.connect();
  try {
    await migratePostgres(client, directory);
  } finally {
    client.release();
    await pool.end();
  }
}

const live = { plan: 'pro', environment: 'live' } as const;

/** What a migration may do while gateways of the release before it serve. */
const onlyAdds = 'ALTER TABLE members ADD COLUMN mood text; ALTER TABLE keys ADD COLUMN mood text';

/** Returns a folder with the migrations up to a version, and more of them. */
function migrationsUpTo(scope: CleanupScope, version: number, more: readonly string[] = []): string {
  const directory = temporaryFolder(scope);
  for (const name of migrations.toSorted().slice(0, version)) {
    cpSync(join(postgresMigrations, name), join(directory, name));
  }
  for (const [index, sql] of more.entries()) {
    writeFileSync(join(directory, `${String(version + index + 1).padStart(4, '0')}_more.sql`), sql);
  }
  return directory;
}

/** Returns the names of all statements in the sources. */
function namesInSources(): string[] {
  const folder = new URL('../../../../../gateway/server/storage/postgres/', import.meta.url);
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const calls = /\b(?:run|change)(?:<[^(]*>)?\(\s*[\w.#]+,\s*'(\w+)'|#change\('(\w+)'/g;
  const names = sources.flatMap((source) => [...source.matchAll(calls)].map(([, run, change]) => run ?? change ?? ''));
  assert.ok(names.length > 15, names.join(' '));
  return names;
}

/**
 * Puts the tokens of a database in the place of those that were recorded: each database makes its own. A token follows its
 * revision.
 */
async function withOwnTokens(pool: pg.Pool, values: readonly unknown[]): Promise<unknown[]> {
  const own = values.map(async (value, index) => {
    const revision = values[index - 1];
    if (typeof revision !== 'number' || typeof value !== 'string' || !/^[0-9a-f-]{36}$/.test(value)) return value;
    const { rows } = await pool.query('SELECT token FROM key_history WHERE revision = $1', [revision]);
    return (rows[0]?.token as string | undefined) ?? value;
  });
  return Promise.all(own);
}

/** Signs in and out, with a link and with the token, and does what owners and operators do with sessions. */
async function useSessions(
  { sessions }: Gateway,
  url: string,
  { id: keyId, accountId }: { readonly id: string; readonly accountId: string },
  olderSessions: () => Promise<void>,
): Promise<void> {
  const owner = { role: 'owner', accountId } as const;
  const issued = [await sessions.createLink(owner, author), await sessions.createLink(owner, author)];
  const origin = { origin: url };
  const begun = await sendRequest(`${url}/sign-in`, 'POST', { headers: origin, body: { link: issued[0]?.secret } });
  assert.equal(begun.status, 201);
  const byToken = await sendRequest(`${url}/sign-in`, 'POST', { headers: { ...origin, 'x-admin-token': adminToken } });
  const headers = { ...origin, cookie: cookieOf(byToken) };
  // Its use is noted once a minute.
  await olderSessions();
  assert.equal((await sendRequest(`${url}/sessions`, 'GET', { headers })).status, 200);
  const label = { headers, body: { label: 'of a session' } };
  assert.equal((await sendRequest(`${url}/keys/${keyId}/label`, 'PUT', label)).status, 200);
  const preview = { headers: origin, body: { link: issued[1]?.secret } };
  assert.equal((await sendRequest(`${url}/sign-in/preview`, 'POST', preview)).status, 200);
  assert.equal((await sendRequest(`${url}/sessions/current`, 'DELETE', { headers })).status, 200);
  assert.equal((await sessions.links(accountId)).length > 1, true);
  assert.equal(await sessions.deleteLink(issued[1]?.link.id ?? '', accountId, author), true);
  assert.equal(await sessions.endAllOf(accountId, author), 1);
}

/**
 * A newer program migrates the database while gateways of the release before it serve: with a session of each release that
 * was recorded, its statements go on working on the same connection.
 */
describe('a migration of PostgreSQL', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;
  let databases = 0;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  const newDatabase = () => postgres.createDatabase(`upgrade_${++databases}`);

  /** Returns the version of a database, and how many of its tables have what {@link onlyAdds} adds. */
  async function versionAndMoods(url: string): Promise<unknown> {
    const [row] = await postgres.query(
      new URL(url).pathname.slice(1),
      `SELECT version, (SELECT count(*)::int FROM pg_attribute WHERE attname = 'mood') AS moods
       FROM textmill_schema, key_revision`,
    );
    return row;
  }

  /** Sends what a gateway sent, half of it before a migration and half of it after. @returns what does not work. */
  async function replay({ schema, texts, sent }: Session, directory: string): Promise<string[]> {
    const url = await newDatabase();
    await migrate(url, migrationsUpTo(scope, schema));
    const address = parsePostgresUrl(url);
    assert.ok(address !== undefined);
    // One connection: statements are prepared before the migration.
    const pool = await openPool(address, { connections: 1, statementTimeoutMs: 10_000 });
    const listener = new pg.Client({ connectionString: url });
    const announced = new Set<string>();
    listener.on('notification', ({ channel }) => void announced.add(channel));
    await listener.connect();
    await listener.query('LISTEN textmill_keys_changed; LISTEN textmill_keys_seen');
    const problems: string[] = [];
    const half = Math.floor(sent.length / 2);
    for (const [index, { name, values, row }] of sent.entries()) {
      if (index === half) {
        await migrate(url, directory);
        announced.clear();
      }
      try {
        const sentValues = await withOwnTokens(pool, values);
        const { rows } = await pool.query({ name, text: texts[name] ?? '', values: sentValues });
        // Statements that were sent together may find another state when they are sent one by one.
        const problem = rows.length === 0 ? undefined : missingIn(rows[0], row);
        if (problem !== undefined) problems.push(`${name}: ${problem}`);
      } catch (error) {
        problems.push(`${name}: ${(error as Error).message}`);
      }
    }
    // Its own reply comes after all announcements.
    await listener.query('SELECT');
    for (const channel of ['textmill_keys_changed', 'textmill_keys_seen']) {
      if (!announced.has(channel)) problems.push(`${channel} is not announced`);
    }
    await Promise.all([listener.end(), pool.end()]);
    return problems;
  }

  test('knows what this release sends: the statements of a gateway are kept', async (t) => {
    const DATABASE_URL = await newDatabase();
    const stop = recordSession(newest);
    // Two requests use up the quota, which is announced to nobody.
    const limits = { BURST_PER_KEY: '1000', DAILY_QUOTA: '2', SYNC_INTERVAL_MS: '200', ADMIN_TOKEN: adminToken };
    const webhooks = { WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` };
    const { gateway, url } = await startTestGateway(t, { settings: { DATABASE_URL, ...limits, ...webhooks } });
    const headers = { 'x-admin-token': adminToken };
    const admin = async (method: string, path: string, body?: object) => {
      const { status } = await sendRequest(url + path, method, { headers, ...(body && { body }) });
      assert.ok(status < 300, `${method} ${path}: ${status}`);
    };
    const { id, key, accountId } = await createKey(url);
    const olderSessions = async () => {
      const client = new pg.Client({ connectionString: DATABASE_URL });
      await client.connect();
      await client.query('UPDATE sessions SET last_used_at = last_used_at - 60000');
      await client.end();
    };
    for (let round = 0; round < 2; round++) {
      assert.equal(await statusWith(url, key), 200);
      assert.equal(await statusWith(url, `${key.slice(0, -1)}-`), 401);
      await admin('PUT', `/keys/${id}/label`, { label: 'a label' });
      await admin('PUT', `/keys/${id}/limits`, { expiresAt: '2999-01-01T00:00:00Z' });
      await admin('POST', '/accounts', { plan: 'pro', externalId: `customer ${round}` });
      await admin('PUT', `/accounts/${accountId}/limits`, { burstPerMinute: 900 });
      const { secret } = await gateway.keys.create({ ...live, operatorBounds: { expiresAt: 1 } }, author);
      assert.equal(await statusWith(url, secret), 401, 'it is noted that its end has passed');
      await admin('PUT', `/keys/${id}/origins`, { origins: ['https://a.example'] });
      await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 60 });
      await admin('GET', `/accounts/${accountId}/usage`);
      await admin('GET', '/usage?range=7d');
      await admin('GET', `/keys/${id}`);
      await admin('GET', '/keys?usage=24h');
      await admin('GET', '/cluster');
      await admin('GET', '/audit');
      const workflows = `/accounts/${accountId}/workflows`;
      await admin('PUT', `${workflows}/clean`, { steps: ['trim-lines'] });
      for (const path of [workflows, `${workflows}/clean`]) await admin('GET', path);
      await admin('DELETE', `${workflows}/clean`);
      const refused = { 'x-admin-token': 'not-the-admin-token' };
      assert.equal((await sendRequest(`${url}/keys`, 'GET', { headers: refused })).status, 401);
      assert.equal((await sendRequest(`${url}/audit?after=aud_none`, 'GET', { headers })).status, 400);
      await admin('GET', '/keys');
      await useSessions(gateway, url, { id, accountId }, olderSessions);
      assert.equal((await sendRequest(`${url}/v1/usage`, 'GET', { headers: { 'x-api-key': key } })).status, 200);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    await admin('DELETE', `/keys/${id}`);
    await gateway.stop();
    const session = stop();
    if (process.env.TEXTMILL_RECORD_SESSION === 'true') keepSession(session);
    const kept = keptSessions().filter(([, { schema }]) => schema === newest);
    const texts = kept.map(([, each]) => each.texts);
    assert.ok(
      texts.some((each) => Object.entries(session.texts).every(([name, text]) => each[name] === text)),
      `${record} keeps the statements of this release`,
    );
    for (const name of namesInSources()) assert.ok(name in session.texts, `the session sends ${name}`);
  });

  for (const [release, session] of keptSessions()) {
    test(`that only adds leaves gateways of ${release} able to go on serving`, async () => {
      assert.ok(session.sent.length > 50);
      assert.deepEqual(await replay(session, migrationsUpTo(scope, newest, [onlyAdds])), []);
    });
  }

  test('runs once, however many programs start at the same time', async () => {
    const url = await newDatabase();
    await migrate(url, postgresMigrations);
    const directory = migrationsUpTo(scope, newest, [onlyAdds]);
    await Promise.all(Array.from({ length: 5 }, () => migrate(url, directory)));
    assert.deepEqual(await versionAndMoods(url), { version: newest + 1, moods: 2 });
  });

  test('that fails is undone, with those before it', async () => {
    const url = await newDatabase();
    await migrate(url, postgresMigrations);
    const failing = migrationsUpTo(scope, newest, [onlyAdds, 'DELETE FROM key_revision; SELECT FROM nowhere']);
    await assert.rejects(migrate(url, failing), { message: 'relation "nowhere" does not exist' });
    assert.deepEqual(await versionAndMoods(url), { version: newest, moods: 0 });
  });

  test('that takes away what an earlier release uses is found', async () => {
    const session = keptSessions().at(-1)?.[1];
    assert.ok(session !== undefined);
    const harmful = [
      'DROP FUNCTION set_key_label',
      'ALTER TABLE keys DROP COLUMN origins',
      `CREATE OR REPLACE FUNCTION next_key_revision() RETURNS bigint LANGUAGE sql AS 'UPDATE key_revision SET newest = newest + 1 RETURNING newest'`,
    ];
    for (const sql of harmful) {
      const problems = await replay(session, migrationsUpTo(scope, newest, [sql]));
      assert.notDeepEqual(problems, [], sql);
    }
  });

  test('does not disturb a gateway that runs; one that starts is refused with one sentence', async (t) => {
    const url = await newDatabase();
    const running = await startOnDatabase(t, url);
    const { id, key } = await createKey(running.url);
    assert.equal(await statusWith(running.url, key), 200);
    await migrate(url, migrationsUpTo(t, newest, [onlyAdds]));
    for (let sent = 0; sent < 50; sent++) assert.equal(await statusWith(running.url, key), 200);
    const { key: other } = await createKey(running.url);
    assert.equal(await statusWith(running.url, other), 200);
    const headers = { 'x-admin-token': adminToken };
    assert.equal((await sendRequest(`${running.url}/keys/${id}`, 'DELETE', { headers })).status, 200);
    assert.equal(await statusWith(running.url, key), 401);
    assert.deepEqual((await sendRequest(`${running.url}/readyz`, 'GET', {})).json, { status: 'ok' });
    const { status, stderr } = await new GatewayProcess(t, { ...processSettings, DATABASE_URL: url }).ended;
    assert.equal(status, 1);
    const sentence = `but it has schema version ${newest + 1}, but this program knows versions up to ${newest} only`;
    assert.ok(stderr.includes(sentence) && stderr.trimEnd().split('\n').length === 1, stderr);
    const releases = keptSessions().map(([release]) => release);
    figure(
      t,
      'C7',
      `sessions of ${releases.join(', ')} work while PostgreSQL is migrated, and a running gateway serves on`,
      'migrations',
    );
  });
});
