import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { httpServers, startTestGateway, type TestGateway, withoutUws } from '../support/gateway.js';
import { type RawResponse, responseTo } from '../support/raw-http.js';

/** Header fields that may differ: the name of the server, the keep-alive time, the date. */
const ownFields = new Set(['uwebsockets', 'keep-alive', 'date']);
const secret = `svc_live_${'k'.repeat(32)}`;
const work = '{"input":"a","steps":["upper-case"]}';

const gateways = await Promise.all(
  httpServers.map((HTTP_SERVER) =>
    startTestGateway({ after }, { settings: { HTTP_SERVER, BODY_TIMEOUT_MS: '400', MAX_BODY_BYTES: '2048' } }),
  ),
);
const issued = await Promise.all(gateways.map((gateway) => gateway.key({ origins: ['https://a.example'] })));
const keys = issued.map(({ secret }) => secret);

/** The parts of a response that must be equal: without ids and times, and without the number of digits of a time. */
function comparable({ status, headers, body }: RawResponse) {
  const [, timeDigits = ''] = /"processingTimeMs":(\d+)/.exec(body) ?? [];
  const untimed = (name: string, value: string) =>
    name === 'content-length' ? String(Number(value) - timeDigits.length) : value;
  const fields = [...headers]
    .map(([name, value]) => [name, untimed(name, value)] as const)
    .filter(([name, value]) => !ownFields.has(name) && !(name === 'connection' && value === 'keep-alive'))
    .map(([name, value]) => (name === 'x-request-id' && value !== 'mine' ? name : `${name}: ${value}`))
    .toSorted();
  return { status, fields, body: body.replace(/"processingTimeMs":\d+/, '') };
}

const head = (line: string, ...fields: string[]) => `${[line, 'Host: a', ...fields].join('\r\n')}\r\n\r\n`;
const get = (target: string, ...fields: string[]) => head(`GET ${target} HTTP/1.1`, ...fields);
const key = `x-api-key: ${secret}`;
const json = 'Content-Type: application/json';
const admin = 'x-admin-token: the-admin-token-of-tests';
const run = (body: string, ...fields: string[]) =>
  head('POST /v1/run HTTP/1.1', ...fields, `Content-Length: ${Buffer.byteLength(body)}`) + body;
const ask = (path: string, body: string) => run(body, key, json).replace('/v1/run', path);
const chunked = `${work.length.toString(16)}\r\n${work}\r\n0\r\n\r\n`;

const requests: Readonly<Record<string, string>> = {
  liveness: get('/healthz'),
  readiness: get('/readyz'),
  tools: get('/v1/tools'),
  'tools, compressed': get('/v1/tools', 'Accept-Encoding: gzip'),
  'one tool': get('/v1/tools/upper-case'),
  'one tool with a query': get('/v1/tools/upper-case?a=b#c'),
  'no such tool': get('/v1/tools/none'),
  'preflight of the tools': head('OPTIONS /v1/tools HTTP/1.1', 'Origin: https://b.example'),
  'no such path': get('/none'),
  'dot segments': get('/v1/../healthz'),
  'an encoded letter': get('/%68ealthz'),
  'no such method': head('PUT /v1/run HTTP/1.1'),
  TRACE: head('TRACE /healthz HTTP/1.1'),
  work: run(work, key, json),
  'work with a request id': run(work, key, json, 'x-request-id: mine'),
  'work with an invalid request id': run(work, key, json, 'x-request-id: not good'),
  'work, chunked': head('POST /v1/run HTTP/1.1', key, json, 'Transfer-Encoding: chunked') + chunked,
  'work from an allowed origin': run(work, key, json, 'Origin: https://a.example'),
  'work from an origin of another key': run(work, key, json, 'Origin: https://b.example'),
  sanitize: ask('/v1/sanitize', '{"url":"https://a.example/?utm_source=b&c=d"}'),
  'sort-dedupe': ask('/v1/sort-dedupe', '{"lines":["b","a","b"]}'),
  'no URLs': ask('/v1/sanitize', '{}'),
  'no lines': ask('/v1/sort-dedupe', '{}'),
  preflight: head('OPTIONS /v1/run HTTP/1.1', 'Origin: https://a.example', 'Access-Control-Request-Method: POST'),
  'preflight from elsewhere': head('OPTIONS /v1/run HTTP/1.1', 'Origin: https://b.example'),
  'OPTIONS without an origin': head('OPTIONS /v1/run HTTP/1.1'),
  'no key': run(work, json),
  'an empty key': run(work, json, 'x-api-key:'),
  'a wrong key': run(work, json, 'x-api-key: svc_live_wrong'),
  'a key sent twice': run(work, key, key, json),
  'no content type': run(work, key),
  'another content type': run(work, key, 'Content-Type: text/plain'),
  'a body that is not compressed as it says': run(work, key, json, 'Content-Encoding: gzip'),
  'a body in an unknown encoding': run(work, key, json, 'Content-Encoding: compress'),
  'no body': head('POST /v1/run HTTP/1.1', key, json),
  'an empty body': run('', key, json),
  'no JSON': run('{', key, json),
  'no object': run('[]', key, json),
  'bytes that are not UTF-8': `${head('POST /v1/run HTTP/1.1', key, json, 'Content-Length: 3')}"\xff"`,
  'no steps': run('{"input":"a","steps":[]}', key, json),
  'no such step': run('{"input":"a","steps":["uppercase"]}', key, json),
  'an unknown field': run('{"input":"a","steps":[],"c":1}', key, json),
  'a body too large': head('POST /v1/run HTTP/1.1', key, json, 'Content-Length: 2049'),
  'a body far too large': head('POST /v1/run HTTP/1.1', key, json, 'Content-Length: 999999999'),
  'a chunked body too large': `${head('POST /v1/run HTTP/1.1', key, json, 'Transfer-Encoding: chunked')}900\r\n${'x'.repeat(0x900)}\r\n`,
  'a body that never arrives': head('POST /v1/run HTTP/1.1', key, json, 'Content-Length: 9'),
  'a transfer coding other than chunked': head('POST /v1/run HTTP/1.1', key, json, 'Transfer-Encoding: gzip'),
  'two Host fields': get('/healthz', 'Host: a'),
  'an invalid Host': get('/healthz').replace('Host: a', 'Host: a/b'),
  'two lengths': `${head('POST /v1/run HTTP/1.1', key, 'Content-Length: 2', 'Content-Length: 2')}{}`,
  'a length of ten digits': head('POST /v1/run HTTP/1.1', key, 'Content-Length: 1000000000'),
  'a fragment': get('/healthz#a'),
  'Expect: 200-ok': run(work, key, json, 'Expect: 200-ok'),
  'no admin token': get('/keys'),
  'a wrong admin token': get('/keys', 'x-admin-token: wrong'),
  'no such key': get('/keys/none', admin),
  'a page of keys with limit=0': get('/keys?limit=0', admin),
  'a page of accounts after an unknown one': get('/accounts?after=none', admin),
  'an unknown account': get('/accounts/none/usage', admin),
  'a key without a plan': `${head('POST /keys HTTP/1.1', admin, json, 'Content-Length: 2')}{}`,
  'a key without a content type': `${head('POST /keys HTTP/1.1', admin, 'Content-Length: 2')}{}`,
  'a rotation of an unknown key': head('POST /keys/none/rotate HTTP/1.1', admin),
  'a deletion of an unknown key': head('DELETE /keys/none HTTP/1.1', admin),
};

describe('both servers send the same response', { skip: withoutUws }, () => {
  const response = ({ port }: TestGateway, index: number, request: string) =>
    responseTo(port, Buffer.from(request.replaceAll(secret, keys[index] ?? ''), 'latin1'));

  for (const [name, request] of Object.entries(requests)) {
    test(name, async () => {
      const [uws, node] = await Promise.all(gateways.map((gateway, index) => response(gateway, index, request)));
      assert.ok(uws !== undefined && node !== undefined);
      assert.deepEqual(comparable(node), comparable(uws));
    });
  }

  test('304 for a client that has the response', async () => {
    const responses = await Promise.all(
      gateways.map(async (gateway, index) => {
        const { headers } = await response(gateway, index, get('/v1/tools'));
        return response(gateway, index, get('/v1/tools', `If-None-Match: ${headers.get('etag')}`));
      }),
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [304, 304],
    );
    const [uws, node] = responses.map(comparable);
    assert.deepEqual(node, uws);
  });
});

/** Cases where the parser itself responds or waits for more. The difference is known and harms no client. */
const differences: readonly [name: string, request: string, uws: number, node: number][] = [
  [
    'a broken request line: a page of the library, a JSON error',
    'GET /healthz\x20HTTP/2.0\r\nHost: a\r\n\r\n',
    505,
    400,
  ],
  ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n', 505, 200],
  ['a method that Node does not know', head('FROBNICATE /healthz HTTP/1.1'), 405, 400],
  ['CONNECT to an authority', head('CONNECT a:443 HTTP/1.1'), 505, 405],
  ['the absolute form of a target', get('http://a/healthz'), 505, 400],
  ['DEL in a value', get('/healthz', 'X: \x7f'), 200, 400],
  ['chunked in part', head('POST /v1/run HTTP/1.1', 'Transfer-Encoding: chunked, gzip'), 501, 400],
  [
    'headers that are too long: a page of the library, a JSON error',
    get('/healthz', `X: ${'a'.repeat(4_200)}`),
    431,
    431,
  ],
];

describe('cases where the responses differ', { skip: withoutUws }, () => {
  for (const field of ['Connection: close', 'Upgrade: a']) {
    test(`${field}: only node:http says whether the connection closes`, async () => {
      const request = get('/v1/tools/trim-lines', field);
      const responses = await Promise.all(
        gateways.map(async ({ port }) => comparable(await responseTo(port, request))),
      );
      const [uws, node] = responses;
      assert.deepEqual(node?.fields, ['connection: close', ...(uws?.fields ?? [])].toSorted());
      assert.deepEqual([node?.status, node?.body], [uws?.status, uws?.body]);
    });
  }

  for (const [name, request, ...expected] of differences) {
    test(name, async () => {
      const bytes = Buffer.from(request, 'latin1');
      const statuses = await Promise.all(gateways.map(async ({ port }) => (await responseTo(port, bytes)).status));
      assert.deepEqual(statuses, expected);
    });
  }
});
