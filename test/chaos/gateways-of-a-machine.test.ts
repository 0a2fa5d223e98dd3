import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { suiteScope } from '../support/cleanup.js';
import { adminToken } from '../support/gateway.js';
import {
  admin,
  createKey,
  GatewayProcess,
  isRunning,
  type KeyDocument,
  processSettings,
  SupervisedGateway,
  statusWith,
  until,
  withoutStartupBanner,
} from '../support/gateway-process.js';
import { type ClusterDocument, clusterOf, membersOf, startGateways, untilReadyMembers } from '../support/gateways.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { ownRelease } from '../support/own-release.js';
import { RawConnection } from '../support/raw-http.js';
import { full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Long, because the machine may be busy with other tests. */
const timeoutMs = 120_000;
/** Changes of keys. */
const rounds = full ? 200 : 10;

describe('several gateways of one machine with SQLite', () => {
  const scope = suiteScope();
  let started: Awaited<ReturnType<typeof startGateways>>;
  /** The tests go on with the gateways as those before have left them. The first sends the first requests. */
  before(async () => {
    started = await startGateways(scope, 2, { WORKER_THREADS: '3', SYNC_INTERVAL_MS: '50' });
  });

  /** Opens connections to both gateways, which are known by the prefixes of their request ids. */
  async function connectionsToBoth() {
    const connections = await Promise.all(Array.from({ length: 12 }, () => RawConnection.open(started.port)));
    const processes = new Set<string | undefined>();
    const askAll = async (request: string) => {
      const all = await Promise.all(connections.map((connection) => connection.write(request).response()));
      for (const { headers } of all) processes.add(headers.get('x-request-id')?.split('-')[0]);
      return all;
    };
    const close = () => {
      for (const connection of connections) connection.destroy();
      assert.equal(processes.size, 2, 'the requests went to both processes');
    };
    return { askAll, close };
  }

  const small = (key: string) => runRequest(key, { input: 'a', steps: ['upper-case'] });

  test('keep recent metrics that are sums, whichever takes the request', async () => {
    const { url } = started;
    const { key } = await createKey(url);
    for (let sent = 0; sent < 5; sent++) assert.equal(await statusWith(url, key), 200);
    /** The last values, by the name and labels of their series. */
    const latest = async () => {
      const response = await fetch(`${url}/metrics/recent`, {
        headers: { 'x-admin-token': adminToken, connection: 'close' },
      });
      const { series, readings } = (await response.json()) as {
        series: { name: string; labels: Record<string, string> }[];
        readings: { values: number[] }[];
      };
      const values = readings.at(-1)?.values ?? [];
      return new Map(series.map(({ name, labels }, index) => [JSON.stringify([name, labels]), values[index]]));
    };
    const requests = JSON.stringify(['textmill_requests_total', { operation: 'run', status: '200' }]);
    const began = (gateway: string) => JSON.stringify(['process_start_time_seconds', { gateway }]);
    for (let times = 0; times < 6; times++) {
      const hasAll = async () => {
        const values = await latest();
        return values.get(requests) === 5 && values.has(began('1')) && values.has(began('2'));
      };
      await until('a gateway has read the metrics of both', hasAll, timeoutMs);
    }
  });

  test('divide WORKER_THREADS, each at least one', async () => {
    const { service, url } = started;
    const threads = service.log
      .filter(({ msg }) => msg === 'listening')
      .map((line) => [line.gateway, line.workerThreads]);
    assert.deepEqual(threads.toSorted(), [
      [1, 2],
      [2, 1],
    ]);
    assert.equal(metric(await metricsOf(url), 'textmill_threads'), 3);
    assert.equal(metric(await metricsOf(url), 'textmill_gateways'), 2);
  });

  test('are the same at each, in GET /cluster and textmill cluster', async () => {
    const { url, run, members: first } = started;
    const { store, gateways, members, differences } = await clusterOf(url);
    assert.deepEqual({ store, gateways, differences }, { store: 'sqlite', gateways: 2, differences: [] });
    assert.equal(members.filter(({ answered }) => answered).length, 1);
    assert.deepEqual(
      members.map(({ name, gateway, pid, address }) => ({ name, gateway, pid, address })),
      first.map(({ name, pid }, index) => ({ name, gateway: index + 1, pid, address: url.replace('http://', '') })),
    );
    for (const { ready, degraded, lapsed, lag, heartbeatSeconds } of members) {
      const expected = { ready: true, degraded: false, lapsed: false, lag: null, heartbeatSeconds: null };
      assert.deepEqual({ ready, degraded, lapsed, lag, heartbeatSeconds }, expected);
    }
    const json = await run('cluster', '--json');
    assert.equal(json.code, 0);
    const shown = JSON.parse(json.stdout) as ClusterDocument;
    assert.deepEqual(
      shown.members.map(({ name, address }) => ({ name, address })),
      members.map(({ name, address }) => ({ name, address })),
    );
    const { code, stdout } = await run('cluster');
    assert.equal(code, 0);
    const [header = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(header, /^NAME +ADDRESS +AGE +HEARD +VERSION +RELEASE +LAG +STATE +DEGRADED$/);
    assert.equal(rows.length, 2);
    const { host } = new URL(url);
    const release = basename(ownRelease());
    for (const [index, row] of rows.entries()) {
      const expected = `^\\S+:${members[index]?.pid} +${host} +\\d+[sm] +- +\\S+ +${release} +- +ready +no$`;
      assert.match(row, new RegExp(expected));
    }
  });

  test('tell when a key was last used, whichever of them was used', async () => {
    const { askAll, close } = await connectionsToBoth();
    const { id, key } = await createKey(started.url);
    for (const { status } of await askAll(small(key))) assert.equal(status, 200);
    const ask = `GET /keys/${id} HTTP/1.1\r\nHost: localhost\r\nx-admin-token: ${adminToken}\r\n\r\n`;
    const reported = async () =>
      new Set((await askAll(ask)).map(({ body }) => (JSON.parse(body) as { lastUsedAt: string | null }).lastUsedAt));
    await until('both processes tell the same', async () => (await reported()).size === 1);
    close();
  });

  test('serve no key as it was before a change that is acknowledged', async () => {
    const { url } = started;
    const { askAll, close } = await connectionsToBoth();
    const statuses = async (key: string) => new Set((await askAll(small(key))).map(({ status }) => status));
    for (let round = 0; round < rounds; round++) {
      const { id, key } = await createKey(url);
      assert.deepEqual(await statuses(key), new Set([200]));
      await admin(url, 'DELETE', `/keys/${id}`);
      assert.deepEqual(await statuses(key), new Set([401]));
    }
    close();
  });

  test('respond for one that hangs, with its last known metrics', async () => {
    const { port, service, members } = started;
    const connection = await RawConnection.open(port);
    const request = `GET /metrics HTTP/1.1\r\nhost: a\r\nx-admin-token: ${adminToken}\r\n\r\n`;
    const { headers } = await connection.write(request).response();
    const logged = () => service.log.find(({ requestId }) => requestId === headers.get('x-request-id'));
    await until('the request is in the log', () => logged() !== undefined, timeoutMs);
    const other = members.find(({ gateway }) => gateway !== logged()?.gateway);
    assert.ok(other);
    process.kill(other.pid, 'SIGSTOP');
    try {
      const { status, body } = await connection.write(request).response();
      assert.equal(status, 200);
      assert.match(body, /^textmill_threads 3$/m);
      const isWarned = () => service.log.some(({ msg }) => msg.startsWith('Gateways did not report their metrics'));
      await until('the log says so', isWarned, timeoutMs);
    } finally {
      process.kill(other.pid, 'SIGCONT');
      connection.destroy();
    }
  });

  test('go on if their new process cannot serve; one that is asked to stop alone is started again', async () => {
    const { folder, service, url, members } = started;
    writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
    service.kill('SIGUSR2');
    const failures = () => service.log.filter(({ msg }) => msg === 'The gateway process was not replaced');
    await until('it is said', () => failures().length > 0, timeoutMs);
    assert.deepEqual(
      failures().map(({ gateway, problem }) => [gateway, problem]),
      [[1, 'FREE_TIER is "yes", but it takes true or false']],
    );
    assert.deepEqual(
      (await membersOf(url)).map(({ pid }) => pid),
      members.map(({ pid }) => pid),
    );
    writeFileSync(join(folder, '.env'), '');
    process.kill(members[1]?.pid ?? 0, 'SIGTERM');
    await until('it has ended', () => !isRunning(members[1]?.pid ?? 0), timeoutMs);
    const [first, second] = await untilReadyMembers(url, 2, members[1]?.pid);
    assert.equal(first?.pid, members[0]?.pid);
    assert.notEqual(second?.pid, members[1]?.pid);
  });

  test('hold their data folder: another Textmill is refused while one of them is left', async (t) => {
    const { folder, service, url, run } = started;
    const members = await membersOf(url);
    const other = { ...processSettings, PORT: '0' };
    const refusal = new RegExp(`but another Textmill \\(process ${service.pid}\\) is using it\\n$`);
    for (const GATEWAYS of ['1', '2']) {
      const { status, stderr } = await new SupervisedGateway(t, { ...other, GATEWAYS }, folder).ended;
      assert.equal(status, 1);
      assert.match(stderr, refusal);
    }
    const reloaded = await run('reload');
    assert.equal(reloaded.stdout, `SIGHUP sent to the 2 gateways of the supervisor ${service.pid}\n`);
    const isRead = () => service.log.filter(({ msg }) => msg === 'The settings were read again').length === 2;
    await until('both read the settings again', isRead, timeoutMs);
    service.kill('SIGKILL');
    await until('all have ended', () => !members.some(({ pid }) => isRunning(pid)), timeoutMs);
    const next = new SupervisedGateway(t, { ...other, GATEWAYS: '2' }, folder);
    await untilReadyMembers(await next.ready(), 2);
    next.kill('SIGINT');
    assert.equal((await next.ended).status, 0);
  });
});

test('several gateways of which one cannot come up go on with the others; if none can, they are given up', async (t) => {
  const limits = { firstPauseMs: 10, longestPauseMs: 40, mostFailedStarts: 2 };
  const { folder, service, url, members } = await startGateways(t, 2, {}, { limits });
  writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
  process.kill(members[0]?.pid ?? 0, 'SIGKILL');
  const failed = () => service.log.filter(({ reason }) => reason === 'exit').length;
  await until('starts fail', () => failed() > 2, timeoutMs);
  const { key }: KeyDocument = await createKey(url);
  assert.equal(await statusWith(url, key), 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  writeFileSync(join(folder, '.env'), '');
  const both = await untilReadyMembers(url, 2);
  assert.equal(service.alive, true, 'it comes back once the cause is gone');

  writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
  for (const { pid } of both) process.kill(pid, 'SIGKILL');
  const { status, stderr } = await service.ended;
  assert.equal(status, 1);
  assert.equal(
    withoutStartupBanner(stderr).trimEnd().split('\n').pop(),
    'textmill: None of the 2 gateway processes could be started 2 times in a row: giving up',
  );
});

test('several gateways need a supervisor: a gateway without one serves alone and says so', async (t) => {
  const alone = new GatewayProcess(t, { ...processSettings, GATEWAYS: '2' }, temporaryFolder(t));
  const url = await alone.ready();
  assert.ok(alone.log.some(({ msg }) => msg.startsWith('Only one gateway serves')));
  assert.equal((await membersOf(url)).length, 1);
});
