import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '#bench/percentile.js';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { runCommand } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { httpServers, type RequestOptions, sendRequest } from '../support/gateway.js';
import {
  admin,
  assertDatabaseIntact,
  createKey,
  isRunning,
  type KeyDocument,
  processSettings,
  SupervisedGateway,
  until,
  used,
} from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { testKilledRestart } from '../support/killed-restarts.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { RetryingLoad } from '../support/retrying-load.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Long, because the machine may be busy with other tests. */
const timeoutMs = 60_000;
const [restarts, rate] = full ? [10, 1_000] : [1, 100];
/** Requests that an account of the free plan has in 24 hours. */
const freeQuota = 10;
/** An unfinished request is left alone for less than the time after which a silent connection is closed. */
const renewMs = 2_000;
const small = { input: 'a', steps: ['upper-case'] };
const large = { input: 'line\n'.repeat(20_000), steps: ['sort-lines', 'upper-case'] };
const [preparing, handingOver] = [
  'A new gateway process is being prepared',
  'handing over: another process is prepared',
];

/** Sends a request on a connection of its own: others may be those of a process that has ended. */
const send = (url: string, method: string, path: string, options: RequestOptions = {}) =>
  sendRequest(url + path, method, { ...options, headers: { connection: 'close' } });
const statusWith = async (url: string, key: string) =>
  (await send(url, 'POST', '/v1/run', { key, body: small })).status;

const count = (gateway: SupervisedGateway, msg: string) => gateway.log.filter((line) => line.msg === msg).length;

/** Starts a supervised gateway on a port that its successors can use again. */
async function started(scope: CleanupScope, settings: Readonly<Record<string, string>>) {
  const folder = temporaryFolder(scope);
  const PORT = String(await freePort());
  const own = { ...processSettings, LOG_LEVEL: 'debug', PORT, ...settings };
  const gateway = new SupervisedGateway(scope, own, folder);
  const url = await gateway.ready();
  return { folder, gateway, url, port: Number(PORT), reload: () => runCommand(['reload', '--restart'], { folder }) };
}

/**
 * Requests whose last bytes are missing, sent until the gateway hands over once more, since one alone may time out before
 * the new process is loaded.
 *
 * @param handovers - those so far.
 * @returns the newest one: its gateway waits for the rest.
 */
async function unfinishedRequest(
  gateway: SupervisedGateway,
  port: number,
  bytes: string,
  handovers: number,
): Promise<RawConnection> {
  const isHandingOver = () => count(gateway, handingOver) > handovers;
  for (;;) {
    const newest = (await RawConnection.open(port)).write(bytes.slice(0, -10));
    const deadline = performance.now() + renewMs;
    while (performance.now() < deadline && !isHandingOver()) await wait(5);
    if (isHandingOver()) return newest;
  }
}

for (const httpServer of httpServers) {
  const server = { HTTP_SERVER: httpServer };

  describe(`a requested restart, over ${httpServer}`, () => {
    const scope = suiteScope();
    let service: Awaited<ReturnType<typeof started>>;

    /** Each test goes on with the gateway that the one before has left. */
    before(async () => {
      service = await started(scope, { ...server, FREE_TIER: 'true' });
    });

    test('fails no request of a client that retries under load, and counts exactly', async (t) => {
      const { folder, url, reload } = service;
      const account = await createKey(url);
      const created = await runCommand(['keys', 'create', '--plan', 'free', '--json'], { folder });
      const free = JSON.parse(created.stdout) as KeyDocument;
      const kept: KeyDocument[] = [];
      const load = new RetryingLoad(url, account.key, rate);
      for (let restart = 1; restart <= restarts; restart++) {
        const before = load.served;
        await until('the load runs', () => load.served > before + 100, timeoutMs);
        assert.equal(await statusWith(url, free.key), restart <= freeQuota ? 200 : 429);
        kept.push(await createKey(url));
        const { code, stderr } = await reload();
        assert.deepEqual([code, stderr], [0, '']);
      }
      const { rate: reached } = load;
      await load.stop();
      assert.deepEqual(load.failures, []);
      assert.equal(load.gaps.length, restarts, 'each process has responded');

      const charged = await used(url, account);
      // A request whose connection broke may have had a response that nobody received.
      assert.ok(charged >= load.served && charged <= load.served + load.brokenCount, `${charged} charged`);
      for (const { key } of kept) assert.equal(await statusWith(url, key), 200);
      for (let left = freeQuota - restarts; left > 0; left--) assert.equal(await statusWith(url, free.key), 200);
      assert.equal(await statusWith(url, free.key), 429, 'no request too many');
      assert.equal(metric(await metricsOf(url), 'textmill_gateway_restarts_total{reason="requested"}'), restarts);

      const [median, worst] = [percentile(load.gaps, 50), Math.max(...load.gaps)].map((ms) => `${Math.round(ms)} ms`);
      const broken = [...load.broken].map(([code, number]) => `${number} ${code}`).join(', ') || 'no connection failed';
      const refused = [...load.refused].map(([status, number]) => `, ${number} responses with ${status}`).join('');
      figure(
        t,
        'R26',
        `${restarts} restarts at ${Math.round(reached)} requests/s: ${load.failures.length} of ${load.served} failed for good, ${charged} counted; ` +
          `sent again: ${broken}${refused}; between two processes ${median} (median), ${worst} (worst)`,
        `over ${httpServer}`,
      );
    });

    test('responds to requests in flight, stays ready, and accepts connections until then', async () => {
      const { gateway, url, port, reload } = service;
      const handovers = count(gateway, handingOver);
      const { key } = await createKey(url);
      const first = gateway.gatewayPid;
      const bytes = runRequest(key, small);
      const result = reload();
      const late = await unfinishedRequest(gateway, port, bytes, handovers);
      assert.equal((await send(url, 'GET', '/readyz')).status, 200);
      const job = (await RawConnection.open(port)).write(runRequest(key, large));
      const responses = [await job.response(), await late.write(bytes.slice(-10)).response()];
      for (const { status, headers } of responses) {
        assert.deepEqual([status, headers.get('connection')], [200, 'close']);
      }
      assert.equal((await result).code, 0);
      await until('its log says so', () => gateway.gatewayPid !== first);
      assert.equal(isRunning(first), false);
      assert.equal(await statusWith(url, key), 200);
    });

    test('SIGTERM during the handover stops every process', async (t) => {
      const { folder, gateway, url, port, reload } = service;
      const [handovers, listened] = [count(gateway, handingOver), count(gateway, 'listening')];
      const bytes = runRequest((await createKey(url)).key, small);
      const result = reload();
      const late = await unfinishedRequest(gateway, port, bytes, handovers);
      gateway.kill('SIGTERM');
      await until('it stops', () => count(gateway, 'stopping') === 1);
      assert.equal((await late.write(bytes.slice(-10)).response()).status, 200);
      assert.equal((await gateway.ended).status, 0);
      const { code, stderr } = await result;
      assert.deepEqual(
        [code, stderr],
        [1, 'textmill: The supervisor ended before the gateway was replaced: its log says why\n'],
      );
      const replacement = Number(gateway.log.findLast(({ msg }) => msg === preparing)?.pid);
      await until('the new process has ended', () => !isRunning(replacement), timeoutMs);
      assert.equal(count(gateway, 'listening'), listened);
      assertDatabaseIntact(t, folder);
    });
  });
}

testKilledRestart(preparing);
testKilledRestart(handingOver);

describe('a requested restart', () => {
  test('runs once, or twice, however many signals arrive, and SIGTERM stops it while the new process loads', async (t) => {
    const { gateway, url } = await started(t, {});
    const began = () => count(gateway, preparing);
    const replaced = () => count(gateway, 'The gateway process was replaced');
    // As all processes of a service may get it.
    process.kill(gateway.gatewayPid, 'SIGUSR2');
    for (let signals = 0; signals < 20; signals++) gateway.kill('SIGUSR2');
    await until('it begins', () => began() === 1);
    for (let signals = 0; signals < 20; signals++) gateway.kill('SIGUSR2');
    await until('both are done', () => replaced() === 2, timeoutMs);
    await until('all threads are up', () => count(gateway, 'ready') === 3, timeoutMs);
    assert.deepEqual([began(), count(gateway, 'listening')], [2, 3]);
    assert.equal((await send(url, 'GET', '/readyz')).status, 200);
    const died = 'textmill_gateway_restarts_total{reason="other"}';
    assert.equal(metric(await metricsOf(url), died), 0, 'the signal ended no gateway that got it');
    await admin(url, 'GET', '/keys');

    const handovers = count(gateway, handingOver);
    gateway.kill('SIGUSR2');
    await until('it begins', () => began() === 3);
    gateway.kill('SIGTERM');
    assert.equal((await gateway.ended).status, 0);
    const replacement = Number(gateway.log.findLast(({ msg }) => msg === preparing)?.pid);
    await until('the new process has ended', () => !isRunning(replacement), timeoutMs);
    assert.equal(count(gateway, handingOver), handovers);
  });
});
