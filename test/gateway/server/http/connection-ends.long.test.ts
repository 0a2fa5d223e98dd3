import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { errorBodies, httpErrors } from '#gateway/core/errors.js';
import { NodeServer } from '#gateway/server/http/node.js';
import type { Exchange, HttpHandler, HttpServer, ServerOptions } from '#gateway/server/http/server.js';
import { readCertificate } from '#gateway/server/tls/certificate.js';
import { makeCertificate, withoutOpenssl } from '../../../support/certificates.js';
import { uwsAdapter } from '../../../support/gateway.js';
import { until } from '../../../support/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const mebibyte = 2 ** 20;
const bare = { contentType: '', requestId: '', headers: [] };
const largeResponse = Buffer.alloc(20 * mebibyte, 'a');
const post = (path: string, length: number, fields = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}Content-Length: ${length}\r\n\r\n`;
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const working = `${post('/work', 5)}hello`;
const chunked = 'POST /work HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';

/** A server whose handler records its exchanges and their events. */
class WatchedServer {
  readonly server: HttpServer;
  /** Exchanges whose body is complete and that have no response yet. */
  readonly working: Exchange[] = [];
  readonly begun: Exchange[] = [];
  /** The events that each reader received, by exchange. */
  readonly reported = new Map<Exchange, string[]>();
  readonly errors: unknown[] = [];

  constructor(Server: new (handler: HttpHandler, options: ServerOptions) => HttpServer, tls?: ServerOptions['tls']) {
    const options: ServerOptions = {
      maxBodyBytes: 16 * mebibyte,
      bodyTimeoutMs: 60_000,
      bodyMemory: { maxBytes: 256 * mebibyte, maxIdleBytes: 0 },
      maxUnreadBytes: 200 * mebibyte,
      maxRequestsInFlight: 1_000,
      connections: { maxConnections: Number.POSITIVE_INFINITY, admitsHandshake: () => true },
      onError: (error) => this.errors.push(error),
      ...(tls && { tls }),
    };
    this.server = new Server({ handle: (exchange) => this.#handle(exchange), refuse }, options);
  }

  #handle(exchange: Exchange): void {
    this.begun.push(exchange);
    if (exchange.path === '/refused') {
      refuse(exchange, 'not-found');
      return;
    }
    const reported: string[] = [];
    this.reported.set(exchange, reported);
    exchange.readBody({
      complete: () => {
        reported.push('complete');
        if (exchange.path === '/large') exchange.respond({ ...bare, status: 200, body: largeResponse });
        else this.working.push(exchange);
      },
      failed: (reason) => reported.push(`failed: ${reason}`),
      abandoned: () => reported.push('abandoned'),
    });
  }

  /** Whether every reader was notified exactly once how its request ended. */
  get isAllTold(): boolean {
    return [...this.reported].every(([{ path }, reported]) => {
      const isSettled = reported.join() === 'failed: aborted' || reported.join() === 'complete,abandoned';
      return isSettled || (path === '/large' && reported.join() === 'complete');
    });
  }

  /** Whether no request has left anything behind. */
  get empty(): boolean {
    const { connections, requests, bodyBytes, unreadBytes } = this.server.load;
    return connections === 0 && requests === 0 && bodyBytes === 0 && unreadBytes === 0;
  }
}

const refuse: HttpHandler['refuse'] = (exchange, name) =>
  exchange.respond({ ...bare, status: httpErrors[name].status, body: errorBodies[name], close: name !== 'not-found' });

/** A state of a connection: what the client has sent, and how to tell that the server has reached the state. */
interface State {
  readonly name: string;
  readonly sent: string | Buffer;
  /** Whether the client reads; true if left out. */
  readonly isDeaf?: boolean;
  readonly reached: (watched: WatchedServer) => boolean;
  /** Only over node:http: uWebSockets.js ends a connection that sends ahead. */
  readonly isSentAhead?: boolean;
}

const isWorking = ({ working }: WatchedServer) => working.length === 1;
const hasBegun = (count: number) => (watched: WatchedServer) => isWorking(watched) && watched.begun.length === count;
const states: readonly State[] = [
  { name: 'nothing sent', sent: '', reached: ({ server }) => server.load.connections === 1 },
  {
    name: 'part of a head',
    sent: get('/refused').slice(0, 20),
    reached: ({ server }) => server.load.connections === 1,
  },
  {
    name: 'part of a body',
    sent: Buffer.concat([Buffer.from(post('/work', 8 * mebibyte)), Buffer.alloc(mebibyte)]),
    reached: ({ server }) => server.load.bodyBytes >= mebibyte,
  },
  {
    name: 'part of a chunked body',
    sent: chunked.slice(0, -10),
    reached: ({ server }) => server.load.requests === 1 && server.load.bodyBytes > 0,
  },
  {
    name: 'a body that waits for 100 Continue',
    sent: post('/work', 5, 'Expect: 100-continue\r\n'),
    reached: ({ server }) => server.load.bodyBytes > 0,
  },
  {
    name: 'a response that came before the body',
    sent: post('/refused', mebibyte),
    reached: ({ begun, server }) => begun.length === 1 && server.load.requests === 0,
  },
  { name: 'a request in progress', sent: working, reached: isWorking },
  {
    name: 'a response that is not read',
    sent: `${post('/large', 2)}ab`,
    isDeaf: true,
    reached: ({ server }) => server.load.unreadBytes > 0,
  },
  { name: 'a chunked request in progress', sent: chunked, reached: isWorking },
  ...[
    { name: 'a refused request', behind: get('/refused'), begun: 2 },
    { name: 'part of a head', behind: get('/refused').slice(0, 20), begun: 1 },
    { name: 'part of a body', behind: post('/work', mebibyte), begun: 2 },
    { name: 'a large response', behind: `${post('/large', 2)}ab`, begun: 2 },
    { name: 'HEAD', behind: 'HEAD /refused HTTP/1.1\r\nHost: a\r\n\r\n', begun: 2 },
    { name: '100-continue', behind: post('/work', 5, 'Expect: 100-continue\r\n'), begun: 2 },
    {
      name: 'a request for another protocol',
      behind: get('/refused', 'Connection: upgrade\r\nUpgrade: a\r\n'),
      begun: 2,
    },
    {
      name: 'a refused request and CONNECT',
      behind: `${get('/refused')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
      begun: 2,
    },
    { name: 'CONNECT', behind: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', begun: 1 },
    { name: 'rubbish', behind: 'rubbish\r\n\r\n', begun: 1 },
    { name: 'a refused request and rubbish', behind: `${get('/refused')}rubbish\r\n\r\n`, begun: 2 },
    { name: 'a thousand requests', behind: get('/refused').repeat(1_000), begun: 16 },
  ].map(({ name, behind, begun }) => ({
    name: `${name} behind a request in progress`,
    sent: working + behind,
    reached: hasBegun(begun),
    isSentAhead: true,
  })),
  {
    name: 'an upload behind a refused request behind one in progress',
    sent: Buffer.concat([
      Buffer.from(working + get('/refused') + post('/work', 8 * mebibyte)),
      Buffer.alloc(8 * mebibyte, 'a'),
    ]),
    reached: ({ working: kept }) => kept.length === 2,
    isSentAhead: true,
  },
  {
    name: 'ignored requests behind the last one',
    sent: chunked + get('/refused').repeat(100),
    reached: isWorking,
    isSentAhead: true,
  },
];

/** How a connection ends. `raw` is the TCP connection, `socket` what the client writes to. */
const events: Readonly<Record<string, (socket: Socket, raw: Socket, watched: WatchedServer) => void>> = {
  'a reset': (_, raw) => void raw.resetAndDestroy(),
  'the end of the connection': (socket) => void socket.destroy(),
  // The client keeps reading: otherwise the server gives it up after ten seconds.
  'a half-close': (socket) => void socket.resume().end(),
  'the end of the server': (_, __, { server }) => void server.close(0),
};

const adapters = [
  ...(uwsAdapter === undefined ? [] : [['uWebSockets.js', uwsAdapter.UwsServer] as const]),
  ['node:http', NodeServer],
] as const;

for (const [adapter, Server] of adapters) {
  for (const isSecure of [false, true]) {
    describe(`${adapter}${isSecure ? ' with TLS' : ''}`, { skip: isSecure && withoutOpenssl }, () => {
      async function start(t: TestContext): Promise<{ watched: WatchedServer; port: number }> {
        const tls = isSecure ? readCertificate(makeCertificate(temporaryFolder(t), 'localhost')) : undefined;
        const watched = new WatchedServer(Server, tls);
        const port = await watched.server.listen('127.0.0.1', 0);
        t.after(() => watched.server.close(0));
        return { watched, port };
      }

      async function open(port: number): Promise<{ socket: Socket | TLSSocket; raw: Socket }> {
        const raw = connectTcp({ port, host: '127.0.0.1' });
        raw.on('error', () => {});
        const socket = isSecure ? connectTls({ socket: raw, rejectUnauthorized: false }) : raw;
        socket.on('error', () => {});
        await once(socket, isSecure ? 'secureConnect' : 'connect');
        return { socket, raw };
      }

      for (const [event, end] of Object.entries(events)) {
        test(`${event} leaves nothing, whatever is queued on the connection`, async (t) => {
          for (const { name, sent, isDeaf, isSentAhead, reached } of states) {
            if (isSentAhead && Server !== NodeServer) continue;
            const { watched, port } = await start(t);
            const { socket, raw } = await open(port);
            if (isDeaf) socket.pause();
            else socket.resume();
            if (sent.length > 0) socket.write(sent);
            await until(`${name}: the server has it`, () => reached(watched));
            // Let the queued requests arrive.
            if (isSentAhead) await wait(10);
            end(socket, raw, watched);
            await until(`${name}: nothing is left after ${event}`, () => watched.empty && watched.isAllTold);
            for (const exchange of watched.begun) assert.equal(exchange.open, false, name);
            for (const exchange of watched.working)
              exchange.respond({ ...bare, status: 200, body: Buffer.from('late') });
            await wait(1);
            assert.ok(watched.empty, `${name}: a late response releases nothing twice`);
            assert.deepEqual(watched.errors, [], name);
            socket.destroy();
            await watched.server.close(0);
          }
        });
      }
    });
  }
}
