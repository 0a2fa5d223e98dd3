import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { overEachServer } from '../support/gateway.js';
import { RawConnection, responseTo } from '../support/raw-http.js';

const work = '{"input":"a","steps":["upper-case"]}';
/** The response to broken framing: the gateway's own, or the parser's page on uWebSockets.js. */
const json = 'application/json; charset=utf-8';

overEachServer(async (startTestGateway) => {
  const settings = { BODY_TIMEOUT_MS: '400', MAX_BODY_BYTES: '2048' };
  const { port, key } = await startTestGateway({ after }, { settings });
  const { secret } = await key();
  const head = `POST /v1/run HTTP/1.1\r\nHost: test\r\nx-api-key: ${secret}\r\n`;
  const typed = `${head}Content-Type: application/json\r\n`;
  const framed = `${typed}Content-Length: ${work.length}\r\n\r\n${work}`;

  async function expectError(bytes: string, status: number, message: string, closes: boolean): Promise<void> {
    const connection = await RawConnection.open(port);
    const response = await connection.write(bytes).response();
    assert.deepEqual([response.status, JSON.parse(response.body)], [status, { error: message }]);
    assert.equal(response.headers.get('content-type'), json);
    assert.equal(
      response.headers.get('connection') === 'close',
      closes,
      'the response says whether the connection closes',
    );
    if (closes) await connection.end();
    else {
      connection.write(framed);
      assert.equal((await connection.response()).status, 200, 'the connection stays open');
    }
    connection.destroy();
  }

  test('404', () => expectError('GET /nonsense HTTP/1.1\r\nHost: a\r\n\r\n', 404, 'Not found', false));
  test('405', () => expectError('PUT /v1/run HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'Method not allowed', false));
  test('401 before the body has arrived', () =>
    expectError('POST /v1/run HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc', 401, 'Missing API key', false));

  for (const type of [
    '',
    'Content-Type: text/plain\r\n',
    'Content-Type: application/jsonx\r\n',
    'Content-Type: json\r\n',
  ]) {
    test(`415 for ${JSON.stringify(type)}`, () =>
      expectError(`${head}${type}Content-Length: 2\r\n\r\n{}`, 415, 'Content-Type must be application/json', false));
  }
  test('415 for a body compressed twice', () =>
    expectError(
      `${typed}Content-Encoding: gzip, br\r\nContent-Length: 2\r\n\r\n{}`,
      415,
      'Unsupported Content-Encoding',
      false,
    ));

  for (const type of [
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="utf-8"',
    'application/json ;a=b',
  ]) {
    test(`${type} is JSON`, async () => {
      const { status } = await responseTo(
        port,
        `${head}Content-Type: ${type}\r\nContent-Length: ${work.length}\r\n\r\n${work}`,
      );
      assert.equal(status, 200);
    });
  }

  test('413 from the Content-Length alone, before a byte of the body', async () => {
    const { status, body } = await responseTo(port, `${typed}Content-Length: 2049\r\n\r\n`);
    assert.deepEqual([status, JSON.parse(body)], [413, { error: 'Request body too large' }]);
  });
  test('413 while a chunked body is read', () =>
    expectError(
      `${typed}Transfer-Encoding: chunked\r\n\r\n900\r\n${'x'.repeat(0x900)}\r\n`,
      413,
      'Request body too large',
      true,
    ));
  test('408', async () => {
    const { status, body } = await responseTo(port, `${typed}Content-Length: 9\r\n\r\n{`);
    assert.deepEqual([status, JSON.parse(body)], [408, { error: 'Request timeout' }]);
  });
  test('400 for broken framing', () =>
    expectError(`${typed}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400, 'Bad request framing', true));
  for (const [name, request] of [
    ['a method that is not a token', 'GE(T /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a fragment in the target', 'GET /healthz#a HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a byte beyond ASCII in the target', 'GET /healthz\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an invalid Host', 'GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ] as const) {
    test(`400 for ${name}`, () => expectError(request, 400, 'Bad request framing', true));
  }
  test('501', () => expectError(`${typed}Transfer-Encoding: gzip\r\n\r\n`, 501, 'Unsupported Transfer-Encoding', true));

  test('plain chunked is accepted, and the connection closes', async () => {
    const connection = await RawConnection.open(port);
    const response = await connection
      .write(`${typed}Transfer-Encoding: chunked\r\n\r\n${work.length.toString(16)}\r\n${work}\r\n0\r\n\r\n`)
      .response();
    assert.deepEqual([response.status, JSON.parse(response.body).result], [200, 'A']);
    await connection.end();
  });

  test('a body that arrives one character at a time', async () => {
    const connection = await RawConnection.open(port);
    for (const byte of framed) connection.write(byte);
    assert.equal((await connection.response()).status, 200);
    connection.destroy();
  });

  test('every response has a request id', async () => {
    for (const path of ['/healthz', '/readyz', '/nonsense', '/v1/run', '/keys', '/v1/tools']) {
      const { headers } = await responseTo(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      assert.ok(headers.get('x-request-id'), path);
    }
  });
});
