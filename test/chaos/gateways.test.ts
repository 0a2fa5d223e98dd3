import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../../bench/percentile.js';
import { adminToken, httpServers } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  isRunning,
  processSettings,
  SupervisedGateway,
  statusWith,
  until,
  withoutWelcome,
} from '../support/gateway-process.js';
import { membersOf, startGateways, untilReadyMembers } from '../support/gateways.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { RetryingLoad } from '../support/retrying-load.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const gateways = 3;
const [connections, deaths] = full ? [60, 10] : [30, 1];
const [restarts, rate] = full ? [5, 1_000] : [1, 100];
/** Patience for a machine that is busy with other tests. */
const patienceMs = 120_000;
const standbyIsReady = 'A standby process is ready';
const small = { input: 'a', steps: ['upper-case'] };
const answered = 'textmill_requests_total{operation="run",status="200"}';

/** A client that sends one request after the other on one connection, until that breaks or the client is stopped. */
class Client {
  answers = 0;
  refusals = 0;
  isBroken = false;
  /** The process that it is connected to, by the prefix of the request ids. */
  process = '';
  stopped = false;
  readonly #ended: Promise<void>;

  constructor(port: number, request: string) {
    this.#ended = this.#run(port, request);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.#ended;
  }

  async #run(port: number, request: string): Promise<void> {
    const connection = await RawConnection.open(port);
    while (!this.stopped) {
      try {
        const { status, headers } = await connection.write(request).answer();
        if (status === 200) this.answers++;
        else this.refusals++;
        [this.process = ''] = (headers.get('x-request-id') ?? '').split('-');
      } catch {
        this.isBroken = true;
        return;
      }
      await wait(10);
    }
    connection.destroy();
  }
}

const answersOf = (clients: readonly Client[]) => clients.reduce((sum, client) => sum + client.answers, 0);

for (const httpServer of httpServers) {
  const server = { HTTP_SERVER: httpServer };

  describe(`several gateways on one port, over ${httpServer}`, () => {
    for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
      test(`${signal} of one breaks its own connections alone, and it is replaced`, async (t) => {
        const changes = { limits: { goodUptimeMs: 0 } };
        const { port, service, url } = await startGateways(t, gateways, server, changes);
        const { key } = await createKey(url);
        const times: number[] = [];
        let [broken, kept, counted, all] = [0, 0, 0, 0];
        for (let death = 1; death <= deaths; death++) {
          const isSpare = () => service.log.filter(({ msg }) => msg === standbyIsReady).length >= death;
          await until('a standby process is ready', isSpare, patienceMs);
          const clients = Array.from({ length: connections }, () => new Client(port, runRequest(key, small)));
          await until('every client has an answer', () => clients.every(({ answers }) => answers > 0), patienceMs);
          const [victim] = await membersOf(url);
          assert.ok(victim !== undefined);
          counted = metric(await metricsOf(url), answered);
          process.kill(victim.pid, signal);
          await until('it is dead', () => !isRunning(victim.pid), patienceMs);
          const firstBroken = () => clients.find(({ isBroken }) => isBroken);
          await until('a connection broke', () => firstBroken() !== undefined, patienceMs);
          const dead = firstBroken()?.process;
          const others = clients.filter((client) => client.process !== dead);
          const own = clients.filter((client) => client.process === dead);
          await until('all connections of that process broke', () => own.every(({ isBroken }) => isBroken), patienceMs);
          const before = others.map(({ answers }) => answers);
          await untilReadyMembers(url, gateways, victim.pid);
          const wentOn = () =>
            others.every(({ isBroken, answers }, index) => isBroken || answers > (before[index] ?? 0));
          await until('the others have further answers', wentOn, patienceMs);
          assert.ok(!others.some(({ isBroken }) => isBroken), 'the connections of all others went on');
          await Promise.all(clients.map((client) => client.stop()));
          assert.ok(!clients.some(({ refusals }) => refusals > 0));
          broken += own.length;
          kept += others.length;
          all += answersOf(clients);
          const metrics = await metricsOf(url);
          assert.ok(metric(metrics, answered) >= counted, 'no count falls');
          assert.ok(metric(metrics, answered) <= all + connections * death);
          assert.equal(metric(metrics, `textmill_gateway_restarts_total{reason="${signal}"}`), death);
          assert.equal(metric(metrics, 'textmill_gateways_ready'), gateways);
          const died = service.log.findLast(({ reason }) => reason === signal);
          const back = service.log.findLast(({ msg }) => msg === 'listening');
          assert.equal(died?.pid, victim.pid);
          assert.equal(back?.gateway, died.gateway);
          times.push(Number(back?.time) - Number(died.time));
        }
        service.kill('SIGINT');
        assert.equal((await service.ended).status, 0);
        const [median, worst] = [percentile(times, 50), Math.max(...times)].map((ms) => `${Math.round(ms)} ms`);
        figure(
          t,
          'C6',
          `${deaths} deaths of one of ${gateways} gateways: ${broken} connections broke, ${kept} of the others went on; ` +
            `it listened again after ${median} (median), ${worst} (worst)`,
          `${signal} over ${httpServer}`,
        );
      });
    }

    test('a rolling restart under load fails no request of a client that retries, and counts each', async (t) => {
      const settings = { ...server, LOG_LEVEL: 'info' };
      const { port, service, url, members, run } = await startGateways(t, gateways, settings);
      const { key } = await createKey(url);
      const load = new RetryingLoad(url, key, rate);
      let pids = members.map(({ pid }) => pid);
      for (let restart = 1; restart <= restarts; restart++) {
        const before = load.answered;
        await until('the load runs', () => load.answered > before + 100, patienceMs);
        const { code, stdout, stderr } = await run('reload', '--restart');
        assert.deepEqual([code, stderr], [0, '']);
        const next = (await untilReadyMembers(url, gateways)).map(({ pid }) => pid);
        assert.ok(
          next.every((pid) => !pids.includes(pid)),
          'each one was replaced',
        );
        assert.match(stdout, new RegExp(`^The ${gateways} gateways were replaced: processes ${next.join(', ')} serve`));
        assert.ok(pids.every((pid) => !isRunning(pid)));
        pids = next;
      }
      const { rate: reached } = load;
      await load.stop();
      assert.deepEqual(load.failures, []);
      assert.equal(load.broken.get('ECONNREFUSED') ?? 0, 0, 'the port was never closed');
      const metrics = await metricsOf(url);
      assert.equal(metric(metrics, 'textmill_gateway_restarts_total{reason="requested"}'), restarts * gateways);
      const counted = metric(metrics, answered);
      // A request whose connection broke may have had a response that nobody received.
      const most = load.answered + load.brokenCount;
      assert.ok(counted >= load.answered && counted <= most, `${counted} counted, ${load.answered} answered`);
      // The system may give no connection of the load to one of them: each further connection has another chance.
      const writers = () => new Set(service.log.filter(({ msg }) => msg === 'request').map(({ gateway }) => gateway));
      const allWrote = async () => {
        const client = new Client(port, runRequest(key, small));
        await until('it has an answer', () => client.answers > 0, patienceMs);
        await client.stop();
        return writers().size === gateways;
      };
      await until('each gateway has logged a request', allWrote, patienceMs);
      service.kill('SIGTERM');
      const { status, stdout } = await service.ended;
      assert.equal(status, 0);
      const lines = stdout.trimEnd().split('\n');
      for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), `a torn line: ${line}`);
      assert.deepEqual([...writers()].toSorted(), [1, 2, 3]);
      const broken = [...load.broken].map(([code, number]) => `${number} ${code}`).join(', ') || 'none';
      figure(
        t,
        'C7',
        `${restarts} rolling restarts of ${gateways} gateways at ${Math.round(reached)} requests/s: ${load.failures.length} ` +
          `of ${load.answered} failed for good, ${counted} counted; connections that ended instead of an answer: ${broken}`,
        `over ${httpServer}`,
      );
    });

    test('a port in use is refused with the reason, whichever process uses it', async (t) => {
      const { port, service } = await startGateways(t, 2, server);
      const PORT = String(port);
      for (const GATEWAYS of ['1', '2']) {
        const { status, stderr } = await new SupervisedGateway(t, { ...processSettings, ...server, PORT, GATEWAYS })
          .ended;
        assert.equal(status, 1);
        assert.match(stderr, new RegExp(`^textmill: Cannot listen on 127\\.0\\.0\\.1 port ${PORT} \\(EADDRINUSE\\): `));
      }
      service.kill('SIGINT');
      assert.equal((await service.ended).status, 0);
      const url = await new GatewayProcess(t, { ...processSettings, ...server, PORT }).ready();
      const other = new SupervisedGateway(t, { ...processSettings, ...server, PORT, GATEWAYS: '2' });
      const { status, stderr } = await other.ended;
      assert.equal(status, 1);
      assert.match(stderr, /^textmill: Cannot listen on .* \(EADDRINUSE\): /);
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    });
  });
}

describe('several gateways', () => {
  test('hold their data folder: another Textmill is refused while one of them is left', async (t) => {
    const { folder, service, url, members, run } = await startGateways(t, 2);
    const other = { ...processSettings, PORT: '0' };
    const refusal = new RegExp(`but another Textmill \\(process ${service.pid}\\) is using it\\n$`);
    for (const GATEWAYS of ['1', '2']) {
      const { status, stderr } = await new SupervisedGateway(t, { ...other, GATEWAYS }, folder).ended;
      assert.equal(status, 1);
      assert.match(stderr, refusal);
    }
    const { code, stdout } = await run('cluster');
    assert.equal(code, 0);
    const [header = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(header, /^NAME +ADDRESS +AGE +HEARD +VERSION +RELEASE +LAG +STATE +DEGRADED$/);
    assert.equal(rows.length, 2);
    const { host } = new URL(url);
    for (const [index, row] of rows.entries()) {
      assert.match(row, new RegExp(`^\\S+:${members[index]?.pid} +${host} +\\d+[sm] +- +\\S+ +- +- +ready +no$`));
    }
    const reloaded = await run('reload');
    assert.equal(reloaded.stdout, `SIGHUP sent to the 2 gateways of the supervisor ${service.pid}\n`);
    const isRead = () => service.log.filter(({ msg }) => msg === 'The settings were read again').length === 2;
    await until('both read the settings again', isRead, patienceMs);
    service.kill('SIGKILL');
    await until('all have ended', () => !members.some(({ pid }) => isRunning(pid)), patienceMs);
    const next = new SupervisedGateway(t, { ...other, GATEWAYS: '2' }, folder);
    await untilReadyMembers(await next.ready(), 2);
  });

  test('that all die again and again are given up with one sentence and status 1', async (t) => {
    const limits = { firstPauseMs: 10, longestPauseMs: 40, mostFailedStarts: 3 };
    const { folder, service, members } = await startGateways(t, 2, {}, { limits });
    writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
    for (const { pid } of members) process.kill(pid, 'SIGKILL');
    const { status, stderr } = await service.ended;
    assert.equal(status, 1);
    assert.equal(
      withoutWelcome(stderr).trimEnd().split('\n').pop(),
      'textmill: None of the 2 gateway processes could be started 3 times in a row: giving up',
    );
  });

  test('of which one cannot come up go on with the others, and it comes back once the cause is gone', async (t) => {
    const limits = { firstPauseMs: 10, longestPauseMs: 40, mostFailedStarts: 2 };
    const { folder, service, url, members } = await startGateways(t, 2, {}, { limits });
    writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
    process.kill(members[0]?.pid ?? 0, 'SIGKILL');
    const failed = () => service.log.filter(({ reason }) => reason === 'exit').length;
    await until('starts fail', () => failed() > 2, patienceMs);
    const { key } = await createKey(url);
    assert.equal(await statusWith(url, key), 200);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    writeFileSync(join(folder, '.env'), '');
    await untilReadyMembers(url, 2);
    assert.equal(service.alive, true);
  });

  test('answer for one that hangs, with its last known metrics', async (t) => {
    const { port, service, members } = await startGateways(t, 2, { LOG_LEVEL: 'info' });
    const connection = await RawConnection.open(port);
    const request = `GET /metrics HTTP/1.1\r\nhost: a\r\nx-admin-token: ${adminToken}\r\n\r\n`;
    const { headers } = await connection.write(request).answer();
    const logged = () => service.log.find(({ requestId }) => requestId === headers.get('x-request-id'));
    await until('the request is in the log', () => logged() !== undefined, patienceMs);
    const other = members.find(({ gateway }) => gateway !== logged()?.gateway);
    process.kill(other?.pid ?? 0, 'SIGSTOP');
    const { status, body } = await connection.write(request).answer();
    assert.equal(status, 200);
    assert.match(body, /^textmill_threads 2$/m);
    const isWarned = () => service.log.some(({ msg }) => msg.startsWith('Gateways did not report their metrics'));
    await until('the log says so', isWarned, patienceMs);
    process.kill(other?.pid ?? 0, 'SIGCONT');
  });

  test('go on if their new process cannot serve; one that is told to stop alone is started again', async (t) => {
    const { folder, service, url, members } = await startGateways(t, 2);
    writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
    service.kill('SIGUSR2');
    const failures = () => service.log.filter(({ msg }) => msg === 'The gateway process was not replaced');
    await until('it is said', () => failures().length > 0, patienceMs);
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
    await until('it has ended', () => !isRunning(members[1]?.pid ?? 0), patienceMs);
    const [first, second] = await untilReadyMembers(url, 2);
    assert.equal(first?.pid, members[0]?.pid);
    assert.notEqual(second?.pid, members[1]?.pid);
  });

  test('keep recent metrics that are sums, whichever takes the request', async (t) => {
    const { url } = await startGateways(t, 2);
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
    const started = (gateway: string) => JSON.stringify(['process_start_time_seconds', { gateway }]);
    for (let times = 0; times < 6; times++) {
      const hasAll = async () => {
        const values = await latest();
        return values.get(requests) === 5 && values.has(started('1')) && values.has(started('2'));
      };
      await until('a gateway has read the metrics of both', hasAll, patienceMs);
    }
  });

  test('divide WORKER_THREADS, each at least one', async (t) => {
    const { service, url } = await startGateways(t, 2, { WORKER_THREADS: '3', PORT: '0' }, {});
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

  test('need a supervisor: a gateway without one serves alone and says so', async (t) => {
    const alone = new GatewayProcess(t, { ...processSettings, GATEWAYS: '2' }, temporaryFolder(t));
    const url = await alone.ready();
    assert.ok(alone.log.some(({ msg }) => msg.startsWith('Only one gateway serves')));
    assert.equal((await membersOf(url)).length, 1);
  });
});
