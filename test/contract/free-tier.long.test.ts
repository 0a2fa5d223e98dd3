import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { adminToken, startTestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { ManualClock } from '../support/manual-clock.js';
import { hourOf } from '../support/operator.js';

describe('the free tier', async () => {
  const work = { input: 'a', steps: ['upper-case'] };
  const clock = new ManualClock();
  const service = await startTestGateway({ after }, { clock });

  test('a free key is invalid unless FREE_TIER is true', async () => {
    const { secret } = await service.key({ plan: 'free' });
    const { status, json } = await service.post('/v1/run', work, secret);
    assert.deepEqual([status, json], [401, { error: 'Invalid API key' }]);
  });

  test('a free key has 10 requests in 24 hours, to /v1/run only', async () => {
    service.change({ FREE_TIER: 'true', DAILY_QUOTA: '5000' });
    const { secret } = await service.key({ plan: 'free' });
    for (const path of ['/v1/sanitize', '/v1/sort-dedupe']) {
      const { status, json } = await service.post(path, { input: 'a' }, secret);
      assert.deepEqual([status, json], [403, { error: 'Pro plan required' }]);
    }
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await service.post('/v1/run', work, secret)).status);
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
  });

  test('it keeps its quota if the daily quota is switched off', async () => {
    service.change({ FREE_TIER: 'true', DAILY_QUOTA: '0' });
    const { secret } = await service.key({ plan: 'free' });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await service.post('/v1/run', work, secret)).status);
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
  });

  test('a lower DAILY_QUOTA applies to free keys too, per account', async () => {
    service.change({ FREE_TIER: 'true', DAILY_QUOTA: '3' });
    const [first, second] = [await service.key({ plan: 'free' }), await service.key({ plan: 'free' })];
    for (const { secret } of [first, second]) {
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await service.post('/v1/run', work, secret)).status);
      assert.deepEqual(statuses, [200, 200, 200, 429]);
    }
  });

  test('a page can read the error about its plan, which costs no quota', async () => {
    const origin = 'https://app.example';
    service.change({ FREE_TIER: 'true', DAILY_QUOTA: '1' });
    const { secret } = await service.key({ plan: 'free', origins: [origin] });
    const send = (path: string) => service.request('POST', path, { key: secret, headers: { origin }, body: work });
    const refused = await send('/v1/sanitize');
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [403, origin]);
    assert.equal((await send('/v1/run')).status, 200);
  });

  test('HTTP creates no free key, and adds none to a free account', async () => {
    service.change({ FREE_TIER: 'true' });
    const { accountId } = (await service.key({ plan: 'free' })).key;
    const headers = { 'x-admin-token': adminToken };
    const free = await service.request('POST', '/keys', { headers, body: { plan: 'free' } });
    assert.deepEqual([free.status, free.json], [400, { error: 'plan must be one of: pro' }]);
    const added = await service.request('POST', '/keys', { headers, body: { plan: 'pro', accountId } });
    assert.deepEqual([added.status, added.json], [400, { error: `Account ${accountId} has the plan free` }]);
  });

  test('its quota is a rolling window like any other, and the operator sees it', async () => {
    service.change({ FREE_TIER: 'true', DAILY_QUOTA: '5000' });
    const { key, secret } = await service.key({ plan: 'free' });
    for (let i = 0; i < 10; i++) await service.post('/v1/run', work, secret);
    const usage = await service.request('GET', `/accounts/${key.accountId}/usage`, {
      headers: { 'x-admin-token': adminToken },
    });
    const { accountId } = key;
    const { history, byKey, ...quota } = usage.json as Record<string, unknown>;
    const range = { range: '24h', since: hourOf(clock.now() - 23 * 3_600_000) };
    assert.deepEqual(quota, { accountId, plan: 'free', windowHours: 24, used: 10, limit: 10, remaining: 0, ...range });
    const outcome = { operation: 'run', status: 200, refusal: null, count: 10, charactersIn: 10, charactersOut: 10 };
    assert.deepEqual(history, [{ hour: hourOf(clock.now()), ...outcome }]);
    assert.deepEqual(byKey, [{ keyId: key.id, ...outcome }]);
    clock.advance(23 * 60 * 60_000);
    assert.equal((await service.post('/v1/run', work, secret)).status, 429);
    clock.advance(60 * 60_000);
    // After such a leap of the clock, the gateway is another member of its store first.
    await until('requests are free', async () => (await service.post('/v1/run', work, secret)).status === 200);
  });
});
