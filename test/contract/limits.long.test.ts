import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readConfig } from '#gateway/server/config/config.js';
import { connect, databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { author } from '../support/author.js';
import { overEachServer, startTestGateway, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { memoryDatabase, QuotaAtOneGateway } from '../support/quota-at-one-gateway.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('limits', async () => {
  const work = { input: 'a', steps: ['upper-case'] };
  const minuteMs = 60_000;
  const dayMs = 24 * 60 * minuteMs;

  const clock = new ManualClock();
  const shared = await startTestGateway({ after }, { clock });

  /** Returns the gateway that most tests share, with other settings and full buckets. */
  function gateway(settings: Record<string, string>): TestGateway {
    shared.change(settings);
    clock.advance(minuteMs);
    return shared;
  }

  /** Returns how many of a number of requests in a row were admitted. */
  async function admitted(
    service: TestGateway,
    count: number,
    key: string,
    headers: Record<string, string> = {},
  ): Promise<number> {
    let ok = 0;
    for (let i = 0; i < count; i++) {
      const {
        status,
        json,
        headers: received,
      } = await service.request('POST', '/v1/run', { key, headers, body: work });
      if (status === 200) ok++;
      else {
        assert.deepEqual([status, json], [429, { error: 'Rate limit exceeded' }]);
        const named = [...received.keys()].filter((name) => /ratelimit|rate-limit|retry-after/.test(name));
        assert.deepEqual(named, [], 'no header reveals the limit');
      }
    }
    return ok;
  }

  describe('the burst per address', () => {
    test('is 120, refilled at 2 a second, by default; a refused request costs nothing', async () => {
      const service = gateway({ BURST_PER_IP: '' });
      const { secret } = await service.key();
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

    test('counts every request, failed attempts at the admin token too; health is not limited', async () => {
      const service = gateway({ BURST_PER_IP: '4' });
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

    test('ignores X-Forwarded-For unless a trusted proxy sends it', async (t) => {
      const settings = { BURST_PER_IP: '2', TRUSTED_PROXIES: '10.0.0.0/8' };
      const direct = await startTestGateway(t, { clock, settings });
      const { secret } = await direct.key();
      let forged = 0;
      for (let i = 0; i < 5; i++) forged += await admitted(direct, 1, secret, { 'x-forwarded-for': `192.0.2.${i}` });
      assert.equal(forged, 2);
    });

    describe('behind trusted proxies', async () => {
      const trusted = '127.0.0.1, 10.0.0.0/8, 2001:db8:ff::/48';
      const service = await startTestGateway(
        { after },
        { clock: new ManualClock(), settings: { BURST_PER_IP: '1', TRUSTED_PROXIES: trusted } },
      );
      const { secret } = await service.key();
      const sameClient: [name: string, ...chains: string[]][] = [
        ['the last address that is not a proxy', '192.0.2.1', '192.0.2.1, 10.0.0.1', '192.0.2.1,10.1.2.3 ,10.0.0.9'],
        ['anything to its left may be forged', '192.0.2.2', '9.9.9.9, 192.0.2.2', 'x, 192.0.2.2, 2001:db8:ff::1'],
        ['a port, an empty element, IPv4 in IPv6', '192.0.2.3', '192.0.2.3:4711', ', 192.0.2.3, ,', '::ffff:192.0.2.3'],
        [
          'the /64 of IPv6',
          '2001:db8:1:2::5',
          '[2001:db8:1:2::6]:443',
          '2001:DB8:1:2:ffff:0:0:7',
          '2001:db8:1:2::8%eth0',
        ],
        ['another /64', '2001:db8:1:3::5', '2001:db8:1:3::6'],
        ['only proxies: the first of them', '10.0.0.7', 'nonsense, 10.0.0.7', '10.0.0.7, 10.0.0.8'],
      ];
      for (const [name, first = '', ...others] of sameClient) {
        test(name, async () => {
          assert.equal(await admitted(service, 1, secret, { 'x-forwarded-for': first }), 1, first);
          for (const chain of others) {
            assert.equal(await admitted(service, 1, secret, { 'x-forwarded-for': chain }), 0, chain);
          }
        });
      }
    });
  });

  describe('a foreign page', () => {
    const allowed = 'https://app.example';
    const foreign = 'https://evil.example';
    /** What a page can send without permission: no key, no token. A cookie of the same site comes along. */
    const attacks = [
      ['GET', '/v1/tools', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
      ['GET', '/v1/tools/trim-lines', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
      ['POST', '/v1/run', { 'sec-fetch-site': 'cross-site', origin: foreign }],
      ['POST', '/v1/run', { origin: foreign }],
      ['POST', '/v1/run', { origin: 'null' }],
      ['OPTIONS', '/v1/run', { 'sec-fetch-site': 'cross-site', origin: foreign }],
      ['GET', '/account', { 'sec-fetch-site': 'same-site', cookie: 'textmill_session=a' }],
      ['GET', '/v1/tools', { 'sec-fetch-site': 'cross-site', authorization: 'Basic YTpi' }],
    ] as const;

    test('cannot use up the burst that the operator on the same address needs', async () => {
      const service = gateway({ BURST_PER_IP: '20' });
      const { secret } = await service.key();
      const statuses = [];
      for (let i = 0; i < 30; i++) {
        const [method, path, headers] = attacks[i % attacks.length] ?? attacks[0];
        statuses.push((await service.request(method, path, { headers })).status);
      }
      assert.ok(statuses.slice(0, 20).every((status) => status !== 429));
      assert.deepEqual([...new Set(statuses.slice(20))], [429], 'its own requests are bounded, too');
      assert.equal(await admitted(service, 25, secret), 20);
    });

    test('and a client that passes for one get no more operations than any other', async () => {
      const service = gateway({ BURST_PER_IP: '10' });
      const { secret } = await service.key({ origins: [allowed] });
      const headers = { 'sec-fetch-site': 'cross-site' };
      assert.equal(await admitted(service, 4, secret), 4);
      assert.equal(await admitted(service, 4, secret, headers), 4);
      assert.equal(await admitted(service, 4, secret, { ...headers, origin: allowed }), 2);
      for (const authorization of [`Bearer ${secret}`, 'Bearer wrong']) {
        const { status } = await service.request('POST', '/v1/run', {
          headers: { ...headers, origin: foreign, authorization },
        });
        assert.equal(status, 429, 'guesses count with all other requests');
      }
    });

    test('of an allowed origin has a burst of its own for preflights, and none for its operations', async () => {
      const service = gateway({ BURST_PER_IP: '2' });
      const { secret } = await service.key({ origins: [allowed] });
      const headers = { 'sec-fetch-site': 'cross-site', origin: allowed };
      const preflights = [];
      for (let i = 0; i < 3; i++) preflights.push((await service.request('OPTIONS', '/v1/run', { headers })).status);
      assert.deepEqual(preflights, [204, 204, 429]);
      assert.equal(await admitted(service, 1, secret), 1);
      assert.equal(await admitted(service, 3, secret, headers), 1);
    });
  });

  test('polling GET /v1/usage leaves both bursts to the operations, and has as much for itself', async () => {
    for (const limit of ['BURST_PER_IP', 'BURST_PER_KEY']) {
      const service = gateway({ [limit]: '5' });
      const { secret } = await service.key();
      const polled = [];
      for (let i = 0; i < 7; i++) polled.push((await service.request('GET', '/v1/usage', { key: secret })).status);
      assert.deepEqual(polled, [200, 200, 200, 200, 200, 429, 429], limit);
      assert.equal(await admitted(service, 7, secret), 5, limit);
    }
  });

  test('the burst per key belongs to the key, not to its account, address or secret', async () => {
    const service = gateway({ BURST_PER_KEY: '' });
    const { key, secret } = await service.key();
    assert.equal(await admitted(service, 125, secret), 120);
    assert.equal(await admitted(service, 5, (await service.key()).secret), 5);
    assert.equal(await admitted(service, 5, (await service.key({ accountId: key.accountId })).secret), 5);
    const rotated = await service.gateway.keys.rotate(key.id, 60, author);
    assert.ok(rotated);
    assert.equal(await admitted(service, 1, rotated.secret), 0);
    clock.advance(1_000);
    assert.equal(await admitted(service, 5, secret), 2);
  });

  describe('the daily quota', async () => {
    const clock = new ManualClock(Date.UTC(2030, 0, 1, 12, 0, 59, 999));
    const service = await startTestGateway({ after }, { clock, settings: { DAILY_QUOTA: '3' } });

    test('is a rolling window: a request counts through its 1,440th minute', async () => {
      const { secret } = await service.key();
      assert.equal(await admitted(service, 2, secret), 2);
      clock.advance(12 * 60 * minuteMs);
      assert.equal(await admitted(service, 2, secret), 1);
      clock.advance(12 * 60 * minuteMs - minuteMs);
      assert.equal(await admitted(service, 1, secret), 0);
      clock.advance(1);
      assert.equal(await admitted(service, 4, secret), 2);
    });

    test('counts the three operations together and no other endpoint', async () => {
      const { secret } = await service.key();
      await service.request('GET', '/v1/tools', { key: secret });
      await service.request('OPTIONS', '/v1/run', { key: secret });
      await service.post('/v1/sanitize', { url: 'a' }, secret);
      await service.post('/v1/sort-dedupe', { input: 'a' }, secret);
      await service.post('/v1/run', work, secret);
      for (const path of ['/v1/run', '/v1/sanitize', '/v1/sort-dedupe']) {
        assert.equal((await service.post(path, {}, secret)).status, 429);
      }
    });

    test('is written before the response to a charged request, even if it fails', async (t) => {
      const dataDir = temporaryFolder(t);
      const settings = { DAILY_QUOTA: '100', SYNC_INTERVAL_MS: '3600000' };
      const fresh = await startTestGateway(t, { dataDir, settings });
      const database = connect(databaseFile(dataDir), {
        synchronous: 'NORMAL',
        busyTimeoutMs: 1_000,
        autoCheckpointPages: 0,
      });
      t.after(() => database.close());
      const stored = database.prepare(
        `SELECT (SELECT ifnull(sum(count), 0) FROM quota_counts WHERE account_id = :id) +
                (SELECT ifnull(sum(requests), 0) FROM quota_blocks WHERE account_id = :id)`,
      );
      const odd: [status: number, options: { body: unknown; headers?: Record<string, string> }][] = [
        [200, { body: work }],
        [400, { body: '{' }],
        [415, { body: 'a', headers: { 'content-type': 'text/plain' } }],
        [413, { body: 'x'.repeat(8_388_609) }],
      ];
      for (const [expected, options] of odd) {
        const { key, secret } = await fresh.key();
        for (let sent = 1; sent <= 5; sent++) {
          const { status } = await fresh.request('POST', '/v1/run', { key: secret, ...options });
          assert.equal(status, expected);
          assert.ok((stored.pluck().get({ id: key.accountId }) as number) >= sent, `${expected}, ${sent}`);
        }
      }
    });

    test('belongs to the account: its keys share it, other accounts have their own', async () => {
      const live = await service.key();
      const { accountId } = live.key;
      const dev = await service.key({ environment: 'dev', accountId });
      assert.equal(await admitted(service, 2, live.secret), 2);
      assert.equal(await admitted(service, 3, dev.secret), 1);
      assert.equal(await admitted(service, 1, (await service.key({ accountId })).secret), 0);
      assert.equal(await admitted(service, 5, (await service.key()).secret), 3);
    });

    test('outlives the keys that used it: a new secret or a new key refunds nothing', async () => {
      const { key, secret } = await service.key();
      assert.equal(await admitted(service, 4, secret), 3);
      const rotated = await service.gateway.keys.rotate(key.id, 0, author);
      assert.ok(rotated);
      assert.equal(await admitted(service, 1, rotated.secret), 0);
      await service.gateway.keys.revoke(key.id, author);
      assert.equal(await admitted(service, 1, (await service.key({ accountId: key.accountId })).secret), 0);
    });

    test('admits exactly 5,000 in any 24 hours by default, whatever their distribution', () => {
      const clock = new ManualClock();
      const { dailyQuota } = readConfig({});
      const quota = new QuotaAtOneGateway(memoryDatabase(), clock);
      const admittedOf = (count: number) =>
        Array.from({ length: count }).filter(() => quota.take('acc', dailyQuota) !== undefined).length;
      assert.equal(admittedOf(2_000), 2_000);
      clock.advance(12 * 60 * minuteMs);
      assert.equal(admittedOf(4_000), 3_000);
      clock.advance(12 * 60 * minuteMs - minuteMs);
      assert.equal(admittedOf(1), 0);
      clock.advance(minuteMs);
      assert.equal(admittedOf(4_000), 2_000);
      clock.advance(12 * 60 * minuteMs);
      assert.equal(admittedOf(4_000), 3_000);
    });
  });

  test('0 disables all three', async () => {
    const service = gateway({});
    const { secret } = await service.key();
    assert.equal(await admitted(service, 300, secret), 300);
  });

  test('a restart resets nothing', async (t) => {
    const dataDir = temporaryFolder({ after });
    const clock = new ManualClock(Date.UTC(2030, 0, 1, 12, 0, 30));
    const settings = { BURST_PER_IP: '10', BURST_PER_KEY: '20', DAILY_QUOTA: '12' };
    const first = await startTestGateway(t, { clock, settings, dataDir });
    const { secret } = await first.key();
    assert.equal(await admitted(first, 12, secret), 10);
    await first.gateway.stop();

    clock.advance(6_000);
    const second = await startTestGateway(t, { clock, settings, dataDir });
    assert.equal(await admitted(second, 3, secret), 1, 'one token came back in 6 seconds');
    clock.advance(minuteMs);
    assert.equal(await admitted(second, 3, secret), 1, 'the quota of 12 is used up');
    clock.set(Date.UTC(2030, 0, 2, 11, 59, 59, 999));
    assert.equal(await admitted(second, 1, secret), 0, 'all 12 count');
    clock.advance(1);
    assert.equal(await admitted(second, 9, secret), 9, 'the eleven of the first minute have expired');
    clock.advance(minuteMs);
    assert.equal(await admitted(second, 4, secret), 3, 'and so has the one of the second');
  });

  test('a restart at an earlier time refunds nothing, and charges nothing for more than 24 hours', async (t) => {
    const dataDir = temporaryFolder({ after });
    const clock = new ManualClock();
    const settings = { BURST_PER_IP: '4', DAILY_QUOTA: '4' };
    const first = await startTestGateway(t, { clock, settings, dataDir });
    const { secret } = await first.key();
    assert.equal(await admitted(first, 4, secret), 4);
    await first.gateway.stop();

    clock.advance(-3 * dayMs);
    const second = await startTestGateway(t, { clock, settings, dataDir });
    assert.equal(await admitted(second, 1, secret), 0);
    clock.advance(dayMs);
    assert.equal(await admitted(second, 5, secret), 4);
  });
});

// How a connection ends is up to the server.
overEachServer((start) => {
  test('the burst per address closes the connections of a client that continues beyond it, after health requests too', async (t) => {
    const { port } = await start(t, { clock: new ManualClock(), settings: { BURST_PER_IP: '3' } });
    const connection = await RawConnection.open(port);
    const ask = (path: string) => connection.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).response();
    for (const path of ['/nonsense', '/v1/run', '/v1/tools/trim-lines']) {
      assert.notEqual((await ask(path)).headers.get('connection'), 'close', path);
    }
    connection.destroy();
    for (const [path, expected] of [
      ['/nonsense', 404],
      ['/v1/run', 405],
      ['/v1/tools', 429],
      ['/healthz', 200],
      ['/readyz', 200],
    ] as const) {
      const last = await RawConnection.open(port);
      const { status, headers } = await last.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).response();
      assert.deepEqual([status, headers.get('connection')], [expected, 'close'], path);
      await last.end();
    }
  });
});
