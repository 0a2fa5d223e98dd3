import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { adminToken, overEachServer, type TestResponse } from '../support/gateway.js';
import { type RawResponse, responseTo } from '../support/raw-http.js';

/** Responses that no page may read and no cache may store. */
overEachServer(async (startTestGateway) => {
  const origin = 'https://app.example';
  const german = 'https://bücher.example';
  const service = await startTestGateway({ after }, { settings: { METRICS_PUBLIC: 'true' } });
  const owner = await service.key({ environment: 'dev', origins: [origin, 'https://xn--bcher-kva.example'] });
  const { id, accountId } = owner.key;
  const token = { 'x-admin-token': adminToken };

  describe('no page may read and no cache may store the operator’s responses, whatever their status', async () => {
    const cases: [method: string, path: string, headers: Record<string, string>, status: number, body?: unknown][] = [
      ['POST', '/keys', token, 201, { plan: 'pro' }],
      ['POST', '/keys', token, 400, { plan: 'free' }],
      ['POST', '/keys', {}, 401, { plan: 'pro' }],
      ['GET', '/keys', token, 200],
      ['GET', '/keys', { 'x-admin-token': 'a-wrong-token-of-a-stranger' }, 401],
      ['OPTIONS', '/keys', {}, 405],
      ['GET', `/keys/${id}`, token, 200],
      ['GET', '/keys/key_nobody', token, 404],
      ['POST', `/keys/${(await service.key()).key.id}/rotate`, token, 200],
      ['GET', '/accounts', token, 200],
      ['GET', '/accounts', {}, 401],
      ['GET', '/cluster', token, 200],
      ['GET', '/cluster', {}, 401],
      ['GET', `/accounts/${accountId}/usage`, token, 200],
      ['GET', '/healthz', {}, 200],
      ['GET', '/readyz', {}, 200],
    ];
    for (const [method, path, headers, status, body] of cases) {
      for (const from of [origin, 'http://localhost:3000']) {
        test(`${method} ${path.replace(/[A-Za-z0-9]{20}/, '…')} ${status}, from ${from}`, async () => {
          const options = { headers: { ...headers, origin: from }, ...(body === undefined ? {} : { body }) };
          const response = await service.request(method, path, options);
          assert.equal(response.status, status);
          assert.deepEqual(grants(response), []);
          assert.equal(response.headers.get('cache-control'), 'no-store');
        });
      }
    }

    test('the metrics, even if they are public', async () => {
      const response = await fetch(`${service.url}/metrics`, { headers: { origin } });
      assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, null]);
      assert.equal(response.headers.get('cache-control'), 'no-store');
    });
  });

  describe('an error that a cache may store has Vary: Origin', () => {
    for (const [path, status] of [
      ['/v1/run', 405],
      ['/nowhere', 404],
    ] as const) {
      test(`${status}: without an origin, from one that is allowed, and from another`, async () => {
        for (const [from, allowed] of [
          [undefined, null],
          [origin, origin],
          ['https://foreign.example', null],
        ] as const) {
          const response = await service.request('GET', path, { headers: from === undefined ? {} : { origin: from } });
          assert.equal(response.status, status);
          assert.equal(response.headers.get('vary'), 'Accept, Origin');
          assert.equal(response.headers.get('access-control-allow-origin'), allowed);
        }
      });
    }
  });

  describe('malformed origins are neither allowed nor returned', () => {
    const hostile: [name: string, fields: string][] = [
      ['an IDN that is not in Punycode', `Origin: ${german}`],
      ['a homograph', 'Origin: https://аpp.example'],
      ['its punycode', 'Origin: https://xn--pp-6kc.example'],
      ['full-width letters', 'Origin: https://ａpp.example'],
      ['a tab within', `Origin: ${origin}\thttps://evil.example`],
      ['a tab in the host', 'Origin: https://app\t.example'],
      ['a byte beyond ASCII', 'Origin: https://app\xff.example'],
      ['a soft hyphen', 'Origin: https://app\u00ad.example'],
      ['a list that starts with the allowed one', `Origin: ${origin}, https://evil.example`],
      ['a list that ends with the allowed one', `Origin: null, ${origin}`],
      ['two fields', `Origin: https://evil.example\r\nOrigin: ${origin}`],
      ['two fields, the other way', `Origin: ${origin}\r\nOrigin: null`],
      ['a file', 'Origin: file://'],
      ['a file URL', 'Origin: file://app.example'],
      ['an extension', 'Origin: chrome-extension://app.example'],
      ['user information before the host', 'Origin: https://app.example:443@evil.example'],
      ['a backslash', 'Origin: https://app.example\\@evil.example'],
      ['a very long one', `Origin: ${origin}${'.evil.example'.repeat(200)}`],
      ['an inherited name', 'Origin: __proto__'],
      ['localhost by another name', 'Origin: http://localhost.localdomain:3000'],
      ['localhost as a decimal number', 'Origin: http://2130706433:3000'],
      ['localhost in hexadecimal', 'Origin: http://0x7f.0.0.1:3000'],
      ['localhost with a zone', 'Origin: http://[::1%25lo]:3000'],
      ['localhost as an IPv4-mapped IPv6 address', 'Origin: http://[::ffff:7f00:1]:5173'],
    ];
    for (const [name, fields] of hostile) {
      test(name, async () => {
        const send = (method: string) => {
          const key = method === 'OPTIONS' ? '' : `x-api-key: ${owner.secret}\r\n`;
          const head = `${method} /v1/run HTTP/1.1\r\nHost: a\r\n${key}${fields}\r\n\r\n`;
          return responseTo(service.port, Buffer.from(head, name === 'a byte beyond ASCII' ? 'latin1' : 'utf8'));
        };
        for (const response of [await send('OPTIONS'), await send('POST')]) {
          // Node's parser refuses some of them before the origin is checked.
          assert.ok([400, 403].includes(response.status), String(response.status));
          assert.deepEqual(rawGrants(response), []);
          assert.doesNotMatch(`${[...response.headers.values()].join()}${response.body}`, /evil|localhost|example/);
        }
      });
    }

    test('whitespace around an origin is ignored (RFC 9110 section 5.5)', async () => {
      const { status, headers } = await responseTo(
        service.port,
        `OPTIONS /v1/run HTTP/1.1\r\nHost: a\r\nOrigin:   ${origin}  \r\n\r\n`,
      );
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, origin]);
    });
  });
});

function grants({ headers }: TestResponse): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'));
}

function rawGrants({ headers }: RawResponse): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'));
}
