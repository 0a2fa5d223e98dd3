import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, test } from 'node:test';
import { load } from '#bench/http/load.js';
import { clientNotes } from '#bench/http/notes.js';
import { openLoop } from '#bench/http/open-loop.js';
import { pooledRequests, smallRequest } from '#bench/http/requests.js';
import {
  type BenchServer,
  bareNode,
  bareUws,
  bareUwsBytes,
  bareUwsThreads,
  type Contestant,
  fastify,
  sleepingThreads,
  smallResponse,
  textmill,
} from '#bench/http/servers.js';
import { threadTimes } from '#bench/http/thread-time.js';
import { sendRequest, type TestResponse } from '../../support/gateway.js';

const servers = new Map<Contestant, Promise<BenchServer>>();

/** The four servers, shared by all tests of this file: Textmill takes a second or more to start. */
function shared(contestant: Contestant): Promise<BenchServer> {
  const server = servers.get(contestant) ?? contestant.start({ code: 'sources' });
  servers.set(contestant, server);
  return server;
}

after(async () => {
  for (const server of servers.values()) await (await server).process.end();
});

function send(server: BenchServer, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> {
  const { path, body } = smallRequest(server.apiKey);
  return sendRequest(server.process.url + path, 'POST', { key: server.apiKey, headers, body });
}

for (const contestant of [textmill, fastify, bareUws, bareNode]) {
  test(`${contestant.name} responds to the small request`, async () => {
    const { status, headers, json } = await send(await shared(contestant));
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    // The processing time may differ; the bare servers send the same response.
    const { result, meta } = json as { result: string; meta: object };
    assert.deepEqual({ result, meta: { ...meta, processingTimeMs: 0 } }, JSON.parse(smallResponse));
  });
}

test('the small request has a body of 100 bytes', () => {
  assert.equal(Buffer.byteLength(smallRequest('').body), 100);
});

test('Textmill does the jobs that are measured on its threads', async () => {
  const server = await shared(textmill);
  for (const [name, { path, body }] of pooledRequests(server.apiKey)) {
    const { status } = await sendRequest(server.process.url + path, 'POST', { key: server.apiKey, body });
    assert.equal(status, 200, name);
  }
});

test('the bare server with worker threads sends as many bytes as the path says, and is busy for as long', async () => {
  const server = await shared(bareUwsThreads);
  const { pid, url } = server.process;
  const before = threadTimes(pid);
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`${url}/40000/50000`, { method: 'POST', body: 'a'.repeat(100_000) })),
  );
  for (const response of responses) {
    assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, 40_000]);
  }
  const after = threadTimes(pid);
  // A thread is busy by the clock: on a full machine it gets less processor time. Undefined where there is no /proc.
  if (before !== undefined && after !== undefined) assert.ok(after.othersMs > before.othersMs);
});

test('threads that sleep respond with as many bytes as they are told, and hardly use a processor', async () => {
  const server = await shared(sleepingThreads(2, { busyUs: 400_000, bytes: 30_000 }));
  const { pid, url } = server.process;
  const [request] = pooledRequests(server.apiKey).values();
  assert.ok(request);
  const { path, headers, body } = request;
  const before = threadTimes(pid);
  const response = await fetch(url + path, { method: 'POST', headers, body });
  assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, 30_000]);
  const after = threadTimes(pid);
  if (before !== undefined && after !== undefined) assert.ok(after.othersMs - before.othersMs < 200);
});

test('the bare server sends as many bytes as the path says', async () => {
  const server = await shared(bareUwsBytes);
  const response = await fetch(`${server.process.url}/40000`, { method: 'POST', body: 'a'.repeat(100_000) });
  assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, 40_000]);
});

for (const contestant of [textmill, fastify]) {
  test(`${contestant.name} requires a key`, async () => {
    const server = await shared(contestant);
    const missing = await send(server, { 'x-api-key': '' });
    assert.deepEqual([missing.status, missing.json], [401, { error: 'Missing API key' }]);
    const wrong = await send(server, { 'x-api-key': `svc_live_${'x'.repeat(32)}` });
    assert.deepEqual([wrong.status, wrong.json], [401, { error: 'Invalid API key' }]);
    const elsewhere = await send(server, { origin: 'https://elsewhere.example.com' });
    assert.deepEqual([elsewhere.status, elsewhere.json], [403, { error: 'Origin not allowed' }]);
    const allowed = await send(server, { origin: 'https://app.example.com', 'x-request-id': 'mine' });
    assert.equal(allowed.status, 200);
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example.com');
    assert.equal(allowed.headers.get('x-request-id'), 'mine');
  });

  test(`${contestant.name} refuses the same requests as the engine`, async () => {
    const server = await shared(contestant);
    const options = { key: server.apiKey, body: { input: 'a' } };
    const { status, json } = await sendRequest(`${server.process.url}/v1/run`, 'POST', options);
    assert.deepEqual([status, json], [400, { error: 'steps is required' }]);
  });
}

for (const limit of ['BURST_PER_IP', 'BURST_PER_KEY', 'DAILY_QUOTA']) {
  test(`Fastify enforces ${limit}`, async (t) => {
    const server = await fastify.start({ code: 'sources', settings: { [limit]: '2' } });
    t.after(() => server.process.end());
    const responses = [await send(server), await send(server), await send(server)];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 429],
    );
    assert.deepEqual(responses[2]?.json, { error: 'Rate limit exceeded' });
    assert.equal(responses[2]?.headers.get('retry-after'), null);
  });
}

test('the open-loop client sends due requests, and reports their latencies', async () => {
  const server = await shared(textmill);
  const request = smallRequest(server.apiKey);
  const streams = [
    { request, perSecond: 100 },
    { request, perSecond: 50 },
  ];
  const result = await openLoop({ url: server.process.url, streams, connections: 4, warmUpSeconds: 0, seconds: 1 });
  assert.deepEqual(
    result.streams.map(({ requests }) => requests),
    [100, 50],
  );
  for (const { p50Ms, p99Ms, maxMs } of result.streams) assert.ok(0 < p50Ms && p50Ms <= p99Ms && p99Ms <= maxMs);
});

test('the open-loop client uses its connections in turn: a server closes those that are not used', async (t) => {
  const used = new Set<Socket>();
  const server = createServer((request, response) => {
    used.add(request.socket);
    request.resume().on('end', () => response.end('{}'));
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const streams = [{ request: smallRequest('any'), perSecond: 20 }];
  const url = `http://127.0.0.1:${port}`;
  await openLoop({ url, streams, connections: 4, warmUpSeconds: 0, seconds: 1 });
  assert.equal(used.size, 4);
});

test('the open-loop client fails on a response other than 200', async () => {
  const server = await shared(textmill);
  const streams = [{ request: smallRequest('no key'), perSecond: 100 }];
  const job = { url: server.process.url, streams, connections: 1, warmUpSeconds: 0, seconds: 1 };
  await assert.rejects(openLoop(job), /The server responded with 401/);
});

test('without wrk, autocannon makes the load', async (t) => {
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
  });
  process.env.PATH = '';
  assert.equal(clientNotes().length, 1);
  const server = await shared(bareNode);
  const options = { server, requests: [smallRequest('')], connections: 2, seconds: 1 };
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await load(options);
  assert.ok(requests > 0 && requestsPerSecond > 0 && p50Ms <= p99Ms);
});

test('a round with a response other than 2xx does not count', async () => {
  const server = await shared(textmill);
  const requests = [smallRequest(server.apiKey), smallRequest('no key')];
  const round = load({ server, requests, connections: 2, seconds: 1 });
  await assert.rejects(round, /The round does not count: .*non-2xx/i);
});

test('a server reports the delay of its event loop', async () => {
  const { process } = await shared(bareNode);
  await process.watchEventLoop();
  // Long enough for the monitor to have fired.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { p50Ms, p99Ms, maxMs } = await process.eventLoopDelay();
  assert.ok(0 <= p50Ms && p50Ms <= p99Ms && p99Ms <= maxMs, `${p50Ms} ${p99Ms} ${maxMs}`);
});
