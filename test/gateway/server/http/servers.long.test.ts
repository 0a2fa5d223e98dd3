import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { errorBodies, httpErrors } from '#gateway/core/errors.js';
import { NodeServer } from '#gateway/server/http/node.js';
import type { Exchange, HttpHandler, HttpServer, ServerOptions } from '#gateway/server/http/server.js';
import { viewOf } from '#workers/owned-bytes.js';
import { uwsAdapter } from '../../../support/gateway.js';
import { until as untilSo } from '../../../support/gateway-process.js';
import { RawConnection, responseTo } from '../../../support/raw-http.js';

const options: ServerOptions = {
  maxBodyBytes: 100_000,
  bodyTimeoutMs: 300,
  bodyMemory: { maxBytes: 1_000_000, maxIdleBytes: 1_000_000 },
  maxUnreadBytes: 10_000_000,
  maxRequestsInFlight: 50,
  connections: { maxConnections: Number.POSITIVE_INFINITY, admitsHandshake: () => true },
  onError: () => {},
};
const host = 'Host: test\r\n';
/** Waits for a change on the server's side. */
const until = (condition: () => boolean) => untilSo('what the test waits for', condition);
const bare = { contentType: '', requestId: '', headers: [] };

function respond(exchange: Exchange, status: number, body = ''): void {
  exchange.respond({ ...bare, status, headers: ['x-test', exchange.path], body: Buffer.from(body) });
}

/** Responds with the request body, or with the error of reading it. */
const echo: HttpHandler = {
  handle(exchange) {
    exchange.readBody({
      complete: (body) => exchange.respond({ ...bare, status: 200, body: viewOf(body), memory: body.memory }),
      failed: (reason) => respond(exchange, 400, reason),
    });
  },
  refuse: (exchange, name) =>
    exchange.respond({ ...bare, status: httpErrors[name].status, body: errorBodies[name], close: true }),
};

type Adapter = readonly [name: string, server: new (handler: HttpHandler, options: ServerOptions) => HttpServer];
const overUws: readonly Adapter[] = uwsAdapter === undefined ? [] : [['uWebSockets.js', uwsAdapter.UwsServer]];

const adapters: readonly Adapter[] = [...overUws, ['node:http', NodeServer]];

for (const [adapter, Server] of adapters)
  describe(adapter, () => {
    async function started(handler: Partial<HttpHandler>, overrides: Partial<ServerOptions> = {}) {
      const server = new Server({ ...echo, ...handler }, { ...options, ...overrides });
      return { server, port: await server.listen('127.0.0.1', 0) };
    }

    const onLinux = { skip: process.platform !== 'linux' && 'only Linux has more than one address of its own' };
    test('every request has the address of its own connection, whatever other clients do', onLinux, async () => {
      const { server, port } = await started({
        handle: (exchange) =>
          respond(exchange, 200, typeof exchange.peer === 'string' ? exchange.peer : exchange.peer.join('.')),
      });
      const ask = async (connection: RawConnection): Promise<string> =>
        (await connection.write(`GET / HTTP/1.1\r\n${host}\r\n`).response()).body;
      for (let round = 0; round < 3; round++) {
        const first = await RawConnection.open(port);
        assert.equal(await ask(first), '127.0.0.1');
        const second = await RawConnection.open(port, '127.0.0.2');
        assert.deepEqual([await ask(second), await ask(first)], ['127.0.0.2', '127.0.0.1']);
        const third = await RawConnection.open(port);
        first.destroy();
        assert.deepEqual([await ask(third), await ask(second)], ['127.0.0.1', '127.0.0.2']);
        third.destroy();
        assert.equal(await ask(second), '127.0.0.2');
        second.destroy();
        const alone = await RawConnection.open(port, '127.0.0.3');
        assert.equal(await ask(alone), '127.0.0.3');
        alone.destroy();
      }
      await server.close(0);
    });

    describe('a server that echoes', () => {
      let port: number;
      let server: HttpServer;
      before(async () => {
        ({ server, port } = await started({}));
      });
      after(() => server.close(0));

      test('reads a body of known length, whatever its pieces', async () => {
        const connection = await RawConnection.open(port);
        connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 6\r\n\r\nab`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        connection.write('cdef');
        assert.equal((await connection.response()).body, 'abcdef');
        connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`);
        assert.equal((await connection.response()).body, '');
        connection.destroy();
      });

      test('chunks stay intact after the callback that delivered them (rule 2)', async () => {
        const body = Buffer.from(Array.from({ length: 90_000 }, (_, i) => 97 + (i % 26)));
        const connection = await RawConnection.open(port);
        connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: ${body.length}\r\n\r\n`);
        for (let i = 0; i < body.length; i += 30_000) connection.write(body.subarray(i, i + 30_000));
        assert.equal((await connection.response()).body, body.toString());
        connection.destroy();
      });

      test('a chunked body is read, and the connection closes after the response (rule 5)', async () => {
        const connection = await RawConnection.open(port);
        connection.write(
          `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`,
        );
        const { body, headers } = await connection.response();
        assert.equal(body, 'abcde');
        assert.equal(headers.get('connection'), 'close');
        await connection.end();
      });

      const broken: [name: string, head: string][] = [
        ['two Host fields', `${host}${host}`],
        ['an empty Host', 'Host:\r\n'],
        ['two Content-Length fields that agree', `${host}Content-Length: 2\r\nContent-Length: 2\r\n`],
        ['two Content-Length fields that differ', `${host}Content-Length: 2\r\nContent-Length: 3\r\n`],
        ['two Transfer-Encoding fields', `${host}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n`],
      ];
      for (const [name, head] of broken) {
        test(`${name}: refused, and the connection closes (rule 5)`, async () => {
          const connection = await RawConnection.open(port);
          const response = await connection.write(`POST / HTTP/1.1\r\n${head}\r\nab`).response();
          assert.equal(response.body, '{"error":"Bad request framing"}');
          await connection.end();
        });
      }

      test('a Transfer-Encoding other than plain chunked is refused (rule 5)', async () => {
        for (const coding of ['gzip', 'gzip, chunked', 'Chunked', 'identity', 'chunked;a=b']) {
          const { status, body } = await responseTo(
            port,
            `POST / HTTP/1.1\r\n${host}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
          );
          assert.deepEqual([status, body], [501, '{"error":"Unsupported Transfer-Encoding"}'], coding);
        }
      });

      test('Content-Length with Transfer-Encoding never reaches the handler (rule 5)', async () => {
        const { status } = await responseTo(
          port,
          `POST / HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        );
        assert.equal(status, 400);
      });

      test('a length over the limit is reported before a byte is read, and the connection ends after the body', async () => {
        const connection = await RawConnection.open(port);
        connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 100001\r\n\r\n`);
        const { body, headers } = await connection.response();
        assert.deepEqual([body, headers.get('connection')], ['too-large', 'close']);
        connection.write('x'.repeat(100_001)).write(`POST / HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\nok`);
        await assert.rejects(connection.response(), /ended after ""/);
      });

      test('a length far over the limit ends the connection', async () => {
        const connection = await RawConnection.open(port);
        connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 999999999\r\n\r\n`);
        assert.equal((await connection.response()).body, 'too-large');
        await connection.end();
      });

      test('a chunked body over the limit is reported while it is read', async () => {
        const connection = await RawConnection.open(port);
        connection.write(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`);
        for (let i = 0; i < 11; i++) connection.write(`2710\r\n${'x'.repeat(10_000)}\r\n`);
        assert.equal((await connection.response()).body, 'too-large');
        await connection.end();
      });

      test('a body that does not arrive before its timeout fails', async () => {
        const connection = await RawConnection.open(port);
        const started = performance.now();
        connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nab`);
        assert.equal((await connection.response()).body, 'timeout');
        assert.ok(performance.now() - started >= 290);
        connection.destroy();
      });

      test('HEAD gives the length and sends no body (rule 9)', async () => {
        const { server: fixed, port: fixedPort } = await started({
          handle: (exchange) => respond(exchange, 200, 'four'),
        });
        const connection = await RawConnection.open(fixedPort);
        connection.write(`HEAD / HTTP/1.1\r\n${host}\r\n`);
        assert.equal((await connection.response({ head: true })).headers.get('content-length'), '4');
        connection.write(`GET / HTTP/1.1\r\n${host}\r\n`);
        assert.equal((await connection.response()).body, 'four', 'the next request gets its response');
        connection.destroy();
        await fixed.close(0);
      });

      test('a response without a body has no length, and the connection stays usable', async () => {
        const { server: empty, port: emptyPort } = await started({
          handle: (exchange) => exchange.respond({ ...bare, status: 204, body: undefined }),
        });
        const connection = await RawConnection.open(emptyPort);
        for (let i = 0; i < 2; i++) {
          const response = await connection.write(`OPTIONS / HTTP/1.1\r\n${host}\r\n`).response();
          assert.equal(response.status, 204);
          assert.equal(response.headers.get('content-length'), undefined);
        }
        connection.destroy();
        await empty.close(0);
      });

      test('methods are case-sensitive: get is not GET', async () => {
        const { port: methodPort, server: methods } = await started({
          handle: (exchange) => respond(exchange, 200, exchange.method),
        });
        const bodies = [];
        for (const method of ['GET', 'PATCH', 'get']) {
          bodies.push((await responseTo(methodPort, `${method} / HTTP/1.1\r\n${host}\r\n`)).body);
        }
        await methods.close(0);
        assert.deepEqual(bodies.slice(0, 2), ['GET', 'PATCH']);
        // Node's parser knows no such method; the one of uWebSockets.js passes on any method.
        assert.ok(['get', '{"error":"Bad request framing"}'].includes(bodies[2] ?? ''), bodies[2]);
      });

      test('the port is exclusive: a second server on it fails (rule 7)', async () => {
        await assert.rejects(new Server(echo, options).listen('127.0.0.1', port), /Cannot listen on 127\.0\.0\.1 port/);
      });
    });

    test('a handler that throws fails its request, not the process (rule 1)', async () => {
      const errors: unknown[] = [];
      const { server, port } = await started(
        {
          handle(exchange) {
            if (exchange.path === '/head') throw new Error('at the head');
            exchange.readBody({
              complete: () => {
                if (exchange.path === '/respond') respond(exchange, 200, 'responded');
                throw new Error(`at the body of ${exchange.path}`);
              },
              failed: () => {},
            });
          },
        },
        { onError: (error) => errors.push(error) },
      );
      const bodyOf = async (path: string) =>
        (await responseTo(port, `POST ${path} HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\nab`)).body;
      for (const path of ['/head', '/body']) assert.equal(await bodyOf(path), '{"error":"Internal server error"}');
      assert.equal(await bodyOf('/respond'), 'responded');
      assert.deepEqual(
        errors.map((error) => (error as Error).message),
        ['at the head', 'at the body of /body', 'at the body of /respond'],
      );
      await server.close(0);
    });

    test('a response that cannot be written closes the connection, and its reader is notified of the body', async () => {
      const errors: unknown[] = [];
      const failures: string[] = [];
      const headers = ['x-test', Symbol('no text') as unknown as string];
      const { server, port } = await started(
        {
          handle(exchange) {
            const fail = () => exchange.respond({ ...bare, status: 200, headers, body: Buffer.from('a') });
            exchange.readBody({ complete: fail, failed: (reason) => failures.push(reason) });
            if (exchange.path === '/early') fail();
          },
        },
        { onError: (error) => errors.push(error) },
      );
      for (const path of ['/', '/early']) {
        const connection = await RawConnection.open(port);
        connection.write(`POST ${path} HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\nab`);
        await until(() => connection.closed);
      }
      assert.equal(errors.length, 2);
      assert.deepEqual(failures, ['aborted']);
      await until(() => server.load.requests === 0);
      await server.close(0);
    });

    test('clients that disconnect at any point leave nothing behind (rules 1 and 4)', async () => {
      const kept: Exchange[] = [];
      const failures: string[] = [];
      const { server, port } = await started({
        handle(exchange) {
          exchange.readBody({ complete: () => kept.push(exchange), failed: (reason) => failures.push(reason) });
        },
      });
      for (const sent of [
        `POST / HT`,
        `POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nab`,
        `POST / HTTP/1.1\r\n${host}\r\n`,
      ]) {
        const connection = await RawConnection.open(port);
        connection.write(sent);
        await new Promise((resolve) => setTimeout(resolve, 30));
        connection.destroy();
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(failures, ['aborted']);
      assert.equal(kept.length, 1);
      for (const exchange of kept) {
        assert.equal(exchange.open, false);
        respond(exchange, 200, 'to nobody');
      }
      await server.close(0);
    });

    test('memory for bodies is bounded over all requests, and released when they end', async () => {
      const { server, port } = await started(
        {},
        { bodyMemory: { maxBytes: 150_000, maxIdleBytes: 1_000_000 }, bodyTimeoutMs: 5_000 },
      );
      const first = await RawConnection.open(port);
      first.write(`POST / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n${'x'.repeat(95_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      const second = `POST / HTTP/1.1\r\n${host}Content-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`;
      assert.equal((await responseTo(port, second)).body, 'busy');
      first.destroy();
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert.equal((await responseTo(port, second)).body.length, 60_000);
      await server.close(0);
    });

    test('announced bodies that never arrive take little memory from others', async () => {
      const { server, port } = await started(
        {},
        { maxBodyBytes: 8_000_000, bodyMemory: { maxBytes: 8_000_000, maxIdleBytes: 1_000_000 }, bodyTimeoutMs: 5_000 },
      );
      const idle = await Promise.all(Array.from({ length: 32 }, () => RawConnection.open(port)));
      for (const connection of idle) connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 8000000\r\n\r\n{`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { body } = await responseTo(
        port,
        `POST / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n${'y'.repeat(100_000)}`,
      );
      assert.equal(body.length, 100_000);
      for (const connection of idle) connection.destroy();
      await server.close(0);
    });

    test('a body counts until the response to its request', async () => {
      const waiting: Exchange[] = [];
      const { server, port } = await started(
        {
          handle: (exchange) =>
            exchange.readBody({
              complete: () => waiting.push(exchange),
              failed: (reason) => respond(exchange, 400, reason),
            }),
        },
        { bodyMemory: { maxBytes: 100_000, maxIdleBytes: 1_000_000 } },
      );
      const request = `POST / HTTP/1.1\r\n${host}Content-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`;
      const first = await RawConnection.open(port);
      first.write(request);
      while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal((await responseTo(port, request)).body, 'busy');
      respond(waiting[0] as Exchange, 200, 'done');
      assert.equal((await first.response()).body, 'done');
      const second = await RawConnection.open(port);
      second.write(request);
      while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const connection of [first, second]) connection.destroy();
      await server.close(0);
    });

    describe('a response larger than the socket buffers', () => {
      const payload = Buffer.alloc(12_000_000, 'abc');
      const large: Partial<HttpHandler> = {
        handle: (exchange) =>
          exchange.readBody({
            complete: () => exchange.respond({ ...bare, status: 200, body: payload }),
            failed: () => undefined,
          }),
      };
      const get = `GET / HTTP/1.1\r\n${host}\r\n`;

      /** A client that sends a request and does not read. */
      async function deafClient(port: number): Promise<Socket> {
        const socket = connect({ port, host: '127.0.0.1' });
        await once(socket, 'connect');
        socket.pause();
        socket.write(get);
        return socket;
      }

      test('reaches a client that reads late completely, and the connection stays open', async () => {
        const { server, port } = await started(large, { maxUnreadBytes: 50_000_000 });
        const socket = await deafClient(port);
        await until(() => server.load.unreadBytes === payload.length);
        const chunks: Buffer[] = [];
        let length = 0;
        for await (const chunk of socket as AsyncIterable<Buffer>) {
          chunks.push(chunk);
          length += chunk.length;
          if (length > payload.length) break;
        }
        const received = Buffer.concat(chunks);
        assert.ok(received.subarray(received.indexOf('\r\n\r\n') + 4).equals(payload));
        await until(() => server.load.unreadBytes === 0 && server.load.requests === 0);
        await server.close(0);
      });

      test('is dropped once such responses hold too much memory, the longest stalled client first', async () => {
        const { server, port } = await started(large, { maxUnreadBytes: 2.5 * payload.length });
        const clients: Socket[] = [];
        for (let i = 1; i <= 2; i++) {
          clients.push(await deafClient(port));
          await until(() => server.load.unreadBytes === i * payload.length);
        }
        const [first, second] = clients;
        assert.ok(first && second);
        const gone = new Promise<boolean>((resolve) => {
          first.on('error', () => {}).on('close', () => resolve(true));
        });
        const third = await deafClient(port);
        await until(() => server.load.requests === 2);
        assert.equal(server.load.unreadBytes, 2 * payload.length);
        first.resume();
        assert.equal(await gone, true);
        assert.equal(second.destroyed, false);
        for (const socket of [second, third]) socket.destroy();
        await until(() => server.load.unreadBytes === 0);
        await server.close(0);
      });

      test('closes the connection after a chunked request, and ignores anything after it', async () => {
        let heard = 0;
        const handle: HttpHandler['handle'] = (exchange) => {
          heard++;
          large.handle?.(exchange);
        };
        const { server, port } = await started({ handle }, { maxUnreadBytes: 50_000_000 });
        const connection = await RawConnection.open(port);
        connection.write(`POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`);
        const { headers, bytes } = await connection.response();
        assert.deepEqual([headers.get('connection'), bytes.length], ['close', payload.length]);
        connection.write(get);
        await connection.end(15_000);
        assert.equal(heard, 1);
        await server.close(0);
      });
    });

    test('requests in flight are bounded', async () => {
      const waiting: Exchange[] = [];
      const { server, port } = await started(
        { handle: (exchange) => waiting.push(exchange) },
        { maxRequestsInFlight: 2 },
      );
      const connections = await Promise.all([1, 2].map(() => RawConnection.open(port)));
      for (const connection of connections) connection.write(`GET / HTTP/1.1\r\n${host}\r\n`);
      while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal((await responseTo(port, `GET / HTTP/1.1\r\n${host}\r\n`)).body, '{"error":"Server busy"}');
      for (const exchange of waiting) respond(exchange, 200, 'late');
      for (const connection of connections) assert.equal((await connection.response()).body, 'late');
      await server.close(0);
    });

    test('connections beyond the limit are closed and counted, and the others stay (rule 12)', async () => {
      const { server, port } = await started({}, { connections: { ...options.connections, maxConnections: 20 } });
      const request = `GET / HTTP/1.1\r\n${host}\r\n`;
      const kept = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(port)));
      await until(() => server.load.connections === 20);
      const refused = 300;
      for (let opened = 0; opened < refused; opened += 100) {
        const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
        for (const socket of sockets) socket.on('error', () => {}).write(request);
        await Promise.all(sockets.map((socket) => new Promise((closed) => socket.resume().once('close', closed))));
        for (const connection of kept) assert.equal((await connection.write(request).response()).status, 200);
      }
      const { connections, maxConnections, refusedConnections } = server.load;
      assert.deepEqual(
        { connections, maxConnections, refusedConnections },
        { connections: 20, maxConnections: 20, refusedConnections: { descriptors: refused, handshakes: 0 } },
      );
      kept[0]?.destroy();
      await until(() => server.load.connections === 19);
      const next = await RawConnection.open(port);
      assert.equal((await next.write(request).response()).status, 200);
      for (const connection of [...kept, next]) connection.destroy();
      await server.close(0);
    });

    test('closing responds to received requests, closes their connections, and accepts no new ones (rule 8)', async () => {
      const waiting: Exchange[] = [];
      const { server, port } = await started({ handle: (exchange) => waiting.push(exchange) });
      const connection = await RawConnection.open(port);
      connection.write(`GET /slow HTTP/1.1\r\n${host}\r\n`);
      while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const closed = server.close(5_000);
      await assert.rejects(RawConnection.open(port));
      respond(waiting[0] as Exchange, 200, 'done');
      const response = await connection.response();
      assert.equal(response.body, 'done');
      assert.equal(response.headers.get('connection'), 'close');
      await closed;
      await connection.end();
    });

    test('draining closes each connection after its next response, and accepts new ones', async () => {
      const { server, port } = await started({});
      const connection = await RawConnection.open(port);
      const request = `GET / HTTP/1.1\r\n${host}\r\n`;
      assert.notEqual((await connection.write(request).response()).headers.get('connection'), 'close');
      server.announceClose();
      assert.equal((await connection.write(request).response()).headers.get('connection'), 'close');
      await connection.end();
      assert.equal((await responseTo(port, request)).status, 200);
      await server.close(0);
    });

    test('closing has a timeout', async () => {
      const { server, port } = await started({ handle: () => {} });
      const connection = await RawConnection.open(port);
      connection.write(`GET /never HTTP/1.1\r\n${host}\r\n`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      const stillOpen = new Promise((resolve) => setTimeout(resolve, 30_000, 'it waits').unref());
      assert.equal(await Promise.race([server.close(200), stillOpen]), undefined);
      await connection.end();
    });

    describe('hostile connections (use-after-free in the parser)', () => {
      const large = 'x'.repeat(40_000);
      const variants: [name: string, head: string, body: string][] = [
        ['a body of known length', 'Content-Length: 5\r\n', 'hello'],
        ['no body', '', ''],
        ['a chunked body', 'Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
      ];
      for (const [name, head, body] of variants) {
        for (const close of ['', 'Connection: close\r\n']) {
          test(`${name}${close && ', Connection: close'}: 100 connections, and the server still responds`, async () => {
            const { server, port } = await started({
              // The handler responds when the body ends, which is inside the data callback unless the adapter waits.
              handle: (exchange) =>
                exchange.readBody({ complete: () => respond(exchange, 200, large), failed: () => undefined }),
            });
            const attack = async (): Promise<void> => {
              const connection = await RawConnection.open(port);
              const pad = `GET /pad HTTP/1.1\r\n${host}x-pad: ${'p'.repeat(3_000)}\r\n\r\n`;
              connection.write(pad.slice(0, 1_500));
              // The server needs two reads, so that it copies the start into its own memory.
              await new Promise((resolve) => setTimeout(resolve, 2));
              connection.write(pad.slice(1_500));
              await connection.response();
              connection.write(`POST / HTTP/1.1\r\n${host}${head}${close}\r\n${body}GET /${'u'.repeat(2_900)}`);
              await connection.response().catch(() => {});
              connection.destroy();
            };
            for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, attack));
            assert.equal((await responseTo(port, `GET / HTTP/1.1\r\n${host}\r\n`)).body.length, large.length);
            await server.close(0);
          });
        }
      }
    });
  });

describe('requests that only the parser of Node passes on', () => {
  const start = async () => {
    const server = new NodeServer(echo, { ...options, bodyTimeoutMs: 200 });
    return { server, port: await server.listen('127.0.0.1', 0) };
  };

  test('a request with an unknown Expect is not refused', async () => {
    const { server, port } = await start();
    const { status, body } = await responseTo(
      port,
      `POST / HTTP/1.1\r\n${host}Expect: 200-foo\r\nContent-Length: 2\r\n\r\nok`,
    );
    assert.deepEqual([status, body], [200, 'ok']);
    await server.close(0);
  });

  test('CONNECT gets a JSON response with a request id', async () => {
    const { server, port } = await start();
    const { status, body, headers } = await responseTo(port, `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`);
    assert.deepEqual([status, JSON.parse(body)], [405, { error: 'Method not allowed' }]);
    assert.ok(headers.get('x-request-id'));
    await server.close(0);
  });

  test('the rest of an unread body has a timeout too', async () => {
    const { server, port } = await start();
    const connection = await RawConnection.open(port);
    connection.write(`POST / HTTP/1.1\r\n${host}Content-Length: 100001\r\n\r\n`);
    assert.equal((await connection.response()).body, 'too-large');
    await connection.end(2_000);
    await server.close(0);
  });
});
