import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { overEachServer, type TestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';

const longest = 1_048_576;

/** One client opens many connections at a time; others must not notice. */
overEachServer((startTestGateway) => {
  const settings = { MAX_BODY_BYTES: String(longest), METRICS_PUBLIC: 'true' };
  const work = { input: 'a', steps: ['upper-case'] };

  /** Opens connections that each start a request with the longest body, and send only a part of it. */
  function beginBodies(t: TestContext, { port }: TestGateway, key: string, count: number, sent: number): Socket[] {
    const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${longest}\r\n\r\n`;
    return Array.from({ length: count }, () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => {});
      t.after(() => socket.destroy());
      socket.write(head);
      socket.write(Buffer.alloc(sent, ' '));
      return socket.resume();
    });
  }

  const bodyBytes = async ({ url }: TestGateway): Promise<number> =>
    metric(await metricsOf(url), 'textmill_body_bytes');

  test('requests without a key: their bodies are not read, and take no memory', async (t) => {
    const service = await startTestGateway(t, { settings });
    for (const key of ['', `svc_live_${'a'.repeat(32)}`]) beginBodies(t, service, key, 200, 100_000);
    await until('all are refused', async () => {
      const metrics = await metricsOf(service.url);
      assert.equal(metric(metrics, 'textmill_body_bytes'), 0);
      return metric(metrics, 'textmill_requests_total{operation="run",status="401"}') === 400;
    });
    assert.equal((await service.post('/v1/run', work, (await service.key()).secret)).status, 200);
  });

  test('bodies that a client with a key announces but does not send leave nearly all memory to others', async (t) => {
    const service = await startTestGateway(t, { settings });
    beginBodies(t, service, (await service.key()).secret, 120, 1);
    await until('they are there', async () => (await bodyBytes(service)) >= 120 * 65_536);
    assert.equal(await bodyBytes(service), 120 * 65_536);
    const large = { input: 'a'.repeat(400_000), steps: ['upper-case'] };
    assert.equal((await service.post('/v1/run', large, (await service.key()).secret)).status, 200);
  });

  test('bodies held open just before their end block other large bodies, but no small ones', async (t) => {
    const service = await startTestGateway(t, { settings });
    // More than may be in flight.
    beginBodies(t, service, (await service.key()).secret, 48, longest - 1);
    await until('memory is used up', async () => (await bodyBytes(service)) >= 27 * longest);
    const other = (await service.key()).secret;
    for (let i = 0; i < 20; i++) assert.equal((await service.post('/v1/run', work, other)).status, 200);
    const medium = { input: 'a'.repeat(60_000), steps: ['upper-case'] };
    assert.equal((await service.post('/v1/run', medium, other)).status, 200);
    assert.ok((await bodyBytes(service)) <= 32 * longest);
  });
});
