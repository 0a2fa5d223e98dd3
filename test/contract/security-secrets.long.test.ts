import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adminToken, sharedTestGateway, startTestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { operatorOf } from '../support/operator.js';
import { type RawResponse, responseTo } from '../support/raw-http.js';

/** A key or token that is almost right is refused. */
describe('keys and tokens that are almost right', async () => {
  const service = await sharedTestGateway();
  const { admin } = operatorOf(service);
  const { key, secret } = await service.key();
  const other = await service.key();
  const body = '{"input":"a","steps":["upper-case"]}';

  function send(method: string, path: string, fields: string): Promise<RawResponse> {
    const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
    return responseTo(service.port, `${head}Content-Length: ${body.length}\r\n${fields}\r\n${body}`);
  }

  describe('a key', () => {
    const invalid: [name: string, fields: string][] = [
      ['in lower case', `x-api-key: ${secret.toLowerCase()}`],
      ['with its prefix in upper case', `x-api-key: ${secret.replace('svc_live_', 'SVC_LIVE_')}`],
      ['with the prefix of the other environment', `x-api-key: ${secret.replace('live', 'dev')}`],
      ['without its prefix', `x-api-key: ${secret.replace('svc_live_', '')}`],
      ['without its last character', `x-api-key: ${secret.slice(0, -1)}`],
      ['with one more', `x-api-key: ${secret}a`],
      ['in quotes', `x-api-key: "${secret}"`],
      ['percent-encoded', `x-api-key: ${secret.replaceAll('_', '%5F')}`],
      ['as a bearer', `x-api-key: Bearer ${secret}`],
      ['with a comma', `x-api-key: ${secret},`],
      ['in two fields', `x-api-key: ${secret}\r\nx-api-key: ${secret}`],
      ['together with another one', `x-api-key: nonsense\r\nx-api-key: ${secret}`],
      ['in lower case as a bearer', `Authorization: Bearer ${secret.toLowerCase()}`],
      ['in two fields as a bearer', `Authorization: Bearer ${secret}\r\nAuthorization: Bearer ${secret}`],
      ['followed by a word, as a bearer', `Authorization: Bearer ${secret} x`],
      ['with another key as a bearer', `x-api-key: ${secret}\r\nAuthorization: Bearer ${other.secret}`],
      ['with nonsense as a bearer', `x-api-key: ${secret}\r\nAuthorization: Bearer nonsense`],
      ['that is the admin token as a bearer', `Authorization: Bearer ${adminToken}`],
      ['that is very long', `x-api-key: ${secret.repeat(60)}`],
      ['that is an inherited name', 'x-api-key: __proto__'],
      ['that is the id of a key', `x-api-key: ${key.id}`],
      ['that is the admin token', `x-api-key: ${adminToken}`],
    ];
    for (const [name, fields] of invalid) {
      test(`${name} is invalid`, async () => {
        const response = await send('POST', '/v1/run', `${fields}\r\n`);
        assert.deepEqual([response.status, response.body], [401, '{"error":"Invalid API key"}']);
      });
    }

    test('is read from its two headers only', async () => {
      const elsewhere: [path: string, fields: string][] = [
        [`/v1/run?x-api-key=${secret}`, ''],
        ['/v1/run', `Authorization: Basic ${secret}\r\n`],
        ['/v1/run', `Authorization: ${secret}\r\n`],
        ['/v1/run', `Proxy-Authorization: Bearer ${secret}\r\n`],
        ['/v1/run', `Cookie: x-api-key=${secret}\r\n`],
        ['/v1/run', `api-key: ${secret}\r\n`],
        ['/v1/run', `x_api_key: ${secret}\r\n`],
        ['/v1/run', `x-admin-token: ${secret}\r\n`],
      ];
      for (const [path, fields] of elsewhere) {
        const response = await send('POST', path, fields);
        assert.deepEqual([response.status, response.body], [401, '{"error":"Missing API key"}'], path + fields);
      }
      assert.equal((await send('POST', `/v1/run/${secret}`, '')).status, 404);
    });

    test('is accepted with whitespace around it, which is not part of the value (RFC 9110 section 5.5)', async () => {
      assert.equal((await send('POST', '/v1/run', `x-api-key:   ${secret} \t \r\n`)).status, 200);
    });
  });

  describe('the admin token', () => {
    const invalid: [name: string, value: string][] = [
      ['in upper case', adminToken.toUpperCase()],
      ['with the case of one letter changed', `T${adminToken.slice(1)}`],
      ['without its last character', adminToken.slice(0, -1)],
      ['with one more', `${adminToken}s`],
      ['in quotes', `"${adminToken}"`],
      ['as a bearer', `Bearer ${adminToken}`],
      ['in two fields', `${adminToken}\r\nx-admin-token: ${adminToken}`],
      ['together with another one', `nonsense\r\nx-admin-token: ${adminToken}`],
      ['that is very long', adminToken.repeat(100)],
      ['that is a key', secret],
    ];
    const guarded: [method: string, path: string][] = [
      ['POST', '/keys'],
      ['GET', `/keys/${key.id}`],
      ['GET', '/keys/key_nobody'],
      ['DELETE', `/keys/${key.id}`],
      ['POST', `/keys/${key.id}/rotate`],
      ['PUT', `/keys/${key.id}/origins`],
      ['PUT', `/keys/${key.id}/label`],
      ['GET', '/accounts'],
      ['GET', `/accounts/${key.accountId}/usage`],
      ['GET', '/metrics'],
      ['GET', '/cluster'],
    ];
    for (const [name, value] of invalid) {
      test(`${name} is invalid, and every endpoint gives the same response`, async () => {
        const responses = new Set<string>();
        for (const [method, path] of guarded) {
          const { status, headers, body: said } = await send(method, path, `x-admin-token: ${value}\r\n`);
          const fields = [...headers].filter(([field]) => !['x-request-id', 'date', 'keep-alive'].includes(field));
          responses.add(JSON.stringify([status, fields, said]));
        }
        assert.equal(responses.size, 1, [...responses].join('\n'));
        assert.match([...responses].join(), /^\[401,.*Invalid admin token/);
        assert.equal(service.gateway.keys.get(key.id)?.revokedAt, null);
      });
    }

    test('is read from its header only', async () => {
      for (const [path, fields] of [
        [`/keys?x-admin-token=${adminToken}`, ''],
        ['/keys', `Authorization: Bearer ${adminToken}\r\n`],
        ['/keys', `Cookie: x-admin-token=${adminToken}\r\n`],
        ['/keys', 'x-admin-token:  \r\n'],
        ['/keys', `x-api-key: ${adminToken}\r\n`],
      ] as const) {
        assert.equal((await send('POST', path, fields)).body, '{"error":"Missing admin token"}', path + fields);
      }
    });
  });

  test('ids in paths are compared exactly, and match only keys', async () => {
    const near = key.id.toLowerCase();
    for (const id of [
      near,
      `${key.id}%00`,
      `%6bey${key.id.slice(3)}`,
      '..%2f..',
      '%00',
      '__proto__',
      'constructor',
      '%',
    ]) {
      for (const [method, path] of [
        ['GET', `/keys/${id}`],
        ['DELETE', `/keys/${id}`],
        ['POST', `/keys/${id}/rotate`],
        ['PUT', `/keys/${id}/origins`],
        ['GET', `/accounts/${id}/usage`],
      ] as const) {
        const response = await admin(method, path, method === 'PUT' ? { origins: [] } : undefined);
        assert.deepEqual([response.status, response.json], [404, { error: 'Not found' }], `${method} ${path}`);
      }
    }
    assert.equal((await admin('GET', `/keys/${'x'.repeat(2_000)}`)).status, 404);
    assert.equal(service.gateway.keys.get(key.id)?.revokedAt, null);
  });

  test('the burst limit of the address stops a client that guesses tokens, and no other client', async (t) => {
    const clock = new ManualClock();
    const settings = { BURST_PER_IP: '5', TRUSTED_PROXIES: '127.0.0.1' };
    const narrow = await startTestGateway(t, { clock, settings });
    const tryFrom = async (address: string, token: string): Promise<number> => {
      const headers = { 'x-admin-token': token, 'x-forwarded-for': address };
      return (await narrow.request('GET', '/keys', { headers })).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push(await tryFrom('192.0.2.1', `guess-number-${i}-of-many`));
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
    assert.equal(await tryFrom('192.0.2.1', adminToken), 429, 'a right guess gets the same response as a wrong one');
    assert.equal(await tryFrom('192.0.2.2', adminToken), 200);
    // An IPv6 client has 2^64 addresses: one /64 is one client.
    const many: number[] = [];
    for (let i = 0; i < 8; i++) many.push(await tryFrom(`2001:db8:1:2::${i}`, 'another-wrong-guess'));
    assert.equal(many.filter((status) => status === 401).length, 5);
    clock.advance(60_000);
    assert.equal(await tryFrom('192.0.2.1', adminToken), 200);
  });
});
