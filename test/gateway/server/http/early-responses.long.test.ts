import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { overEachServer } from '../../../support/gateway.js';
import { until } from '../../../support/gateway-process.js';
import { RawConnection } from '../../../support/raw-http.js';

// Responses that the server sends before the body of their request has arrived.

const hidden = 'GET /keys HTTP/1.1\r\nHost: a\r\nx-request-id: hidden\r\n\r\n';
const size = 60_000;
const body = hidden.repeat(Math.ceil(size / hidden.length)).slice(0, size);
const half = body.slice(0, size / 2);
const rest = body.slice(size / 2);
const invalid = '{"error":"Invalid API key"}';

const post = (fields: string) =>
  `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: bad\r\nContent-Type: application/json\r\n${fields}\r\n`;
const withLength = `Content-Length: ${size}\r\n`;
const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;

overEachServer(async (start, httpServer) => {
  const requests: string[] = [];
  const log = createLog('info', {
    write: (line: string) => {
      const { msg, method, operation } = JSON.parse(line);
      if (msg === 'request') requests.push(`${method} ${operation}`);
    },
  });
  const { port, gateway } = await start({ after }, { settings: { LOG_LEVEL: 'info' }, log });

  /** Sends the bytes, reads the response, sends the rest, and expects the connection to end with a FIN. */
  async function refused(head: string, first: string, last: string) {
    requests.length = 0;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const connection = RawConnection.over(socket);
    const ends: string[] = [];
    socket.on('error', ({ message }) => ends.push(message)).on('end', () => ends.push('end'));
    connection.write(head + first);
    const response = await connection.response({ head: head.startsWith('HEAD') });
    connection.write(last);
    assert.equal(response.headers.get('connection'), 'close');
    // uWebSockets.js stops reading after these, and closes the connection ten seconds later.
    if (httpServer === 'uws' && (response.status === 204 || head.startsWith('HEAD'))) {
      await assert.rejects(connection.response({ timeoutMs: 500 }));
      connection.destroy();
      return response;
    }
    await connection.end();
    await assert.rejects(connection.response(), /ended after ""/, 'nothing follows the response');
    assert.deepEqual(ends, ['end']);
    return response;
  }

  test('a refusal left the connection open in the middle of a body', async () => {
    for (const [head, first, last] of [
      [post(withLength), half, rest],
      [post(withLength), '', body],
      [post(withLength), half, rest + hidden],
      [post('Transfer-Encoding: chunked\r\n'), chunk(half), `${chunk(rest)}0\r\n\r\n`],
      [post('Transfer-Encoding: chunked\r\n'), chunk(half), `${chunk(rest)}0\r\n\r\n${hidden}`],
      [post('Transfer-Encoding: chunked\r\n'), '', `${chunk(body)}0\r\n\r\n`],
    ] as const) {
      const { status, body: text } = await refused(head, first, last);
      assert.deepEqual([status, text], [401, invalid]);
      assert.deepEqual(requests, ['POST run']);
    }
  });

  test('the rest of a body may arrive in many pieces', async () => {
    const connection = await RawConnection.open(port);
    connection.write(post(withLength) + half);
    assert.equal((await connection.response()).body, invalid);
    for (let at = 0; at < rest.length; at += 3_000) {
      connection.write(rest.slice(at, at + 3_000));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await connection.end();
  });

  test('a client that waits for the connection to end before it sends the rest sees it end', async () => {
    await refused(post(withLength), half, '');
    await refused(post(withLength), '', '');
  });

  const skip = httpServer === 'uws' && 'uWebSockets.js sends the 100 itself, before the gateway sees the request';
  test('a refused client that waits for 100 Continue gets its response, and no 100', { skip }, async () => {
    const { status } = await refused(post(`${withLength}Expect: 100-continue\r\n`), '', '');
    assert.equal(status, 401);
  });

  test('a refused request whose body has arrived keeps its connection', async () => {
    const connection = await RawConnection.open(port);
    for (let i = 0; i < 5; i++) {
      const { status, headers } = await connection
        .write(`${post('Content-Length: 500\r\n')}${body.slice(0, 500)}`)
        .response();
      assert.deepEqual([status, headers.get('connection') === 'close'], [401, false]);
    }
    connection.destroy();
  });

  test('GET, HEAD and OPTIONS with a body that has not arrived end their connection too', async () => {
    for (const [line, status] of [
      ['GET /v1/tools/upper-case', 200],
      ['HEAD /v1/tools/upper-case', 200],
      // uWebSockets.js stops reading after a large response, so the client has to close.
      ...(httpServer === 'node' ? ([['GET /docs', 200]] as const) : []),
      ['GET /', 302],
      ['OPTIONS /v1/run', 204],
      ['GET /keys', 401],
    ] as const) {
      const head = `${line} HTTP/1.1\r\nHost: a\r\n${withLength}\r\n`;
      for (const last of [rest + hidden, '']) {
        const response = await refused(head, half, last);
        assert.equal(response.status, status, line);
        assert.equal(requests.length, 1, line);
      }
    }
  });

  test('no more than four times the longest body is discarded', async (t) => {
    const { port } = await start(t, { settings: { MAX_BODY_BYTES: '10000' } });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    socket.on('error', () => undefined).resume();
    socket.write(post('Content-Length: 999999999\r\n'));
    const piece = Buffer.alloc(10_000, 'a');
    let sent = 0;
    const send = setInterval(() => {
      sent += piece.length;
      socket.write(piece);
    }, 5);
    t.after(() => clearInterval(send));
    await closed;
    assert.ok(sent < 2_000_000, `${sent} bytes sent over ${httpServer}`);
  });

  test('a stopping server sends the responses that wait for a body', async (t) => {
    requests.length = 0;
    const connection = await RawConnection.open(port);
    connection.write(post(withLength) + half);
    const trickle = setInterval(() => connection.write('a'), 20);
    t.after(() => clearInterval(trickle));
    await until('the request is logged', () => requests.length > 0);
    gateway.announceStop();
    assert.equal((await connection.response()).body, invalid);
    connection.destroy();
  });
});
