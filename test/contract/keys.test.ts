import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { adminToken, startTestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';

const clock = new ManualClock();
const service = await startTestGateway({ after }, { clock, settings: { DAILY_QUOTA: '100' } });
const work = { input: 'a', steps: ['upper-case'] };

interface KeyDocument {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
}

function admin(method: string, path: string, body?: unknown, token = adminToken) {
  return service.request(method, path, {
    headers: { 'x-admin-token': token },
    ...(body === undefined ? {} : { body }),
  });
}

async function created(body: object = { plan: 'pro' }): Promise<KeyDocument> {
  const { status, json } = await admin('POST', '/keys', body);
  assert.equal(status, 201);
  return json as KeyDocument;
}

async function statusWith(key: string): Promise<number> {
  return (await service.post('/v1/run', work, key)).status;
}

describe('the admin token', () => {
  const paths: [method: string, path: string][] = [
    ['POST', '/keys'],
    ['GET', '/keys'],
    ['GET', '/keys/key_x'],
    ['DELETE', '/keys/key_x'],
    ['POST', '/keys/key_x/rotate'],
    ['PUT', '/keys/key_x/origins'],
    ['GET', '/accounts/acc_x/usage'],
  ];
  for (const [method, path] of paths) {
    test(`${method} ${path} is refused without it and with another`, async () => {
      const without = await service.request(method, path);
      assert.deepEqual([without.status, without.json], [401, { error: 'Missing admin token' }]);
      const wrong = await admin(method, path, undefined, `${adminToken}x`);
      assert.deepEqual([wrong.status, wrong.json], [401, { error: 'Invalid admin token' }]);
    });
  }
});

describe('POST /keys', () => {
  test('makes a key that works at once, and shows it once', async () => {
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

  test('takes environment, label, account and origins', async () => {
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
    assert.deepEqual([accountId, environment, label, origins], [first.accountId, 'dev', 'two', ['https://a.example']]);
  });

  const refused: [message: string | RegExp, body: unknown][] = [
    ['plan is required', {}],
    ['plan must be one of: pro', { plan: 'free' }],
    ['environment must be one of: live, dev', { plan: 'pro', environment: 'test' }],
    ['Unknown field: name', { plan: 'pro', name: 'x' }],
    ['label must be a string', { plan: 'pro', label: 1 }],
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

  test('wants JSON', async () => {
    const headers = { 'x-admin-token': adminToken, 'content-type': 'text/plain' };
    assert.equal((await service.request('POST', '/keys', { headers, body: '{"plan":"pro"}' })).status, 415);
  });
});

describe('GET /keys', () => {
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

  test('of one account', async () => {
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

  test('tells when a key was last used', async () => {
    const { id, key } = await created();
    clock.advance(1_000);
    await statusWith(key);
    const { json } = await admin('GET', `/keys/${id}`);
    assert.equal((json as { lastUsedAt: string }).lastUsedAt, new Date(clock.now()).toISOString());
  });
});

describe('changes hold from the next request on', () => {
  test('DELETE /keys/{id} revokes', async () => {
    const { id, key } = await created();
    const { status, json } = await admin('DELETE', `/keys/${id}`);
    assert.deepEqual([status, (json as { revokedAt: string }).revokedAt], [200, new Date(clock.now()).toISOString()]);
    assert.equal(await statusWith(key), 401);
  });

  test('POST /keys/{id}/rotate replaces the secret at once', async () => {
    const { id, key } = await created();
    const { json } = await admin('POST', `/keys/${id}/rotate`);
    const rotated = json as KeyDocument;
    assert.equal(rotated.id, id);
    assert.deepEqual([await statusWith(key), await statusWith(rotated.key)], [401, 200]);
  });

  test('POST /keys/{id}/rotate with graceSeconds keeps the old one for so long', async () => {
    const { id, key } = await created();
    const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 90 });
    const renewed = (json as KeyDocument).key;
    clock.advance(89_999);
    assert.deepEqual([await statusWith(key), await statusWith(renewed)], [200, 200]);
    clock.advance(1);
    assert.deepEqual([await statusWith(key), await statusWith(renewed)], [401, 200]);
  });

  for (const [graceSeconds, message] of [
    [-1, 'graceSeconds must be at least 0'],
    [604_801, 'graceSeconds must be at most 604800'],
    [1.5, 'graceSeconds must be an integer'],
  ] as const) {
    test(`graceSeconds ${graceSeconds} is refused`, async () => {
      const { id } = await created();
      assert.deepEqual((await admin('POST', `/keys/${id}/rotate`, { graceSeconds })).json, { error: message });
    });
  }

  test('PUT /keys/{id}/origins replaces the origins', async () => {
    const { id, key } = await created({ plan: 'pro', origins: ['https://old.example'] });
    const from = (origin: string) => service.request('POST', '/v1/run', { key, headers: { origin }, body: work });
    assert.equal((await from('https://old.example')).status, 200);
    const { status } = await admin('PUT', `/keys/${id}/origins`, { origins: ['https://new.example:8443'] });
    assert.equal(status, 200);
    assert.equal((await from('https://old.example')).status, 403);
    assert.equal((await from('https://new.example:8443')).status, 200);
  });

  const bad = [
    '*',
    'https://*.example',
    'example.com',
    'https://a.example/',
    'https://u@a.example',
    'ftp://a.example',
    'null',
    '',
  ];
  for (const origin of bad) {
    test(`${JSON.stringify(origin)} is no origin`, async () => {
      const { id } = await created();
      const { status, json } = await admin('PUT', `/keys/${id}/origins`, { origins: [origin] });
      assert.equal(status, 400);
      assert.match((json as { error: string }).error, /^origins\[0\] must /);
    });
  }
});

test('what is not there is 404', async () => {
  for (const [method, path, body] of [
    ['GET', '/keys/key_nobody'],
    ['DELETE', '/keys/key_nobody'],
    ['POST', '/keys/key_nobody/rotate'],
    ['PUT', '/keys/key_nobody/origins', { origins: [] }],
    ['GET', '/accounts/acc_nobody/usage'],
    ['GET', '/keys/'],
    ['GET', '/keys/a/b'],
    ['GET', '/keys/a/rotate/c'],
  ] as const) {
    const { status, json } = await admin(method, path, body);
    assert.deepEqual([status, json], [404, { error: 'Not found' }], `${method} ${path}`);
  }
});

test('methods that are not there are 405, with those that are', async () => {
  for (const [method, path, allow] of [
    ['DELETE', '/keys', 'GET, HEAD, POST'],
    ['OPTIONS', '/keys', 'GET, HEAD, POST'],
    ['POST', '/keys/key_x', 'GET, HEAD, DELETE'],
    ['GET', '/keys/key_x/rotate', 'POST'],
    ['POST', '/keys/key_x/origins', 'PUT'],
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
  assert.deepEqual(json, {
    accountId: live.accountId,
    plan: 'pro',
    windowHours: 24,
    used: 2,
    limit: 100,
    remaining: 98,
  });
});

test('secrets are nowhere at rest, and the files are for their owner only', async () => {
  const { key } = await created({ plan: 'pro', label: 'findable' });
  const { dataDir } = service.config;
  const files = readdirSync(dataDir).map((name) => join(dataDir, name));
  assert.ok(
    files.some((file) => readFileSync(file).includes('findable')),
    'the search finds what is stored',
  );
  for (const file of files) {
    assert.ok(!readFileSync(file).includes(key.slice('svc_live_'.length)), file);
    assert.equal(statSync(file).mode & 0o777, 0o600, file);
  }
});
