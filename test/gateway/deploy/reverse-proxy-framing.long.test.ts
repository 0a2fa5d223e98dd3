import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { describe, test } from 'node:test';
import { type CleanupScope, cleanUpAfter } from '../../support/cleanup.js';
import { until } from '../../support/gateway-process.js';
import { programPath } from '../../support/program-path.js';
import { RawConnection } from '../../support/raw-http.js';
import {
  connectTls,
  type ProxyName,
  proxyNames,
  shippedConfiguration,
  startReverseProxy,
} from '../../support/reverse-proxy.js';

/** The idle timeout of Textmill's connections. */
const textmillIdleSeconds = 10;
/** The settings for the idle timeout of a proxy. */
const idleTimes = {
  nginx: /upstream textmill \{[^}]*keepalive_timeout (\d+)s;/,
  haproxy: /pool-purge-delay (\d+)s/,
  caddy: /keepalive (\d+)s/,
};

// What a proxy forwards of a hostile request: the server behind it records what it receives.

/** A path that every proxy blocks: it reaches the server only if the two disagree where a request ends. */
const hidden = 'GET /keys HTTP/1.1\r\nHost: localhost\r\n\r\n';
const head = 'POST /v1/run HTTP/1.1\r\nHost: localhost\r\n';
const request = 'GET /v1/tools HTTP/1.1\r\nHost: localhost\r\n\r\n';
const chunkedBody = `0\r\n\r\n${hidden}`;
const length = `Content-Length: ${chunkedBody.length}\r\n`;

/** All three proxies refuse these. */
const refused: readonly (readonly [name: string, bytes: string])[] = [
  ['two lengths that differ', `${head}Content-Length: 5\r\n${length}\r\n${chunkedBody}`],
  ['two lengths in one field', `${head}Content-Length: 5, ${chunkedBody.length}\r\n\r\n${chunkedBody}`],
  ['a length with a sign', `${head}Content-Length: +${chunkedBody.length}\r\n\r\n${chunkedBody}`],
  ['a length that is not a number', `${head}Content-Length: 0x5\r\n\r\nabcde${hidden}`],
  ['a space before the colon', `${head}Content-Length : 5\r\n\r\nabcde${hidden}`],
  ['an unknown coding', `${head}Transfer-Encoding: xchunked\r\n\r\n${chunkedBody}`],
  ['an unknown coding with a length', `${head}${length}Transfer-Encoding: xchunked\r\n\r\n${chunkedBody}`],
  ['chunked followed by another coding', `${head}Transfer-Encoding: chunked, identity\r\n\r\n${chunkedBody}`],
  ['a NUL in a field name', `${head}Transfer-Encoding\0: chunked\r\n${length}\r\n${chunkedBody}`],
  ['a control character in a coding', `${head}Transfer-Encoding: \x0bchunked\r\n${length}\r\n${chunkedBody}`],
  ['a chunk size beyond 64 bits', `${head}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${chunkedBody}`],
  ['a chunk size that is not a number', `${head}Transfer-Encoding: chunked\r\n\r\n0x5\r\nabcde\r\n${chunkedBody}`],
  ['no Host', `POST /v1/run HTTP/1.1\r\n${length}\r\n${chunkedBody}`],
];

/** A proxy may refuse these, or forward one request whose end is unambiguous. */
const tamed: readonly (readonly [name: string, bytes: string])[] = [
  ['an empty field name', `${head}: x\r\n${length}\r\n${chunkedBody}`],
  ['a length, then a coding', `${head}${length}Transfer-Encoding: chunked\r\n\r\n${chunkedBody}`],
  ['a coding, then a length', `${head}Transfer-Encoding: chunked\r\n${length}\r\n${chunkedBody}`],
  ['two lengths that agree', `${head}${length}${length}\r\n${chunkedBody}`],
  ['a folded length', `${head}Content-Length:\r\n ${chunkedBody.length}\r\n\r\n${chunkedBody}`],
  ['a folded coding', `${head}Transfer-Encoding:\r\n chunked\r\n\r\n${chunkedBody}`],
  ['lines that end with LF alone', `${head}X: y\n${length}\n${chunkedBody}`],
  ['a lone CR in a field', `${head}X: y\rTransfer-Encoding: chunked\r\n${length}\r\n${chunkedBody}`],
  ['two Host fields', `${head}Host: other\r\n${length}\r\n${chunkedBody}`],
  ['a coding in capitals', `${head}Transfer-Encoding: CHUNKED\r\n\r\n${chunkedBody}`],
];

interface Recorder {
  readonly port: number;
  /** The received requests, and errors of malformed HTTP. */
  readonly requests: IncomingMessage[];
  readonly errors: Error[];
}

/** Starts a server with a strict parser that responds 200 to each request, and never closes a connection itself. */
async function startRecorder(scope: CleanupScope): Promise<Recorder> {
  const requests: IncomingMessage[] = [];
  const errors: Error[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    requests.push(req);
    req.resume();
    req.on('end', () => res.end('{}'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A proxy that finds an error in a body while it forwards it resets the connection.
    if (error.code !== 'ECONNRESET' && error.code !== 'HPE_INVALID_EOF_STATE') errors.push(error);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUpAfter(scope, () => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests, errors };
}

function fieldsOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** Sends the bytes. @returns the status of the first response; 0 if the connection ends without one. */
async function statusOf(connection: RawConnection, bytes: string): Promise<number> {
  try {
    return (await connection.write(Buffer.from(bytes, 'latin1')).response()).status;
  } catch (error) {
    assert.ok(connection.closed, `${error}`);
    return 0;
  } finally {
    connection.destroy();
  }
}

test('the server would see the hidden request if a proxy forwarded it', async (t) => {
  const recorder = await startRecorder(t);
  const socket = createConnection(recorder.port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = RawConnection.over(socket);
  connection.write(`${head}Content-Length: 5\r\n\r\nabcde${hidden}`);
  await connection.response();
  await connection.response();
  connection.destroy();
  assert.deepEqual(
    recorder.requests.map(({ url }) => url),
    ['/v1/run', '/keys'],
  );
});

/** Ends with the file. */
const scope: CleanupScope = { after: () => {} };

/** A proxy, and the server behind it. */
async function startPlace(name: ProxyName) {
  const recorder = await startRecorder(scope);
  return { recorder, proxy: await startReverseProxy(scope, name, recorder.port) };
}

const places = new Map<ProxyName, Awaited<ReturnType<typeof startPlace>>>();

for (const name of proxyNames) {
  const skip = programPath(name) === undefined && `${name} is not installed`;
  describe(`behind ${name}`, { skip }, async () => {
    const place = await startPlace(name);
    places.set(name, place);
    const { recorder, proxy } = place;
    let count = 0;

    /** Sends one attack, then a normal request. @returns the status, and what arrived before the normal request. */
    async function attack(bytes: string): Promise<{ status: number; arrived: IncomingMessage[] }> {
      recorder.requests.length = 0;
      const status = await statusOf(RawConnection.over(await connectTls(proxy)), bytes);
      const last = `/v1/after-${count++}`;
      const sentinel = RawConnection.over(await connectTls(proxy));
      await sentinel.write(`GET ${last} HTTP/1.1\r\nHost: localhost\r\n\r\n`).response();
      sentinel.destroy();
      assert.deepEqual(recorder.errors, []);
      return { status, arrived: recorder.requests.filter(({ url }) => url !== last) };
    }

    function assertOneRequest(arrived: IncomingMessage[]): void {
      assert.ok(arrived.length <= 1, 'more than one request');
      for (const message of arrived) {
        assert.equal(message.url, '/v1/run');
        assert.equal(fieldsOf(message, 'host').length, 1, 'Host');
        const lengths = fieldsOf(message, 'content-length').length;
        const codings = fieldsOf(message, 'transfer-encoding');
        assert.ok(lengths + codings.length === 1, 'one length or one coding');
        for (const coding of codings) assert.equal(coding.toLowerCase(), 'chunked');
      }
    }

    for (const [what, bytes] of refused) {
      test(`${what}: refused`, async () => {
        const { status, arrived } = await attack(bytes);
        assert.ok(status === 0 || status >= 400, `${status}`);
        // A proxy notices an invalid chunk after it has forwarded the headers; the request never becomes complete.
        assertOneRequest(arrived);
        assert.ok(
          arrived.every(({ complete }) => !complete),
          'a whole request arrived',
        );
      });
    }
    for (const [what, bytes] of tamed) {
      test(`${what}: refused, or one plain request`, async () => {
        const { arrived } = await attack(bytes);
        assertOneRequest(arrived);
      });
    }

    test('keeps connections to the gateway from one request to the next', async () => {
      recorder.requests.length = 0;
      const clients = 20;
      for (let client = 0; client < clients; client++) {
        const connection = RawConnection.over(await connectTls(proxy));
        for (let i = 0; i < 5; i++) await connection.write(request).response();
        connection.destroy();
      }
      assert.equal(recorder.requests.length, 5 * clients);
      const connections = new Set(recorder.requests.map(({ socket }) => socket)).size;
      // HAProxy opens a new connection for the first request of a client; nginx keeps some for each worker process.
      assert.ok(connections <= (name === 'haproxy' ? 2 * clients : 4), `${connections} connections`);
    });
  });
}

// They wait for the idle timeouts of the proxies, so they do it beside each other.
describe('idle connections', { concurrency: true }, () => {
  for (const name of proxyNames) {
    const skip = programPath(name) === undefined && `${name} is not installed`;
    test(`${name} closes them before Textmill does, and opens another for the next request`, { skip }, async (t) => {
      const { recorder, proxy } = places.get(name) ?? (await startPlace(name));
      recorder.requests.length = 0;
      const clients = await Promise.all(
        Array.from({ length: 10 }, async () => RawConnection.over(await connectTls(proxy))),
      );
      const askAll = () =>
        Promise.all(
          clients.map(async (client) => {
            for (let i = 0; i < 3; i++) assert.equal((await client.write(request).response()).status, 200);
          }),
        );
      await askAll();
      const idleSince = performance.now();
      const areClosed = () => recorder.requests.every(({ socket }) => socket.destroyed);
      // The recording server would close them after a minute.
      await until('the proxy has closed all of them', areClosed, 50_000);
      t.diagnostic(`closed after ${Math.round(performance.now() - idleSince)} ms`);
      const [, idleSeconds] = idleTimes[name].exec(shippedConfiguration(name)) ?? [];
      assert.ok(Number(idleSeconds) < textmillIdleSeconds, `${idleSeconds} s`);
      await askAll();
      for (const client of clients) client.destroy();
    });
  }
});
