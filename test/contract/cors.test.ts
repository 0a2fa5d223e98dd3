import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { author } from '../support/author.js';
import { adminToken, faultyTools, overEachServer, type TestResponse } from '../support/gateway.js';
import { responseTo } from '../support/raw-http.js';

overEachServer(async (startTestGateway) => {
  const origin = 'https://app.example';
  const service = await startTestGateway(
    { after },
    { toolDirectories: [toolsDirectory, faultyTools], settings: { DAILY_QUOTA: '20' } },
  );
  const owner = await service.key({ origins: [origin] });
  const other = await service.key({ origins: ['https://other.example'] });
  const dev = await service.key({ environment: 'dev' });
  const work = { input: 'a', steps: ['upper-case'] };

  /** Similar to an allowed origin, but not allowed. */
  const lookalikes = [
    'null',
    'https://APP.example',
    'https://app.example.',
    'https://app.example:443',
    'https://app.example/',
    'https://u@app.example',
    'http://app.example',
    'https://app.example.evil.example',
    'https://evilapp.example',
    'https://sub.app.example',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'https://app.example%2eevil.example',
    'https://app.example,https://evil.example',
    'https://app.example https://evil.example',
    'https://app.example?',
    'https://app.example#',
    '//app.example',
    'app.example',
    'http://localhost',
    'http://localhost:80',
    'http://localhost.:3000',
    'http://LOCALHOST:3000',
    'http://127.0.0.2:3000',
    'http://127.1:3000',
    'http://[::ffff:127.0.0.1]:3000',
    'http://[0:0:0:0:0:0:0:1]:3000',
    'http://localhost@evil.example:3000',
    'http://localhost:30000',
    'http://localhost:05173',
    '*',
  ];

  const developmentOrigins = ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [
    `http://${host}:3000`,
    `http://${host}:5173`,
  ]);

  const preflight = (from: string) =>
    service.request('OPTIONS', '/v1/run', { headers: { origin: from, 'access-control-request-method': 'POST' } });
  const send = (from: string, key: string, body: unknown = work) =>
    service.request('POST', '/v1/run', { key, headers: { origin: from }, body });

  function corsHeaders({ headers }: TestResponse): Record<string, string> {
    return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
  }

  async function used(accountId: string): Promise<number> {
    const headers = { 'x-admin-token': adminToken };
    return ((await service.request('GET', `/accounts/${accountId}/usage`, { headers })).json as { used: number }).used;
  }

  const granted = {
    'access-control-allow-headers': 'Content-Type, x-api-key',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id',
    vary: 'Origin',
  };

  describe('a preflight', () => {
    for (const path of ['/v1/run', '/v1/sanitize', '/v1/sort-dedupe']) {
      test(`${path}: allowed without a key if any live key lists the origin`, async () => {
        const response = await service.request('OPTIONS', path, { headers: { origin } });
        assert.deepEqual([response.status, response.bytes.length], [204, 0]);
        assert.deepEqual(corsHeaders(response), { ...granted, 'access-control-max-age': '600' });
      });
    }

    for (const from of developmentOrigins) {
      test(`from ${from} is allowed, with every header`, async () => {
        const response = await preflight(from);
        assert.equal(response.status, 204);
        const expected = { ...granted, 'access-control-allow-origin': from, 'access-control-max-age': '600' };
        assert.deepEqual(corsHeaders(response), expected);
      });
    }

    test('follows PUT /keys/{id}/origins immediately', async () => {
      const { key } = await service.key({ origins: ['https://before.example'] });
      const headers = { 'x-admin-token': adminToken };
      const body = { origins: ['https://after.example'] };
      await service.request('PUT', `/keys/${key.id}/origins`, { headers, body });
      assert.equal((await preflight('https://before.example')).status, 403);
      assert.equal((await preflight('https://after.example')).status, 204);
    });

    test('grants the same methods and headers, whatever the preflight requests', async () => {
      const headers = {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'x-secret',
      };
      const response = await service.request('OPTIONS', '/v1/run', { headers });
      assert.deepEqual(corsHeaders(response), { ...granted, 'access-control-max-age': '600' });
    });

    test('is refused once the last key with the origin is revoked', async () => {
      const { key } = await service.key({ origins: ['https://brief.example'] });
      assert.equal((await preflight('https://brief.example')).status, 204);
      await service.gateway.keys.revoke(key.id, author);
      assert.equal((await preflight('https://brief.example')).status, 403);
    });

    for (const from of lookalikes) {
      test(`from ${from} is refused, without a CORS header`, async () => {
        const response = await preflight(from);
        assert.deepEqual([response.status, response.json], [403, { error: 'Origin not allowed' }]);
        assert.deepEqual(corsHeaders(response), {});
      });
    }

    test('without an origin is not a preflight', async () => {
      const { status, headers } = await service.request('OPTIONS', '/v1/run');
      assert.deepEqual([status, headers.get('allow')], [204, 'POST, OPTIONS']);
    });
  });

  describe('a request', () => {
    test('from an origin of its own key gets a response with the headers', async () => {
      const response = await send(origin, owner.secret);
      assert.equal(response.status, 200);
      assert.deepEqual(corsHeaders(response), granted);
    });

    test('from an origin of another key is refused without them, and is not processed', async () => {
      const response = await send(origin, other.secret);
      assert.deepEqual([response.status, response.json], [403, { error: 'Origin not allowed' }]);
      assert.deepEqual(corsHeaders(response), {});
    });

    test('without an origin needs no allowlist', async () => {
      const response = await service.post('/v1/run', work, other.secret);
      assert.equal(response.status, 200);
      assert.deepEqual(corsHeaders(response), {});
    });

    for (const from of developmentOrigins) {
      test(`from ${from} works with dev keys only`, async () => {
        const response = await send(from, dev.secret);
        assert.equal(response.status, 200);
        assert.deepEqual(corsHeaders(response), { ...granted, 'access-control-allow-origin': from });
        const live = await send(from, owner.secret);
        assert.deepEqual([live.status, corsHeaders(live)], [403, {}]);
      });
    }

    test('from a development server works with a live key that lists it', async () => {
      const { secret } = await service.key({ origins: ['http://localhost:3000'] });
      assert.equal((await send('http://localhost:3000', secret)).status, 200);
      assert.equal((await send('http://localhost:5173', secret)).status, 403);
    });

    for (const from of lookalikes) {
      test(`from ${from} is refused with every key, and costs nothing`, async () => {
        const environments = [owner, await service.key({ environment: 'dev', origins: [origin] })];
        for (const { key, secret } of environments) {
          const before = await used(key.accountId);
          const response = await send(from, secret);
          assert.deepEqual([response.status, response.json], [403, { error: 'Origin not allowed' }]);
          assert.deepEqual(corsHeaders(response), {});
          assert.equal(await used(key.accountId), before);
        }
      });
    }

    test('with two origins is refused', async () => {
      const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${owner.secret}\r\nOrigin: ${origin}\r\nOrigin: ${origin}\r\n\r\n`;
      assert.equal((await responseTo(service.port, head)).status, 403);
    });
  });

  describe('the page can read errors too', () => {
    test('400, 413, 415 with the headers of the key', async () => {
      const key = (await service.key({ origins: [origin] })).secret;
      const responses = [
        await send(origin, key, { steps: [] }),
        await send(origin, key, 'x'.repeat(8_388_609)),
        await service.request('POST', '/v1/run', { key, headers: { origin, 'content-type': 'text/plain' }, body: 'x' }),
      ];
      assert.deepEqual(
        responses.map(({ status }) => status),
        [400, 413, 415],
      );
      for (const response of responses) assert.deepEqual(corsHeaders(response), granted);
    });

    test('429 of the quota', async () => {
      const key = (await service.key({ origins: [origin] })).secret;
      for (let i = 0; i < 20; i++) await send(origin, key);
      const response = await send(origin, key);
      assert.equal(response.status, 429);
      assert.deepEqual(corsHeaders(response), granted);
    });

    test('401 and 405 if any key lists the origin, since the key is unknown', async () => {
      assert.deepEqual(corsHeaders(await send(origin, 'nonsense')), granted);
      const wrongMethod = await service.request('GET', '/v1/run', { headers: { origin } });
      // A cache may store it, and it has two forms.
      assert.deepEqual(corsHeaders(wrongMethod), { ...granted, vary: 'Accept, Origin' });
      assert.deepEqual(corsHeaders(await send('https://foreign.example', 'nonsense')), {});
    });

    test('429 of the address, before the key is checked', async (t) => {
      const narrow = await startTestGateway(t, { settings: { BURST_PER_IP: '1' } });
      const { secret } = await narrow.key({ origins: [origin] });
      const ask = (from: string) =>
        narrow.request('POST', '/v1/run', { key: secret, headers: { origin: from }, body: work });
      assert.equal((await ask(origin)).status, 200);
      const refused = await ask(origin);
      assert.deepEqual([refused.status, corsHeaders(refused)], [429, granted]);
      assert.deepEqual(corsHeaders(await ask('https://foreign.example')), {});
    });

    test('500', async () => {
      const response = await send(origin, owner.secret, { input: '', steps: ['throw-bug'] });
      assert.deepEqual([response.status, corsHeaders(response)], [500, granted]);
    });

    test('but not the 401 of a revoked key once no live key lists the origin', async () => {
      const { key, secret } = await service.key({ origins: ['https://gone.example'] });
      await service.gateway.keys.revoke(key.id, author);
      const response = await send('https://gone.example', secret);
      assert.deepEqual([response.status, corsHeaders(response)], [401, {}]);
    });
  });

  test('every origin may read the catalogue', async () => {
    for (const path of ['/v1/tools', '/v1/tools/upper-case', '/v1/tools/nonsense']) {
      const response = await service.request('GET', path, { headers: { origin: 'https://foreign.example' } });
      const { vary, ...others } = corsHeaders(response);
      const expected = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-request-id' };
      assert.deepEqual(others, expected, path);
      assert.notEqual(vary, 'Origin', path);
    }
  });
});
