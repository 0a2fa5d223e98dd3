import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { ownerLimits } from '#gateway/server/keys/owner-limits.js';
import { author } from '../support/author.js';
import { suiteScope } from '../support/cleanup.js';
import {
  adminToken,
  overEachServer,
  startTestGateway,
  type TestGateway,
  type TestResponse,
} from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { operatorOf } from '../support/operator.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { ageSessions, operatorHolder, type SignedIn, signInWithLink, takeLink } from '../support/sessions.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostActiveKeys = ownerLimits.activeKeys;

/** The successful requests of an owner, by endpoint: each endpoint has one, so that none is left out of the matrix. */
const requests: Readonly<Record<string, { readonly body?: object; readonly status?: number }>> = {
  'GET /account': {},
  'GET /account/usage': {},
  'GET /account/usage/days': {},
  'GET /account/audit': {},
  'GET /account/keys': {},
  'POST /account/keys': { body: { label: 'mine' }, status: 201 },
  'GET /account/keys/{id}': {},
  'PUT /account/keys/{id}/limits': { body: { operations: ['run'] } },
  'PUT /account/keys/{id}/enabled': { body: { enabled: true } },
  'PUT /account/keys/{id}/label': { body: { label: 'renamed' } },
  'PUT /account/keys/{id}/origins': { body: { origins: ['https://app.example'] } },
  'POST /account/keys/{id}/rotate': { body: { graceSeconds: 60 } },
  'DELETE /account/keys/{id}': {},
  'GET /account/workflows': {},
  'PUT /account/workflows/{name}': { body: { steps: ['trim-lines'] }, status: 201 },
  'GET /account/workflows/{name}': {},
  'DELETE /account/workflows/{name}': {},
};

const ownEndpoints = endpoints.filter(({ path }) => /^\/account(?:\/|$)/.test(path));
const operatorEndpoints = endpoints.filter(({ access }) => access === 'operator');
const namesOf = (all: typeof endpoints) =>
  all.flatMap(({ path, methods }) => Object.keys(methods).map((method) => `${method} ${path}`));
const isWrite = (method: string) => method !== 'GET';

const statusAndError = ({ status, json }: TestResponse) => [status, (json as { error?: string }).error];
const notSignedIn = [401, 'Not signed in'];
const ended = [401, 'Session ended; sign in again'];
const crossSite = [403, 'Origin not allowed'];
const otherRole = [403, 'Session not allowed'];
const notFound = [404, 'Not found'];

test('the requests of these tests are those of the endpoint table, and all need the session of an owner', () => {
  assert.deepEqual(new Set(Object.keys(requests)), new Set(namesOf(ownEndpoints)));
  assert.ok(ownEndpoints.every(({ access }) => access === 'owner'));
  assert.ok(endpoints.every(({ access, path }) => access !== 'owner' || path.startsWith('/account')));
});

interface Started {
  readonly service: TestGateway;
  /** Lets time pass for sessions and invitations, in milliseconds. */
  readonly pass: (ms: number) => void | Promise<void>;
}

/** Endpoints under /account over HTTP. */
function accountRules(start: (scope: Parameters<typeof startTestGateway>[0]) => Promise<Started>) {
  const scope = suiteScope();
  let service: TestGateway;
  let pass: Started['pass'];
  let owner: SignedIn;
  let neighbour: SignedIn;
  let operator: SignedIn;
  let own: Awaited<ReturnType<TestGateway['key']>>;
  let foreign: Awaited<ReturnType<TestGateway['key']>>;

  const ownerOf = (accountId: string) => signInWithLink(service, { role: 'owner', accountId });

  before(async () => {
    ({ service, pass } = await start(scope));
    own = await service.key({ label: 'own' });
    foreign = await service.key({ label: 'foreign' });
    owner = await ownerOf(own.key.accountId);
    neighbour = await ownerOf(foreign.key.accountId);
    operator = await signInWithLink(service, operatorHolder);
  });

  /** Sends the request of an endpoint. @param headers - in place of those of a page with the owner's session. */
  function request(name: string, keyId: string, headers: Readonly<Record<string, string>>): Promise<TestResponse> {
    const [method = '', path = ''] = name.split(' ');
    const { body } = requests[name] ?? {};
    return service.request(method, path.replace('{id}', keyId).replace('{name}', 'clean'), {
      headers,
      ...(body && { body }),
    });
  }

  const page = (session: SignedIn) => ({ cookie: session.cookie, origin: service.url });

  for (const name of Object.keys(requests)) {
    const [method = '', path = ''] = name.split(' ');

    test(`${name}: only the session of the account's owner, from a page of the gateway`, async () => {
      const refusals: (readonly [who: string, headers: Record<string, string>, expected: unknown[]])[] = [
        ['nobody', { origin: service.url }, notSignedIn],
        ['a key', { origin: service.url, 'x-api-key': own.secret }, notSignedIn],
        ['a key as Bearer', { origin: service.url, authorization: `Bearer ${own.secret}` }, notSignedIn],
        ['the admin token', { origin: service.url, 'x-admin-token': adminToken }, notSignedIn],
        ['an operator', page(operator), otherRole],
        ['an unknown session', { origin: service.url, cookie: `${owner.cookie.slice(0, -1)}_` }, ended],
        ['another site', { cookie: owner.cookie, origin: 'https://elsewhere.example' }, crossSite],
        ['a page of another site', { ...page(owner), 'sec-fetch-site': 'cross-site' }, crossSite],
        ['a page of another subdomain', { ...page(owner), 'sec-fetch-site': 'same-site' }, crossSite],
      ];
      if (isWrite(method)) refusals.push(['a write without proof of its page', { cookie: owner.cookie }, crossSite]);
      if (path.includes('{id}')) refusals.push(['a neighbour', page(neighbour), notFound]);
      const before = service.gateway.keys.get(own.key.id);
      const keysOf = () => service.gateway.keys.list({ limit: 1_000, accountId: own.key.accountId })?.keys.length;
      const state = JSON.stringify([before, keysOf()]);
      for (const [who, headers, expected] of refusals) {
        const response = await request(name, own.key.id, headers);
        assert.deepEqual(statusAndError(response), expected, who);
        assert.equal(response.headers.get('access-control-allow-origin'), null);
      }
      const after = service.gateway.keys.get(own.key.id);
      assert.equal(JSON.stringify([after, keysOf()]), state);
    });

    test(`${name}: the owner, until the operator ends the session`, async () => {
      const { key } = await service.key({ accountId: own.key.accountId });
      const session = await ownerOf(own.key.accountId);
      const response = await request(name, key.id, page(session));
      assert.equal(response.status, requests[name]?.status ?? 200, response.bytes.toString());
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal((await operator.send('DELETE', `/sessions/${session.id}`)).status, 200);
      assert.deepEqual(statusAndError(await request(name, key.id, page(session))), ended);
    });
  }

  test('no endpoint of the operator takes the session of an owner', async () => {
    for (const name of namesOf(operatorEndpoints)) {
      const [method = '', path = ''] = name.split(' ');
      const target = path
        .replace('/accounts/{id}', `/accounts/${own.key.accountId}`)
        .replaceAll(/\{\w+\}/g, own.key.id);
      const response = await service.request(method, target, {
        headers: page(owner),
        ...(isWrite(method) && { body: {} }),
      });
      assert.deepEqual(statusAndError(response), otherRole, name);
    }
  });

  test('an owner sees the own account, and nothing of others', async () => {
    const { accountId } = own.key;
    const account = (await owner.send('GET', '/account')).json as Record<string, unknown>;
    assert.deepEqual([account.accountId, account.plan, account.freeAt], [accountId, 'pro', null]);
    assert.equal(account.mostActiveKeys, mostActiveKeys);
    await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, foreign.secret);
    await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, own.secret);
    const usage = (await owner.send('GET', '/account/usage?range=7d')).json as {
      readonly accountId: string;
      readonly range: string;
      readonly byKey: readonly { readonly keyId: string; readonly count: number }[];
    };
    assert.deepEqual([usage.accountId, usage.range], [accountId, '7d']);
    assert.deepEqual(
      usage.byKey.map(({ keyId, count }) => [keyId, count]),
      [[own.key.id, 1]],
    );
    for (const query of ['', `?accountId=${foreign.key.accountId}`]) {
      const { keys } = (await owner.send('GET', `/account/keys${query}`)).json as {
        keys: readonly { readonly accountId: string }[];
      };
      assert.ok(keys.length > 0 && keys.every((key) => key.accountId === accountId), query);
    }
    const after = await owner.send('GET', `/account/keys?after=${foreign.key.id}`);
    assert.deepEqual(statusAndError(after), [400, 'after must be the id of a key']);
  });

  test('a new key belongs to the account of the session and has its plan: nothing else can be asked for', async () => {
    const made = (await owner.send('POST', '/account/keys', { environment: 'dev' })).json as Record<string, string>;
    assert.deepEqual([made.accountId, made.plan, made.environment], [own.key.accountId, 'pro', 'dev']);
    assert.match(made.key ?? '', /^svc_dev_/);
    for (const field of ['accountId', 'plan']) {
      const body = { [field]: field === 'plan' ? 'pro' : foreign.key.accountId };
      assert.deepEqual(statusAndError(await owner.send('POST', '/account/keys', body)), [
        400,
        `Unknown field: ${field}`,
      ]);
    }
  });

  test('a leaked key is rotated without the operator: the old secret is refused, the new one works', async () => {
    const { key, secret } = await service.key({ accountId: own.key.accountId });
    const rotated = (await owner.send('POST', `/account/keys/${key.id}/rotate`)).json as { readonly key: string };
    const { statusWith } = operatorOf(service);
    assert.deepEqual([await statusWith(secret), await statusWith(rotated.key)], [401, 200]);
  });

  test('the number of keys is bounded: active ones, and new ones in 24 hours', async () => {
    const { key } = await service.key();
    const session = await ownerOf(key.accountId);
    const create = (body: object = {}) => session.send('POST', '/account/keys', body);
    const responses = await Promise.all(Array.from({ length: mostActiveKeys + 4 }, () => create()));
    const made = responses.filter(({ status }) => status === 201);
    const others = responses.filter(({ status }) => status !== 201).map(statusAndError);
    assert.equal(made.length, mostActiveKeys - 1, JSON.stringify(others));
    const full = `The account has ${mostActiveKeys} active keys, the most it can have; revoke one first`;
    assert.deepEqual(statusAndError(await create()), [400, full]);
    await session.send('DELETE', `/account/keys/${key.id}`);
    const many = 'The owner of an account can create and rotate keys at most 100 times in 24 hours';
    assert.equal((await create()).status, 201);
    const { keys } = (await session.send('GET', '/account/keys')).json as { keys: readonly { readonly id: string }[] };
    assert.deepEqual(statusAndError(await session.send('POST', `/account/keys/${keys.at(-1)?.id}/rotate`)), [
      400,
      many,
    ]);
    await session.send('DELETE', `/account/keys/${keys.at(-1)?.id}`);
    assert.deepEqual(statusAndError(await create()), [400, many]);
  });

  test('a page of keys stays short although each has very many origins, and no key is left out', async () => {
    const { accountId } = (await service.key()).key;
    const session = await ownerOf(accountId);
    const origins = Array.from({ length: 100 }, (_, index) => `https://${index}.${'a'.repeat(60)}.example`);
    for (let keys = 1; keys < 45; keys++) await service.key({ accountId, origins });
    const ids = new Set<string>();
    const lengths: number[] = [];
    let after = '';
    do {
      const page = (await session.send('GET', `/account/keys?limit=1000${after && `&after=${after}`}`)).json as {
        readonly keys: readonly { readonly id: string }[];
        readonly next: string | null;
      };
      for (const { id } of page.keys) ids.add(id);
      lengths.push(page.keys.length);
      after = page.next ?? '';
    } while (after !== '');
    assert.deepEqual([lengths, ids.size], [[21, 20, 4], 45]);
  });

  describe('an invitation', () => {
    const invite = (accountId: string) => operatorOf(service).admin('POST', `/accounts/${accountId}/invitations`);
    const secretIn = ({ json }: TestResponse) => (json as { url: string }).url.split('#signin=')[1] ?? '';

    test('is a link that signs the owner in once, within 7 days, and is listed until then', async () => {
      const { accountId } = (await service.key()).key;
      const first = await invite(accountId);
      assert.equal(first.status, 201);
      const { url, id, createdAt, expiresAt } = first.json as Record<string, string>;
      assert.match(url ?? '', new RegExp(`^${service.url}/console/#signin=[\\w-]{43}$`));
      assert.equal(Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? ''), 7 * dayMs);
      const listed = async () =>
        (await operatorOf(service).admin('GET', `/accounts/${accountId}/invitations`)).json as {
          readonly invitations: readonly { readonly id: string }[];
        };
      assert.deepEqual(
        (await listed()).invitations.map((each) => each.id),
        [id],
      );
      assert.ok(!JSON.stringify(await listed()).includes(secretIn(first)));
      const signedIn = await takeLink(service, secretIn(first));
      const { role, accountId: signedInto } = signedIn.json as Record<string, string>;
      assert.deepEqual([signedIn.status, role, signedInto], [201, 'owner', accountId]);
      assert.equal((await takeLink(service, secretIn(first))).status, 401);
      assert.deepEqual((await listed()).invitations, []);
    });

    test('can be taken back, only under its own account', async () => {
      const { accountId } = (await service.key()).key;
      const invitation = await invite(accountId);
      const { id } = invitation.json as { readonly id: string };
      const { admin } = operatorOf(service);
      assert.equal((await admin('DELETE', `/accounts/${own.key.accountId}/invitations/${id}`)).status, 404);
      assert.equal((await admin('DELETE', `/accounts/${accountId}/invitations/${id}`)).status, 200);
      assert.equal((await takeLink(service, secretIn(invitation))).status, 401);
      assert.equal((await invite('acc_nobody')).status, 404);
      assert.equal((await admin('GET', '/accounts/acc_nobody/invitations')).status, 404);
    });

    test('and all sessions of an account end together, and those of others go on', async () => {
      const { accountId } = (await service.key()).key;
      const session = await ownerOf(accountId);
      const open = await invite(accountId);
      const { admin } = operatorOf(service);
      const { sessions } = (await admin('GET', `/accounts/${accountId}/sessions`)).json as {
        readonly sessions: readonly { readonly id: string; readonly role: string }[];
      };
      assert.deepEqual(
        sessions.map(({ id, role }) => [id, role]),
        [[session.id, 'owner']],
      );
      assert.deepEqual((await admin('DELETE', `/accounts/${accountId}/sessions`)).json, { ended: 1 });
      assert.deepEqual(statusAndError(await session.send('GET', '/account')), ended);
      assert.equal((await takeLink(service, secretIn(open))).status, 401);
      assert.equal((await neighbour.send('GET', '/account')).status, 200);
    });
  });

  // The last ones: from here on time passes, and earlier sessions have expired.
  test('every endpoint refuses a session that was not used for 12 hours', async () => {
    const unused = await ownerOf(own.key.accountId);
    await pass(12 * hourMs);
    for (const name of Object.keys(requests)) {
      assert.deepEqual(statusAndError(await request(name, own.key.id, page(unused))), ended, name);
    }
  });

  test('an invitation of 7 days ago is refused and not listed', async () => {
    const { accountId } = (await service.key()).key;
    const { admin } = operatorOf(service);
    const { url = '' } = (await admin('POST', `/accounts/${accountId}/invitations`)).json as Record<string, string>;
    await pass(7 * dayMs);
    assert.deepEqual((await admin('GET', `/accounts/${accountId}/invitations`)).json, { invitations: [] });
    assert.equal((await takeLink(service, url.split('#signin=')[1] ?? '')).status, 401);
  });
}

const settings = { BURST_PER_IP: '100000', BURST_PER_KEY: '1000' };

overEachServer(async (startGateway) => {
  describe('account settings, with SQLite', () => {
    accountRules(async (scope) => {
      const clock = new ManualClock(Date.now());
      const service = await startGateway(scope, { clock, settings });
      return { service, pass: (ms) => clock.advance(ms) };
    });

    test('an account that made as many keys as it may has new ones to make after a day', async (t) => {
      const clock = new ManualClock(Date.now());
      const service = await startGateway(t, { clock, settings });
      const { key } = await service.key();
      const { accountId } = key;
      const made = async (owner: SignedIn) => (await owner.send('POST', '/account/keys', {})).status;
      const first = await signInWithLink(service, { role: 'owner', accountId });
      for (let keys = 1; keys < mostActiveKeys; keys++) assert.equal(await made(first), 201);
      await service.gateway.keys.revoke(key.id, author);
      assert.equal(await made(first), 201);
      const again = await service.gateway.keys.revoke(
        service.gateway.keys.list({ limit: 2, accountId })?.keys[1]?.id ?? '',
        author,
      );
      assert.notEqual(again, undefined);
      assert.equal(await made(first), 400);
      clock.advance(dayMs);
      assert.equal(await made(await signInWithLink(service, { role: 'owner', accountId })), 201);
    });
  });
});

describe('account settings, with PostgreSQL', { skip: withoutPostgres }, () => {
  accountRules(async (scope) => {
    const DATABASE_URL = await createTestDatabase();
    const service = await startTestGateway(scope, { settings: { ...settings, DATABASE_URL, ADMIN_TOKEN: adminToken } });
    return { service, pass: (ms) => ageSessions(DATABASE_URL, ms) };
  });
});
