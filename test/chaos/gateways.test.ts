import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '#bench/percentile.js';
import { suiteScope } from '../support/cleanup.js';
import { httpServers } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  isRunning,
  processSettings,
  SupervisedGateway,
  until,
} from '../support/gateway-process.js';
import { membersOf, startGateways, untilReadyMembers } from '../support/gateways.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { RetryingLoad } from '../support/retrying-load.js';

const gateways = full ? 3 : 2;
const [connections, deaths] = full ? [60, 10] : [30, 1];
const [restarts, rate] = full ? [5, 1_000] : [1, 50];
/** Between two requests of a client. */
const pauseMs = full ? 10 : 100;
/** Long, because the machine may be busy with other tests. */
const timeoutMs = 120_000;
const standbyIsReady = 'A standby process is ready';
const signals = ['SIGKILL', 'SIGSEGV'] as const;
const small = { input: 'a', steps: ['upper-case'] };
const served = 'textmill_requests_total{operation="run",status="200"}';

/** A client that sends one request after the other on one connection, until that breaks or the client is stopped. */
class Client {
  responses = 0;
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
        const { status, headers } = await connection.write(request).response();
        if (status === 200) this.responses++;
        else this.refusals++;
        [this.process = ''] = (headers.get('x-request-id') ?? '').split('-');
      } catch {
        this.isBroken = true;
        return;
      }
      await wait(pauseMs);
    }
    connection.destroy();
  }
}

const responsesOf = (clients: readonly Client[]) => clients.reduce((sum, client) => sum + client.responses, 0);

/** In the moderate form, each server has one of the signals. */
const signalsOf = { uws: full ? signals : signals.slice(0, 1), node: full ? signals : signals.slice(1) };

for (const httpServer of httpServers) {
  const server = { HTTP_SERVER: httpServer };

  describe(`several gateways on one port, over ${httpServer}`, () => {
    const scope = suiteScope();
    let started: Awaited<ReturnType<typeof startGateways>>;
    let key = '';
    /** Deaths so far: each took a standby process. */
    let died = 0;

    before(async () => {
      started = await startGateways(scope, gateways, server, { limits: { goodUptimeMs: 0 } });
      ({ key } = await createKey(started.url));
    });

    for (const signal of signalsOf[httpServer]) {
      test(`${signal} of one breaks its own connections alone, and it is replaced`, async (t) => {
        const { port, service, url } = started;
        const servedBefore = metric(await metricsOf(url), served);
        const times: number[] = [];
        let [broken, kept, counted, all] = [0, 0, 0, 0];
        for (let death = 1; death <= deaths; death++) {
          const isSpare = () => service.log.filter(({ msg }) => msg === standbyIsReady).length > died;
          await until('a standby process is ready', isSpare, timeoutMs);
          died++;
          const clients = Array.from({ length: connections }, () => new Client(port, runRequest(key, small)));
          await until('every client has a response', () => clients.every(({ responses }) => responses > 0), timeoutMs);
          const [victim] = await membersOf(url);
          assert.ok(victim !== undefined);
          counted = metric(await metricsOf(url), served);
          process.kill(victim.pid, signal);
          await until('it is dead', () => !isRunning(victim.pid), timeoutMs);
          const firstBroken = () => clients.find(({ isBroken }) => isBroken);
          await until('a connection broke', () => firstBroken() !== undefined, timeoutMs);
          const dead = firstBroken()?.process;
          const others = clients.filter((client) => client.process !== dead);
          const own = clients.filter((client) => client.process === dead);
          await until('all connections of that process broke', () => own.every(({ isBroken }) => isBroken), timeoutMs);
          const before = others.map(({ responses }) => responses);
          await untilReadyMembers(url, gateways, victim.pid);
          const wentOn = () =>
            others.every(({ isBroken, responses }, index) => isBroken || responses > (before[index] ?? 0));
          await until('the others have further responses', wentOn, timeoutMs);
          assert.ok(!others.some(({ isBroken }) => isBroken), 'the connections of all others went on');
          await Promise.all(clients.map((client) => client.stop()));
          assert.ok(!clients.some(({ refusals }) => refusals > 0));
          broken += own.length;
          kept += others.length;
          all += responsesOf(clients);
          const metrics = await metricsOf(url);
          assert.ok(metric(metrics, served) >= counted, 'no count falls');
          assert.ok(metric(metrics, served) - servedBefore <= all + connections * death);
          assert.equal(metric(metrics, `textmill_gateway_restarts_total{reason="${signal}"}`), death);
          assert.equal(metric(metrics, 'textmill_gateways_ready'), gateways);
          const said = service.log.findLast(({ reason }) => reason === signal);
          const back = service.log.findLast(({ msg }) => msg === 'listening');
          assert.equal(said?.pid, victim.pid);
          assert.equal(back?.gateway, said.gateway);
          times.push(Number(back?.time) - Number(said.time));
        }
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
      const { port, service, url, run } = started;
      const servedBefore = metric(await metricsOf(url), served);
      const linesBefore = service.log.length;
      let pids = (await membersOf(url)).map(({ pid }) => pid);
      const load = new RetryingLoad(url, key, rate);
      for (let restart = 1; restart <= restarts; restart++) {
        const before = load.served;
        await until('the load runs', () => load.served > before + 100, timeoutMs);
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
      const counted = metric(metrics, served) - servedBefore;
      // A request whose connection broke may have had a response that nobody received.
      const most = load.served + load.brokenCount;
      assert.ok(counted >= load.served && counted <= most, `${counted} counted, ${load.served} served`);
      // The system may give no connection of the load to one of them: each further connection has another chance.
      const writers = () => {
        const lines = service.log.slice(linesBefore).filter(({ msg }) => msg === 'request');
        return new Set(lines.map(({ gateway }) => gateway));
      };
      const allWrote = async () => {
        const client = new Client(port, runRequest(key, small));
        await until('it has a response', () => client.responses > 0, timeoutMs);
        await client.stop();
        return writers().size === gateways;
      };
      await until('each gateway has logged a request', allWrote, timeoutMs);
      for (const GATEWAYS of ['1', '2']) await assertPortIsRefused(t, { ...server, PORT: String(port), GATEWAYS });
      service.kill('SIGTERM');
      const { status, stdout } = await service.ended;
      assert.equal(status, 0);
      // Whoever was killed before may have left half a line.
      const lines = stdout.trimEnd().split('\n').slice(linesBefore);
      for (const line of lines) assert.doesNotThrow(() => JSON.parse(line), `a torn line: ${line}`);
      assert.deepEqual(
        [...writers()].toSorted(),
        Array.from({ length: gateways }, (_, index) => index + 1),
      );
      const broken = [...load.broken].map(([code, number]) => `${number} ${code}`).join(', ') || 'none';
      figure(
        t,
        'C7',
        `${restarts} rolling restarts of ${gateways} gateways at ${Math.round(reached)} requests/s: ${load.failures.length} ` +
          `of ${load.served} failed for good, ${counted} counted; connections that ended instead of a response: ${broken}`,
        `over ${httpServer}`,
      );
    });

    test('a port that one gateway uses is refused to several', async (t) => {
      const PORT = String(started.port);
      const url = await new GatewayProcess(t, { ...processSettings, ...server, PORT }).ready();
      await assertPortIsRefused(t, { ...server, PORT, GATEWAYS: '2' });
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    });
  });
}

/** Asserts that a start with these settings ends with the reason. */
async function assertPortIsRefused(t: TestContext, settings: Readonly<Record<string, string>>): Promise<void> {
  const { status, stdout, stderr } = await new SupervisedGateway(t, { ...processSettings, ...settings }).ended;
  assert.deepEqual([status, stdout.includes('"listening"')], [1, false]);
  const { PORT } = settings;
  assert.match(
    stderr,
    new RegExp(`^textmill: Cannot listen on 127\\.0\\.0\\.1 port ${PORT} \\(EADDRINUSE\\): [^\\n]+\\n$`),
  );
}
