import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { cleanUpAfter } from '../support/cleanup.js';
import { overEachServer, type TestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';

const longest = 1_048_576;

/** Requests that are begun on connections of their own. */
interface Begun {
  /** The request line and the fields of the head. */
  readonly lines: readonly string[];
  /** The Content-Length. */
  readonly announced: number;
  /** How many bytes of the body are sent. */
  readonly sent: number;
  readonly count: number;
}

/** One client opens many connections at a time; others must not notice. */
overEachServer(async (start) => {
  // On a busy machine a job waits long for the thread, which has a low priority.
  const settings = { MAX_BODY_BYTES: String(longest), METRICS_PUBLIC: 'true', JOB_TIMEOUT_MS: '60000' };
  const work = { input: 'a', steps: ['upper-case'] };
  const service = await start({ after }, { settings });

  /** Opens connections that each send the head of a request and a part of its body. */
  function begin(t: TestContext, { port }: TestGateway, { lines, announced, sent, count }: Begun): void {
    const head = [...lines, 'Content-Type: application/json', `Content-Length: ${announced}`, '', ''].join('\r\n');
    for (let i = 0; i < count; i++) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => {});
      // Before the gateway stops, which waits for its requests.
      cleanUpAfter(t, () => void socket.destroy());
      socket.write(head);
      socket.write(Buffer.alloc(sent, ' '));
      socket.resume();
    }
  }

  /** Opens connections that each start a request with the longest body, and send only a part of it. */
  function beginBodies(t: TestContext, service: TestGateway, key: string, count: number, sent: number): void {
    const lines = ['POST /v1/run HTTP/1.1', 'Host: a', `x-api-key: ${key}`];
    begin(t, service, { lines, announced: longest, sent, count });
  }

  const bodyBytes = async ({ url }: TestGateway): Promise<number> =>
    metric(await metricsOf(url), 'textmill_body_bytes');

  const untilFree = () => until('the bodies of other tests are gone', async () => (await bodyBytes(service)) === 0);

  test('requests without a key: their bodies are not read, and take no memory', async (t) => {
    await untilFree();
    for (const key of ['', `svc_live_${'a'.repeat(32)}`]) beginBodies(t, service, key, 200, 100_000);
    await until('all are refused', async () => {
      const metrics = await metricsOf(service.url);
      assert.equal(metric(metrics, 'textmill_body_bytes'), 0);
      return metric(metrics, 'textmill_requests_total{operation="run",status="401"}') === 400;
    });
    assert.equal((await service.post('/v1/run', work, (await service.key()).secret)).status, 200);
  });

  test('requests of people who are not signed in: their bodies are short, or not read', async (t) => {
    await untilFree();
    const page = ['Host: a', 'Origin: http://a'];
    const cookie = `Cookie: __Host-textmill-session=${'a'.repeat(43)}`;
    for (const lines of [
      ['POST /sign-in HTTP/1.1', ...page],
      ['POST /keys HTTP/1.1', ...page, cookie],
      ['POST /account/keys HTTP/1.1', ...page, cookie],
    ]) {
      begin(t, service, { lines, announced: longest, sent: 100_000, count: 48 });
    }
    await until('all are refused', async () => {
      const metrics = await metricsOf(service.url);
      assert.ok(metric(metrics, 'textmill_body_bytes') <= longest);
      // Not there before the first.
      return metrics.get('textmill_requests_total{operation="sign-in",status="413"}') === 48;
    });
    await until('all memory is free', async () => (await bodyBytes(service)) === 0);
    const large = { input: 'a'.repeat(400_000), steps: ['upper-case'] };
    assert.equal((await service.post('/v1/run', large, (await service.key()).secret)).status, 200);
  });

  test('short bodies of people who sign in have an eighth of the memory', async (t) => {
    const memory = 32 * 131_072;
    const narrow = await start(t, { settings: { ...settings, MAX_BODY_BYTES: '131072' } });
    const lines = ['POST /sign-in HTTP/1.1', 'Host: a', 'Origin: http://a'];
    begin(t, narrow, { lines, announced: 1_000, sent: 999, count: 150 });
    await until('the others are refused', async () => {
      const refused = 'textmill_requests_total{operation="sign-in",status="503"}';
      return (await metricsOf(narrow.url)).get(refused) === 150 - memory / 8 / 4_096;
    });
    assert.equal(await bodyBytes(narrow), memory / 8);
    const large = { input: 'a'.repeat(100_000), steps: ['upper-case'] };
    assert.equal((await narrow.post('/v1/run', large, (await narrow.key()).secret)).status, 200);
  });

  test('bodies that a client with a key announces but does not send leave nearly all memory to others', async (t) => {
    await untilFree();
    beginBodies(t, service, (await service.key()).secret, 120, 1);
    await until('they are there', async () => (await bodyBytes(service)) >= 120 * 65_536);
    assert.equal(await bodyBytes(service), 120 * 65_536);
    const large = { input: 'a'.repeat(400_000), steps: ['upper-case'] };
    assert.equal((await service.post('/v1/run', large, (await service.key()).secret)).status, 200);
  });

  test('bodies held open just before their end block other large bodies, but no small ones', async (t) => {
    await untilFree();
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
