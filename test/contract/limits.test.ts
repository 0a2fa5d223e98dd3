import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const work = { input: 'a', steps: ['upper-case'] };
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function gateway(t: TestContext, clock: ManualClock, settings: Record<string, string>, dataDir?: string) {
  return startTestGateway(t, { clock, settings, ...(dataDir === undefined ? {} : { dataDir }) });
}

/** How many of so many requests in a row were admitted. */
async function admitted(
  service: TestGateway,
  count: number,
  key: string,
  headers: Record<string, string> = {},
): Promise<number> {
  let ok = 0;
  for (let i = 0; i < count; i++) {
    const { status, json, headers: answered } = await service.request('POST', '/v1/run', { key, headers, body: work });
    if (status === 200) ok++;
    else {
      assert.deepEqual([status, json], [429, { error: 'Rate limit exceeded' }]);
      const named = [...answered.keys()].filter((name) => /ratelimit|rate-limit|retry-after/.test(name));
      assert.deepEqual(named, [], 'no header tells the limit');
    }
  }
  return ok;
}

describe('the burst per address', () => {
  test('is 120, refilled at 2 a second, by default; a refused request costs nothing', async (t) => {
    const clock = new ManualClock();
    const service = await gateway(t, clock, { BURST_PER_IP: '' });
    const { secret } = service.key();
    assert.equal(await admitted(service, 130, secret), 120);
    clock.advance(499);
    assert.equal(await admitted(service, 1, secret), 0);
    clock.advance(1);
    assert.equal(await admitted(service, 2, secret), 1);
    clock.advance(10_000);
    assert.equal(await admitted(service, 25, secret), 20);
    clock.advance(dayMs);
    assert.equal(await admitted(service, 125, secret), 120);
  });

  test('counts every request, failed tries of the admin token among them; health is not limited', async (t) => {
    const service = await gateway(t, new ManualClock(), { BURST_PER_IP: '4' });
    const statuses = [];
    for (const [method, path] of [
      ['GET', '/v1/tools'],
      ['OPTIONS', '/v1/run'],
      ['POST', '/v1/run'],
      ['GET', '/keys'],
      ['GET', '/keys'],
      ['GET', '/v1/tools'],
      ['GET', '/healthz'],
      ['GET', '/readyz'],
    ] as const) {
      statuses.push((await service.request(method, path, { headers: { 'x-admin-token': 'wrong' } })).status);
    }
    assert.deepEqual(statuses, [200, 204, 401, 401, 429, 429, 200, 200]);
  });

  test('believes X-Forwarded-For from a trusted proxy only', async (t) => {
    const direct = await gateway(t, new ManualClock(), { BURST_PER_IP: '2' });
    const { secret } = direct.key();
    let forged = 0;
    for (let i = 0; i < 5; i++) forged += await admitted(direct, 1, secret, { 'x-forwarded-for': `192.0.2.${i}` });
    assert.equal(forged, 2);

    const proxied = await gateway(t, new ManualClock(), { BURST_PER_IP: '2', TRUSTED_PROXIES: '127.0.0.0/8' });
    const key = proxied.key().secret;
    for (const address of ['192.0.2.1', '192.0.2.2', '6.6.6.6, 192.0.2.3']) {
      assert.equal(await admitted(proxied, 3, key, { 'x-forwarded-for': address }), 2, address);
    }
    assert.equal(
      await admitted(proxied, 1, key, { 'x-forwarded-for': '1.1.1.1, 192.0.2.3' }),
      0,
      'the last untrusted one counts',
    );
  });

  test('counts IPv6 by /64', async (t) => {
    const service = await gateway(t, new ManualClock(), { BURST_PER_IP: '2', TRUSTED_PROXIES: '127.0.0.1' });
    const { secret } = service.key();
    const from = (address: string) => admitted(service, 1, secret, { 'x-forwarded-for': address });
    assert.deepEqual(
      [
        await from('2001:db8:1:2::1'),
        await from('2001:db8:1:2:ffff::9'),
        await from('2001:db8:1:2:3::'),
        await from('2001:db8:1:3::1'),
      ],
      [1, 1, 0, 1],
    );
  });
});

test('the burst per key is its own, and other keys go on', async (t) => {
  const clock = new ManualClock();
  const service = await gateway(t, clock, { BURST_PER_KEY: '' });
  const [one, two] = [service.key().secret, service.key().secret];
  assert.equal(await admitted(service, 125, one), 120);
  assert.equal(await admitted(service, 5, two), 5);
  clock.advance(1_000);
  assert.equal(await admitted(service, 5, one), 2);
});

describe('the daily quota', () => {
  test('rolls: a request counts through its 1,440th minute', async (t) => {
    const clock = new ManualClock(Date.UTC(2030, 0, 1, 12, 0, 59, 999));
    const service = await gateway(t, clock, { DAILY_QUOTA: '3' });
    const { secret } = service.key();
    assert.equal(await admitted(service, 2, secret), 2);
    clock.advance(12 * 60 * minuteMs);
    assert.equal(await admitted(service, 2, secret), 1);
    clock.advance(12 * 60 * minuteMs - minuteMs);
    assert.equal(await admitted(service, 1, secret), 0);
    clock.advance(1);
    assert.equal(await admitted(service, 4, secret), 2);
  });

  test('counts the three operations together and nothing else', async (t) => {
    const service = await gateway(t, new ManualClock(), { DAILY_QUOTA: '3' });
    const { secret } = service.key();
    await service.request('GET', '/v1/tools', { key: secret });
    await service.post('/v1/sanitize', { url: 'a' }, secret);
    await service.post('/v1/sort-dedupe', { input: 'a' }, secret);
    await service.post('/v1/run', work, secret);
    for (const path of ['/v1/run', '/v1/sanitize', '/v1/sort-dedupe']) {
      assert.equal((await service.post(path, {}, secret)).status, 429);
    }
  });

  test('is 5,000 by default', async (t) => {
    const service = await gateway(t, new ManualClock(), { DAILY_QUOTA: '' });
    const { key } = service.key();
    const { json } = await service.request('GET', `/accounts/${key.accountId}/usage`, {
      headers: { 'x-admin-token': 'the-admin-token-of-tests' },
    });
    assert.equal((json as { limit: number }).limit, 5_000);
  });
});

test('0 switches all three off', async (t) => {
  const service = await gateway(t, new ManualClock(), {});
  const { secret } = service.key();
  assert.equal(await admitted(service, 300, secret), 300);
});

test('a restart resets nothing', async (t) => {
  const dataDir = temporaryFolder({ after });
  const clock = new ManualClock();
  const settings = { BURST_PER_IP: '10', BURST_PER_KEY: '20', DAILY_QUOTA: '12' };
  const first = await gateway(t, clock, settings, dataDir);
  const { secret } = first.key();
  assert.equal(await admitted(first, 12, secret), 10);
  await first.gateway.stop();

  clock.advance(6_000);
  const second = await gateway(t, clock, settings, dataDir);
  assert.equal(await admitted(second, 3, secret), 1, 'one token came back in 6 seconds');
  clock.advance(minuteMs);
  assert.equal(await admitted(second, 3, secret), 1, 'the quota of 12 is used up');
});
