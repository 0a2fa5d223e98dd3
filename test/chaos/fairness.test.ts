import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpServers, sendRequest } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure } from '../support/reliability.js';

const greedyJobs = 60;
/** Half a second of work or so. */
const slow = { input: 'line c\nline b\nline a\n'.repeat(20_000), steps: Array(20).fill('sort-lines') };
const quick = { input: 'a'.repeat(100_000), steps: ['upper-case'] };

for (const adapter of httpServers) {
  test(`an account that fills the queue makes others wait for one of its jobs, not for all, over ${adapter}`, async (t) => {
    const own = { ...settings, HTTP_SERVER: adapter, MAX_QUEUE: '30', JOB_TIMEOUT_MS: '60000' };
    const gateway = new GatewayProcess(t, own);
    const url = await gateway.ready();
    const [greedy, other] = await Promise.all([createKey(url), createKey(url)]);
    const run = (key: string, body: object) => sendRequest(`${url}/v1/run`, 'POST', { key, body });
    const began = performance.now();
    assert.equal((await run(greedy.key, slow)).status, 200);
    const jobMs = performance.now() - began;

    let answered = 0;
    const flood = Array.from({ length: greedyJobs }, async () => {
      const { status } = await run(greedy.key, slow);
      answered++;
      return status;
    });
    await until('the queue is full', async () => metric(await metricsOf(url), 'textmill_jobs_waiting') === 30);
    const asked = performance.now();
    const { status } = await run(other.key, quick);
    const waitedMs = performance.now() - asked;
    assert.equal(status, 200, 'although the queue is full');
    assert.ok(waitedMs < 3 * jobMs + 500, `waited ${waitedMs} ms, a job takes ${jobMs} ms`);
    figure(
      t,
      'R6',
      `behind ${greedyJobs} jobs of ${jobMs.toFixed(0)} ms of another account a quick one took ${waitedMs.toFixed(0)} ms`,
      `fairness over ${adapter}`,
    );
    gateway.kill('SIGKILL');
    await Promise.allSettled(flood);
    assert.ok(answered < greedyJobs);
  });
}
