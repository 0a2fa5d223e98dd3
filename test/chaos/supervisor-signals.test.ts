import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { runCommand } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { httpServers, sendRequest } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  isRunning,
  processSettings,
  SupervisedGateway,
  statusWith,
  until,
  withoutStartupBanner,
} from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { releasedEntry } from '../support/own-release.js';
import { RawConnection } from '../support/raw-http.js';
import { firstUnlessFull } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Long, because the machine may be busy with other tests. */
const timeoutMs = 60_000;
const readAgain = 'The settings were read again';
const standbyIsReady = 'A standby process is ready';
const small = { input: 'a', steps: ['upper-case'] };

const settings = { ...processSettings, LOG_LEVEL: 'debug' };
const count = (gateway: SupervisedGateway, msg: string) => gateway.log.filter((line) => line.msg === msg).length;

/** A request that has arrived, and whose last bytes are missing: a gateway waits for them before it stops. */
async function unfinishedRequest(url: string): Promise<void> {
  const { key } = await createKey(url);
  const inFlight = async () => metric(await metricsOf(url), 'textmill_requests_in_flight');
  const before = await inFlight();
  const connection = await RawConnection.open(Number(new URL(url).port));
  connection.write(runRequest(key, small).slice(0, -10));
  await until('the gateway has begun to read it', async () => (await inFlight()) > before);
}

/** Asserts that a signal has stopped the gateway and its supervisor cleanly, and both have exited with 0. */
async function assertStopped(gateway: GatewayProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const { status, stderr } = await gateway.ended;
  assert.deepEqual([status, withoutStartupBanner(stderr)], [0, '']);
  assert.deepEqual(
    gateway.log.filter(({ msg }) => msg === 'stopping' || msg === 'stopped').map((line) => line.signal ?? line.msg),
    [signal, 'stopped'],
  );
}

// How a server stops is in sigterm, over both.
for (const httpServer of firstUnlessFull(httpServers)) {
  const own = { ...settings, HTTP_SERVER: httpServer };

  describe(`signals to the supervisor, over ${httpServer}`, () => {
    test('SIGHUP and textmill reload make the gateway read .env again, and SIGTERM stops both', async (t) => {
      const folder = temporaryFolder(t);
      const { BURST_PER_KEY: _, ...others } = own;
      const envFile = (text: string) => {
        writeFileSync(join(folder, '.env.new'), text);
        renameSync(join(folder, '.env.new'), join(folder, '.env'));
      };
      envFile('BURST_PER_KEY=1\n');
      const gateway = new SupervisedGateway(t, others, folder);
      const url = await gateway.ready();
      const { key } = await createKey(url);
      assert.deepEqual([await statusWith(url, key), await statusWith(url, key)], [200, 429]);
      envFile('BURST_PER_KEY=1000\n');
      gateway.kill('SIGHUP');
      await until('the settings are read again', () => count(gateway, readAgain) === 1);
      assert.equal(await statusWith(url, key), 200);
      const { code, stdout } = await runCommand(['reload'], { folder });
      assert.deepEqual([code, stdout], [0, `SIGHUP sent to the gateway ${gateway.gatewayPid}\n`]);
      await until('and once more', () => count(gateway, readAgain) === 2);

      const { gatewayPid } = gateway;
      assert.notEqual(gatewayPid, gateway.pid);
      gateway.kill('SIGTERM');
      await assertStopped(gateway, 'SIGTERM');
      assert.equal(isRunning(gatewayPid), false);
    });

    test('a second SIGINT ends both without waiting for requests; a duplicate, as npm sends it, does not', async (t) => {
      const gateway = new SupervisedGateway(t, own);
      const url = await gateway.ready();
      await unfinishedRequest(url);
      gateway.kill('SIGINT');
      gateway.kill('SIGINT');
      await until('it stops', () => count(gateway, 'stopping') === 1);
      assert.equal(gateway.alive, true);
      // Repeated until one counts as the second, however slowly this machine delivers signals.
      await until(
        'it has ended',
        () => {
          gateway.kill('SIGINT');
          return !gateway.alive;
        },
        timeoutMs,
      );
      assert.equal((await gateway.ended).status, 1);
      assert.equal(count(gateway, 'stopped'), 0);
    });

    test('after SIGKILL, gateway and standby process end too: port and data folder are free', async (t) => {
      const folder = temporaryFolder(t);
      const PORT = String(await freePort());
      const first = new SupervisedGateway(t, { ...own, PORT }, folder);
      await first.ready();
      await until('a standby process is ready', () => count(first, standbyIsReady) === 1, timeoutMs);
      const standby = Number(first.log.find(({ msg }) => msg === standbyIsReady)?.pid);
      const { gatewayPid } = first;
      first.kill('SIGKILL');
      await until('nobody works in the folder', () => runningGateway(join(folder, 'data')) === undefined, timeoutMs);
      await until('both have ended', () => !isRunning(gatewayPid) && !isRunning(standby), timeoutMs);
      assert.ok(count(first, 'stopping: the supervisor is gone') === 1 && count(first, 'stopped') === 1);
      const second = new SupervisedGateway(t, { ...own, PORT }, folder);
      assert.equal(await second.ready(), `http://127.0.0.1:${PORT}`);

      writeFileSync(join(folder, '.env'), 'SLOW_JOB_MS=soon\n');
      process.kill(second.gatewayPid, 'SIGKILL');
      const failed = () => second.log.filter(({ reason }) => reason === 'exit').length;
      await until('starts fail', () => failed() > 1, timeoutMs);
      second.kill('SIGTERM');
      // Between two starts there is no gateway, and it ends with 0; otherwise one is starting.
      const { status, signal } = await second.ended;
      assert.ok(status === 0 || status === 1, `${status} ${signal}`);
    });
  });
}

/** A module that sends the process signals while it loads another module, which it has not done before it can handle them. */
const signalledWhileLoading = (file: RegExp) =>
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (${file}.test(url)) for (const name of ['SIGHUP', 'SIGUSR2', 'SIGUSR1']) process.kill(process.pid, name);
        return next(url, context);
      },
    });
  `)}`;

describe('SIGHUP and SIGUSR2 while a process loads ended it', () => {
  const listened = (gateway: GatewayProcess) => gateway.log.filter(({ msg }) => msg === 'listening').length;
  const wasReload = (gateway: GatewayProcess) => gateway.log.some(({ msg }) => msg === readAgain);

  for (const [program, file] of [
    ['main', /\/supervise-\w+\.mjs$/],
    ['command-line', /\/command-line-\w+\.mjs$/],
  ] as const) {
    test(`the supervisor of ${program}: they take effect once the gateway listens`, async (t) => {
      const changes = { preloaded: [signalledWhileLoading(file)] };
      const gateway = new GatewayProcess(t, settings, undefined, changes, [releasedEntry(program), 'serve']);
      await gateway.ready();
      await until('the settings are read again', () => wasReload(gateway));
      await until('another process serves', () => listened(gateway) === 2, timeoutMs);
      gateway.kill('SIGINT');
      await assertStopped(gateway, 'SIGINT');
    });
  }

  test('the gateway process: it serves, and no other takes its place', async (t) => {
    const gateway = new SupervisedGateway(t, settings, undefined, {
      preloaded: [signalledWhileLoading(/\/serve-\w+\.mjs$/)],
    });
    await gateway.ready();
    await until('the settings are read again', () => wasReload(gateway));
    assert.deepEqual([listened(gateway), gateway.log.filter(({ reason }) => reason !== undefined)], [1, []]);
  });
});

test('SIGUSR1 opens no debugger, the death of a standby process is no restart, and a gateway that is asked to stop ends its supervisor', async (t) => {
  const gateway = new SupervisedGateway(t, settings);
  const url = await gateway.ready();
  await until('a standby process is ready', () => count(gateway, standbyIsReady) === 1, timeoutMs);
  const standby = Number(gateway.log.find(({ msg }) => msg === standbyIsReady)?.pid);
  for (const pid of [gateway.pid, gateway.gatewayPid, standby]) process.kill(pid, 'SIGUSR1');
  assert.equal((await sendRequest(`${url}/healthz`, 'GET', {})).status, 200);

  process.kill(standby, 'SIGKILL');
  await until('it is said', () => count(gateway, 'The standby process ended') === 1);
  const metrics = await metricsOf(url);
  const restarts = [...metrics].filter(([name]) => name.startsWith('textmill_gateway_restarts_total'));
  assert.ok(restarts.length > 5 && restarts.every(([, value]) => value === 0));
  process.kill(gateway.gatewayPid, 'SIGKILL');
  await until('it is back', () => count(gateway, 'listening') === 2, timeoutMs);
  await until('its threads are up', () => count(gateway, 'ready') === 2, timeoutMs);

  process.kill(gateway.gatewayPid, 'SIGTERM');
  const { status, stderr } = await gateway.ended;
  assert.deepEqual([status, withoutStartupBanner(stderr)], [0, '']);
  assert.equal(gateway.log.filter(({ reason }) => reason !== undefined).length, 1, 'the stop is no death');
});

test('SIGTERM while some of several gateways start ends all with 0', async (t) => {
  const gateway = new SupervisedGateway(t, { ...settings, GATEWAYS: '4' });
  await until('the first one listens', () => count(gateway, 'listening') > 0, timeoutMs);
  gateway.kill('SIGTERM');
  const { status, signal } = await gateway.ended;
  assert.deepEqual([status, signal], [0, null]);
});

test('a start that must fail is not retried: a line for each invalid setting, and status 1', async (t) => {
  const { status, stdout, stderr } = await new SupervisedGateway(t, { ...settings, PORT: '80000', FREE_TIER: 'yes' })
    .ended;
  assert.deepEqual(
    [status, stdout, stderr],
    [
      1,
      '',
      'textmill: PORT is "80000", but it takes an integer from 0 to 65535\n' +
        'textmill: FREE_TIER is "yes", but it takes true or false\n',
    ],
  );
});

test('a gateway that cannot come up again starts once the cause is fixed, or is given up after too many failed starts', async (t) => {
  const folder = temporaryFolder(t);
  const PORT = String(await freePort());
  const limits = { goodUptimeMs: 0, firstPauseMs: 10, longestPauseMs: 40, mostFailedStarts: 4 };
  const gateway = new SupervisedGateway(t, { ...settings, PORT }, folder, { limits });
  const url = await gateway.ready();
  writeFileSync(join(folder, '.env'), 'SLOW_JOB_MS=soon\n');
  process.kill(gateway.gatewayPid, 'SIGKILL');
  const deaths = () => gateway.log.filter(({ reason }) => reason !== undefined);
  await until('a start fails', () => deaths().some(({ reason }) => reason === 'exit'), timeoutMs);
  writeFileSync(join(folder, '.env'), '');
  await until('it listens', () => count(gateway, 'listening') === 2, timeoutMs);
  assert.ok(metric(await metricsOf(url), 'textmill_gateway_restarts_total{reason="exit"}') > 0);
  assert.ok(metric(await metricsOf(url), 'textmill_supervisor_start_time_seconds') > 0);

  const deathsBefore = deaths().length;
  writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
  process.kill(gateway.gatewayPid, 'SIGKILL');
  const { status, stderr } = await gateway.ended;
  assert.equal(status, 1);
  const lines = withoutStartupBanner(stderr).trimEnd().split('\n');
  assert.equal(lines.pop(), 'textmill: The gateway process could not be started 4 times in a row: giving up');
  const refusals = lines.slice(-4);
  assert.deepEqual(new Set(refusals), new Set(['textmill: FREE_TIER is "yes", but it takes true or false']));
  for (const line of lines.slice(0, -4)) assert.match(line, /^textmill: SLOW_JOB_MS is "soon"/);
  assert.deepEqual(
    deaths()
      .slice(deathsBefore)
      .map((line) => [line.reason, line.status, line.retryMs]),
    [['SIGKILL', null, 0], ...[10, 20, 40].map((ms) => ['exit', 1, ms]), ['exit', 1, undefined]],
  );
});
