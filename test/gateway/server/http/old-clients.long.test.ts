import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startTestGateway, withoutUws } from '../../../support/gateway.js';
import { RawConnection } from '../../../support/raw-http.js';

// HTTP/1.0, which ApacheBench uses, and nginx without `proxy_http_version 1.1`.

const body = JSON.stringify({ input: 'a', steps: ['upper-case'] });
const request = (key: string, fields = '') =>
  `POST /v1/run HTTP/1.0\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n${fields}` +
  `Content-Length: ${body.length}\r\n\r\n${body}`;

describe('HTTP/1.0 over node:http', async () => {
  const gateway = await startTestGateway({ after }, { settings: { HTTP_SERVER: 'node' } });

  test('a request of HTTP/1.0 was refused as broken', async () => {
    const { secret } = await gateway.key();
    const connection = (await RawConnection.open(gateway.port)).write(request(secret));
    const response = await connection.response();
    assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
    assert.equal(JSON.parse(response.body).result, 'A');
    await connection.end();
  });

  test('the connection stays open only if the client asks for keep-alive', async () => {
    const { secret } = await gateway.key();
    const connection = await RawConnection.open(gateway.port);
    for (let i = 0; i < 3; i++) {
      const response = await connection.write(request(secret, 'Connection: Keep-Alive\r\n')).response();
      assert.deepEqual([response.status, response.headers.get('connection')], [200, 'keep-alive']);
    }
    await connection.write(request(secret)).response();
    await connection.end();
  });

  test('a transfer coding, which HTTP/1.0 does not have, is refused', async () => {
    const connection = await RawConnection.open(gateway.port);
    connection.write('POST /v1/run HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
    const response = await connection.response();
    assert.deepEqual([response.status, response.body], [400, '{"error":"Bad request framing"}']);
    await connection.end();
  });
});

test('uWebSockets.js refuses HTTP/1.0 with its own page', { skip: withoutUws }, async (t) => {
  const gateway = await startTestGateway(t, { settings: { HTTP_SERVER: 'uws' } });
  const connection = (await RawConnection.open(gateway.port)).write(request((await gateway.key()).secret));
  assert.equal((await connection.response()).status, 505);
  await connection.end();
});
