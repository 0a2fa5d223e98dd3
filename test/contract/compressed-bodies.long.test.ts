import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import zlib from 'node:zlib';
import { type ContentCoding, supportedCodings, unpack } from '#workers/content-coding.js';
import { adminToken, overEachServer, type TestGateway } from '../support/gateway.js';
import { RawConnection, type RawResponse } from '../support/raw-http.js';

const packers: Readonly<Record<ContentCoding, (text: string) => Buffer>> = {
  gzip: (text) => zlib.gzipSync(text),
  br: (text) => zlib.brotliCompressSync(text),
  zstd: (text) => zlib.zstdCompressSync(text),
};

const maxBodyBytes = 400_000;
const invalid = 'Request body does not match its Content-Encoding';

const urls = (count: number) =>
  Array.from({ length: count }, (_, id) => `https://shop.example/${id}?id=${(id * 7919) % 997}&utm_source=mail`);

/** Requests by what becomes of them: on the event loop, on a thread through its channel, and as a message to it. */
const requests: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'a tiny sanitize': ['/v1/sanitize', { urls: urls(3) }],
  'a small sanitize': ['/v1/sanitize', { urls: urls(100) }],
  'a sanitize of 500 URLs': ['/v1/sanitize', { urls: urls(500) }],
  'a sort of 5,000 lines': ['/v1/sort-dedupe', { lines: urls(5_000).map((url) => url.slice(20)) }],
  'a run that goes to a thread': ['/v1/run', { input: 'pear\napple\n'.repeat(9_000), steps: ['sort-lines'] }],
  'a run whose result is longer': [
    '/v1/run',
    { input: 'ab'.repeat(400), steps: [{ toolSlug: 'repeat-text', config: { times: 300 } }] },
  ],
  'a run that fails': ['/v1/run', { input: '{', steps: ['json-formatter'] }],
  'no JSON': ['/v1/sanitize', []],
};

function head(path: string, key: string, ...fields: string[]): string {
  const all = [`POST ${path} HTTP/1.1`, 'Host: test', `x-api-key: ${key}`, 'Content-Type: application/json', ...fields];
  return `${all.join('\r\n')}\r\n`;
}

/** Returns the body of a response as it was before it was packed, without its time: its start, and a digest. */
function plainBody({ headers, bytes }: RawResponse): string {
  const coding = (headers.get('content-encoding') ?? '') as ContentCoding | '';
  const plain = coding === '' ? bytes : unpack(bytes, coding, 10_000_000);
  if (typeof plain === 'string') throw new Error(`The response is ${plain}`);
  const text = Buffer.from(plain)
    .toString()
    .replace(/"processingTimeMs":\d+/, '');
  return `${text.slice(0, 200)} ${text.length} ${createHash('sha256').update(text).digest('hex')}`;
}

overEachServer(async (startTestGateway) => {
  const service: TestGateway = await startTestGateway(
    { after },
    { settings: { MAX_BODY_BYTES: String(maxBodyBytes), MCP_HOSTS: 'test', MCP_TEXT_MB: '0' } },
  );
  const { secret } = await service.key();

  /** Sends a request on a connection that must stay open. */
  async function send(connection: RawConnection, path: string, body: Uint8Array, ...fields: string[]) {
    connection.write(head(path, secret, `Content-Length: ${body.length}`, ...fields, ''));
    return connection.write(body).response();
  }

  async function onConnection(use: (connection: RawConnection) => Promise<void>): Promise<void> {
    const connection = await RawConnection.open(service.port);
    try {
      await use(connection);
    } finally {
      connection.destroy();
    }
  }

  describe('a compressed request', () => {
    for (const [what, [path, request]] of Object.entries(requests)) {
      test(`${what} has the same response as the plain one`, () =>
        onConnection(async (connection) => {
          const text = JSON.stringify(request);
          const plain = await send(connection, path, Buffer.from(text));
          assert.equal(plain.headers.get('content-encoding'), undefined);
          for (const coding of supportedCodings) {
            const named = coding === 'gzip' ? 'X-GZip' : coding.toUpperCase();
            const packed = await send(connection, path, packers[coding](text), `Content-Encoding: ${named}`);
            assert.equal(packed.status, plain.status, coding);
            assert.equal(plainBody(packed), plainBody(plain), coding);
            assert.equal(packed.headers.get('content-type'), plain.headers.get('content-type'));
          }
          const identity = await send(connection, path, Buffer.from(text), 'Content-Encoding: Identity');
          assert.equal(plainBody(identity), plainBody(plain));
        }));
    }

    test('may be chunked', async () => {
      const [path, request] = requests['a sanitize of 500 URLs'] as readonly [string, object];
      const packed = packers.gzip(JSON.stringify(request));
      const connection = await RawConnection.open(service.port);
      connection.write(head(path, secret, 'Transfer-Encoding: chunked', 'Content-Encoding: gzip', ''));
      for (let at = 0; at < packed.length; at += 1_000) {
        const chunk = packed.subarray(at, at + 1_000);
        connection
          .write(`${chunk.length.toString(16)}\r\n`)
          .write(chunk)
          .write('\r\n');
      }
      const { status, body } = await connection.write('0\r\n\r\n').response();
      connection.destroy();
      assert.deepEqual([status, (JSON.parse(body) as { count: number }).count], [200, 500]);
    });

    const text = JSON.stringify({ urls: urls(500) });
    const gzip = packers.gzip(text);
    const damaged = Buffer.from(gzip);
    damaged[gzip.length - 7] = (damaged[gzip.length - 7] ?? 0) ^ 1;
    const twice = Buffer.concat([packers.gzip(text.slice(0, 99)), packers.gzip(text.slice(99))]);
    const refusals: readonly [what: string, coding: string, body: Uint8Array, status: number, message?: string][] = [
      ['of two members', 'gzip', twice, 200],
      ['that is cut off', 'gzip', gzip.subarray(0, -1), 400, invalid],
      ['with a wrong checksum', 'gzip', damaged, 400, invalid],
      ['with something after its end', 'gzip', Buffer.concat([gzip, Buffer.from('{}')]), 400, invalid],
      ['that is not compressed', 'br', Buffer.from(text), 400, invalid],
      ['that is compressed otherwise', 'br', gzip, 400, invalid],
      ['of nothing', 'gzip', Buffer.alloc(0), 400, invalid],
      ['of a single byte', 'gzip', Buffer.from('{'), 400, invalid],
      ['compressed twice', 'gzip, gzip', zlib.gzipSync(gzip), 415, 'Unsupported Content-Encoding'],
      ['in a list of one', 'gzip,', gzip, 415, 'Unsupported Content-Encoding'],
      ['with deflate', 'deflate', zlib.deflateSync(text), 415, 'Unsupported Content-Encoding'],
      ['that unpacks to the limit', 'gzip', packers.gzip(text.padEnd(maxBodyBytes)), 200],
      ['that unpacks beyond it', 'gzip', packers.gzip(text.padEnd(maxBodyBytes + 1)), 413, 'Request body too large'],
      ['that is a bomb', 'gzip', zlib.gzipSync(Buffer.alloc(2 ** 27)), 413, 'Request body too large'],
      ['that is a tiny bomb', 'br', zlib.brotliCompressSync(Buffer.alloc(2 ** 27)), 413, 'Request body too large'],
      ['that is too large before', 'gzip', Buffer.alloc(maxBodyBytes + 1), 413, 'Request body too large'],
    ];
    for (const [what, coding, body, status, message] of refusals) {
      test(`${what}: ${status}, and the connection goes on`, () =>
        onConnection(async (connection) => {
          const response = await send(connection, '/v1/sanitize', body, `Content-Encoding: ${coding}`);
          const { error } = JSON.parse(response.body) as { error?: string };
          assert.deepEqual([response.status, error], [status, message]);
          const offered = status === 415 ? supportedCodings.join(', ') : undefined;
          assert.equal(response.headers.get('accept-encoding'), offered);
          if (response.headers.get('connection') === 'close') return;
          const next = await send(connection, '/v1/sanitize', gzip, 'Content-Encoding: gzip');
          assert.equal(next.status, 200);
        }));
    }

    test('is refused where bodies are small: in administration', async () => {
      const body = packers.gzip('{"plan":"pro"}');
      const headers = { 'x-admin-token': adminToken, 'content-encoding': 'gzip' };
      const { status, json } = await service.request('POST', '/keys', { headers, body });
      assert.deepEqual([status, json], [415, { error: 'Unsupported Content-Encoding' }]);
    });

    test('is never unpacked without a valid key', async () => {
      const { status } = await service.request('POST', '/v1/sanitize', {
        key: `${secret}x`,
        headers: { 'content-encoding': 'gzip' },
        body: Buffer.from('not gzip'),
      });
      assert.equal(status, 401);
    });
  });

  describe('a compressed response', () => {
    const short = { urls: urls(60) };
    const long = { urls: urls(500) };
    const all = 'gzip, deflate, br, zstd';
    const zstd = supportedCodings.includes('zstd') ? 'zstd' : undefined;
    const cases: readonly [accepted: string, short: string | undefined, long: string | undefined][] = [
      ['gzip', 'gzip', 'gzip'],
      ['br', 'br', 'br'],
      ['zstd', zstd, zstd],
      [all, 'br', zstd ?? 'br'],
      ['GZIP;q=1, br;q=0.5', 'gzip', 'gzip'],
      ['*', 'br', zstd ?? 'br'],
      ['br;q=0, zstd;q=0, *;q=0.1', 'gzip', 'gzip'],
      ['gzip;q=0', undefined, undefined],
      ['gzip;q=0.5, identity', undefined, undefined],
      ['gzip, identity;q=0', 'gzip', 'gzip'],
      ['identity;q=0', undefined, undefined],
      ['*;q=0', undefined, undefined],
      ['deflate', undefined, undefined],
      ['gzip;q=nonsense, ;;,', undefined, undefined],
      ['', undefined, undefined],
    ];
    for (const [accepted, ofShort, ofLong] of cases) {
      test(`for Accept-Encoding: ${accepted}`, () =>
        onConnection(async (connection) => {
          for (const [request, coding] of [
            [short, ofShort],
            [long, ofLong],
          ] as const) {
            const body = Buffer.from(JSON.stringify(request));
            const plain = await send(connection, '/v1/sanitize', body);
            const packed = await send(connection, '/v1/sanitize', body, `Accept-Encoding: ${accepted}`);
            assert.equal(packed.headers.get('content-encoding'), coding);
            assert.equal(plainBody(packed), plainBody(plain));
            assert.equal(packed.headers.get('content-length'), String(packed.bytes.length));
            if (coding !== undefined) assert.ok(packed.bytes.length < plain.bytes.length / 2);
            for (const { headers } of [plain, packed]) assert.equal(headers.get('vary'), 'Accept-Encoding');
          }
        }));
    }

    for (const [what, path, request] of [
      ['up to 1 KB', '/v1/sanitize', { urls: urls(3) }],
      ['with an error', '/v1/run', { input: 'x', steps: [{ toolSlug: 'x'.repeat(2_000) }] }],
    ] as const) {
      test(`is no response ${what}`, () =>
        onConnection(async (connection) => {
          const body = Buffer.from(JSON.stringify(request));
          const { headers } = await send(connection, path, body, `Accept-Encoding: ${all}`);
          assert.deepEqual([headers.get('content-encoding'), headers.get('vary')], [undefined, undefined]);
        }));
    }

    test('is that of a run on the event loop whose result is long', () =>
      onConnection(async (connection) => {
        const body = JSON.stringify({
          input: 'ab'.repeat(20),
          steps: [{ toolSlug: 'repeat-text', config: { times: 900 } }],
        });
        const plain = await send(connection, '/v1/run', Buffer.from(body));
        const packed = await send(connection, '/v1/run', Buffer.from(body), 'Accept-Encoding: gzip');
        assert.equal(plain.status, 200);
        assert.equal(packed.headers.get('content-encoding'), 'gzip');
        assert.equal(plainBody(packed), plainBody(plain));
      }));

    test('varies by origin and encoding', () =>
      onConnection(async (connection) => {
        const origin = 'https://a.example';
        const { secret: key } = await service.key({ origins: [origin] });
        const body = JSON.stringify(short);
        const fields = ['Accept-Encoding: br', `Origin: ${origin}`, `Content-Length: ${body.length}`, '', body];
        const { headers } = await connection.write(head('/v1/sanitize', key, ...fields).slice(0, -2)).response();
        assert.deepEqual([headers.get('content-encoding'), headers.get('access-control-allow-origin')], ['br', origin]);
      }));

    test('is no response with keys: they are beside what others may have chosen', async () => {
      const headers = { 'x-admin-token': adminToken, 'accept-encoding': all };
      for (let i = 0; i < 20; i++) await service.key();
      const { headers: received, bytes } = await service.request('GET', '/keys', { headers });
      assert.ok(bytes.length > 1_024);
      assert.equal(received.get('content-encoding'), null);
    });
  });

  describe('agents', () => {
    const message = (text: string) =>
      JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'sort_dedupe_lines', arguments: { input: text } },
      });

    for (const [what, text] of [
      ['small', 'b\na'],
      ['long', urls(800).join('\n')],
    ] as const) {
      test(`may compress ${what} messages, and get compressed responses`, () =>
        onConnection(async (connection) => {
          const plain = await send(connection, '/mcp', Buffer.from(message(text)));
          assert.equal(plain.status, 200, plain.body);
          for (const coding of supportedCodings) {
            const fields = [`Content-Encoding: ${coding}`, `Accept-Encoding: ${coding}`];
            const packed = await send(connection, '/mcp', packers[coding](message(text)), ...fields);
            assert.equal(packed.headers.get('content-encoding'), what === 'small' ? undefined : coding);
            assert.equal(plainBody(packed), plainBody(plain));
          }
        }));
    }

    test('get the errors of bodies that cannot be unpacked', () =>
      onConnection(async (connection) => {
        for (const [body, status] of [
          [Buffer.from('{}'), 400],
          [packers.gzip(message(' '.repeat(maxBodyBytes))), 413],
        ] as const) {
          assert.equal((await send(connection, '/mcp', body, 'Content-Encoding: gzip')).status, status);
        }
      }));
  });
});
