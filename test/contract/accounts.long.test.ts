import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteScope } from '../support/cleanup.js';
import {
  adminToken,
  overEachServer,
  type RequestOptions,
  startTestGateway,
  type TestGateway,
  type TestResponse,
} from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { type Operator, operatorOf } from '../support/operator.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { type SignedIn, signInWithLink, takeLink } from '../support/sessions.js';

type Json = Record<string, unknown>;

const invalidKey = [401, 'Invalid API key'];
const statusAndError = ({ status, json }: TestResponse) => [status, (json as { error?: string }).error];
const codeOf = ({ json }: TestResponse) => (json as { code?: string }).code;
const runBody = { input: 'a', steps: ['upper-case'] };
const bodies: Readonly<Record<string, object>> = {
  '/v1/run': runBody,
  '/v1/sanitize': { urls: ['https://a.example'] },
  '/v1/sort-dedupe': { lines: ['a'] },
};
const noBounds = { expiresAt: null, burstPerMinute: null, operations: null, addresses: null, enabled: true };

/**
 * Accounts and the limits of keys, through the public door.
 *
 * @param isClockStill - whether no bucket is refilled.
 */
function accountRules(
  start: (scope: Parameters<typeof startTestGateway>[0]) => Promise<TestGateway>,
  isClockStill: boolean,
) {
  const testOfBursts = isClockStill ? test : () => {};

  const scope = suiteScope();
  let service: TestGateway;
  let operator: Operator;

  before(async () => {
    service = await start(scope);
    operator = operatorOf(service);
  });

  const send = async (method: string, path: string, body?: object): Promise<Json> => {
    const { status, json } = await operator.admin(method, path, body);
    assert.ok(status === 200 || status === 201, `${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json as Json;
  };
  const accountWith = async (body: object = {}) => (await send('POST', '/accounts', { plan: 'pro', ...body })) as Json;
  const keyOf = (accountId: unknown, body: object = {}) => operator.created({ plan: 'pro', accountId, ...body });
  const run = (key: string, { headers, ...more }: RequestOptions = {}, path = '/v1/run') =>
    service.request('POST', path, { key, body: bodies[path], ...(headers && { headers }), ...more });
  const problemOf = (key: string) => run(key, { headers: { accept: 'application/problem+json' } });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  test('an account is created with what is asked for, shown alike everywhere, and found by its external id', async () => {
    const asked = { name: 'Example Ltd', externalId: 'customer 1042', dailyQuota: 20_000, burstPerMinute: 0 };
    const { createdAt, ...account } = await accountWith(asked);
    assert.match(String(createdAt), /^\d{4}-.*Z$/);
    const { id } = account;
    const quota = { keys: 0, used: 0, limit: 20_000, remaining: 20_000 };
    assert.deepEqual(account, { id, plan: 'pro', ...asked, enabled: true, ...quota });
    const whole = { ...account, createdAt };
    assert.deepEqual(await send('GET', `/accounts/${id}`), whole);
    const found = { accounts: [whole], next: null };
    assert.deepEqual(await send('GET', `/accounts?externalId=${encodeURIComponent(asked.externalId)}`), found);
    assert.deepEqual(await send('GET', '/accounts?externalId=nobody'), { accounts: [], next: null });
    const { accounts } = (await send('GET', '/accounts?limit=1000')) as { accounts: Json[] };
    assert.deepEqual(
      accounts.find((each) => each.id === id),
      whole,
    );
    const plain = await accountWith();
    const { name, externalId, dailyQuota, burstPerMinute, limit } = plain;
    assert.deepEqual([name, externalId, dailyQuota, burstPerMinute, limit], [null, null, null, null, 500]);
  });

  test('its changes keep what they leave out', async () => {
    const { id } = await accountWith({ name: 'before', dailyQuota: 7, burstPerMinute: 8 });
    const changes: [member: string, body: object, changed: object][] = [
      ['name', { name: 'after' }, { name: 'after' }],
      ['limits', { dailyQuota: 0 }, { dailyQuota: 0, limit: null, remaining: null }],
      ['limits', { burstPerMinute: null }, { burstPerMinute: null }],
      ['limits', {}, {}],
      [
        'limits',
        { dailyQuota: null, burstPerMinute: 3 },
        { dailyQuota: null, burstPerMinute: 3, limit: 500, remaining: 500 },
      ],
      ['enabled', { enabled: false }, { enabled: false }],
      ['enabled', { enabled: true }, { enabled: true }],
      ['name', { name: null }, { name: null }],
    ];
    let expected = await send('GET', `/accounts/${id}`);
    for (const [member, body, changed] of changes) {
      expected = { ...expected, ...changed };
      assert.deepEqual(await send('PUT', `/accounts/${id}/${member}`, body), expected);
      assert.deepEqual(await send('GET', `/accounts/${id}`), expected);
    }
  });

  test('bad input is 400 that names the field, and changes nothing', async () => {
    const account = await accountWith({ externalId: 'taken', dailyQuota: 9 });
    const { id } = await keyOf(account.id);
    const limits = (path: string): [method: string, path: string, body: object, error: string | RegExp][] => [
      ['PUT', path, { burstPerMinute: -1 }, 'burstPerMinute must be at least 0'],
      ['PUT', path, { burstPerMinute: 2 ** 31 }, 'burstPerMinute must be at most 2147483647'],
      ['PUT', path, { burstPerMinute: 1.5 }, 'burstPerMinute must be an integer or null'],
      ['PUT', path, { burst: 1 }, 'Unknown field: burst'],
    ];
    const name = 'must not contain control characters, direction marks, invisible spaces or unpaired surrogates';
    const expiry = 'expiresAt must be a date and time with a zone, such as 2027-01-31T12:00:00Z';
    const network = 'addresses[0] must be an IP address or a network such as 192.0.2.0/24 or 2001:db8::/32';
    const key = `/keys/${id}/limits`;
    const cases: typeof limits extends (path: string) => infer Cases ? Cases : never = [
      ...limits(key),
      ...limits(`/accounts/${account.id}/limits`),
      ['PUT', `/accounts/${account.id}/limits`, { dailyQuota: 2 ** 31 }, 'dailyQuota must be at most 2147483647'],
      ['PUT', `/accounts/${account.id}/limits`, { dailyQuota: '5' }, 'dailyQuota must be an integer or null'],
      ['PUT', `/accounts/${account.id}/name`, { name: 'a\u0000b' }, `name ${name}`],
      ['PUT', `/accounts/${account.id}/name`, {}, 'name is required'],
      ['PUT', `/accounts/${account.id}/enabled`, { enabled: 'no' }, 'enabled must be a boolean'],
      ['POST', '/accounts', {}, 'plan is required'],
      ['POST', '/accounts', { plan: 'free' }, 'plan must be one of: pro'],
      ['POST', '/accounts', { plan: 'pro', name: 'x'.repeat(101) }, 'name must be at most 100 characters long'],
      ['POST', '/accounts', { plan: 'pro', externalId: '' }, 'externalId must be at least 1 character long'],
      ['POST', '/accounts', { plan: 'pro', externalId: 'a\u200bb' }, `externalId ${name}`],
      [
        'POST',
        '/accounts',
        { plan: 'pro', externalId: 'taken' },
        `externalId must be unique: account ${account.id} has it`,
      ],
      ['POST', '/keys', { plan: 'pro', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
      ...[
        'tomorrow',
        '2031-01-01',
        '2031-01-01T00:00:00',
        '2031-02-30T00:00:00Z',
        '2031-13-01T00:00Z',
        '',
        '9999-12-31T23:59:59-01:00',
      ].map((expiresAt) => ['PUT', key, { expiresAt }, expiry] as [string, string, object, string]),
      ['PUT', key, { operations: [] }, 'operations must have at least 1 item'],
      ['PUT', key, { operations: ['walk'] }, 'operations[0] must be one of: run, sanitize, sort-dedupe'],
      ['PUT', key, { addresses: [] }, 'addresses must have at least 1 item'],
      [
        'PUT',
        key,
        { addresses: ['10.0.0.0/8', '10.0.0.1/8'] },
        'addresses[1] must have no address bits beyond its prefix: 10.0.0.0/8 is the network',
      ],
      ['PUT', key, { addresses: ['2001:db8::1/32'] }, /2001:db8::\/32 is the network$/],
      ...['10.0.0.0/33', 'example.com', 'fe80::1%eth0', '10.1', '::ffff:10.0.0.0/90'].map(
        (address) => ['PUT', key, { addresses: [address] }, network] as [string, string, object, string],
      ),
      ['PUT', `/keys/${id}/enabled`, {}, 'enabled is required'],
    ];
    const state = async () => [await send('GET', `/keys/${id}`), await send('GET', `/accounts?limit=1000`)];
    const before = await state();
    for (const [method, path, body, error] of cases) {
      const { status, json } = await operator.admin(method, path, body);
      assert.equal(status, 400, `${path} ${JSON.stringify(body)}`);
      if (typeof error === 'string') assert.deepEqual(json, { error });
      else assert.match((json as { error: string }).error, error);
    }
    assert.deepEqual(await state(), before);
  });

  test('a key gets an end, a later one, and none', async () => {
    const account = await accountWith();
    const expiresAt = new Date(service.gateway.keys.now() + 60_000).toISOString();
    const { key, id } = await keyOf(account.id, { expiresAt });
    assert.equal((await send('GET', `/keys/${id}`)).expiresAt, expiresAt);
    assert.equal((await run(key)).status, 200);
    await send('PUT', `/keys/${id}/limits`, {
      expiresAt: new Date(service.gateway.keys.now() + 120_000).toISOString(),
    });
    assert.equal((await run(key)).status, 200, 'it was extended');
    await send('PUT', `/keys/${id}/limits`, { expiresAt: null });
    assert.equal((await run(key)).status, 200);
  });

  test('a disabled key, and the keys of a disabled account, are refused like unknown ones, and work again', async () => {
    const account = await accountWith();
    const { key, id } = await keyOf(account.id);
    for (const path of [`/keys/${id}/enabled`, `/accounts/${account.id}/enabled`]) {
      await send('PUT', path, { enabled: false });
      assert.deepEqual(statusAndError(await run(key)), invalidKey, path);
      assert.equal(codeOf(await problemOf(key)), 'key-disabled');
      assert.deepEqual(statusAndError(await service.request('GET', '/v1/usage', { key })), invalidKey);
      assert.deepEqual(statusAndError(await service.request('POST', '/mcp', { key, body: {} })), invalidKey);
      await send('PUT', path, { enabled: true });
      assert.equal((await run(key)).status, 200, path);
    }
  });

  test('a key is used for its operations only, also by agents; its usage is shown all the same', async () => {
    const { key, id } = await operator.created({ plan: 'pro', operations: ['sanitize', 'sanitize', 'run'] });
    assert.deepEqual((await send('GET', `/keys/${id}`)).operations, ['sanitize', 'run']);
    const call = (name: string, args: object) =>
      service.request('POST', '/mcp', {
        key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
    const refusal = 'Key not allowed for this operation';
    for (const allowed of [['sort-dedupe'], ['run'], ['sanitize', 'run'], null]) {
      await send('PUT', `/keys/${id}/limits`, { operations: allowed });
      for (const path of Object.keys(bodies)) {
        const isAllowed = allowed === null || allowed.includes(path.slice(4));
        const expected = isAllowed ? [200, undefined] : [403, refusal];
        assert.deepEqual(statusAndError(await run(key, {}, path)), expected, `${path} with ${allowed}`);
      }
      const agents: [tool: string, args: object, operation: string][] = [
        ['run_text_workflow', { input: 'a', steps: ['upper-case'] }, 'run'],
        ['sort_dedupe_lines', { input: 'b\na' }, 'sort-dedupe'],
        ['sanitize_urls', { urls: ['https://a.example'] }, 'sanitize'],
      ];
      for (const [tool, args, operation] of agents) {
        const text = (await call(tool, args)).bytes.toString();
        assert.equal(text.includes(refusal), allowed !== null && !allowed.includes(operation), `${tool} ${text}`);
        assert.equal(text.includes('Correct it'), false, text);
      }
      assert.equal((await call('list_text_tools', {})).bytes.includes(refusal), false);
      assert.equal((await service.request('GET', '/v1/usage', { key })).status, 200);
    }
  });

  test('a key is used from its networks only, as trusted proxies give the address', async () => {
    const { key, id } = await operator.created({
      plan: 'pro',
      addresses: ['192.0.2.0/24', '::ffff:198.51.100.7', '2001:DB8:0::/48', '192.0.2.0/24'],
    });
    const addresses = ['192.0.2.0/24', '198.51.100.7/32', '2001:db8::/48'];
    assert.deepEqual((await send('GET', `/keys/${id}`)).addresses, addresses);
    for (const [address, status] of [
      ['192.0.2.255', 200],
      ['192.0.3.0', 403],
      ['::ffff:192.0.2.9', 200],
      ['198.51.100.7', 200],
      ['198.51.100.8', 403],
      ['2001:db8:0:ffff::1', 200],
      ['2001:db8:1::1', 403],
      // Has the same digits as one of IPv4, and is another address.
      ['::192.0.2.9', 403],
      ['192.0.2.1, 203.0.113.9', 403],
    ] as const) {
      const response = await run(key, from(address));
      assert.deepEqual(statusAndError(response), [status, status === 200 ? undefined : 'Address not allowed'], address);
    }
    assert.equal((await run(key)).status, 403, 'from the proxy itself');
    assert.equal((await service.request('GET', '/v1/usage', { key })).status, 403);
    await send('PUT', `/keys/${id}/limits`, { addresses: ['0.0.0.0/0'] });
    assert.equal((await run(key)).status, 200);
    assert.equal((await run(key, from('2001:db8::1'))).status, 403);
  });

  testOfBursts('a burst of its own, of its account or of the setting decides, from the next request on', async () => {
    const account = await accountWith({ burstPerMinute: 3, dailyQuota: 0 });
    const { key, id } = await keyOf(account.id);
    const burst = async () => {
      const statuses = await Promise.all(Array.from({ length: 12 }, () => run(key)));
      return statuses.filter(({ status }) => status === 200).length;
    };
    const shown = async () =>
      ((await service.request('GET', '/v1/usage', { key })).json as Json).burstPerMinute as number | null;
    assert.deepEqual([await shown(), await burst()], [3, 3]);
    await send('PUT', `/keys/${id}/limits`, { burstPerMinute: 8 });
    // What is used stays used.
    assert.deepEqual([await shown(), await burst()], [8, 5]);
    await send('PUT', `/keys/${id}/limits`, { burstPerMinute: 0 });
    assert.deepEqual([await shown(), await burst()], [null, 12]);
    await send('PUT', `/keys/${id}/limits`, { burstPerMinute: null });
    assert.deepEqual([await shown(), await burst()], [3, 0]);
    await send('PUT', `/accounts/${account.id}/limits`, { burstPerMinute: null });
    assert.equal(await shown(), 1_000);
  });

  test('the quota of an account decides, from the next request on; 0 is no limit', async () => {
    const account = await accountWith({ dailyQuota: 4, burstPerMinute: 0 });
    const { key } = await keyOf(account.id);
    const admitted = async (count: number) => {
      let served = 0;
      for (let sent = 0; sent < count; sent++) if ((await run(key)).status === 200) served++;
      return served;
    };
    const usage = async () => {
      const { quota, used, remaining } = (await service.request('GET', '/v1/usage', { key })).json as Json;
      const shown = await send('GET', `/accounts/${account.id}`);
      assert.deepEqual([shown.limit, shown.used, shown.remaining], [quota, used, remaining]);
      return [quota, used, remaining];
    };
    assert.deepEqual([await admitted(6), await usage()], [4, [4, 4, 0]]);
    await send('PUT', `/accounts/${account.id}/limits`, { dailyQuota: 6 });
    assert.deepEqual([await admitted(4), await usage()], [2, [6, 6, 0]]);
    await send('PUT', `/accounts/${account.id}/limits`, { dailyQuota: 0 });
    // Without a limit nothing is counted.
    assert.deepEqual([await admitted(20), await usage()], [20, [null, 6, null]]);
    await send('PUT', `/accounts/${account.id}/limits`, { dailyQuota: 2 });
    assert.deepEqual([await admitted(3), await usage()], [0, [2, 6, 0]]);
    await send('PUT', `/accounts/${account.id}/limits`, { dailyQuota: null });
    assert.deepEqual([await admitted(3), await usage()], [3, [500, 9, 491]], 'the setting');
  });

  describe('owners', () => {
    let owner: SignedIn;
    let accountId: unknown;
    const own = async (method: string, path: string, body: object) => {
      const { status, json } = await owner.send(method, `/account/keys${path}`, body);
      assert.ok(status === 200 || status === 201, JSON.stringify(json));
      return json as Json;
    };

    before(async () => {
      ({ id: accountId } = await accountWith());
      owner = await signInWithLink(service, { role: 'owner', accountId: String(accountId) });
    });

    test('narrow their keys, and widen nothing that the operator has set, in whatever order', async () => {
      const day = (number: number) => new Date(service.gateway.keys.now() + number * 86_400_000).toISOString();
      const [early, late] = [day(1), day(2)];
      const rows: [operator: Json, owner: Json, both: Json][] = [
        [{ expiresAt: early }, { expiresAt: late }, { expiresAt: early }],
        [{ expiresAt: late }, { expiresAt: early }, { expiresAt: early }],
        [{}, { expiresAt: early }, { expiresAt: early }],
        [{ burstPerMinute: 5 }, { burstPerMinute: 9 }, { burstPerMinute: 5 }],
        [{ burstPerMinute: 5 }, { burstPerMinute: 0 }, { burstPerMinute: 5 }],
        [{ burstPerMinute: 0 }, { burstPerMinute: 9 }, { burstPerMinute: 9 }],
        [{}, { burstPerMinute: 0 }, { burstPerMinute: null }],
        [{ operations: ['run'] }, { operations: ['run', 'sanitize'] }, { operations: ['run'] }],
        [{ operations: ['run'] }, { operations: ['sanitize'] }, { operations: [] }],
        [{ addresses: ['10.0.0.0/8'] }, { addresses: ['10.1.0.0/16', '::/0'] }, { addresses: ['10.1.0.0/16'] }],
        [{ addresses: ['10.1.0.0/16', '::/0'] }, { addresses: ['10.0.0.0/8'] }, { addresses: ['10.1.0.0/16'] }],
        [{ addresses: ['10.0.0.0/8'] }, { addresses: ['192.0.2.0/24'] }, { addresses: [] }],
      ];
      for (const [byOperator, byOwner, both] of rows) {
        for (const isOwnerFirst of [true, false]) {
          const { id } = await keyOf(accountId);
          const steps = [
            () => send('PUT', `/keys/${id}/limits`, byOperator),
            () => own('PUT', `/${id}/limits`, byOwner),
          ];
          for (const step of isOwnerFirst ? steps.toReversed() : steps) await step();
          const { setBy, ...shown } = await send('GET', `/keys/${id}`);
          const seen = Object.fromEntries(Object.keys(noBounds).map((name) => [name, shown[name]]));
          assert.deepEqual(seen, { ...noBounds, ...both }, JSON.stringify([byOperator, byOwner]));
          const isSet = Object.keys(byOperator).length > 0;
          assert.deepEqual(setBy, {
            operator: isSet ? { ...noBounds, ...byOperator } : null,
            owner: { ...noBounds, ...byOwner },
          });
          // What the owner takes back leaves what the operator has set.
          const nothing = { expiresAt: null, burstPerMinute: null, operations: null, addresses: null };
          const { setBy: left } = (await own('PUT', `/${id}/limits`, nothing)) as { setBy: Json };
          assert.deepEqual(left, { operator: isSet ? { ...noBounds, ...byOperator } : null, owner: null });
        }
      }
    });

    testOfBursts('get no request more by changing their own burst', async () => {
      const { key, id } = await keyOf(accountId, { burstPerMinute: 6 });
      const admitted = async () => {
        const statuses = await Promise.all(Array.from({ length: 8 }, () => run(key)));
        return statuses.filter(({ status }) => status === 200).length;
      };
      await own('PUT', `/${id}/limits`, { burstPerMinute: 2 });
      assert.equal(await admitted(), 2);
      await own('PUT', `/${id}/limits`, { burstPerMinute: null });
      assert.equal(await admitted(), 4);
      for (const burstPerMinute of [1, null, 100, 0]) {
        await own('PUT', `/${id}/limits`, { burstPerMinute });
        assert.equal(await admitted(), 0, String(burstPerMinute));
      }
    });

    test('use keys within both limits, and do not enable what the operator has disabled', async () => {
      const { key, id } = (await own('POST', '', { operations: ['run', 'sanitize'] })) as { key: string; id: string };
      const statuses = async () => {
        const all = await Promise.all(Object.keys(bodies).map((path) => run(key, {}, path)));
        return all.map(({ status }) => status);
      };
      assert.deepEqual(await statuses(), [200, 200, 403]);
      await send('PUT', `/keys/${id}/limits`, { operations: ['sanitize', 'sort-dedupe'] });
      assert.deepEqual(await statuses(), [403, 200, 403]);
      await own('PUT', `/${id}/limits`, { operations: null });
      assert.deepEqual(await statuses(), [403, 200, 200]);
      await send('PUT', `/keys/${id}/enabled`, { enabled: false });
      assert.equal((await own('PUT', `/${id}/enabled`, { enabled: true })).enabled, false);
      assert.deepEqual(await statuses(), [401, 401, 401]);
      await own('PUT', `/${id}/enabled`, { enabled: false });
      assert.equal((await send('PUT', `/keys/${id}/enabled`, { enabled: true })).enabled, false);
      assert.deepEqual(await statuses(), [401, 401, 401]);
      await own('PUT', `/${id}/enabled`, { enabled: true });
      assert.deepEqual(await statuses(), [403, 200, 200]);
    });

    test('of a disabled account cannot sign in, see or change anything, and go on when it is enabled', async () => {
      const { id } = await accountWith();
      const session = await signInWithLink(service, { role: 'owner', accountId: String(id) });
      const { url } = await send('POST', `/accounts/${id}/invitations`);
      const link = String(url).split('#signin=')[1] ?? '';
      await send('PUT', `/accounts/${id}/enabled`, { enabled: false });
      const disabled = [403, 'Account disabled'];
      assert.deepEqual(statusAndError(await session.send('GET', '/account')), disabled);
      assert.deepEqual(statusAndError(await session.send('POST', '/account/keys', {})), disabled);
      assert.deepEqual(statusAndError(await takeLink(service, link)), disabled);
      assert.equal((await send('GET', `/accounts/${id}`)).keys, 0);
      assert.equal((await session.send('GET', '/sessions/current')).status, 200, 'to sign out');
      await send('PUT', `/accounts/${id}/enabled`, { enabled: true });
      assert.equal((await session.send('GET', '/account')).status, 200);
      assert.equal((await takeLink(service, link)).status, 201);
    });
  });
}

const settings = { TRUSTED_PROXIES: '127.0.0.1', BURST_PER_KEY: '1000', DAILY_QUOTA: '500' };

overEachServer((startGateway) => {
  describe('accounts and limits of keys, with SQLite', () => {
    accountRules((scope) => startGateway(scope, { settings, clock: new ManualClock(Date.now()) }), true);

    test('a key that was seen to have expired stays so when the clock is set back, and gets a new end', async (t) => {
      const clock = new ManualClock(Date.now());
      const service = await startGateway(t, { clock, settings });
      const { admin, created } = operatorOf(service);
      const end = (ms: number) => new Date(clock.now() + ms).toISOString();
      const [seen, unseen] = [
        await created({ plan: 'pro', expiresAt: end(1_000) }),
        await created({ plan: 'pro', expiresAt: end(1_000) }),
      ];
      const answerTo = async ({ key }: { key: string }) => {
        const headers = { accept: 'application/problem+json' };
        const response = await service.request('POST', '/v1/run', { key, headers, body: runBody });
        return response.status === 200 ? 200 : codeOf(response);
      };
      clock.advance(999);
      assert.equal(await answerTo(seen), 200);
      clock.advance(1);
      assert.equal(await answerTo(seen), 'key-expired');
      assert.deepEqual(statusAndError(await service.post('/v1/run', runBody, seen.key)), invalidKey);
      clock.advance(-3_600_000);
      assert.deepEqual([await answerTo(seen), await answerTo(unseen)], ['key-expired', 200]);
      await admin('PUT', `/keys/${seen.id}/label`, { label: 'changed' });
      assert.equal(await answerTo(seen), 'key-expired');
      await admin('PUT', `/keys/${seen.id}/limits`, { expiresAt: end(500) });
      assert.equal(await answerTo(seen), 200);
    });
  });
});

describe('accounts and limits of keys, with PostgreSQL', { skip: withoutPostgres }, () => {
  accountRules(async (scope) => {
    const DATABASE_URL = await createTestDatabase();
    return startTestGateway(scope, { settings: { ...settings, DATABASE_URL, ADMIN_TOKEN: adminToken } });
  }, false);
});
