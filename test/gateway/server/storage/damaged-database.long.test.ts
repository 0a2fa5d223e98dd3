import assert from 'node:assert/strict';
import { openSync, realpathSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { createLog } from '#gateway/core/log.js';
import { connect, databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { runCommand } from '../../../support/command-line.js';
import { adminToken, startTestGateway, type TestGateway } from '../../../support/gateway.js';
import { GatewayProcess, processSettings } from '../../../support/gateway-process.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { type SignedIn, signInWithLink } from '../../../support/sessions.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const operator = { 'x-admin-token': adminToken };
const damaged = 'The database is damaged: stop the gateway, and restore a backup';

/** What has been stored before the damage, and how to ask for all of it. */
interface Subject {
  readonly service: TestGateway;
  readonly lines: { readonly level: number; readonly msg: string }[];
  readonly keyId: string;
  readonly accountId: string;
  readonly secret: string;
  readonly owner: SignedIn;
}

async function startSubject(t: TestContext, dataDir: string, settings: Readonly<Record<string, string>> = {}) {
  const lines: Subject['lines'][number][] = [];
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line) as Subject['lines'][number]) });
  const service = await startTestGateway(t, { dataDir, log, settings: { DAILY_QUOTA: '1000', ...settings } });
  const { key, secret } = await service.key();
  assert.equal((await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret)).status, 200);
  const owner = await signInWithLink(service, { role: 'owner', accountId: key.accountId });
  return { service, lines, keyId: key.id, accountId: key.accountId, secret, owner };
}

/** Sends a request to every endpoint that touches the store. @returns the statuses, by request. */
async function statusesOf({ service, keyId, accountId, secret, owner }: Subject): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const send = async (method: string, path: string, body?: object) => {
    const { status } = await service.request(method, path, { headers: operator, ...(body && { body }) });
    statuses.set(`${method} ${path.replaceAll(keyId, ':key').replaceAll(accountId, ':account')}`, status);
  };
  for (const path of ['/keys', '/keys?usage=24h', `/keys/${keyId}`, '/accounts', `/accounts/${accountId}/usage`]) {
    await send('GET', path);
  }
  for (const path of ['/usage', '/sessions', `/accounts/${accountId}/invitations`, '/cluster']) {
    await send('GET', path);
  }
  await send('POST', '/keys', { plan: 'pro' });
  await send('POST', `/keys/${keyId}/rotate`, { graceSeconds: 60 });
  await send('PUT', `/keys/${keyId}/origins`, { origins: ['https://a.example'] });
  await send('PUT', `/keys/${keyId}/label`, { label: 'a' });
  await send('POST', `/accounts/${accountId}/invitations`);
  const page = { ...operator, origin: service.url };
  statuses.set('/sign-in', (await service.request('POST', '/sign-in', { headers: page })).status);
  await send('DELETE', '/sessions/ses_none');
  for (const path of ['/account', '/account/usage', '/account/keys', '/sessions/current']) {
    statuses.set(`${path} of an owner`, (await owner.send('GET', path)).status);
  }
  statuses.set('/v1/usage', (await service.request('GET', '/v1/usage', { key: secret })).status);
  statuses.set('/v1/run', (await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret)).status);
  await send('DELETE', `/keys/${keyId}`);
  return statuses;
}

/** Whatever responds from memory may go on; what cannot is a failure of the store, and never a bug of the gateway. */
async function assertReported(subject: Subject): Promise<void> {
  const statuses = [...(await statusesOf(subject))];
  const failed = statuses.filter(([, status]) => status >= 500);
  assert.deepEqual(
    failed.filter(([, status]) => status !== 503),
    [],
  );
  assert.ok(failed.length > 0);
  await assertDegraded(subject);
}

async function assertDegraded({ service, lines }: Subject): Promise<void> {
  const logged = lines.filter(({ level, msg }) => level === 50 && msg !== 'request').map(({ msg }) => msg);
  assert.equal(logged.includes('A request handler failed'), false);
  assert.equal(logged.filter((msg) => msg === damaged).length, 1);
  const { status, json } = await service.request('GET', '/readyz');
  assert.deepEqual([status, json], [200, { status: 'degraded' }]);
}

/** Opens another connection to a database, as another program does. */
function elsewhere(dataDir: string) {
  return connect(databaseFile(dataDir), { synchronous: 'NORMAL', busyTimeoutMs: 5_000, autoCheckpointPages: 0 });
}

/** Writes nonsense over the pages of a database from one on, as a failing disk or another program does. */
function overwrite(dataDir: string, firstPage: number): void {
  const other = elsewhere(dataDir);
  const pageBytes = Number(other.pragma('page_size', { simple: true }));
  // Nothing is left in the log that hides the pages, and other connections forget those that they have.
  other.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc_other', 'pro', 0, 1000)");
  other.pragma('wal_checkpoint(TRUNCATE)');
  const file = databaseFile(dataDir);
  const bytes = statSync(file).size - (firstPage - 1) * pageBytes;
  // Closed only with the process: that would drop its locks.
  writeSync(openSync(file, 'r+'), Buffer.alloc(bytes, 0xa5), 0, bytes, (firstPage - 1) * pageBytes);
}

const damages: Readonly<Record<string, (dataDir: string) => void>> = {
  'without its tables'(dataDir) {
    const other = elsewhere(dataDir);
    other.pragma('foreign_keys = OFF');
    const names = other.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
    for (const name of names.pluck().all()) other.exec(`DROP TABLE ${String(name)}`);
    other.close();
  },
  'whose pages are damaged': (dataDir) => overwrite(dataDir, 2),
  'that is no database any more': (dataDir) => overwrite(dataDir, 1),
};

describe('a gateway with a database', () => {
  for (const [name, damage] of Object.entries(damages)) {
    test(`${name} says so, with 503 and one line`, async (t) => {
      const dataDir = temporaryFolder(t);
      const subject = await startSubject(t, dataDir);
      damage(dataDir);
      await assertReported(subject);
    });
  }
});

test('a start and a command on a damaged database end with a sentence that names it', async (t) => {
  const folder = temporaryFolder(t);
  const dataDir = join(realpathSync(folder), 'data');
  openDatabase(dataDir).close();
  overwrite(dataDir, 2);
  const { status, stderr } = await new GatewayProcess(t, processSettings, folder).ended;
  const sentence = `textmill: The database ${databaseFile(dataDir)} is damaged (database disk image is malformed): `;
  assert.deepEqual([status, stderr], [1, `${sentence}restore a backup with textmill restore\n`]);
  const listed = await runCommand(['keys', 'list'], { folder });
  assert.deepEqual([listed.code, listed.stderr], [1, stderr]);
});

test('a gateway whose PostgreSQL has lost a table says so, and serves on', { skip: withoutPostgres }, async (t) => {
  const databaseUrl = await createTestDatabase();
  const subject = await startSubject(t, temporaryFolder(t), { DATABASE_URL: databaseUrl });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('DROP TABLE sessions CASCADE');
  await client.end();
  const statuses = await statusesOf(subject);
  assert.deepEqual([statuses.get('GET /keys'), statuses.get('POST /keys'), statuses.get('/v1/run')], [200, 201, 200]);
  for (const request of ['GET /sessions', '/sign-in', '/account of an owner']) {
    assert.equal(statuses.get(request), 503, request);
  }
  await assertDegraded(subject);
});
