import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createLog, type Log } from '#gateway/core/log.js';
import { adminToken, faultyTools, overEachServer, startTestGateway } from '../support/gateway.js';
import { type LogLine, until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A log whose lines a test reads. */
class ReadableLog {
  readonly lines: LogLine[] = [];
  readonly log: Log;

  constructor(level = 'info') {
    this.log = createLog(level, { write: (line) => void this.lines.push(JSON.parse(line)) });
  }

  /** Forgets the lines of earlier tests. */
  clear(): void {
    this.lines.length = 0;
  }

  /** The lines of requests, without health and metrics. */
  get requests(): LogLine[] {
    return this.lines.filter(({ msg }) => msg === 'request');
  }
}

/** The fields in order: their names, and the values that are the same each time. */
function shape({ time, requestId, ms, runMs, queueMs, ...fields }: LogLine): Record<string, unknown> {
  for (const number of [time, ms]) assert.ok(typeof number === 'number' && number > 0);
  if (runMs !== undefined) assert.ok(typeof runMs === 'number' && runMs > 0 && runMs <= Number(ms), `${runMs} ${ms}`);
  if (queueMs !== undefined) assert.ok(typeof queueMs === 'number' && queueMs >= 0 && queueMs <= Number(ms));
  return fields;
}

describe('the log', async () => {
  const readable = new ReadableLog();
  const service = await startTestGateway(
    { after },
    {
      log: readable.log,
      settings: { LOG_LEVEL: 'info', MAX_QUEUE: '1', JOB_TIMEOUT_MS: '60000' },
      toolDirectories: [toolsDirectory, faultyTools],
    },
  );

  test('each request has one line: what it was, how it ended, its sizes and times, and its account', async () => {
    readable.clear();
    service.gateway.reload({ ...service.config, dailyQuota: 2 });
    const { secret, key } = await service.key();
    const body = JSON.stringify({ input: 'a', steps: ['upper-case'] });
    const heavy = JSON.stringify({ input: 'a', steps: [{ toolSlug: 'busy-for', config: { milliseconds: 20 } }] });
    const headers = { 'x-request-id': 'of-the-caller' };
    const inline = await service.request('POST', '/v1/run', { key: secret, body, headers });
    const pooled = await service.request('POST', '/v1/run', { key: secret, body: heavy });
    const refused = await service.request('POST', '/v1/run', { key: secret, body });
    const stranger = await service.request('POST', '/v1/sanitize', { key: 'svc_live_nobody', body });
    const nowhere = await service.request('GET', `/nowhere/${secret}?key=${secret}`);
    const listed = await service.request('GET', '/keys', { headers: { 'x-admin-token': adminToken } });
    const odd = await service.request('PROPFIND', '/v1/tools');
    const head = await service.request('HEAD', '/v1/tools');

    const owner = { keyId: key.id, accountId: key.accountId };
    const line = (fields: object) => ({ level: 30, msg: 'request', ...fields });
    const run = { method: 'POST', operation: 'run', ...owner };
    const size = ({ bytes }: { bytes: Buffer }) => ({ bytesOut: bytes.length });
    // On a busy machine the store may reply that nothing is left only when the body is here.
    const readMeanwhile = readable.requests[2]?.bytesIn === body.length ? body.length : 0;
    assert.deepEqual(readable.requests.map(shape), [
      line({ ...run, status: 200, bytesIn: body.length, ...size(inline), where: 'inline' }),
      line({ ...run, status: 200, bytesIn: heavy.length, ...size(pooled), where: 'pool' }),
      line({ ...run, status: 429, refusal: 'quota', bytesIn: readMeanwhile, ...size(refused) }),
      line({ method: 'POST', operation: 'sanitize', status: 401, bytesIn: 0, ...size(stranger) }),
      line({ method: 'GET', operation: 'none', status: 404, bytesIn: 0, ...size(nowhere) }),
      line({ method: 'GET', operation: 'keys', status: 200, bytesIn: 0, ...size(listed) }),
      line({ method: 'other', operation: 'tools', status: 405, bytesIn: 0, ...size(odd) }),
      line({ method: 'HEAD', operation: 'tools', status: 200, bytesIn: 0, ...size(head) }),
    ]);
    const [first, second] = readable.requests;
    assert.equal(first?.requestId, 'of-the-caller');
    assert.equal(second?.requestId, pooled.headers.get('x-request-id'));
    assert.ok(Number(second?.runMs) >= 20);
    assert.equal(typeof second?.queueMs, 'number');
    assert.equal(first?.queueMs, undefined);
    assert.ok(Math.abs(Number(first?.time) - Date.now()) < 60_000);
    service.gateway.reload(service.config);
  });

  test('a key sent as a request id is never logged or returned', async () => {
    readable.clear();
    const { secret } = await service.key();
    for (const sent of [secret, `of-${secret}`, secret.slice(0, -1)]) {
      const response = await service.request('GET', '/v1/tools/trim-lines', { headers: { 'x-request-id': sent } });
      assert.equal(response.status, 200);
      assert.ok(!(response.headers.get('x-request-id') ?? secret).includes('svc_'));
    }
    assert.equal(readable.requests.length, 3);
    assert.ok(!JSON.stringify(readable.lines).includes(secret.slice(9, 30)));
  });

  test('health checks are logged at debug, 5xx above info, and LOG_LEVEL=warn leaves out the rest', async (t) => {
    const { secret } = await service.key();
    const file = join(temporaryFolder(t), 'end-of-jobs');
    const job = () =>
      service.post('/v1/run', { input: 'a', steps: [{ toolSlug: 'busy-until', config: { file } }] }, secret);
    const probe = [20, 'liveness', 200];
    const successes = [
      [30, 'tool', 200],
      [30, 'run', 200],
      [30, 'run', 200],
    ];
    const failures = [
      [50, 'run', 500],
      [40, 'run', 503],
    ];
    for (const [level, expected] of [
      ['debug', [probe, ...successes, ...failures]],
      ['info', [...successes, ...failures]],
      ['warn', failures],
      ['silent', []],
    ] as const) {
      readable.clear();
      service.gateway.reload({ ...service.config, logLevel: level });
      await service.request('GET', '/healthz');
      await service.request('GET', '/v1/tools/trim-text');
      await service.post('/v1/run', { input: 'a', steps: ['throw-bug'] }, secret);
      // One runs, one waits, and the queue has no room for the third.
      const jobs = [job(), job(), job()];
      assert.equal((await Promise.race(jobs)).status, 503);
      writeFileSync(file, '');
      await Promise.all(jobs);
      rmSync(file);
      const said = readable.requests.map(({ level, operation, status }) => [level, operation, status]);
      assert.deepEqual(said.map(String).toSorted(), expected.map(String).toSorted(), level);
    }
    service.gateway.reload(service.config);
  });

  test('a job that runs longer than SLOW_JOB_MS logs a warning with its request, one that only waits does not', async () => {
    readable.clear();
    service.gateway.reload({ ...service.config, slowJobMs: 500 });
    const { secret } = await service.key();
    const busy = (milliseconds: number) =>
      service.post('/v1/run', { input: 'a', steps: [{ toolSlug: 'busy-for', config: { milliseconds } }] }, secret);
    const responses = await Promise.all([busy(600), busy(0)]);
    const ids = responses.map(({ headers }) => headers.get('x-request-id'));
    const waited = readable.requests.find(({ requestId }) => requestId === ids[1]);
    assert.ok(Number(waited?.queueMs) > 500);
    const slow = readable.lines.filter(({ msg }) => msg === 'a slow job');
    // On a busy machine the other job may be slow too.
    const expected = readable.requests.filter(({ runMs }) => Number(runMs) > 500);
    assert.ok(expected.some(({ requestId }) => requestId === ids[0]));
    // Both lines have the same fields, and the second is written a moment after the first.
    const fields = ({ level, msg, time, ...rest }: LogLine) => rest;
    assert.deepEqual(slow.map(fields), expected.map(fields));
    for (const { level } of slow) assert.equal(level, 40);
    service.gateway.reload(service.config);
  });
});

// How a connection ends, and which requests the parser refuses, is up to the server.
overEachServer(async (start) => {
  const readable = new ReadableLog();
  const service = await start(
    { after },
    { log: readable.log, settings: { LOG_ADDRESSES: 'true', TRUSTED_PROXIES: '127.0.0.1' } },
  );

  test('a client that disconnects before its response has a line without a status', async () => {
    readable.clear();
    const { secret } = await service.key();
    const connection = await RawConnection.open(service.port);
    const head = `Host: a\r\nx-api-key: ${secret}\r\nContent-Type: application/json\r\nContent-Length: 9`;
    connection.write(`POST /v1/run HTTP/1.1\r\n${head}\r\n\r\n{`);
    const inFlight = async () => metric(await metricsOf(service.url), 'textmill_requests_in_flight');
    await until('the request is there', async () => (await inFlight()) === 2);
    connection.destroy();
    const gone = () => readable.requests.filter(({ operation }) => operation === 'run');
    await until('the line is there', () => gone().length > 0);
    assert.equal(gone().length, 1);
    assert.deepEqual([gone()[0]?.aborted, gone()[0]?.status], [true, undefined]);
  });

  test('LOG_ADDRESSES adds the address that limits count by, also to requests that the server refuses', async () => {
    readable.clear();
    await service.request('GET', '/nowhere');
    await service.request('GET', '/nowhere', { headers: { 'x-forwarded-for': '192.0.2.7' } });
    await service.request('GET', '/nowhere', { headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } });
    await service.request('GET', '/nowhere', { headers: { 'x-forwarded-for': '"}, "forged": "' } });
    const connection = await RawConnection.open(service.port);
    await connection.write('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n').response();
    connection.destroy();
    assert.deepEqual(
      readable.requests.map(({ address }) => address),
      ['127.0.0.1', '192.0.2.7', '2001:db8:1:2::/64', '127.0.0.1', '127.0.0.1'],
    );
    assert.deepEqual(readable.requests.map(({ status }) => status).slice(-1), [501]);
  });
});
