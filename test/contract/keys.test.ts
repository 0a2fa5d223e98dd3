import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { adminToken, overEachServer } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { hourOf, type KeyDocument, operatorOf } from '../support/operator.js';

overEachServer(async (startTestGateway) => {
  const clock = new ManualClock();
  const service = await startTestGateway({ after }, { clock, settings: { DAILY_QUOTA: '100' } });
  const { admin, created, statusWith } = operatorOf(service);

  describe('the admin token', () => {
    const paths: [method: string, path: string][] = [
      ['POST', '/keys'],
      ['GET', '/keys'],
      ['GET', '/keys/key_x'],
      ['DELETE', '/keys/key_x'],
      ['POST', '/keys/key_x/rotate'],
      ['PUT', '/keys/key_x/origins'],
      ['PUT', '/keys/key_x/label'],
      ['PUT', '/keys/key_x/limits'],
      ['PUT', '/keys/key_x/enabled'],
      ['GET', '/accounts'],
      ['POST', '/accounts'],
      ['GET', '/accounts/acc_x'],
      ['PUT', '/accounts/acc_x/name'],
      ['PUT', '/accounts/acc_x/limits'],
      ['PUT', '/accounts/acc_x/enabled'],
      ['GET', '/accounts/acc_x/usage'],
      ['GET', '/cluster'],
    ];
    for (const [method, path] of paths) {
      test(`${method} ${path} is refused without it and with a wrong one`, async () => {
        const without = await service.request(method, path);
        assert.deepEqual([without.status, without.json], [401, { error: 'Missing admin token' }]);
        const wrong = await admin(method, path, undefined, `${adminToken}x`);
        assert.deepEqual([wrong.status, wrong.json], [401, { error: 'Invalid admin token' }]);
      });
    }
  });

  describe('POST /keys', () => {
    test('creates a key that works immediately, and shows it once', async () => {
      const { json } = await admin('POST', '/keys', { plan: 'pro' });
      const { id, key, accountId, createdAt, ...rest } = json as Record<string, string>;
      assert.match(id ?? '', /^key_[A-Za-z0-9]+$/);
      assert.match(key ?? '', /^svc_live_[A-Za-z0-9]{32,}$/);
      assert.match(accountId ?? '', /^acc_[A-Za-z0-9]+$/);
      assert.equal(createdAt, new Date(clock.now()).toISOString());
      assert.deepEqual(rest, { plan: 'pro', environment: 'live', label: null, origins: [] });
      assert.equal(await statusWith(key ?? ''), 200);
      const shown = await admin('GET', `/keys/${id}`);
      assert.ok(!shown.bytes.includes(key ?? ''));
      assert.equal((shown.json as { last4: string }).last4, key?.slice(-4));
    });

    test('accepts environment, label, account and origins', async () => {
      const first = await created();
      const body = {
        plan: 'pro',
        environment: 'dev',
        label: 'two',
        accountId: first.accountId,
        origins: ['HTTPS://A.example:443'],
      };
      const { json } = await admin('POST', '/keys', body);
      const { key, accountId, environment, label, origins } = json as Record<string, unknown>;
      assert.match(String(key), /^svc_dev_/);
      assert.deepEqual(
        [accountId, environment, label, origins],
        [first.accountId, 'dev', 'two', ['https://a.example']],
      );
    });

    const refused: [message: string | RegExp, body: unknown][] = [
      ['plan is required', {}],
      ['plan must be one of: pro', { plan: 'free' }],
      ['environment must be one of: live, dev', { plan: 'pro', environment: 'test' }],
      ['Unknown field: name', { plan: 'pro', name: 'x' }],
      ['plan must be one of: pro', { plan: 'Pro' }],
      ['label must be a string', { plan: 'pro', label: 1 }],
      [
        'label must not contain control characters, direction marks, invisible spaces or unpaired surrogates',
        '{"plan":"pro","label":"a\\nb"}',
      ],
      [
        'label must not contain control characters, direction marks, invisible spaces or unpaired surrogates',
        '{"plan":"pro","label":"\\ud800"}',
      ],
      ['label must be at most 100 characters long', { plan: 'pro', label: 'x'.repeat(101) }],
      ['origins must be an array', { plan: 'pro', origins: 'https://a.example' }],
      ['origins[0] must be a string', { plan: 'pro', origins: [null] }],
      [/^origins must have at most 100/, { plan: 'pro', origins: Array(101).fill('https://a.example') }],
      [/acc_nobody/, { plan: 'pro', accountId: 'acc_nobody' }],
      [/^origins\[1\] must /, { plan: 'pro', origins: ['https://a.example', 'https://a.example/path'] }],
      ['Request body must be a JSON object', []],
      ['Invalid JSON body', '{'],
    ];
    for (const [message, body] of refused) {
      test(`400 ${message}`, async () => {
        const { status, json } = await admin('POST', '/keys', body);
        assert.equal(status, 400);
        if (typeof message === 'string') assert.deepEqual(json, { error: message });
        else assert.match((json as { error: string }).error, message);
      });
    }

    test('requires JSON', async () => {
      const headers = { 'x-admin-token': adminToken, 'content-type': 'text/plain' };
      assert.equal((await service.request('POST', '/keys', { headers, body: '{"plan":"pro"}' })).status, 415);
    });
  });

  const listed = async (query: string) => {
    const { status, json } = await admin('GET', `/keys?${query}`);
    assert.equal(status, 200);
    return json as { keys: (KeyDocument & { revokedAt: string | null })[]; next: string | null };
  };

  describe('GET /keys?usage=', () => {
    type Counted = KeyDocument & { requests?: number | null; oldSecretExpiresAt?: string };
    const keysWith = async (accountId: string, usage: string) =>
      (await listed(`accountId=${accountId}&usage=${usage}`)).keys as Counted[];

    test('adds the requests of each key in the range, refused ones too', async () => {
      const { id, key, accountId } = await created();
      await created({ plan: 'pro', accountId });
      const requests = async (usage: string) => (await keysWith(accountId, usage)).map((each) => each.requests);
      await statusWith(key);
      assert.equal((await service.post('/v1/run', '{', key)).status, 400);
      assert.deepEqual(await requests('24h'), [2, 0]);
      clock.advance(25 * 3_600_000);
      await statusWith(key);
      assert.deepEqual(await requests('24h'), [1, 0]);
      assert.ok(!('requests' in ((await listed(`accountId=${accountId}`)).keys[0] ?? {})), 'only if asked for');
      assert.ok(!('requests' in ((await admin('GET', `/keys/${id}`)).json as object)));
    });

    test('of a range that does not exist is refused', async () => {
      const { status, json } = await admin('GET', '/keys?usage=1h');
      assert.deepEqual([status, json], [400, { error: 'usage must be one of: 24h, 7d, 30d' }]);
    });

    test('the end of the last secret before a rotation is shown while that secret is valid', async () => {
      const { id, accountId } = await created();
      const end = async () => ((await listed(`accountId=${accountId}`)).keys[0] as Counted).oldSecretExpiresAt;
      assert.equal(await end(), undefined);
      await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 3_600 });
      const expected = new Date(clock.now() + 3_600_000).toISOString();
      assert.equal(await end(), expected);
      const { json } = await admin('GET', `/keys/${id}`);
      assert.equal((json as Counted).oldSecretExpiresAt, expected);
      await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 60 });
      assert.equal(await end(), new Date(clock.now() + 60_000).toISOString(), 'a shorter grace shortens the first');
      clock.advance(59_999);
      assert.ok((await end()) !== undefined);
      clock.advance(1);
      assert.equal(await end(), undefined);
      await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 60 });
      await admin('POST', `/keys/${id}/rotate`);
      assert.equal(await end(), undefined, 'ended immediately');
      await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 60 });
      await admin('DELETE', `/keys/${id}`);
      assert.equal(await end(), undefined, 'a revoked key has no secret');
    });
  });

  describe('GET /keys', () => {
    test('shows each key with exactly these fields, in order of creation, revoked keys too', async () => {
      const { accountId, ...first } = await created({ plan: 'pro', label: 'one', origins: ['https://a.example'] });
      const createdAt = new Date(clock.now()).toISOString();
      clock.advance(1_000);
      const second = await created({ plan: 'pro', accountId, environment: 'dev' });
      await admin('DELETE', `/keys/${second.id}`);
      const revokedAt = new Date(clock.now()).toISOString();
      const bounds = { expiresAt: null, burstPerMinute: null, operations: null, addresses: null, enabled: true };
      const fixed = { accountId, plan: 'pro', lastUsedAt: null, ...bounds, setBy: { operator: null, owner: null } };
      assert.deepEqual(await listed(`accountId=${accountId}`), {
        keys: [
          {
            ...fixed,
            id: first.id,
            environment: 'live',
            label: 'one',
            origins: ['https://a.example'],
            last4: first.key.slice(-4),
            createdAt,
            revokedAt: null,
          },
          {
            ...fixed,
            id: second.id,
            environment: 'dev',
            label: null,
            origins: [],
            last4: second.key.slice(-4),
            createdAt: revokedAt,
            revokedAt,
          },
        ],
        next: null,
      });
    });

    test('pages of one account: `next` is present exactly if more follow', async () => {
      const { id, accountId } = await created();
      const ids = [id];
      for (let i = 0; i < 3; i++) ids.push((await created({ plan: 'pro', accountId })).id);
      const page = async (query: string) => {
        const { keys, next } = await listed(`accountId=${accountId}&${query}`);
        return [keys.map((key) => key.id), next];
      };
      assert.deepEqual(await page('limit=2'), [ids.slice(0, 2), ids[1]]);
      assert.deepEqual(await page(`limit=2&after=${ids[1]}`), [ids.slice(2), null]);
      assert.deepEqual(await page('limit=4'), [ids, null]);
      assert.deepEqual(await page(`after=${ids[3]}`), [[], null]);
      assert.deepEqual(await listed('accountId=acc_nobody'), { keys: [], next: null });
    });

    test('HEAD has the same headers and no body', async () => {
      const { status, headers, bytes } = await admin('HEAD', '/keys?limit=1');
      assert.deepEqual([status, bytes.length], [200, 0]);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    });

    test('lists all keys, page by page, without their secrets', async () => {
      const made = await Promise.all([1, 2, 3].map(() => created()));
      const ids: string[] = [];
      let after: string | null = '';
      while (after !== null) {
        const { json, bytes } = await admin('GET', `/keys?limit=2${after && `&after=${after}`}`);
        const page = json as { keys: KeyDocument[]; next: string | null };
        assert.ok(page.keys.length <= 2);
        ids.push(...page.keys.map(({ id }) => id));
        for (const { key } of made) assert.ok(!bytes.includes(key));
        after = page.next;
      }
      for (const { id } of made) assert.ok(ids.includes(id));
      assert.equal(new Set(ids).size, ids.length);
    });

    test('lists the keys of one account', async () => {
      const { id, accountId } = await created();
      const { json } = await admin('GET', `/keys?accountId=${accountId}`);
      assert.deepEqual(
        (json as { keys: KeyDocument[] }).keys.map((key) => key.id),
        [id],
      );
    });

    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'after=key_nobody']) {
      test(`400 for ?${query}`, async () => assert.equal((await admin('GET', `/keys?${query}`)).status, 400));
    }

    test('says when a key was last used', async () => {
      const { id, key } = await created();
      clock.advance(1_000);
      await statusWith(key);
      const { json } = await admin('GET', `/keys/${id}`);
      assert.equal((json as { lastUsedAt: string }).lastUsedAt, new Date(clock.now()).toISOString());
    });
  });

  test('a parameter of a query that does not exist or is repeated is refused, not ignored', async () => {
    const { accountId } = await created();
    for (const [path, error] of [
      ['/keys?accountid=acc_a', 'Unknown field: accountid. Did you mean accountId?'],
      ['/keys?limit=1&limit=2', 'limit must not be repeated'],
      ['/accounts?externalid=1042', 'Unknown field: externalid. Did you mean externalId?'],
      [`/accounts/${accountId}/usage?days=7`, 'Unknown field: days'],
      ['/usage?Range=7d', 'Unknown field: Range. Did you mean range?'],
      ['/usage/days?account=acc_a', 'Unknown field: account. Did you mean accountId?'],
      ['/audit?action=key.create&action=key.revoke', 'action must not be repeated'],
      ['/audit?before=aud_a', 'Unknown field: before'],
      [`/accounts/${accountId}/workflows/a?versoin=1`, 'Unknown field: versoin. Did you mean version?'],
    ] as const) {
      const { status, json } = await admin('GET', path);
      assert.deepEqual([status, json], [400, { error }], path);
    }
  });

  test('an unknown key or account is 404', async () => {
    for (const [method, path, body] of [
      ['GET', '/keys/key_nobody'],
      ['DELETE', '/keys/key_nobody'],
      ['POST', '/keys/key_nobody/rotate'],
      ['PUT', '/keys/key_nobody/origins', { origins: [] }],
      ['PUT', '/keys/key_nobody/label', { label: null }],
      ['PUT', '/keys/key_nobody/limits', { operations: ['run'] }],
      ['PUT', '/keys/key_nobody/enabled', { enabled: false }],
      ['PUT', '/accounts/acc_nobody/name', { name: 'x' }],
      ['PUT', '/accounts/acc_nobody/limits', { dailyQuota: 1 }],
      ['PUT', '/accounts/acc_nobody/enabled', { enabled: false }],
      ['GET', '/accounts/acc_nobody/usage'],
      ['GET', '/accounts/acc_nobody'],
      ['GET', '/keys/'],
      ['GET', '/keys/a/b'],
      ['GET', '/keys/a/rotate/c'],
    ] as const) {
      const { status, json } = await admin(method, path, body);
      assert.deepEqual([status, json], [404, { error: 'Not found' }], `${method} ${path}`);
    }
  });

  test('unsupported methods are 405, with the supported ones in Allow', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/keys', 'GET, HEAD, POST'],
      ['OPTIONS', '/keys', 'GET, HEAD, POST'],
      ['POST', '/keys/key_x', 'GET, HEAD, DELETE'],
      ['GET', '/keys/key_x/rotate', 'POST'],
      ['POST', '/keys/key_x/origins', 'PUT'],
      ['GET', '/keys/key_x/label', 'PUT'],
      ['PUT', '/accounts', 'GET, HEAD, POST'],
      ['POST', '/accounts/acc_x', 'GET, HEAD'],
      ['GET', '/accounts/acc_x/limits', 'PUT'],
      ['POST', '/accounts/acc_x/usage', 'GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
    ] as const) {
      const { status, headers } = await admin(method, path);
      assert.deepEqual([status, headers.get('allow')], [405, allow], `${method} ${path}`);
    }
  });

  test('all keys of an account share one quota, live and dev', async () => {
    const live = await created();
    const dev = await created({ plan: 'pro', environment: 'dev', accountId: live.accountId });
    await statusWith(live.key);
    await statusWith(dev.key);
    const { json } = await admin('GET', `/accounts/${live.accountId}/usage`);
    const { byKey, ...usage } = json as { readonly byKey: readonly { readonly keyId: string }[] };
    const outcome = { operation: 'run', status: 200, refusal: null };
    assert.deepEqual(usage, {
      accountId: live.accountId,
      plan: 'pro',
      windowHours: 24,
      used: 2,
      limit: 100,
      remaining: 98,
      range: '24h',
      since: hourOf(clock.now() - 23 * 3_600_000),
      history: [{ hour: hourOf(clock.now()), ...outcome, count: 2, charactersIn: 2, charactersOut: 2 }],
    });
    // In the order of the ids, which are random.
    const once = { count: 1, charactersIn: 1, charactersOut: 1 };
    const expected = [live, dev].map(({ id }) => ({ keyId: id, ...outcome, ...once }));
    assert.deepEqual(new Map(byKey.map((key) => [key.keyId, key])), new Map(expected.map((key) => [key.keyId, key])));
  });

  test('secrets are stored nowhere, and only the owner can read the files', async () => {
    const { id, key } = await created({ plan: 'pro', label: 'findable' });
    const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 60 });
    const renewed = (json as KeyDocument).key;
    assert.equal(await statusWith(key), 200);
    const { dataDir } = service.config;
    const files = readdirSync(dataDir).map((name) => join(dataDir, name));
    assert.ok(
      files.some((file) => readFileSync(file).includes('findable')),
      'the search finds what is stored',
    );
    for (const secret of [key, renewed]) {
      const digest = createHash('sha256').update(secret).digest();
      assert.ok(
        files.some((file) => readFileSync(file).includes(digest)),
        'the hash is stored',
      );
    }
    for (const file of files) {
      const content = readFileSync(file);
      for (const secret of [key, renewed, adminToken]) assert.ok(!content.includes(secret.slice(9)), file);
      assert.equal(statSync(file).mode & 0o777, 0o600, file);
    }
  });
});
