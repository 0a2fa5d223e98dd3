import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { httpServers, sendRequest } from '../support/gateway.js';
import {
  assertDatabaseIntact,
  createKey,
  GatewayProcess,
  processSettings as settings,
  until,
  used,
  withoutStartupBanner,
} from '../support/gateway-process.js';
import { KeepAliveLoad, runRequest } from '../support/keep-alive-load.js';
import { RawConnection } from '../support/raw-http.js';
import { referencesFired, referenceTimer, startReferenceTimer } from '../support/reference-timer.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

/** How long a load balancer that polls rarely keeps sending after the signal. */
const unnoticedMs = 500;
/** What the gateway may take to stop, in milliseconds, by the clock of its own event loop. */
const stopLimitMs = 10_000;
const rate = full ? 2_000 : 1_000;
const small = { input: 'a', steps: ['upper-case'] };
const large = { input: 'line\n'.repeat(20_000), steps: ['sort-lines', 'upper-case'] };

for (const adapter of httpServers) {
  describe(`SIGTERM, over ${adapter}`, () => {
    test('says "not ready" first under load, drops nothing, counts exactly, exits with 0, and waits for a body', async (t) => {
      const folder = temporaryFolder(t);
      // On a busy machine, a job may wait for long.
      const own = { HTTP_SERVER: adapter, SYNC_INTERVAL_MS: '3600000', JOB_TIMEOUT_MS: '120000' };
      const environment = { ...settings, ...own };
      const first = new GatewayProcess(t, environment, folder, { preloaded: [referenceTimer(stopLimitMs)] });
      const url = await first.ready();
      const port = Number(new URL(url).port);
      const key = await createKey(url);
      const [smallRequest, largeRequest] = [runRequest(key.key, small), runRequest(key.key, large)];
      const request = (number: number) => (number % 100 === 99 ? largeRequest : smallRequest);
      let noticed = false;
      const load = new KeepAliveLoad({ port, connections: 32, rate, request, reopens: () => !noticed });
      await until('the load runs', () => load.served > (full ? 10 : 1) * rate, 120_000);
      const { rate: reached } = load;
      const before = load.served;
      first.kill(startReferenceTimer);
      first.kill('SIGTERM');
      const signalled = performance.now();
      await until('readyz says 503', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 503);
      const reportedMs = performance.now() - signalled;
      await wait(Math.max(0, unnoticedMs - reportedMs));
      assert.equal(load.refused, 0, 'connections are still accepted for a while');
      const announced = load.served - before;
      noticed = true;
      await load.ended;
      await until(
        'it has ended, or its time is over',
        () => !first.alive || referencesFired(folder, stopLimitMs).length > 0,
      );
      assert.deepEqual(
        referencesFired(folder, stopLimitMs),
        [],
        `it stops before a timer of ${stopLimitMs} ms that began with it`,
      );
      const { status, stderr } = await first.ended;
      const endedMs = performance.now() - signalled;
      assert.deepEqual([status, withoutStartupBanner(stderr)], [0, '']);
      assert.deepEqual([load.dropped, load.refused, ...load.statuses.keys()], [0, 0, 200]);
      assertDatabaseIntact(t, folder);

      const second = new GatewayProcess(t, { ...settings, HTTP_SERVER: adapter }, folder);
      const again = await second.ready();
      const counted = await used(again, key);
      assert.equal(counted, load.served);
      const requests = `${Math.round(reached)} requests/s, told "not ready" after ${reportedMs.toFixed(0)} ms, ${announced} more served`;
      const totals = `${load.dropped} of ${load.served} dropped, ${counted} counted, ended after ${Math.round(endedMs)} ms`;
      figure(t, 'R2', `${requests}; ${totals}`, `over ${adapter}`);

      const secondPort = Number(new URL(again).port);
      const late = (await RawConnection.open(secondPort)).write(smallRequest.slice(0, -10));
      second.kill('SIGTERM');
      await until('nobody listens', async () => !(await isListening(secondPort)));
      const response = await late.write(smallRequest.slice(-10)).response();
      assert.deepEqual(
        [response.status, response.headers.get('connection')],
        [200, 'close'],
        'it waits for the rest of it',
      );
      assert.equal((await second.ended).status, 0);
    });
  });
}

test('a second signal ends the process immediately', async (t) => {
  const gateway = new GatewayProcess(t, settings);
  const url = await gateway.ready();
  gateway.kill('SIGTERM');
  await until('the first is heard', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 503);
  gateway.kill('SIGTERM');
  assert.equal((await gateway.ended).status, 1);
});
