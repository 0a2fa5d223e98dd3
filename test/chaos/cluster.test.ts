import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { suiteScope } from '../support/cleanup.js';
import { runCommand } from '../support/command-line.js';
import { startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken } from '../support/gateway.js';
import { admin, createKey, GatewayProcess, processSettings, statusWith, until } from '../support/gateway-process.js';
import { type MemberDocument, startGateways } from '../support/gateways.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../support/postgres.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface ClusterDocument {
  readonly store: string;
  readonly reachable: boolean;
  readonly gateways: number;
  readonly asOf: string;
  readonly members: readonly MemberDocument[];
  readonly differences: readonly {
    readonly setting: string;
    readonly values: readonly { readonly value: unknown; readonly members: readonly string[] }[];
  }[];
}

interface KeyDocument {
  readonly id: string;
  readonly lastUsedAt: string | null;
}

const calm = { gateway: 1, lag: 0, ready: true, degraded: false, lapsed: false };

const keyAt = (url: string, id: string) => admin<KeyDocument>(url, 'GET', `/keys/${id}`);
const clusterOf = (url: string) => admin<ClusterDocument>(url, 'GET', '/cluster');

describe('the gateways of a PostgreSQL, as each of them shows them', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;
  let databases = 0;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  const newDatabase = () => postgres.createDatabase(`cluster_${++databases}`);

  function start(t: TestContext, DATABASE_URL: string, settings: Readonly<Record<string, string>> = {}) {
    return new GatewayProcess(t, { ...processSettings, DATABASE_URL, ...settings });
  }

  /** Runs `textmill cluster` on a database. */
  const cluster = (t: TestContext, DATABASE_URL: string, ...args: string[]) => {
    const environment = { DATABASE_URL, ADMIN_TOKEN: adminToken };
    return runCommand(['cluster', ...args], { folder: temporaryFolder(t), environment });
  };

  test('are the same at each, and one that is killed has lapsed', async (t) => {
    const database = await newDatabase();
    assert.deepEqual(await cluster(t, database), {
      ...{ code: 3, stdout: '' },
      stderr: `textmill: No gateway is running on ${database}\n`,
    });
    const processes = [start(t, database), start(t, database)];
    const [first, second] = processes as [GatewayProcess, GatewayProcess];
    const urls = await Promise.all(processes.map((each) => each.ready()));
    const [at] = urls as [string, string];
    await until('both have told that they are ready', async () => (await clusterOf(at)).members.every((m) => m.ready));
    await createKey(at);
    for (const [index, url] of urls.entries()) {
      const { store, gateways, members, differences } = await clusterOf(url);
      assert.deepEqual({ store, gateways, differences }, { store: 'postgresql', gateways: 1, differences: [] });
      const own = `http://${members.find(({ answered }) => answered)?.address}`;
      assert.equal(own, url, 'it says which one answers');
      assert.deepEqual(members.map(({ pid }) => pid).toSorted(), processes.map(({ pid }) => pid).toSorted());
      assert.equal(members.filter(({ answered }) => answered).length, 1);
      for (const { name, pid, gateway, lag, ready, degraded, lapsed, heartbeatSeconds } of members) {
        assert.match(name, new RegExp(`:${pid}$`));
        assert.deepEqual({ gateway, lag, ready, degraded, lapsed }, calm, `at ${index}`);
        assert.ok(heartbeatSeconds !== null && heartbeatSeconds < 10, `${heartbeatSeconds} s`);
      }
    }
    const { stdout } = await cluster(t, database);
    const [header = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(header, /^NAME +ADDRESS +AGE +HEARD +VERSION +RELEASE +LAG +STATE +DEGRADED$/);
    assert.equal(rows.length, 2);
    for (const row of rows) assert.match(row, /^\S+:\d+ +127\.0\.0\.1:\d+ +\d+s +\d+s ago +\S+ +- +0 +ready +no$/);

    second.kill('SIGKILL');
    await second.ended;
    const stateOf = async (pid: number) => (await clusterOf(at)).members.find((member) => member.pid === pid);
    await until('it has lapsed', async () => (await stateOf(second.pid))?.lapsed === true, 60_000);
    const { ready, degraded } = (await stateOf(second.pid)) ?? assert.fail('it is not shown any more');
    assert.deepEqual({ ready, degraded }, { ready: false, degraded: true });
    assert.match((await cluster(t, database)).stdout, new RegExp(`:${second.pid} .* lapsed +yes\\n$`), 'it is last');

    first.kill('SIGTERM');
    assert.equal((await first.ended).status, 0);
    const { code, stdout: left, stderr } = await cluster(t, database, '--json');
    assert.deepEqual([code, stderr], [3, `textmill: No gateway is running on ${database}\n`]);
    const { members } = JSON.parse(left) as ClusterDocument;
    assert.deepEqual(
      members.map(({ pid, lapsed }) => [pid, lapsed]),
      [[second.pid, true]],
      'one that stops cleanly is gone',
    );
  });

  test('are what the store last told while it is away, and who cannot reach it is degraded at all', async (t) => {
    const url = new URL(await newDatabase());
    const proxy = await startCuttableProxy(t, Number(url.port));
    const there = start(t, url.href, { KEY_TRUST_SECONDS: '20' });
    url.port = String(proxy.port);
    const cutOff = start(t, url.href, { KEY_TRUST_SECONDS: '20' });
    const [at, cutAt] = await Promise.all([there.ready(), cutOff.ready()]);
    const shown = async (at: string) => {
      const { members, asOf } = await clusterOf(at);
      const member = members.find(({ pid }) => pid === cutOff.pid);
      return { ...(member ?? assert.fail('it is not shown')), asOf, count: members.length };
    };
    assert.equal((await shown(cutAt)).count, 2);
    proxy.cut();
    await until('both show it as degraded', async () => {
      return (await shown(at)).degraded && (await shown(cutAt)).degraded;
    });
    assert.deepEqual([(await clusterOf(at)).reachable, (await clusterOf(cutAt)).reachable], [true, false]);
    const { asOf, count } = await shown(cutAt);
    assert.equal(count, 2, 'as the store last told');
    assert.equal((await shown(cutAt)).asOf, asOf);
    await until(
      'both show that it serves no keys',
      async () => {
        return !(await shown(at)).ready && !(await shown(cutAt)).ready;
      },
      60_000,
    );
    proxy.heal();
    await until(
      'both show that it serves again',
      async () => {
        const states = [await shown(at), await shown(cutAt)];
        return states.every(({ ready, degraded, lapsed, count }) => ready && !degraded && !lapsed && count === 2);
      },
      60_000,
    );
  });
});

test('gateways with different limits are named by GET /cluster, textmill cluster and the log', {
  skip: withoutPostgres,
}, async (t) => {
  const postgres = await startPostgres(t);
  const DATABASE_URL = await postgres.createDatabase('limits');
  const settings = { ...processSettings, DATABASE_URL };
  const first = new GatewayProcess(t, settings);
  const at = await first.ready();
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, '.env'), 'BURST_PER_KEY=7\n');
  const { BURST_PER_KEY: _, ...others } = settings;
  const second = new GatewayProcess(t, { ...others, FREE_TIER: 'true' }, folder);
  const urls = [at, await second.ready()];
  const expected = [
    { setting: 'BURST_PER_KEY', values: { [first.pid]: 0, [second.pid]: 7 } },
    { setting: 'FREE_TIER', values: { [first.pid]: false, [second.pid]: true } },
  ];
  const shown = async (url: string) =>
    (await clusterOf(url)).differences.map(({ setting, values }) => ({
      setting,
      values: Object.fromEntries(values.flatMap(({ value, members }) => members.map((name) => [pidOf(name), value]))),
    }));
  for (const url of urls) {
    await until('it has heard of the other', async () => (await shown(url)).length > 0);
    assert.deepEqual(await shown(url), expected);
  }
  const { stderr } = await runCommand(['cluster'], { folder, environment: { DATABASE_URL, ADMIN_TOKEN: adminToken } });
  const named = 'BURST_PER_KEY differs: 0 (NAME:1), 7 (NAME:2); FREE_TIER differs: false (NAME:1), true (NAME:2)';
  const anonymous = (text: string) =>
    text
      .replaceAll(new RegExp(`\\S+:${first.pid}\\b`, 'g'), '(NAME:1')
      .replaceAll(new RegExp(`\\S+:${second.pid}\\b`, 'g'), '(NAME:2');
  assert.equal(
    anonymous(stderr),
    named
      .split('; ')
      .map((line) => `textmill: ${line}\n`)
      .join(''),
  );
  const logged = () => second.log.map(({ msg }) => anonymous(msg));
  const warning = `The gateways that share the database have different limits: ${named}`;
  await until('its log names them', () => logged().includes(warning));
  writeFileSync(join(folder, '.env'), 'BURST_PER_KEY=0\n');
  second.kill('SIGHUP');
  const rest = 'FREE_TIER differs: false (NAME:1), true (NAME:2)';
  await until('its log names what is left', () => logged().some((msg) => msg.endsWith(`limits: ${rest}`)));
});

const pidOf = (name: string) => Number(name.split(':').pop());

describe('when a key was last used', () => {
  test('is told by each gateway of a PostgreSQL, whichever of them was used', { skip: withoutPostgres }, async (t) => {
    const postgres = await startPostgres(t);
    const DATABASE_URL = await postgres.createDatabase('uses');
    const start = () => new GatewayProcess(t, { ...processSettings, DATABASE_URL, SYNC_INTERVAL_MS: '50' }).ready();
    const [one, other] = await Promise.all([start(), start()]);
    const { id, key } = await createKey(one);
    for (const [used, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      const before = (await keyAt(asked, id)).lastUsedAt;
      assert.equal(await statusWith(used, key), 200);
      await until('the other gateway knows', async () => (await keyAt(asked, id)).lastUsedAt !== before);
      const { keys } = await admin<{ keys: readonly KeyDocument[] }>(asked, 'GET', '/keys');
      assert.equal(keys[0]?.lastUsedAt, (await keyAt(used, id)).lastUsedAt);
    }
  });

  test('is told by each gateway of a machine with SQLite', async (t) => {
    const { port, url } = await startGateways(t, 2, { SYNC_INTERVAL_MS: '50' });
    const connections = await Promise.all(Array.from({ length: 12 }, () => RawConnection.open(port)));
    t.after(() => {
      for (const connection of connections) connection.destroy();
    });
    const { id, key } = await createKey(url);
    const processes = new Set<string | undefined>();
    for (const connection of connections) {
      const { status, headers } = await connection
        .write(runRequest(key, { input: 'a', steps: ['upper-case'] }))
        .answer();
      assert.equal(status, 200);
      processes.add(headers.get('x-request-id')?.split('-')[0]);
    }
    assert.equal(processes.size, 2, 'the requests went to both processes');
    const ask = `GET /keys/${id} HTTP/1.1\r\nHost: localhost\r\nx-admin-token: ${adminToken}\r\n\r\n`;
    const answers = async () => {
      const all = await Promise.all(connections.map((connection) => connection.write(ask).answer()));
      return new Set(all.map(({ body }) => (JSON.parse(body.toString()) as KeyDocument).lastUsedAt));
    };
    await until('both processes tell the same', async () => (await answers()).size === 1);
  });
});

test('a gateway whose keys cannot reach the store says so, although its counters can', {
  skip: withoutPostgres,
}, async (t) => {
  const postgres = await startPostgres(t);
  const DATABASE_URL = await postgres.createDatabase('keys_away');
  const url = await new GatewayProcess(t, { ...processSettings, DATABASE_URL }).ready();
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const signature = '(text, bigint, bigint, jsonb)';
  const isDegraded = async () => metric(await metricsOf(url), 'textmill_store_degraded') === 1;
  const readiness = async () => (await (await fetch(`${url}/readyz`)).json()) as object;
  try {
    assert.equal(await isDegraded(), false);
    await client.query(`ALTER FUNCTION note_keys_seen ${signature} RENAME TO away`);
    await until('the metric says so', isDegraded);
    assert.deepEqual(await readiness(), { status: 'degraded' });
    await client.query(`ALTER FUNCTION away ${signature} RENAME TO note_keys_seen`);
    await until('it does not any more', async () => !(await isDegraded()));
    assert.deepEqual(await readiness(), { status: 'ok' });
  } finally {
    await client.end();
  }
});

test('the gateways of one machine with SQLite are the same at each', async (t) => {
  const { url, run, members: started } = await startGateways(t, 2);
  const { store, gateways, members, differences } = await clusterOf(url);
  assert.deepEqual({ store, gateways, differences }, { store: 'sqlite', gateways: 2, differences: [] });
  assert.equal(members.filter(({ answered }) => answered).length, 1);
  assert.deepEqual(
    members.map(({ name, gateway, pid, address }) => ({ name, gateway, pid, address })),
    started.map(({ name, pid }, index) => ({ name, gateway: index + 1, pid, address: url.replace('http://', '') })),
  );
  for (const { ready, degraded, lapsed, lag, heartbeatSeconds } of members) {
    const expected = { ready: true, degraded: false, lapsed: false, lag: null, heartbeatSeconds: null };
    assert.deepEqual({ ready, degraded, lapsed, lag, heartbeatSeconds }, expected);
  }
  const { stdout, code } = await run('cluster', '--json');
  assert.equal(code, 0);
  const shown = JSON.parse(stdout) as ClusterDocument;
  assert.deepEqual(
    shown.members.map(({ name, address }) => ({ name, address })),
    members.map(({ name, address }) => ({ name, address })),
  );
});
