import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { adminToken, sharedTestGateway, startTestGateway, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { responseTo } from '../support/raw-http.js';

const work = { input: 'a', steps: ['upper-case'] };
const dayMs = 86_400_000;

/** The response of GET /v1/usage. */
async function usage(service: TestGateway, key: string) {
  const { status, json } = await service.request('GET', '/v1/usage', { key });
  assert.equal(status, 200);
  return json;
}

describe('the usage of a key', async () => {
  const clock = new ManualClock(Date.UTC(2030, 0, 1, 12, 0, 30));
  const service = await startTestGateway({ after }, { clock });

  describe('GET /v1/usage', () => {
    test('says how much quota is left, and when it is spent, exactly when the next request is possible', async () => {
      service.change({ DAILY_QUOTA: '2', BURST_PER_KEY: '60' });
      const { secret } = await service.key();
      const reported = { plan: 'pro', quota: 2, burstPerMinute: 60 };
      assert.deepEqual(await usage(service, secret), { ...reported, used: 0, remaining: 2, freeAt: null });
      await service.post('/v1/run', work, secret);
      assert.deepEqual(await usage(service, secret), { ...reported, used: 1, remaining: 1, freeAt: null });
      clock.advance(3 * 60_000);
      await service.post('/v1/run', work, secret);
      const freeAt = '2030-01-02T12:00:00.000Z';
      assert.deepEqual(await usage(service, secret), { ...reported, used: 2, remaining: 0, freeAt });

      assert.equal((await service.post('/v1/run', work, secret)).status, 429);
      clock.set(Date.parse(freeAt) - 1);
      assert.equal((await service.post('/v1/run', work, secret)).status, 429);
      clock.set(Date.parse(freeAt));
      assert.deepEqual(await usage(service, secret), { ...reported, used: 1, remaining: 1, freeAt: null });
      assert.equal((await service.post('/v1/run', work, secret)).status, 200);
      assert.equal((await service.post('/v1/run', work, secret)).status, 429);
    });

    test('counts all keys of the account, and no other account', async () => {
      service.change({ DAILY_QUOTA: '5' });
      const first = await service.key();
      const second = await service.key({ accountId: first.key.accountId, environment: 'dev' });
      const stranger = await service.key();
      await service.post('/v1/run', work, first.secret);
      await service.post('/v1/run', work, stranger.secret);
      await service.post('/v1/run', work, stranger.secret);
      for (const { secret } of [first, second]) {
        assert.deepEqual((await usage(service, secret)) as object, {
          plan: 'pro',
          quota: 5,
          used: 1,
          remaining: 4,
          freeAt: null,
          burstPerMinute: null,
        });
      }
    });

    test('disabled limits are null, and the free plan has its own quota', async () => {
      service.change({ FREE_TIER: 'true' });
      const off = { quota: null, used: 0, remaining: null, freeAt: null, burstPerMinute: null };
      assert.deepEqual(await usage(service, (await service.key()).secret), { plan: 'pro', ...off });
      service.change({ FREE_TIER: 'true', DAILY_QUOTA: '5000' });
      const free = await service.key({ plan: 'free' });
      const expected = { plan: 'free', quota: 10, used: 0, remaining: 10, freeAt: null, burstPerMinute: null };
      assert.deepEqual(await usage(service, free.secret), expected);
    });

    test('costs no quota and is not in the history, but updates lastUsedAt of the key', async () => {
      service.change({ DAILY_QUOTA: '2' });
      const { key, secret } = await service.key();
      for (let i = 0; i < 5; i++) await usage(service, secret);
      const headers = { 'x-admin-token': adminToken };
      const account = await service.request('GET', `/accounts/${key.accountId}/usage`, { headers });
      const { used, history } = account.json as { used: number; history: unknown[] };
      assert.deepEqual([used, history], [0, []]);
      const { json } = await service.request('GET', `/keys/${key.id}`, { headers });
      assert.equal((json as { lastUsedAt: string }).lastUsedAt, new Date(clock.now()).toISOString());
    });

    test('counts against the bursts of the key and of the address, so that nobody can try keys without limit', async () => {
      service.change({ BURST_PER_KEY: '3', DAILY_QUOTA: '1' });
      const { secret } = await service.key();
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) {
        statuses.push((await service.request('GET', '/v1/usage', { key: secret })).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
      clock.advance(20_000);
      assert.equal((await service.request('GET', '/v1/usage', { key: secret })).status, 200);

      service.change({ BURST_PER_IP: '2' });
      const key = (await service.key()).secret;
      for (const expected of [200, 200, 429]) {
        const { status, headers, json } = await service.request('GET', '/v1/usage', { key });
        assert.equal(status, expected);
        if (status === 429) assert.deepEqual(json, { error: 'Rate limit exceeded' });
        assert.equal(headers.get('retry-after'), null);
      }
    });

    test('still works while the quota is spent', async () => {
      service.change({ DAILY_QUOTA: '1', BURST_PER_KEY: '10' });
      const { secret } = await service.key();
      await service.post('/v1/run', work, secret);
      for (let passed = 0; passed < 4; passed++) {
        assert.equal(((await usage(service, secret)) as { remaining: number }).remaining, 0);
        clock.advance(dayMs / 4);
      }
      assert.equal(((await usage(service, secret)) as { remaining: number }).remaining, 1);
    });
  });

  describe('GET /v1/usage is checked like an operation:', async () => {
    const origin = 'https://app.example';
    const service = await sharedTestGateway();
    const { secret } = await service.key({ origins: [origin] });
    const ask = (headers: Record<string, string>, method = 'GET') => service.request(method, '/v1/usage', { headers });

    test('the key, in either header', async () => {
      for (const [headers, status, message] of [
        [{}, 401, 'Missing API key'],
        [{ 'x-api-key': `${secret}x` }, 401, 'Invalid API key'],
        [{ 'x-api-key': secret, authorization: 'Bearer x' }, 401, 'Invalid API key'],
        [{ 'x-admin-token': adminToken }, 401, 'Missing API key'],
      ] as [Record<string, string>, number, string][]) {
        const response = await ask(headers);
        assert.deepEqual([response.status, response.json], [status, { error: message }]);
      }
      assert.equal((await ask({ authorization: `Bearer ${secret}` })).status, 200);
    });

    test('the origin; no cache stores the response', async () => {
      const allowed = await ask({ 'x-api-key': secret, origin });
      assert.deepEqual([allowed.status, allowed.headers.get('cache-control')], [200, 'no-store']);
      assert.deepEqual(cors(allowed.headers), [origin, 'Content-Type, x-api-key, Authorization', 'GET, HEAD, OPTIONS']);
      const refused = await ask({ 'x-api-key': secret, origin: 'https://foreign.example' });
      assert.deepEqual([refused.status, refused.json], [403, { error: 'Origin not allowed' }]);
      assert.deepEqual(cors(refused.headers), [null, null, null]);
    });

    test('a preflight', async () => {
      const allowed = await ask({ origin }, 'OPTIONS');
      assert.deepEqual([allowed.status, allowed.headers.get('access-control-max-age')], [204, '600']);
      assert.deepEqual(cors(allowed.headers), [origin, 'Content-Type, x-api-key, Authorization', 'GET, HEAD, OPTIONS']);
      assert.equal((await ask({ origin: 'https://foreign.example' }, 'OPTIONS')).status, 403);
      assert.equal((await ask({}, 'OPTIONS')).headers.get('allow'), 'GET, HEAD, OPTIONS');
    });

    test('the method; HEAD has the length of GET', async () => {
      const post = await ask({ 'x-api-key': secret }, 'POST');
      assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
      const { bytes } = await ask({ 'x-api-key': secret });
      const head = await ask({ 'x-api-key': secret }, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
      assert.equal(head.bytes.length, 0);
    });

    test('a query and a body change nothing', async () => {
      const fields = `Host: a\r\nx-api-key: ${secret}\r\nContent-Length: 5\r\n`;
      const { status } = await responseTo(service.port, `GET /v1/usage?x=1 HTTP/1.1\r\n${fields}\r\nhello`);
      assert.equal(status, 200);
    });

    test('the metrics count it by its name', async () => {
      const response = await fetch(`${service.url}/metrics`, { headers: { 'x-admin-token': adminToken } });
      assert.match(await response.text(), /textmill_requests_total\{operation="usage",status="200"\} \d/);
    });
  });
});

function cors(headers: Headers): (string | null)[] {
  return ['origin', 'headers', 'methods'].map((name) => headers.get(`access-control-allow-${name}`));
}
