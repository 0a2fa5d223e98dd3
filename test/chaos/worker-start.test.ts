import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { faultyTools, httpServers, sendRequest } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  processSettings as settings,
  statusWith,
  until,
  untilReady,
  used,
} from '../support/gateway-process.js';
import { figure, firstUnlessFull, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const dyingThread = new URL('../support/dying-thread.mjs', import.meta.url).href;
const large = { input: 'a'.repeat(100_000), steps: ['upper-case'] };
const longestPauseMs = 5_000;
/** Enough to see the pauses grow; in the full form, until they are longest. */
const failuresSeen = full ? 8 : 5;

/** Starts a gateway whose threads die while they start, until they are let recover, and again when they are made to. */
function gatewayWithDyingThreads(scope: CleanupScope, adapter: string) {
  const folder = temporaryFolder(scope);
  const file = join(folder, 'dying-threads');
  const die = (how: string) => writeFileSync(file, how);
  die('exit');
  const environment = { ...settings, HTTP_SERVER: adapter, JOB_TIMEOUT_MS: '10000', WORKER_MEMORY_MB: '32' };
  const changes = { toolDirectories: [faultyTools], preloaded: [dyingThread] };
  const gateway = new GatewayProcess(scope, environment, folder, changes);
  const failures = () =>
    gateway.log
      .filter(({ msg }) => msg === 'A worker thread died while starting')
      .map(({ time, retryMs }) => ({ time, retryMs: Number(retryMs) }));
  return { gateway, failures, die, recover: () => rmSync(file) };
}

// Threads and their pool are the same behind each server.
for (const adapter of firstUnlessFull(httpServers)) {
  describe(`a thread that cannot start, over ${adapter}`, () => {
    const scope = suiteScope();
    let started: ReturnType<typeof gatewayWithDyingThreads>;

    before(() => {
      started = gatewayWithDyingThreads(scope, adapter);
    });

    test('is retried with growing pauses until it can; small requests are served, large ones get 503', async (t) => {
      const { gateway, failures, recover } = started;
      const url = await gateway.listening();
      const key = await createKey(url);
      let smalls = 0;
      const waiting = sendRequest(`${url}/v1/run`, 'POST', { key: key.key, body: large });
      await until(
        `${failuresSeen} tries`,
        async () => {
          assert.equal((await sendRequest(`${url}/readyz`, 'GET', {})).status, 503);
          assert.equal(await statusWith(url, key.key), 200);
          smalls++;
          return failures().length >= failuresSeen;
        },
        30_000,
      );
      const { status: refused, headers, json } = await waiting;
      assert.deepEqual([refused, json], [503, { error: 'Server busy' }]);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.equal((await sendRequest(`${url}/healthz`, 'GET', {})).status, 200);
      assert.equal(await used(url, key), smalls, 'a 503 costs nothing');

      const pauses = failures().map(({ retryMs }) => retryMs);
      for (const [index, pauseMs] of pauses.entries())
        assert.equal(pauseMs, Math.min(100 * 2 ** index, longestPauseMs), `pause ${index + 1}`);
      const between = failures()
        .slice(1)
        .map(({ time }, index) => time - (failures()[index]?.time ?? 0));
      for (const [index, pauseMs] of between.entries())
        assert.ok(pauseMs >= (pauses[index] ?? 0) - 5, `tried again after ${pauseMs} ms`);

      recover();
      const failedBefore = failures().length;
      const recoveredMs = await untilReady(url);
      // An attempt may have been in progress.
      assert.ok(failures().length <= failedBefore + 1, 'the next try succeeds');
      const { status } = await sendRequest(`${url}/v1/run`, 'POST', { key: key.key, body: large });
      assert.equal(status, 200);
      const pausesSaid = `pauses of ${pauses.join(', ')} ms`;
      const served = `${smalls} small requests 200 and a large one 503 meanwhile`;
      figure(
        t,
        'R4',
        `${pausesSaid}; ${served}; ready ${Math.round(recoveredMs)} ms after it could start`,
        `over ${adapter}`,
      );
    });

    for (const way of ['exit', 'throw', 'memory']) {
      test(`that replaces one that died at work (${way}): /readyz says 503 until a thread could start`, async () => {
        const { gateway, failures, die, recover } = started;
        const url = await gateway.ready();
        const failedBefore = failures().length;
        const key = await createKey(url);
        die(way);
        const body = { input: '', steps: ['exit-thread'] };
        assert.equal((await sendRequest(`${url}/v1/run`, 'POST', { key: key.key, body })).status, 500);
        await until('two tries', () => failures().length >= failedBefore + 2);
        assert.equal((await sendRequest(`${url}/readyz`, 'GET', {})).status, 503);
        // It arrives while there is no thread, and the first that starts runs it.
        const waiting = sendRequest(`${url}/v1/run`, 'POST', { key: key.key, body: large });
        recover();
        await untilReady(url);
        assert.equal((await waiting).status, 200);
        assert.equal(await used(url, key), 1);
        assert.equal(gateway.alive, true);
      });
    }
  });
}
