import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { adminToken, faultyTools, overEachServer, startTestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { ManualClock } from '../support/manual-clock.js';
import { type MetricValues, metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';

/** The samples of a metric that are not zero, by their labels. Requests for the metrics themselves are left out. */
function nonZero(metrics: MetricValues, name: string): Record<string, number> {
  const samples = [...metrics].filter(([sample, value]) => sample.startsWith(`${name}{`) && value !== 0);
  const named = samples.map(([sample, value]) => [sample.slice(name.length + 1, -1).replaceAll('"', ''), value]);
  return Object.fromEntries(named.filter(([labels]) => !String(labels).startsWith('operation=metrics')));
}

const run = (steps: unknown[], input = 'a') => ({ input, steps });

const refusals = (metrics: MetricValues) => nonZero(metrics, 'textmill_refusals_total');

describe('the metrics count', async () => {
  // Buckets must not fill while a busy machine takes its time.
  const clock = new ManualClock();
  const settings = { DAILY_QUOTA: '100', TRUSTED_PROXIES: '127.0.0.1' };
  const service = await startTestGateway({ after }, { clock, settings });
  const busyService = await startTestGateway(
    { after },
    {
      settings: { MAX_QUEUE: '2', JOB_TIMEOUT_MS: '5000', WORKER_MEMORY_MB: '32' },
      toolDirectories: [toolsDirectory, faultyTools],
    },
  );

  test('each request is counted once, by operation and status', async () => {
    const { secret, key } = await service.key();
    const body = JSON.stringify(run(['upper-case']));
    const responses = [await service.request('POST', '/v1/run', { key: secret, body })];
    for (let i = 0; i < 2; i++) responses.push(await service.request('POST', '/v1/run', { key: secret, body }));
    await service.post('/v1/run', run(['no-such-tool']), secret);
    await service.post('/v1/sanitize', { url: 'https://a.example/?fbclid=1' }, 'svc_live_unknown');
    await service.request('POST', '/v1/sort-dedupe', { body: '{}' });
    await service.request('GET', '/v1/run');
    await service.request('HEAD', '/v1/tools');
    await service.request('GET', '/v1/tools/upper-case');
    await service.request('GET', '/v1/tools/no-such-tool');
    for (let i = 0; i < 20; i++) await service.request('GET', `/a-path-of-its-own-${i}`);
    await service.request('GET', '/healthz');
    await service.request('GET', `/keys/${key.id}`, { headers: { 'x-admin-token': adminToken } });
    await service.request('GET', `/accounts/${key.accountId}/usage`);
    const connection = await RawConnection.open(service.port);
    await connection.write('POST /v1/run HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n').response();
    connection.destroy();

    const metrics = await metricsOf(service.url);
    const requests: Record<string, number> = {
      'operation=run,status=200': 3,
      'operation=run,status=400': 1,
      'operation=run,status=405': 1,
      'operation=run,status=501': 1,
      'operation=sanitize,status=401': 1,
      'operation=sort-dedupe,status=401': 1,
      'operation=tools,status=200': 1,
      'operation=tool,status=200': 1,
      'operation=tool,status=404': 1,
      'operation=none,status=404': 20,
      'operation=liveness,status=200': 1,
      'operation=key,status=200': 1,
      'operation=account-usage,status=401': 1,
    };
    assert.deepEqual(nonZero(metrics, 'textmill_requests_total'), requests);
    assert.equal(metrics.get('textmill_requests_total{operation="run",status="503"}'), 0, 'present before it happens');
    const durations = Object.entries(nonZero(metrics, 'textmill_request_duration_seconds_count'));
    assert.equal(
      durations.reduce((sum, [, count]) => sum + count, 0),
      Object.values(requests).reduce((sum, count) => sum + count),
    );

    const bytesIn = nonZero(metrics, 'textmill_request_body_bytes_total');
    assert.deepEqual(bytesIn, {
      'operation=run': 3 * body.length + JSON.stringify(run(['no-such-tool'])).length,
    });
    const sent = metric(metrics, 'textmill_response_body_bytes_total{operation="run"}');
    assert.ok(sent > responses.reduce((sum, { bytes }) => sum + bytes.length, 0));
    assert.equal(metric(metrics, 'textmill_jobs_total{where="inline"}'), 4);
    assert.equal(metric(metrics, 'textmill_jobs_total{where="pool"}'), 0);
    assert.equal(metric(metrics, 'textmill_keys'), 1);
  });

  test('buckets of a histogram are cumulative, and agree with its count and sum', async () => {
    const { secret } = await busyService.key();
    const busy = run([{ toolSlug: 'busy-for', config: { milliseconds: 60 } }]);
    // There is one thread: the second and third job wait.
    await Promise.all([1, 2, 3].map(() => busyService.post('/v1/run', busy, secret)));
    const metrics = await metricsOf(busyService.url);
    for (const [name, labels, atLeast] of [
      ['textmill_request_duration_seconds', 'operation="run"', 0.36],
      ['textmill_run_seconds', 'where="pool"', 0.18],
      ['textmill_queue_wait_seconds', '', 0.18],
    ] as const) {
      const set = labels === '' ? '' : `{${labels}}`;
      const count = metric(metrics, `${name}_count${set}`);
      const sum = metric(metrics, `${name}_sum${set}`);
      assert.equal(count, 3, name);
      assert.ok(sum >= atLeast && sum < 10, `${name} ${sum}`);
      const buckets = [...metrics].filter(([sample]) => sample.startsWith(`${name}_bucket{${labels}`));
      const values = buckets.map(([, value]) => value);
      assert.equal(values.length, 17);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
      );
      assert.match(buckets.at(-1)?.[0] ?? '', /le="\+Inf"/);
      assert.equal(values.at(-1), count);
    }
    assert.equal(metric(metrics, 'textmill_run_seconds_bucket{where="pool",le="0.05"}'), 0, 'each took 60 ms');
    assert.equal(metric(metrics, 'textmill_jobs_total{where="pool"}'), 3);
  });

  test('requests refused by limits are counted by limit', async () => {
    service.change({ BURST_PER_KEY: '3', DAILY_QUOTA: '2' });
    const keys = [await service.key(), await service.key()];
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await service.post('/v1/run', run([]), keys[0]?.secret ?? '')).status);
    }
    assert.deepEqual(statuses.slice(2), [429, 429]);
    assert.deepEqual(refusals(await metricsOf(service.url)), { 'reason=quota': 1, 'reason=burst-key': 1 });

    service.change({ BURST_PER_IP: '3' });
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    for (let i = 0; i < 5; i++) await service.request('GET', '/v1/tools', { headers });
    service.change({});
    const counts = refusals(await metricsOf(service.url));
    assert.deepEqual(counts, { 'reason=quota': 1, 'reason=burst-key': 1, 'reason=burst-address': 2 });
  });

  const untilUp = () =>
    until('all threads are up', async () => (await busyService.request('GET', '/readyz')).status === 200);

  test('jobs refused by a full queue and replaced threads are counted by reason', async () => {
    const { secret } = await busyService.key();
    for (const step of ['exhaust-memory', 'exit-thread', 'endless-step']) {
      await busyService.post('/v1/run', run([step]), secret);
      await untilUp();
    }
    const busy = run([{ toolSlug: 'busy-for', config: { milliseconds: 300 } }]);
    const statuses = (await Promise.all([1, 2, 3, 4, 5].map(() => busyService.post('/v1/run', busy, secret)))).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 503, 503]);
    assert.equal((await busyService.post('/v1/run', run(['endless']), secret)).status, 503);
    await untilUp();
    assert.deepEqual(nonZero(await metricsOf(busyService.url), 'textmill_thread_restarts_total'), {
      'reason=timeout': 1,
      'reason=out-of-memory': 1,
      'reason=crash': 1,
      'reason=interrupted': 1,
    });
    assert.deepEqual(refusals(await metricsOf(busyService.url)), { 'reason=queue': 2 });
  });

  test('the sizes of the database and its write-ahead log are those of the files', async () => {
    await service.key();
    const file = join(service.config.dataDir, 'textmill.sqlite');
    const sizes = () => [file, `${file}-wal`].map((path) => statSync(path).size);
    let metrics = await metricsOf(service.url);
    let stored: number[] = [];
    // The gateway stores its counters every second.
    await until('nothing is stored meanwhile', async () => {
      stored = sizes();
      metrics = await metricsOf(service.url);
      return isDeepStrictEqual(stored, sizes());
    });
    const names = ['textmill_store_database_bytes', 'textmill_store_wal_bytes'];
    assert.deepEqual(
      names.map((name) => metric(metrics, name)),
      stored,
    );
    assert.ok(metric(metrics, 'textmill_store_wal_bytes') > 0);
    assert.ok(metric(metrics, 'textmill_store_sync_lag_seconds') < 60);
    assert.ok(metric(metrics, 'process_cpu_seconds_total') > 0);
    assert.ok(metric(metrics, 'nodejs_heap_size_used_bytes') > 1e6);
    const limit = metric(metrics, 'textmill_memory_limit_bytes');
    assert.ok(limit > metric(metrics, 'process_resident_memory_bytes') && limit < 2 ** 50);
  });

  test('work that blocks the event loop increases its delay metric', async () => {
    const slow = 'textmill_event_loop_delay_seconds_bucket{le="0.1"}';
    const all = 'textmill_event_loop_delay_seconds_count';
    const late = (metrics: MetricValues) => metric(metrics, all) - metric(metrics, slow);
    await until('it is sampled', async () => metric(await metricsOf(service.url), all) > 1);
    const before = late(await metricsOf(service.url));
    const end = performance.now() + 300;
    while (performance.now() < end);
    await until('the delay is counted', async () => late(await metricsOf(service.url)) > before);
  });
});

overEachServer((start, httpServer) => {
  test('requests that a full gateway or the server refuses, or whose clients disconnect, are counted; build info has the version', async (t) => {
    const settings = { MAX_BODY_BYTES: '1024' };
    const service = await start(t, { settings });
    const { secret } = await service.key();
    const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${secret}\r\nContent-Type: application/json\r\n`;
    const slow = await Promise.all(Array.from({ length: 9 }, () => RawConnection.open(service.port)));
    // Each takes 4 KB of the 32 KB of memory for bodies.
    for (const connection of slow) connection.write(`${head}Content-Length: 1000\r\n\r\n{`);
    await until('one is refused', async () => refusals(await metricsOf(service.url))['reason=body-memory'] === 1);
    for (const connection of slow) connection.destroy();
    await until('the others are counted as gone', async () => {
      const gone = (await metricsOf(service.url)).get('textmill_requests_aborted_total{operation="run"}');
      return gone === 8;
    });
    const unreadable = await RawConnection.open(service.port);
    await unreadable.write('POST /v1/run HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n').response();
    unreadable.destroy();
    const metrics = await metricsOf(service.url);
    assert.deepEqual(nonZero(metrics, 'textmill_requests_total'), {
      'operation=run,status=501': 1,
      'operation=run,status=503': 1,
    });
    const build = [...metrics].filter(([sample]) => sample.startsWith('textmill_build_info'));
    assert.match(
      build[0]?.[0] ?? '',
      new RegExp(
        `^textmill_build_info\\{version="\\d+\\.\\d+\\.\\d+",node="${process.versions.node}",http_server="${httpServer}"\\}$`,
      ),
    );
    assert.equal(build[0]?.[1], 1);
  });
});
