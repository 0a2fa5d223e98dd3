import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { adminToken, type RequestOptions, sendRequest } from '../support/gateway.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The process as an operator sees it: started, signalled, killed, and started again on the same folder. */

const work = { input: 'a', steps: ['upper-case'] };
const settings = {
  PORT: '0',
  DATA_DIR: 'data',
  ADMIN_TOKEN: adminToken,
  BURST_PER_IP: '0',
  BURST_PER_KEY: '0',
  DAILY_QUOTA: '1000000',
  WORKER_THREADS: '1',
};

interface KeyDocument {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
}

async function admin<Answer>(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const options: RequestOptions = { headers: { 'x-admin-token': adminToken }, ...(body === undefined ? {} : { body }) };
  const { status, json } = await sendRequest(url + path, method, options);
  assert.ok(status < 300, `${method} ${path}: ${status}`);
  return json as Answer;
}

const createKey = (url: string, body: object = { plan: 'pro' }) => admin<KeyDocument>(url, 'POST', '/keys', body);

async function used(url: string, { accountId }: KeyDocument): Promise<number> {
  return (await admin<{ used: number }>(url, 'GET', `/accounts/${accountId}/usage`)).used;
}

async function statusWith(url: string, key: string): Promise<number> {
  return (await sendRequest(`${url}/v1/run`, 'POST', { key, body: work })).status;
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `not within 10 s: ${what}`);
    await wait(5);
  }
}

/** Holds a copy of the files against SQLite's own check: opening the files themselves would repair them first. */
function assertDatabaseIntact(t: TestContext, folder: string): void {
  const copy = temporaryFolder(t);
  cpSync(join(folder, 'data'), copy, { recursive: true });
  const database = new Database(join(copy, 'textmill.sqlite'));
  try {
    assert.equal(database.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(database.pragma('foreign_key_check'), []);
  } finally {
    database.close();
  }
}

/** Requests that the database knows of. */
function storedCount(folder: string): number {
  const database = new Database(join(folder, 'data/textmill.sqlite'), { readonly: true });
  try {
    return database.prepare('SELECT coalesce(sum(count), 0) FROM quota_minutes').pluck().get() as number;
  } finally {
    database.close();
  }
}

describe('a start that cannot be', () => {
  test('names every bad setting on a line of its own, exits with 1, and touches nothing', async (t) => {
    const folder = temporaryFolder(t);
    const bad = { ...settings, PORT: '80000', DAILY_QUOTA: '-1', ADMIN_TOKEN: 'short secret', FREE_TIER: 'yes' };
    const { status, stdout, stderr } = await new GatewayProcess(t, bad, folder).ended;
    assert.deepEqual([status, stdout], [1, '']);
    const [port, token, quota, free, ...rest] = stderr.split('\n');
    assert.equal(port, 'textmill: PORT is "80000", but it takes an integer from 0 to 65535');
    assert.match(token ?? '', /^textmill: ADMIN_TOKEN is a value of 12 characters, but it takes /);
    assert.equal(quota, 'textmill: DAILY_QUOTA is "-1", but it takes an integer from 0 to 1000000000');
    assert.equal(free, 'textmill: FREE_TIER is "yes", but it takes true or false');
    assert.deepEqual(rest, ['']);
    assert.equal(existsSync(join(folder, 'data')), false);
  });

  test('reads .env, where what is set already wins', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '.env'), 'PORT=80000\nMAX_QUEUE=many\n');
    const { status, stderr } = await new GatewayProcess(t, settings, folder).ended;
    assert.deepEqual(
      [status, stderr],
      [1, 'textmill: MAX_QUEUE is "many", but it takes an integer from 1 to 100000\n'],
    );
  });

  test('on a port in use says so, and leaves the other instance alone', async (t) => {
    const first = new GatewayProcess(t, settings);
    const url = await first.ready();
    const { port } = new URL(url);
    const { status, stdout, stderr } = await new GatewayProcess(t, { ...settings, PORT: port }).ended;
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(
      stderr,
      `textmill: Cannot listen on 127.0.0.1 port ${port}: the port is in use or the address is not this machine's\n`,
    );
    for (let i = 0; i < 20; i++) assert.equal((await sendRequest(`${url}/healthz`, 'GET', {})).status, 200);
  });

  test('on a folder that is a file, or a file that is no database, is one sentence', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'file'), '');
    writeFileSync(
      join(folder, 'textmill.sqlite'),
      'this is no database, and it is long enough to be looked at'.repeat(99),
    );
    for (const dataDir of ['file', '.']) {
      const { status, stderr } = await new GatewayProcess(t, { ...settings, DATA_DIR: dataDir }, folder).ended;
      assert.equal(status, 1, dataDir);
      assert.match(stderr, /^textmill: [^\n]+\n$/, dataDir);
    }
  });
});

test('the first start makes the folder and welcomes; the second finds all as it was', async (t) => {
  const folder = temporaryFolder(t);
  const { ADMIN_TOKEN: _, ...own } = settings;
  const first = new GatewayProcess(t, own, folder);
  const url = await first.ready();
  first.kill('SIGINT');
  const greeted = await first.ended;
  assert.deepEqual([greeted.status, greeted.stderr], [0, '']);
  assert.ok(greeted.stdout.includes(`Textmill is listening on ${url}\n`));
  const tokenFile = join(folder, 'data/admin-token');
  const token = readFileSync(tokenFile, 'utf8');
  assert.match(token, /^[\w-]{43}\n$/);
  assert.equal(greeted.stdout.includes(token.trim()), false, 'the welcome says where the token lies, not what it is');
  assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, 'data')).mode & 0o777, 0o700);

  const second = new GatewayProcess(t, own, folder);
  await second.ready();
  second.kill('SIGINT');
  const { status, stdout } = await second.ended;
  assert.equal(status, 0);
  for (const line of stdout.trim().split('\n')) assert.equal(typeof JSON.parse(line).msg, 'string', line);
  assert.equal(readFileSync(tokenFile, 'utf8'), token);
});

/** Clients that keep their connections, as proxies do, and send one request after the other until they are told to go. */
class Load {
  readonly statuses = new Map<number, number>();
  /** Connections that ended with a request on them and no answer. */
  dropped = 0;
  readonly ended: Promise<unknown>;

  constructor(port: number, key: string, bodies: readonly string[]) {
    this.ended = Promise.all(bodies.map((body) => this.#client(port, request(key, body))));
  }

  get answered(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  async #client(port: number, bytes: string): Promise<void> {
    const connection = await RawConnection.open(port);
    for (let last = false; !last; ) {
      try {
        const { status, headers } = await connection.write(bytes).answer({ timeoutMs: 10_000 });
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        last = headers.get('connection') === 'close';
      } catch {
        this.dropped++;
        last = true;
      }
      await wait(Math.random() * 3);
    }
    connection.destroy();
  }
}

function request(key: string, body: string): string {
  const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const small = JSON.stringify(work);
const large = JSON.stringify({ input: 'line\n'.repeat(20_000), steps: ['sort-lines', 'upper-case'] });

for (const adapter of ['uws', 'node']) {
  describe(`SIGTERM under load, over ${adapter}`, () => {
    test('first says "not ready", drops nothing, counts exactly, and ends with 0', async (t) => {
      const folder = temporaryFolder(t);
      const first = new GatewayProcess(t, { ...settings, HTTP_SERVER: adapter }, folder);
      const url = await first.ready();
      const port = Number(new URL(url).port);
      const key = await createKey(url);
      const load = new Load(port, key.key, [small, small, small, large, large]);
      await until('the load runs', () => load.answered > 100);

      first.kill('SIGTERM');
      const signalled = performance.now();
      await until('readyz says 503', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 503);
      assert.equal(await statusWith(url, key.key), 200, 'whoever has not noticed yet is served');
      // Begun while the gateway listened, ended when it does so no more.
      const late = await RawConnection.open(port);
      const bytes = request(key.key, small);
      late.write(bytes.slice(0, -10));
      await until('nobody listens', async () => !(await isListening(port)));
      const { status: lateStatus, headers } = await late.write(bytes.slice(-10)).answer();
      assert.deepEqual([lateStatus, headers.get('connection')], [200, 'close']);

      const { status, stderr } = await first.ended;
      assert.deepEqual([status, stderr], [0, '']);
      assert.ok(performance.now() - signalled < 10_000);
      await load.ended;
      assert.equal(load.dropped, 0);
      assert.deepEqual([...load.statuses.keys()], [200]);
      assertDatabaseIntact(t, folder);

      const second = new GatewayProcess(t, settings, folder);
      assert.equal(await used(await second.ready(), key), load.answered + 2);
    });
  });
}

test('a second signal ends the process at once', async (t) => {
  const gateway = new GatewayProcess(t, settings);
  const url = await gateway.ready();
  gateway.kill('SIGTERM');
  await until('the first is heard', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 503);
  gateway.kill('SIGTERM');
  assert.equal((await gateway.ended).status, 1);
});

describe('kill -9', () => {
  test('loses no key and no change that was answered, and at most one interval of the quota', async (t) => {
    const folder = temporaryFolder(t);
    const first = new GatewayProcess(t, { ...settings, SYNC_INTERVAL_MS: '100' }, folder);
    const url = await first.ready();
    const [kept, revoked, rotated, renamed] = await Promise.all([1, 2, 3, 4].map(() => createKey(url)));
    assert.ok(kept && revoked && rotated && renamed);
    for (let i = 0; i < 50; i++) assert.equal(await statusWith(url, kept.key), 200);
    await until('the counters are stored', () => storedCount(folder) === 50);
    for (let i = 0; i < 20; i++) assert.equal(await statusWith(url, kept.key), 200);
    await admin(url, 'DELETE', `/keys/${revoked.id}`);
    await admin(url, 'PUT', `/keys/${renamed.id}/origins`, { origins: ['https://new.example'] });
    const { key: newSecret } = await admin<KeyDocument>(url, 'POST', `/keys/${rotated.id}/rotate`);
    first.kill('SIGKILL');
    assert.equal((await first.ended).signal, 'SIGKILL');
    assertDatabaseIntact(t, folder);

    const second = new GatewayProcess(t, settings, folder);
    const again = await second.ready();
    const count = await used(again, kept);
    assert.ok(count >= 50 && count <= 70, `${count} of 70 requests are known`);
    assert.deepEqual(
      [
        await statusWith(again, kept.key),
        await statusWith(again, revoked.key),
        await statusWith(again, rotated.key),
        await statusWith(again, newSecret),
      ],
      [200, 401, 401, 200],
    );
    const { origins } = await admin<{ origins: string[] }>(again, 'GET', `/keys/${renamed.id}`);
    assert.deepEqual(origins, ['https://new.example']);
  });

  test('in the middle of making and revoking keys, three times over', async (t) => {
    const folder = temporaryFolder(t);
    const live = new Set<string>();
    const ended = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const gateway = new GatewayProcess(t, { ...settings, SYNC_INTERVAL_MS: '10' }, folder);
      const url = await gateway.ready();
      const changes = Array.from({ length: 4 }, async (_, worker) => {
        for (;;) {
          const { id, key } = await createKey(url);
          live.add(key);
          await statusWith(url, key);
          if (worker % 2 === 0) continue;
          live.delete(key);
          await admin(url, 'DELETE', `/keys/${id}`);
          ended.add(key);
        }
      });
      await wait(150 + 100 * round);
      gateway.kill('SIGKILL');
      const outcomes = await Promise.allSettled(changes);
      for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && outcome.reason instanceof TypeError);
      await gateway.ended;
      assertDatabaseIntact(t, folder);
    }
    assert.ok(live.size > 10 && ended.size > 10, `${live.size} made, ${ended.size} revoked`);
    const last = new GatewayProcess(t, settings, folder);
    const url = await last.ready();
    for (const key of live) assert.equal(await statusWith(url, key), 200, 'a key that was answered works');
    for (const key of ended) assert.equal(await statusWith(url, key), 401, 'a revocation that was answered holds');
  });
});
