import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { httpServers, sendRequest } from '../support/gateway.js';
import {
  admin,
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  until,
  used,
} from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure, full } from '../support/reliability.js';

/** For twenty minutes over the default server, for some seconds over each. */
const servers = full ? httpServers.slice(0, 1) : httpServers;
const soakMs = full ? 20 * 60_000 : 4_000;
const sampleMs = full ? 5_000 : 250;
/** Heaps and slabs first grow to what the load needs. This share of the time does not count. */
const warmUp = 0.25;
/** After how many requests of a client an operator changes keys. */
const changeEvery = full ? 500 : 50;
/** How much memory may grow in a minute, in megabytes. Four seconds are too short to tell. */
const slopeLimit = full ? 1 : Number.POSITIVE_INFINITY;

interface Request {
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  /** Whether it costs quota. */
  readonly admitted: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const lines = Array.from({ length: 5_000 }, (_, i) => `line ${(i * 7_919) % 5_000} é`);
const mixture: readonly Request[] = [
  { path: '/v1/run', body: { input: 'a b', steps: ['upper-case', 'trim-lines'] }, status: 200, admitted: true },
  { path: '/v1/sanitize', body: { url: 'https://a.example/?utm_source=b&c=d' }, status: 200, admitted: true },
  { path: '/v1/sort-dedupe', body: { lines: ['b', 'a', 'b'] }, status: 200, admitted: true },
  { path: '/v1/run', body: { input: 'a', steps: ['upper-cas'] }, status: 400, admitted: true },
  { path: '/v1/run', body: '{', status: 400, admitted: true },
  { path: '/v1/run', body: 'a', headers: { 'content-type': 'text/plain' }, status: 415, admitted: true },
  { path: '/v1/run', body: {}, headers: { origin: 'https://foreign.example' }, status: 403, admitted: false },
  { path: '/v1/nothing', body: {}, status: 404, admitted: false },
  { path: '/v1/sort-dedupe', body: { lines }, status: 200, admitted: true },
  {
    path: '/v1/run',
    body: { input: lines.join('\n'), steps: ['sort-lines', 'json-escape'] },
    status: 200,
    admitted: true,
  },
];

/** Returns megabytes a minute, by least squares over samples of (minutes, megabytes). */
function slope(samples: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(samples.map(([x]) => x)), mean(samples.map(([, y]) => y))];
  const covariance = samples.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / samples.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

for (const httpServer of servers) {
  describe(`over ${httpServer}`, () => {
    test('under mixed load, memory and file descriptors stay flat, and every admitted request is charged', async (t) => {
      const gateway = new GatewayProcess(t, { ...settings, HTTP_SERVER: httpServer, DAILY_QUOTA: '100000000' });
      const url = await gateway.ready();
      const accounts = await Promise.all([1, 2, 3, 4].map(() => createKey(url)));
      const admitted = new Map<KeyDocument, number>();
      const end = performance.now() + soakMs;
      let requests = 0;
      const client = async (account: KeyDocument): Promise<void> => {
        for (let turn = 0; performance.now() < end; turn++) {
          // Large jobs are rarer than small ones, as in production.
          const kinds = turn % 20 === 0 ? mixture.length : mixture.length - 2;
          const { path, body, status, headers = {}, admitted: counts } = mixture[turn % kinds] as Request;
          const response = await sendRequest(url + path, 'POST', { key: account.key, body, headers });
          assert.equal(response.status, status, path);
          requests++;
          if (counts) admitted.set(account, (admitted.get(account) ?? 0) + 1);
          if (turn % changeEvery === changeEvery - 1) await changeKeys(url);
        }
      };
      const load = Promise.all(accounts.map(client));

      const memory: [number, number][] = [];
      const files: number[] = [];
      const began = performance.now();
      while (performance.now() < end) {
        await wait(sampleMs);
        const elapsed = performance.now() - began;
        const metrics = await metricsOf(url);
        if (elapsed < warmUp * soakMs) continue;
        memory.push([elapsed / 60_000, metric(metrics, 'process_resident_memory_bytes') / 1e6]);
        files.push(metrics.get('process_open_fds') ?? 0);
      }
      await load;
      let charged = 0;
      for (const account of accounts) {
        const own = await used(url, account);
        assert.equal(own, admitted.get(account), 'charged is what was admitted');
        charged += own;
      }
      const grows = slope(memory);
      assert.ok(grows < slopeLimit, `${grows} MB a minute`);
      const [fewest, most] = [Math.min(...files), Math.max(...files)];
      // The client's own connections come and go.
      assert.ok(most - fewest <= 16, `${fewest} to ${most} file descriptors`);
      await until('nothing is left', async () => metric(await metricsOf(url), 'textmill_requests_in_flight') === 1);
      figure(
        t,
        'R20',
        `${(soakMs / 60_000).toFixed(1)} minutes, ${requests} requests: ${grows.toFixed(2)} MB a minute around ` +
          `${memory.at(-1)?.[1].toFixed(0)} MB, ${fewest} to ${most} file descriptors, ${charged} charged and admitted`,
        `over ${httpServer}`,
      );
    });
  });
}

/** What an operator does meanwhile: create, use, change and revoke a key. */
async function changeKeys(url: string): Promise<void> {
  const { id, key } = await createKey(url);
  await sendRequest(`${url}/v1/run`, 'POST', { key, body: { input: 'a', steps: ['upper-case'] } });
  await admin(url, 'POST', `/keys/${id}/rotate`, { graceSeconds: 5 });
  await admin(url, 'DELETE', `/keys/${id}`);
}
