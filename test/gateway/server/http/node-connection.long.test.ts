import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { errorBodies, type HttpErrorCode, httpErrors } from '#gateway/core/errors.js';
import { NodeServer } from '#gateway/server/http/node.js';
import type { Exchange } from '#gateway/server/http/server.js';
import { RawConnection } from '../../../support/raw-http.js';

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const bare = { contentType: '', requestId: '', headers: [] };
const broken = '{"error":"Bad request framing"}';

/** A server whose responses wait until a test sends them. */
async function startServer(t: TestContext) {
  const waiting: Exchange[] = [];
  const failures: string[] = [];
  const server = new NodeServer(
    {
      handle(exchange) {
        waiting.push(exchange);
        exchange.readBody({ complete: () => undefined, failed: (reason) => failures.push(reason) });
      },
      refuse: (exchange: Exchange, name: HttpErrorCode) =>
        exchange.respond({ ...bare, status: httpErrors[name].status, body: errorBodies[name], close: true }),
    },
    {
      maxBodyBytes: 20_000_000,
      bodyTimeoutMs: 60_000,
      bodyMemory: { maxBytes: 40_000_000, maxIdleBytes: 0 },
      maxUnreadBytes: 10_000_000,
      maxRequestsInFlight: 1_000,
      connections: { maxConnections: Number.POSITIVE_INFINITY, admitsHandshake: () => true },
      onError: (error) => {
        throw error;
      },
    },
  );
  const port = await server.listen('127.0.0.1', 0);
  t.after(() => server.close(0));
  return { server, port, waiting, failures };
}

function respond(exchange: Exchange): void {
  exchange.respond({ ...bare, status: 200, body: Buffer.from(exchange.path) });
}

async function until(condition: () => boolean, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    assert.ok(performance.now() < deadline, 'not in time');
    await wait(2);
  }
}

test('CONNECT followed by an immediate reset does not end the process', async (t) => {
  const { port, waiting } = await startServer(t);
  for (let i = 0; i < 50; i++) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n');
        setImmediate(() => socket.resetAndDestroy());
      });
      socket.on('close', () => setTimeout(resolve, 2));
    });
  }
  const connection = (await RawConnection.open(port)).write(get('/after'));
  await until(() => waiting.length === 1);
  for (const exchange of waiting) respond(exchange);
  assert.equal((await connection.response()).body, '/after');
  connection.destroy();
});

const tunnel = 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n';

test('CONNECT behind a request in progress, and a reset, do not end the process', async (t) => {
  const { server, port, waiting } = await startServer(t);
  const socket = connect(port, '127.0.0.1', () => socket.write(get('/first') + tunnel));
  socket.on('error', () => undefined);
  await until(() => waiting.length === 1);
  // CONNECT is in the same segment, but Node parses it a moment later.
  await wait(10);
  socket.resetAndDestroy();
  await until(() => server.load.connections === 0);
  assert.equal(server.load.requests, 0);
});

test('CONNECT behind a request in progress is refused after its response', async (t) => {
  const { port, waiting } = await startServer(t);
  const connection = (await RawConnection.open(port)).write(`${get('/first')}${tunnel}bytes for the tunnel`);
  await until(() => waiting.length === 1);
  await wait(10);
  for (const exchange of waiting) respond(exchange);
  assert.equal((await connection.response()).body, '/first');
  assert.equal((await connection.response()).status, 405);
  await connection.end();
});

test('ignored requests behind the last one take bounded memory and time', async (t) => {
  const { server, port, waiting } = await startServer(t);
  const last = 'POST /last HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  const polite = (await RawConnection.open(port)).write(last + get('/hidden').repeat(500));
  await until(() => waiting.length === 1);
  const flood = (await RawConnection.open(port)).write(last);
  await until(() => waiting.length === 2);
  const began = process.cpuUsage();
  flood.write('GET / HTTP/1.1\r\n\r\n'.repeat(100_000));
  await until(() => flood.closed && server.load.connections === 1);
  const { user, system } = process.cpuUsage(began);
  assert.ok(user + system < 5e6, `${user + system} microseconds of the processor`);
  for (const exchange of waiting) respond(exchange);
  assert.equal((await polite.response()).body, '/last');
  await polite.end();
});

test('bodies that arrive after their responses leave no listener on the connection', async (t) => {
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const { port, waiting } = await startServer(t);
  for (let i = 0; i < 20; i++) {
    const connection = await RawConnection.open(port);
    connection.write('POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n');
    await until(() => waiting.length === 1);
    for (const exchange of waiting.splice(0)) respond(exchange);
    assert.equal((await connection.response()).status, 200);
    for (let piece = 0; piece < 20; piece++) {
      connection.write('a');
      await wait(1);
    }
    await connection.end();
  }
  assert.deepEqual(warnings, []);
});

test('requests behind one whose response ends the connection are settled with it', async (t) => {
  const { server, port, waiting } = await startServer(t);
  const connection = (await RawConnection.open(port)).write(get('/last') + get('/behind').repeat(3));
  await until(() => waiting.length === 4);
  waiting[0]?.respond({ ...bare, status: 500, body: Buffer.from('a bug'), close: true });
  assert.equal((await connection.response()).status, 500);
  await connection.end();
  await until(() => server.load.requests === 0);
  assert.ok(waiting.every(({ open }) => !open));
});

test('rubbish behind a request in progress is refused after its response, not in its place', async (t) => {
  const { port, waiting } = await startServer(t);
  const connection = (await RawConnection.open(port)).write(`${get('/sound')}rubbish rubbish\r\n\r\n`);
  await until(() => waiting.length === 1);
  await wait(20);
  for (const exchange of waiting) respond(exchange);
  assert.equal((await connection.response()).body, '/sound');
  assert.equal((await connection.response()).body, broken);
  await connection.end();
});

test('a body with a malformed chunk is refused once, and its reader gets the error', async (t) => {
  const { port, waiting, failures } = await startServer(t);
  const connection = await RawConnection.open(port);
  connection.write(`POST /chunks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`);
  await until(() => waiting.length === 1);
  connection.write('x\r\n');
  assert.equal((await connection.response()).body, broken);
  await connection.end();
  await assert.rejects(connection.response(), /ended after ""/);
  assert.deepEqual(failures, ['aborted']);
});

test('anything after the last request of a connection is ignored', async (t) => {
  const { port, waiting } = await startServer(t);
  const chunked = 'POST /last HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  for (const last of [get('/last', 'Connection: close\r\n'), chunked]) {
    const connection = (await RawConnection.open(port)).write(last + get('/hidden'));
    await until(() => waiting.length === 1);
    await wait(20);
    for (const exchange of waiting.splice(0)) respond(exchange);
    assert.equal((await connection.response()).body, '/last');
    await connection.end();
    await assert.rejects(connection.response(), /ended after ""/);
  }
});

test('a client may pipeline 16 requests; one more closes the connection after their responses', async (t) => {
  const { port, waiting } = await startServer(t);
  const connection = (await RawConnection.open(port)).write(get('/ahead').repeat(1_000));
  await until(() => waiting.length === 16);
  await wait(50);
  assert.equal(waiting.length, 16);
  for (const exchange of waiting) respond(exchange);
  for (let i = 0; i < 16; i++) assert.equal((await connection.response()).body, '/ahead');
  assert.equal((await connection.response()).status, 503);
  await connection.end();
});

test('closing responds to all pipelined requests, and closes the connection with the last response', async (t) => {
  const { server, port, waiting } = await startServer(t);
  const connection = (await RawConnection.open(port)).write(get('/first') + get('/second'));
  await until(() => waiting.length === 2);
  const closed = server.close(5_000);
  for (const exchange of waiting) respond(exchange);
  assert.equal((await connection.response()).headers.get('connection'), 'keep-alive');
  const last = await connection.response();
  assert.deepEqual([last.body, last.headers.get('connection')], ['/second', 'close']);
  await closed;
});

test('request headers have the limits of uWebSockets.js: 4 KB, 98 fields', async (t) => {
  const { port, waiting } = await startServer(t);
  const statusOf = async (fields: string): Promise<number> => {
    const connection = (await RawConnection.open(port)).write(get('/head', fields));
    const status = (await connection.response()).status;
    connection.destroy();
    return status;
  };
  assert.equal(await statusOf(`x: ${'a'.repeat(4_096)}\r\n`), 431);
  assert.equal(await statusOf('x:\r\n'.repeat(98)), 431);
  assert.equal(await statusOf('x:\r\n'.repeat(2_500)), 431);
  assert.equal(waiting.length, 0);
  const connection = (await RawConnection.open(port)).write(get('/head', 'x:\r\n'.repeat(97)));
  await until(() => waiting.length === 1);
  connection.destroy();
});

// Each waits ten seconds for a client.
describe('a client that does not read', { concurrency: true }, () => {
  test('a client that sends CONNECT behind its request and reads nothing is disconnected after a while', async (t) => {
    const { server, port, waiting } = await startServer(t);
    const socket = connect(port, '127.0.0.1', () => socket.write(get('/first') + tunnel));
    socket.pause().on('error', () => undefined);
    await until(() => waiting.length === 1);
    waiting[0]?.respond({ ...bare, status: 200, body: Buffer.alloc(9_900_000) });
    await until(() => server.load.connections === 0);
    assert.deepEqual([server.load.requests, server.load.unreadBytes], [0, 0]);
    socket.destroy();
  });

  test('a response that its client does not read is dropped, a request in progress is not', async (t) => {
    const { server, port, waiting } = await startServer(t);
    const body = `POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello`;
    const reader = (await RawConnection.open(port)).write(get('/slow'));
    await until(() => waiting.length === 1);
    const socket = connect(port, '127.0.0.1', () => socket.write(body));
    socket.pause().on('error', () => undefined);
    await until(() => waiting.length === 2);
    waiting[1]?.respond({ ...bare, status: 200, body: Buffer.alloc(30_000_000) });
    assert.ok(server.bodyMemory.reservedBytes > 0);
    await until(() => server.bodyMemory.reservedBytes === 0);
    socket.destroy();
    for (const exchange of waiting.slice(0, 1)) respond(exchange);
    assert.equal((await reader.response()).body, '/slow');
    reader.destroy();
  });
});
