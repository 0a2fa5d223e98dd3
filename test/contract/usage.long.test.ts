import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { author } from '../support/author.js';
import { faultyTools, startTestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { ManualClock } from '../support/manual-clock.js';
import { hourOf, operatorOf, type UsageCount } from '../support/operator.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const work = { input: 'a', steps: ['upper-case'] };
const hourMs = 3_600_000;

/** An account without a name and limits. */
const unlimited = { name: null, externalId: null, dailyQuota: null, burstPerMinute: null, enabled: true };

/** `[operation, status, refusal, count]`, all from one hour. */
const inHour = (history: readonly UsageCount[], hour: string) =>
  history.map((entry) => {
    assert.equal(entry.hour, hour);
    return [entry.operation, entry.status, entry.refusal, entry.count];
  });

describe('usage', async () => {
  describe('the history of an account', () => {
    test('counts every request with one of its keys by operation, status and refusal, and no other', async (t) => {
      const clock = new ManualClock();
      const settings = { DAILY_QUOTA: '6', BURST_PER_KEY: '8', MAX_BODY_BYTES: '1024' };
      const service = await startTestGateway(t, { clock, settings });
      const { admin, historyOf } = operatorOf(service);
      const { key, secret } = await service.key();
      const other = await service.key();
      assert.deepEqual(await historyOf(key.accountId), []);

      const statuses: number[] = [];
      for (const [path, body, headers] of [
        ['/v1/run', work],
        ['/v1/run', work],
        ['/v1/run', { ...work, steps: ['no-such-tool'] }],
        ['/v1/sanitize', { url: 'https://a.example/?fbclid=1' }],
        ['/v1/sort-dedupe', { lines: ['a'] }, { origin: 'https://foreign.example' }],
        ['/v1/run', 'a', { 'content-type': 'text/plain' }],
        ['/v1/sanitize', 'x'.repeat(1_025)],
        ['/v1/run', work],
        ['/v1/run', work],
        ['/v1/sanitize', { url: 'a' }],
      ] as const) {
        const { status } = await service.request('POST', path, { key: secret, body, headers: headers ?? {} });
        statuses.push(status);
      }
      assert.deepEqual(statuses, [200, 200, 400, 200, 403, 415, 413, 429, 429, 429]);
      // None of these requests an operation with a key of the account.
      await service.post('/v1/run', work, `${secret}x`);
      await service.request('OPTIONS', '/v1/run', { key: secret });
      await service.request('GET', '/v1/run', { key: secret });
      await service.request('GET', '/v1/tools', { key: secret });
      await service.post('/v1/run', work, other.secret);

      const hour = hourOf(clock.now());
      assert.equal(hour, '2030-01-01T12:00:00.000Z');
      assert.deepEqual(inHour(await historyOf(key.accountId), hour), [
        ['run', 200, null, 2],
        ['run', 400, null, 1],
        ['run', 415, null, 1],
        ['run', 429, 'quota', 2],
        ['sanitize', 200, null, 1],
        ['sanitize', 413, null, 1],
        ['sanitize', 429, 'burst-key', 1],
        ['sort-dedupe', 403, null, 1],
      ]);
      assert.deepEqual(inHour(await historyOf(other.key.accountId), hour), [['run', 200, null, 1]]);
      const { json } = await admin('GET', `/accounts/${key.accountId}/usage`);
      const { history: _, byKey: __, ...quota } = json as Record<string, unknown>;
      const { accountId } = key;
      const since = hourOf(clock.now() - 23 * hourMs);
      assert.deepEqual(quota, {
        accountId,
        plan: 'pro',
        windowHours: 24,
        used: 6,
        limit: 6,
        remaining: 0,
        range: '24h',
        since,
      });
    });

    test('counts failed and aborted requests, even without a quota', async (t) => {
      const clock = new ManualClock();
      const service = await startTestGateway(t, {
        clock,
        // On a busy machine a thread takes seconds to load the tool that fails.
        settings: { JOB_TIMEOUT_MS: '6000' },
        toolDirectories: [toolsDirectory, faultyTools],
      });
      const { historyOf } = operatorOf(service);
      const { key, secret } = await service.key();
      const shared = await service.key({ accountId: key.accountId, environment: 'dev' });
      assert.equal((await service.post('/v1/run', { input: 'a', steps: ['throw-bug'] }, secret)).status, 500);
      assert.equal((await service.post('/v1/run', { input: 'a', steps: ['endless'] }, shared.secret)).status, 503);
      const connection = await RawConnection.open(service.port);
      connection.write(
        `POST /v1/sanitize HTTP/1.1\r\nHost: a\r\nx-api-key: ${secret}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      connection.destroy();
      const hour = hourOf(clock.now());
      await until(
        'the server sees that the client has disconnected',
        async () => (await historyOf(key.accountId)).length === 3,
      );
      assert.deepEqual(inHour(await historyOf(key.accountId), hour), [
        ['run', 500, null, 1],
        ['run', 503, null, 1],
        ['sanitize', 0, null, 1],
      ]);
    });

    test('covers 7 or 30 days by day, each key, and all accounts', async (t) => {
      const dataDir = temporaryFolder({ after });
      const clock = new ManualClock(Date.UTC(2030, 0, 1, 12));
      const first = await startTestGateway(t, { dataDir, clock });
      const { key, secret } = await first.key();
      const other = await first.key({ accountId: key.accountId, environment: 'dev' });
      const stranger = await first.key();
      for (const used of [secret, secret, other.secret, stranger.secret]) await first.post('/v1/run', work, used);
      await first.gateway.stop();

      clock.set(Date.UTC(2030, 0, 8, 0));
      const second = await startTestGateway(t, { dataDir, clock });
      await second.post('/v1/run', { ...work, steps: [] }, secret);
      const { admin } = operatorOf(second);
      const usage = async (range: string) =>
        (await admin('GET', `/accounts/${key.accountId}/usage?range=${range}`)).json as Record<string, unknown>;
      const ran = (count: number) => ({
        ...{ operation: 'run', status: 200, refusal: null, count },
        ...{ charactersIn: count, charactersOut: count },
      });
      const failed = { operation: 'run', status: 400, refusal: null, count: 1, charactersIn: 0, charactersOut: 0 };
      const week = await usage('7d');
      assert.deepEqual(
        [week.range, week.since, week.history, week.byKey],
        ['7d', '2030-01-02T00:00:00.000Z', [{ day: '2030-01-08', ...failed }], [{ keyId: key.id, ...failed }]],
      );
      const month = await usage('30d');
      assert.deepEqual(month.history, [
        { day: '2030-01-01', ...ran(3) },
        { day: '2030-01-08', ...failed },
      ]);
      assert.deepEqual(
        new Set(month.byKey as object[]),
        new Set([
          { keyId: key.id, ...ran(2) },
          { keyId: key.id, ...failed },
          { keyId: other.key.id, ...ran(1) },
        ]),
      );
      const totals = async () => (await admin('GET', '/usage?range=30d')).json as Record<string, unknown>;
      await until('the last request is stored', async () => JSON.stringify(await totals()).includes('2030-01-08'));
      assert.deepEqual(await totals(), {
        range: '30d',
        since: '2029-12-10T00:00:00.000Z',
        history: [
          { day: '2030-01-01', ...ran(4) },
          { day: '2030-01-08', ...failed },
        ],
        accounts: [
          {
            accountId: key.accountId,
            plan: 'pro',
            requests: 4,
            rateLimited: 0,
            failed: 0,
            charactersIn: 3,
            charactersOut: 3,
          },
          {
            accountId: stranger.key.accountId,
            plan: 'pro',
            requests: 1,
            rateLimited: 0,
            failed: 0,
            charactersIn: 1,
            charactersOut: 1,
          },
        ],
      });
      for (const path of [`/accounts/${key.accountId}/usage`, '/usage']) {
        const { status, json } = await admin('GET', `${path}?range=1y`);
        assert.deepEqual([status, json], [400, { error: 'range must be one of: 24h, 7d, 30d' }]);
      }
      await second.gateway.stop();
    });

    test('covers the current hour and the 23 before it, across a restart too', async (t) => {
      const dataDir = temporaryFolder({ after });
      const clock = new ManualClock(Date.UTC(2030, 0, 1, 12, 59, 59, 999));
      const first = await startTestGateway(t, { dataDir, clock });
      const { key, secret } = await first.key();
      const countOf = ({ hour, count }: UsageCount) => [hour, count];
      await first.post('/v1/run', work, secret);
      clock.advance(1);
      await first.post('/v1/run', work, secret);
      await first.post('/v1/run', work, secret);
      const hours = [
        ['2030-01-01T12:00:00.000Z', 1],
        ['2030-01-01T13:00:00.000Z', 2],
      ];
      assert.deepEqual((await operatorOf(first).historyOf(key.accountId)).map(countOf), hours);
      await first.gateway.stop();

      const second = await startTestGateway(t, { dataDir, clock });
      const { historyOf } = operatorOf(second);
      assert.deepEqual((await historyOf(key.accountId)).map(countOf), hours);
      await second.post('/v1/run', work, secret);
      clock.set(Date.UTC(2030, 0, 2, 11, 59, 59, 999));
      assert.deepEqual((await historyOf(key.accountId)).map(countOf), [hours[0], ['2030-01-01T13:00:00.000Z', 3]]);
      clock.advance(1);
      assert.deepEqual((await historyOf(key.accountId)).map(countOf), [['2030-01-01T13:00:00.000Z', 3]]);
      await second.gateway.stop();

      clock.advance(hourMs);
      const third = await startTestGateway(t, { dataDir, clock });
      assert.deepEqual(await operatorOf(third).historyOf(key.accountId), []);
    });
  });

  describe('GET /accounts', async () => {
    const service = await startTestGateway(
      { after },
      { clock: new ManualClock(), settings: { DAILY_QUOTA: '3', FREE_TIER: 'true' } },
    );
    const { admin, statusWith } = operatorOf(service);
    const [spent, shared, ended, free] = [
      await service.key(),
      await service.key(),
      await service.key(),
      await service.key({ plan: 'free' }),
    ];
    await service.key({ accountId: shared.key.accountId, environment: 'dev' });
    await service.gateway.keys.revoke(ended.key.id, author);
    const limit = 3;
    const plain = ({ key }: IssuedKey) => ({
      ...unlimited,
      id: key.accountId,
      createdAt: new Date(key.createdAt).toISOString(),
    });
    const quotaUsed = (used: number) => ({ used, limit, remaining: limit - used });
    const expected = [
      { ...plain(spent), plan: 'pro', keys: 1, ...quotaUsed(3) },
      { ...plain(shared), plan: 'pro', keys: 2, ...quotaUsed(1) },
      { ...plain(ended), plan: 'pro', keys: 0, ...quotaUsed(0) },
      { ...plain(free), plan: 'free', keys: 1, ...quotaUsed(0) },
    ];
    for (let i = 0; i < 4; i++) await statusWith(spent.secret);
    await statusWith(shared.secret);

    test('lists accounts in order of creation, with their keys and quotas', async () => {
      const { status, json, headers } = await admin('GET', '/accounts');
      assert.deepEqual([status, json], [200, { accounts: expected, next: null }]);
      assert.equal(headers.get('cache-control'), 'no-store');
    });

    test('page by page: `next` is present exactly if more follow', async () => {
      const page = async (query: string) => (await admin('GET', `/accounts?${query}`)).json;
      const [, second, , last] = expected.map(({ id }) => id);
      assert.deepEqual(await page('limit=2'), { accounts: expected.slice(0, 2), next: second });
      assert.deepEqual(await page(`limit=2&after=${second}`), { accounts: expected.slice(2), next: null });
      assert.deepEqual(await page('limit=4'), { accounts: expected, next: null });
      assert.deepEqual(await page(`after=${last}`), { accounts: [], next: null });
    });

    test('HEAD has the same headers and no body', async () => {
      const { status, headers, bytes } = await admin('HEAD', '/accounts');
      assert.deepEqual([status, bytes.length], [200, 0]);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    });

    for (const [query, error] of [
      ['limit=0', 'limit must be an integer from 1 to 1000'],
      ['limit=1001', 'limit must be an integer from 1 to 1000'],
      ['limit=x', 'limit must be an integer from 1 to 1000'],
      ['after=acc_nobody', 'after must be the id of an account'],
      [`after=${spent.key.id}`, 'after must be the id of an account'],
    ] as const) {
      test(`400 for ?${query.replace(spent.key.id, 'the id of a key')}`, async () => {
        const { status, json } = await admin('GET', `/accounts?${query}`);
        assert.deepEqual([status, json], [400, { error }]);
      });
    }

    test('without a daily quota no account has a limit', async (t) => {
      const free = await startTestGateway(t);
      const { key } = await free.key();
      const { json } = await operatorOf(free).admin('GET', '/accounts');
      assert.deepEqual(json, {
        accounts: [
          {
            ...unlimited,
            id: key.accountId,
            createdAt: new Date(key.createdAt).toISOString(),
            ...{ plan: 'pro', keys: 1, used: 0, limit: null, remaining: null },
          },
        ],
        next: null,
      });
    });
  });
});
