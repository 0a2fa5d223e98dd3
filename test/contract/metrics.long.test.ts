import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { adminToken, startTestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { metric, metricsOf } from '../support/metrics.js';
import { signInWithLink } from '../support/sessions.js';

describe('the metrics', async () => {
  // Buckets must not fill while a busy machine takes its time.
  const clock = new ManualClock();
  const service = await startTestGateway({ after }, { clock, settings: { WORKER_THREADS: '2' } });

  test('GET /metrics returns the Prometheus text format, for requests with the admin token', async () => {
    const url = `${service.url}/metrics`;
    const get = (headers: Record<string, string>) => fetch(url, { headers });
    const shown = await get({ 'x-admin-token': adminToken });
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    const text = await shown.text();
    for (const line of text.split('\n').filter(Boolean))
      assert.match(
        line,
        /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? (?:[\d.e+-]+|\+Inf))$/,
      );
    assert.deepEqual(
      [(await get({})).status, (await get({ 'x-admin-token': 'a-token-of-somebody' })).status],
      [401, 401],
    );
    const bearer = (token: string) => get({ authorization: `bearer ${token}` });
    assert.deepEqual(
      [(await bearer(adminToken)).status, (await bearer('a-token-of-somebody')).status, (await bearer('')).status],
      [200, 401, 401],
    );
    const { status } = await service.request('GET', '/keys', { headers: { authorization: `Bearer ${adminToken}` } });
    assert.equal(status, 401, 'where Prometheus looks, and nowhere else');
    assert.equal((await service.request('POST', '/metrics', { headers: { 'x-admin-token': adminToken } })).status, 405);
    assert.equal((await fetch(url, { method: 'HEAD', headers: { 'x-admin-token': adminToken } })).status, 200);
  });

  test('GET /metrics/recent returns what was measured since the start, for operators only', async () => {
    service.change({ METRICS_PUBLIC: 'true' });
    const { status, json } = await service.request('GET', '/metrics/recent', {
      headers: { 'x-admin-token': adminToken },
    });
    assert.equal(status, 200);
    const { series, readings } = json as {
      series: { name: string; labels: Record<string, string> }[];
      readings: { ageSeconds: number; values: number[] }[];
    };
    const index = series.findIndex(({ name }) => name === 'process_resident_memory_bytes');
    assert.ok((readings[0]?.values[index] ?? 0) > 10e6);
    assert.ok(readings.every(({ ageSeconds }) => ageSeconds >= 0));
    assert.deepEqual(
      new Set(series.flatMap(({ labels: { operation } }) => operation ?? [])),
      new Set(['run', 'sanitize', 'sort-dedupe']),
    );
    assert.equal((await service.request('GET', '/metrics/recent')).status, 401);
    const owner = await signInWithLink(service, { role: 'owner', accountId: (await service.key()).key.accountId });
    assert.equal((await owner.send('GET', '/metrics/recent')).status, 403);
    service.change({});
  });

  test('METRICS_PUBLIC removes the token check, but not the burst limit of the address', async () => {
    service.change({ METRICS_PUBLIC: 'true', BURST_PER_IP: '2' });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await fetch(`${service.url}/metrics`)).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    service.change({});
  });

  test('the metrics show threads, connections, memory and the last sync', async () => {
    const metrics = await metricsOf(service.url);
    assert.equal(metric(metrics, 'textmill_threads'), 2);
    assert.equal(metric(metrics, 'textmill_threads_up'), 2);
    assert.equal(metric(metrics, 'textmill_requests_in_flight'), 1, 'this one');
    assert.ok(metric(metrics, 'textmill_connections') >= 1);
    assert.equal(metric(metrics, 'textmill_store_degraded'), 0);
    assert.ok(Math.abs(metric(metrics, 'textmill_store_last_sync_seconds') - clock.now() / 1_000) < 60);
    assert.ok(metric(metrics, 'process_resident_memory_bytes') > 10e6);
  });
});
