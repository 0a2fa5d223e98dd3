import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { maxOutputOf } from '#engine/core/limits.js';
import { faultyTools, httpServers, sendRequest } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  processSettings as settings,
  untilReady,
  used,
} from '../support/gateway-process.js';
import { KeepAliveLoad, runRequest } from '../support/keep-alive-load.js';
import { figure, firstUnlessFull, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const kinds = ['objects', 'arrays', 'texts', 'matches', 'documents'];
const deaths = full ? 50 : kinds.length;
/** Time by the clock: on a busy machine, memory takes long to fill. */
const jobTimeoutMs = '600000';
const tooMuchMemory =
  'Step 1 (exhaust-memory) failed: needed more than 64 MB of memory; use a shorter text or fewer steps';
const small = { input: 'a', steps: ['upper-case'] };
const large = { input: 'line\n'.repeat(20_000), steps: ['upper-case'] };

// Threads and their pool are the same behind each server.
for (const adapter of firstUnlessFull(httpServers)) {
  describe(`threads that run out of memory, over ${adapter}`, () => {
    test('fail only their own job, and are replaced', async (t) => {
      const environment = {
        ...settings,
        HTTP_SERVER: adapter,
        WORKER_THREADS: '2',
        WORKER_MEMORY_MB: '64',
        JOB_TIMEOUT_MS: jobTimeoutMs,
      };
      const toolDirectories = [faultyTools];
      const gateway = new GatewayProcess(t, environment, temporaryFolder(t), { toolDirectories });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const [victim, neighbour] = await Promise.all([createKey(url), createKey(url)]);
      const smalls = new KeepAliveLoad({
        port,
        connections: 4,
        rate: full ? 200 : 100,
        request: () => runRequest(neighbour.key, small),
      });
      // One at a time: the remaining thread has room for it.
      const larges = new KeepAliveLoad({
        port,
        connections: 1,
        rate: full ? 50 : 20,
        request: () => runRequest(neighbour.key, large),
      });

      const replacedMs: number[] = [];
      for (let death = 0; death < deaths || smalls.served < (full ? 1_000 : 200); death++) {
        const body = {
          input: '',
          steps: [{ toolSlug: 'exhaust-memory', config: { with: kinds[death % kinds.length] } }],
        };
        const { status, json } = await sendRequest(`${url}/v1/run`, 'POST', { key: victim.key, body });
        const failedAt = performance.now();
        assert.deepEqual([status, json], [400, { error: tooMuchMemory }]);
        assert.equal((await sendRequest(`${url}/readyz`, 'GET', {})).status, 503, 'a thread is missing');
        await untilReady(url);
        replacedMs.push(performance.now() - failedAt);
      }
      await Promise.all([smalls.stop(), larges.stop()]);

      assert.equal(gateway.alive, true);
      for (const load of [smalls, larges]) assert.deepEqual([load.dropped, [...load.statuses.keys()]], [0, [200]]);
      assert.deepEqual(
        [await used(url, victim), await used(url, neighbour)],
        [replacedMs.length, smalls.served + larges.served],
      );
      replacedMs.sort((a, b) => a - b);
      const median = replacedMs[replacedMs.length >> 1] ?? Number.NaN;
      const worst = replacedMs.at(-1) ?? Number.NaN;
      const neighbours = `${smalls.served} small and ${larges.served} large requests beside them all 200`;
      const times = `full again after ${median.toFixed(0)} ms (median), ${worst.toFixed(0)} ms (worst)`;
      figure(t, 'R3', `${replacedMs.length} threads ended; ${neighbours}; ${times}`, `over ${adapter}`);
    });
  });
}

const slugs = [...(await loadCatalogue()).keys()];
/** The tools that hold a text in the largest pieces; in the full form, all of them. */
const tools = full ? slugs : ['camel-case', 'reverse-text', 'swap-case', 'trim-lines', 'sort-lines', 'json-escape'];
const texts = ['a b\n'.repeat(100), '{"a":[1,2]},'.repeat(40), 'x,yé'.repeat(120)];

test('with little memory, the longest texts end at most a thread, never the process', async (t) => {
  const memoryMb = 64;
  const gateway = new GatewayProcess(t, {
    ...settings,
    WORKER_MEMORY_MB: String(memoryMb),
    JOB_TIMEOUT_MS: jobTimeoutMs,
  });
  const url = await gateway.ready();
  const { key } = await createKey(url);
  const post = (steps: unknown[], input: string) =>
    sendRequest(`${url}/v1/run`, 'POST', { key, body: { input, steps } });
  const repeated = (input: string, characters: number) => ({
    toolSlug: 'repeat-text',
    config: { times: Math.floor(characters / input.length) },
  });
  const responses = new Map<number, number>();
  for (const slug of tools) {
    for (const input of texts) {
      const { status } = await post([repeated(input, maxOutputOf(memoryMb)), slug], input);
      responses.set(status, (responses.get(status) ?? 0) + 1);
      assert.ok(status === 200 || status === 400, `${slug}: ${status}`);
    }
  }
  assert.equal(gateway.alive, true);
  const input = 'a'.repeat(1_000);
  const { status, json } = await post([repeated(input, maxOutputOf(memoryMb) + input.length)], input);
  const message = `Step 1 (repeat-text) failed: the output would be longer than ${maxOutputOf(memoryMb)} characters`;
  assert.deepEqual([status, json], [400, { error: message }]);
  const counts = [...responses].map(([code, count]) => `${count} × ${code}`).join(', ');
  figure(
    t,
    'R3',
    `${tools.length} tools on three texts of ${maxOutputOf(memoryMb)} characters: ${counts}; process alive`,
    'longest texts',
  );
});
