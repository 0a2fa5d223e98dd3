import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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
    ['plan must be one of: pro', { plan: 'Pro' }],
    ['label must be a string', { plan: 'pro', label: 1 }],
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

  test('wants JSON', async () => {
    const headers = { 'x-admin-token': adminToken, 'content-type': 'text/plain' };
    assert.equal((await service.request('POST', '/keys', { headers, body: '{"plan":"pro"}' })).status, 415);
  });
});

const listed = async (query: string) => {
  const { status, json } = await admin('GET', `/keys?${query}`);
  assert.equal(status, 200);
  return json as { keys: (KeyDocument & { revokedAt: string | null })[]; next: string | null };
};

describe('GET /keys', () => {
  test('shows each key with these fields and no other, in order of creation, revoked ones too', async () => {
    const { accountId, ...first } = await created({ plan: 'pro', label: 'one', origins: ['https://a.example'] });
    const createdAt = new Date(clock.now()).toISOString();
    clock.advance(1_000);
    const second = await created({ plan: 'pro', accountId, environment: 'dev' });
    await admin('DELETE', `/keys/${second.id}`);
    const revokedAt = new Date(clock.now()).toISOString();
    const fixed = { accountId, plan: 'pro', lastUsedAt: null };
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

  test('pages of one account: next is there exactly if more follow', async () => {
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

  test('HEAD answers with the same head and no body', async () => {
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

  test('a rotation changes the secret and nothing else', async () => {
    const { id, key, ...rest } = await created({
      plan: 'pro',
      environment: 'dev',
      label: 'x',
      origins: ['https://a.b'],
    });
    const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 604_800 });
    const { key: renewed, ...same } = json as KeyDocument;
    assert.deepEqual(same, { id, ...rest });
    assert.match(renewed, /^svc_dev_[A-Za-z0-9]{32,}$/);
    assert.notEqual(renewed, key);
    const { last4 } = (await admin('GET', `/keys/${id}`)).json as { last4: string };
    assert.equal(last4, renewed.slice(-4));
  });

  test('a second rotation shortens the grace of the first, and never lengthens it', async () => {
    const { id, key } = await created();
    const rotate = async (graceSeconds: number) =>
      ((await admin('POST', `/keys/${id}/rotate`, { graceSeconds })).json as KeyDocument).key;
    const second = await rotate(60);
    const third = await rotate(120);
    clock.advance(60_000);
    assert.deepEqual([await statusWith(key), await statusWith(second), await statusWith(third)], [401, 200, 200]);
    const fourth = await rotate(0);
    assert.deepEqual([await statusWith(second), await statusWith(third), await statusWith(fourth)], [401, 401, 200]);
  });

  test('a revocation ends the secrets in their grace too, and is for good', async () => {
    const { id, key } = await created();
    const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 3_600 });
    const first = await admin('DELETE', `/keys/${id}`);
    assert.deepEqual([await statusWith(key), await statusWith((json as KeyDocument).key)], [401, 401]);
    clock.advance(1_000);
    const again = await admin('DELETE', `/keys/${id}`);
    assert.deepEqual([again.status, again.json], [200, first.json]);
    assert.equal((await admin('POST', `/keys/${id}/rotate`)).status, 404);
    assert.equal((await admin('PUT', `/keys/${id}/origins`, { origins: [] })).status, 404);
    assert.equal((await admin('GET', `/keys/${id}`)).status, 200);
  });

  for (const [message, body] of [
    ['Unknown field: grace', { grace: 1 }],
    ['Request body must be a JSON object', '5'],
    ['Invalid JSON body', '{"graceSeconds":'],
  ] as const) {
    test(`a rotation with ${JSON.stringify(body)} is refused, and rotates nothing`, async () => {
      const { id, key } = await created();
      const { status, json } = await admin('POST', `/keys/${id}/rotate`, body);
      assert.deepEqual([status, json], [400, { error: message }]);
      assert.equal(await statusWith(key), 200);
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

  test('origins are kept as browsers write them, each once', async () => {
    const { id } = await created();
    const origins = [
      'HTTPS://A.Example:443',
      'https://a.example',
      'http://[0:0:0:0:0:0:0:1]:3000',
      'https://bücher.example',
    ];
    const { json } = await admin('PUT', `/keys/${id}/origins`, { origins });
    const expected = ['https://a.example', 'http://[::1]:3000', 'https://xn--bcher-kva.example'];
    assert.deepEqual((json as { origins: string[] }).origins, expected);
    const emptied = await admin('PUT', `/keys/${id}/origins`, { origins: [] });
    assert.deepEqual((emptied.json as { origins: string[] }).origins, []);
  });
});

describe('PUT /keys/{id}/origins refuses, and changes nothing', () => {
  const form = 'must be an origin of the form scheme://host[:port]';
  const end = 'must end after the host or port: no path, no query, not even a final slash';
  const host = 'must have a valid host name or address, and a port from 0 to 65535 if any';
  const wildcard = 'must not contain a wildcard: name each origin';
  const login = 'must not contain a user name or password';
  const scheme = 'must begin with http:// or https://';
  const refused: [origin: string, reason: string][] = [
    ['', form],
    ['null', form],
    ['example.com', form],
    ['//a.example', form],
    ['https:a.example', form],
    [' https://a.example', form],
    ['*', wildcard],
    ['https://*.example', wildcard],
    ['ftp://a.example', scheme],
    ['file:///etc', scheme],
    ['https://u@a.example', login],
    ['https://u:p@a.example', login],
    ['https://a.example/', end],
    ['https://a.example/path', end],
    ['https://a.example?', end],
    ['https://a.example#', end],
    ['https://a.example\\', end],
    ['https://', host],
    ['https://a.example:', host],
    ['https://a.example:65536', host],
    ['https://a.example:x', host],
    ['https://a b.example', host],
    ['https://a.example\n', host],
    ['https://[::1', host],
    [`https://${'a'.repeat(300)}`, 'must have at most 300 characters'],
  ];
  for (const [origin, reason] of refused) {
    test(JSON.stringify(origin.slice(0, 40)), async () => {
      const { id } = await created({ plan: 'pro', origins: ['https://kept.example'] });
      const { status, json } = await admin('PUT', `/keys/${id}/origins`, { origins: ['https://good.example', origin] });
      assert.deepEqual([status, json], [400, { error: `origins[1] ${reason}` }]);
      const { origins } = (await admin('GET', `/keys/${id}`)).json as { origins: string[] };
      assert.deepEqual(origins, ['https://kept.example']);
    });
  }

  for (const [message, body] of [
    ['origins is required', {}],
    ['origins must be an array', { origins: 'https://a.example' }],
    ['origins[0] must be a string', { origins: [1] }],
    ['Unknown field: origin', { origins: [], origin: 'https://a.example' }],
  ] as const) {
    test(message, async () => {
      const { id } = await created();
      const { status, json } = await admin('PUT', `/keys/${id}/origins`, body);
      assert.deepEqual([status, json], [400, { error: message }]);
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
