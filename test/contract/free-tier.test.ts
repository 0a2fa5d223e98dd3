import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestGateway } from '../support/gateway.js';

const work = { input: 'a', steps: ['upper-case'] };

test('a free key is no key unless FREE_TIER is true', async () => {
  const service = await startTestGateway({ after });
  const { secret } = service.key({ plan: 'free' });
  const { status, json } = await service.post('/v1/run', work, secret);
  assert.deepEqual([status, json], [401, { error: 'Invalid API key' }]);
});

test('a free key has 10 requests in 24 hours, of /v1/run only', async () => {
  const service = await startTestGateway({ after }, { settings: { FREE_TIER: 'true', DAILY_QUOTA: '5000' } });
  const { secret } = service.key({ plan: 'free' });
  for (const path of ['/v1/sanitize', '/v1/sort-dedupe']) {
    const { status, json } = await service.post(path, { input: 'a' }, secret);
    assert.deepEqual([status, json], [403, { error: 'Pro plan required' }]);
  }
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await service.post('/v1/run', work, secret)).status);
  assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
});
