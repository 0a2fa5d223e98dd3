import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { encodeJson } from '#engine/core/json.js';
import type { Endpoint } from '#gateway/server/endpoints/endpoint.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
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
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { ageSessions, cookieOf, operatorHolder, signInWithLink, takeLink } from '../support/sessions.js';

const hourMs = 3_600_000;

/** What an owner's endpoint is like: it knows the account from the session alone. */
const ownerEndpoint: Endpoint = {
  access: 'owner',
  path: '/test-account',
  label: 'test-account',
  methods: {
    GET: async ({ session }) => ({ status: 200, body: encodeJson({ accountId: session?.accountId }) }),
    POST: async ({ session }) => ({ status: 200, body: encodeJson({ accountId: session?.accountId }) }),
  },
  describe: () => ({}),
};

const problem = ({ status, json }: TestResponse) => [status, (json as { error: string }).error];
const refused = {
  missingToken: [401, 'Missing admin token'],
  ended: [401, 'Session ended; sign in again'],
  missing: [401, 'Not signed in'],
  origin: [403, 'Origin not allowed'],
  role: [403, 'Session not allowed'],
  link: [401, 'Sign-in link is invalid, expired or already used'],
};

/** A gateway with {@link ownerEndpoint}. */
interface Started {
  readonly service: TestGateway;
  /** Lets time pass, in milliseconds. */
  readonly pass: (ms: number) => void | Promise<void>;
}

/** The rules of sessions over HTTP. */
function sessionRules(start: (scope: Parameters<typeof startTestGateway>[0]) => Promise<Started>) {
  const scope = suiteScope();
  let service: TestGateway;
  let pass: Started['pass'];

  before(async () => {
    ({ service, pass } = await start(scope));
  });

  const newAccount = async () => (await service.key()).key.accountId;

  test('a link signs in once, with a cookie that scripts and other sites do not get', async () => {
    const issued = await service.gateway.sessions.createLink(operatorHolder, author);
    assert.ok(issued !== undefined);
    const headers = {
      origin: service.url,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0',
    };
    const response = await takeLink(service, issued.secret, headers);
    assert.equal(response.status, 201);
    const [cookie = ''] = response.headers.getSetCookie();
    assert.match(
      cookie,
      new RegExp(`^textmill-session-${service.port}=[\\w-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict$`),
    );
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const { id, createdAt, lastUsedAt, ...facts } = response.json as Record<string, string>;
    assert.deepEqual(facts, { role: 'operator', accountId: null, browser: 'Firefox on Linux', current: true });
    const own = { headers: { cookie: cookieOf(response) } };
    assert.equal((await service.request('GET', '/keys', own)).status, 200);
    assert.deepEqual((await service.request('GET', '/sessions/current', own)).json, response.json);
    assert.deepEqual(problem(await takeLink(service, issued.secret)), refused.link);
    assert.deepEqual(problem(await takeLink(service, 'A'.repeat(43))), refused.link);
    assert.deepEqual(problem(await takeLink(service, '')), refused.link);
  });

  test('the admin token begins a session too, and alone decides when both are sent', async () => {
    const headers = { origin: service.url, 'x-admin-token': adminToken };
    const response = await service.request('POST', '/sign-in', { headers });
    assert.equal(response.status, 201);
    const cookie = cookieOf(response);
    assert.equal((await service.request('GET', '/keys', { headers: { cookie } })).status, 200);
    const wrong = { ...headers, 'x-admin-token': 'a-wrong-token-of-tests' };
    for (const [method, path] of [['POST', '/sign-in'] as const, ['GET', '/keys'] as const]) {
      const refusal = await service.request(method, path, { headers: { ...wrong, cookie } });
      assert.deepEqual(problem(refusal), [401, 'Invalid admin token']);
    }
    const elsewhere = { cookie, 'x-admin-token': adminToken, origin: 'https://elsewhere.example' };
    assert.equal((await service.request('GET', '/keys', { headers: elsewhere })).status, 200);
  });

  test('an operator reads the metrics with a session, an owner does not', async () => {
    const statusOf = async ({ cookie }: { cookie: string }) => {
      const response = await fetch(`${service.url}/metrics`, { headers: { cookie } });
      await response.arrayBuffer();
      return response.status;
    };
    assert.equal(await statusOf(await signInWithLink(service)), 200);
    assert.equal(await statusOf(await signInWithLink(service, { role: 'owner', accountId: await newAccount() })), 403);
    assert.equal(await statusOf({ cookie: 'theme=dark' }), 401);
  });

  test('signing in again ends the session before it', async () => {
    const first = await signInWithLink(service);
    const headers = { origin: service.url, 'x-admin-token': adminToken, cookie: first.cookie };
    assert.equal((await service.request('POST', '/sign-in', { headers })).status, 201);
    assert.deepEqual(problem(await first.send('GET', '/sessions/current')), refused.ended);
  });

  test('a link that is not valid does not end the session of the browser', async () => {
    const { cookie, send } = await signInWithLink(service);
    const response = await takeLink(service, 'A'.repeat(43), { origin: service.url, cookie });
    assert.deepEqual(problem(response), refused.link);
    assert.equal((await send('GET', '/sessions/current')).status, 200);
  });

  test('a preview says whose session a link begins and which one ends, and does neither', async () => {
    const accountId = await newAccount();
    const issued = await service.gateway.sessions.createLink({ role: 'owner', accountId }, author);
    const link = issued?.secret ?? '';
    const { cookie, id } = await signInWithLink(service);
    const preview = (headers: Readonly<Record<string, string>>, body: object = { link }) =>
      service.request('POST', '/sign-in/preview', { headers, body });
    const own = { origin: service.url };
    const expiresAt = new Date(issued?.link.expiresAt ?? 0).toISOString();
    const begins = { role: 'owner', accountId };
    for (let time = 0; time < 2; time++) {
      const { status, json, headers } = await preview({ ...own, cookie });
      const { ends, ...rest } = json as { ends: { id: string; role: string } };
      assert.deepEqual([status, rest, ends.id, ends.role], [200, { begins, expiresAt }, id, 'operator']);
      assert.deepEqual([headers.getSetCookie(), headers.get('cache-control')], [[], 'no-store']);
    }
    assert.deepEqual((await preview(own)).json, { begins, expiresAt });
    assert.deepEqual(problem(await preview({ origin: 'https://elsewhere.example', cookie })), refused.origin);
    assert.deepEqual(problem(await preview(own, { link: 'A'.repeat(43) })), refused.link);
    assert.equal((await takeLink(service, link)).status, 201);
    assert.deepEqual(problem(await preview(own)), refused.link);
  });

  test('a page that names its session is refused with the cookie of another one', async () => {
    const { id, send } = await signInWithLink(service);
    const other = await signInWithLink(service);
    const naming = (named: string) => ({ origin: service.url, 'x-session-id': named });
    assert.equal((await send('GET', '/keys', undefined, naming(id))).status, 200);
    assert.deepEqual(problem(await send('GET', '/keys', undefined, naming(other.id))), refused.ended);
    assert.deepEqual(problem(await send('DELETE', '/sessions/current', undefined, naming(other.id))), refused.ended);
    assert.equal((await other.send('GET', '/sessions/current')).status, 200);
  });

  test('a write needs proof that it comes from a page of the gateway', async () => {
    const { send } = await signInWithLink(service);
    const write = (headers: Readonly<Record<string, string>>) => send('POST', '/keys', { plan: 'pro' }, headers);
    const own = { origin: service.url };
    for (const proof of [own, { 'sec-fetch-site': 'same-origin' }, { ...own, 'sec-fetch-site': 'same-origin' }]) {
      assert.equal((await write(proof)).status, 201, JSON.stringify(proof));
    }
    const otherPort = `http://127.0.0.1:${service.port - 1}`;
    for (const foreign of [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-site' },
      { ...own, 'sec-fetch-site': 'cross-site' },
      ...['https://elsewhere.example', 'null', otherPort, `https://127.0.0.1:${service.port}`].flatMap((origin) => [
        { origin },
        { origin, 'sec-fetch-site': 'same-origin' },
      ]),
    ]) {
      const response = await write(foreign);
      assert.deepEqual(problem(response), refused.origin, JSON.stringify(foreign));
      assert.equal(response.headers.get('access-control-allow-origin'), null);
    }
    for (const method of ['DELETE', 'PUT']) {
      assert.deepEqual(
        problem(await send(method, method === 'PUT' ? '/keys/x/label' : '/keys/x', { label: 'a' }, {})),
        refused.origin,
      );
    }
  });

  test('a read is refused if the browser says that another site asks', async () => {
    const { send } = await signInWithLink(service);
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }]) {
      assert.equal((await send('GET', '/keys', undefined, headers)).status, 200);
    }
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
    ]) {
      assert.deepEqual(problem(await send('GET', '/keys', undefined, headers)), refused.origin);
    }
  });

  test('another page cannot sign a browser in', async () => {
    const issued = await service.gateway.sessions.createLink(operatorHolder, author);
    for (const headers of [{}, { origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const response = await takeLink(service, issued?.secret ?? '', headers);
      assert.deepEqual(problem(response), refused.origin);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
    assert.equal((await takeLink(service, issued?.secret ?? '')).status, 201, 'the link is not used up');
  });

  test('without a session there is nothing, and a key is none', async () => {
    const { secret } = await service.key();
    const cookie = (value: string) => ({ headers: { cookie: `textmill-session-${service.port}=${value}` } });
    for (const path of ['/sessions', '/keys']) {
      assert.deepEqual(problem(await service.request('GET', path)), refused.missingToken);
      assert.deepEqual(problem(await service.request('GET', path, { key: secret })), refused.missingToken);
    }
    for (const path of ['/sessions/current', '/test-account']) {
      assert.deepEqual(problem(await service.request('GET', path)), refused.missing);
      assert.deepEqual(problem(await service.request('GET', path, { key: secret })), refused.missing);
      const headers = { 'x-admin-token': adminToken };
      assert.deepEqual(problem(await service.request('GET', path, { headers })), refused.missing);
      for (const wrong of [secret, 'A'.repeat(43), '.', adminToken]) {
        assert.deepEqual(problem(await service.request('GET', path, cookie(wrong))), refused.ended);
      }
    }
  });

  test('an owner has no endpoint of the operator, and the operator none of an owner', async () => {
    const accountId = await newAccount();
    const owner = await signInWithLink(service, { role: 'owner', accountId });
    assert.deepEqual((await owner.send('GET', '/test-account')).json, { accountId });
    assert.deepEqual((await owner.send('POST', '/test-account', {})).json, { accountId });
    assert.deepEqual(problem(await owner.send('POST', '/test-account', {}, {})), refused.origin);
    const operator = await signInWithLink(service);
    for (const [method, path, body] of [
      ['GET', '/keys'],
      ['POST', '/keys', { plan: 'pro' }],
      ['GET', '/accounts'],
      ['GET', `/accounts/${accountId}/usage`],
      ['GET', '/cluster'],
      ['GET', '/sessions'],
      ['DELETE', `/sessions/${operator.id}`],
      ['DELETE', `/sessions/${owner.id}`],
    ] as const) {
      assert.deepEqual(problem(await owner.send(method, path, body)), refused.role, `${method} ${path}`);
    }
    assert.deepEqual(problem(await operator.send('GET', '/test-account')), refused.role);
    assert.equal((await operator.send('GET', '/sessions/current')).status, 200);
    assert.equal((await owner.send('GET', '/sessions/current')).status, 200);
  });

  test('sessions are listed without secrets; one that is ended is refused from the next request on', async () => {
    const accountId = await newAccount();
    const owner = await signInWithLink(service, { role: 'owner', accountId });
    const operator = await signInWithLink(service);
    const response = await operator.send('GET', '/sessions');
    const { sessions } = response.json as { sessions: { id: string; current: boolean; accountId: string | null }[] };
    assert.deepEqual(
      sessions.filter(({ current }) => current).map(({ id }) => id),
      [operator.id],
    );
    assert.equal(sessions.find(({ id }) => id === owner.id)?.accountId, accountId);
    for (const { secret } of [owner, operator]) assert.ok(!response.bytes.includes(secret));
    const ended = await operator.send('DELETE', `/sessions/${owner.id}`);
    assert.deepEqual([ended.status, (ended.json as { id: string }).id], [200, owner.id]);
    assert.deepEqual(problem(await owner.send('GET', '/test-account')), refused.ended);
    for (const id of [owner.id, 'ses_unknown', '%00']) {
      assert.deepEqual(problem(await operator.send('DELETE', `/sessions/${id}`)), [404, 'Not found']);
    }
  });

  test('signing out ends the session and removes the cookie', async () => {
    const { send } = await signInWithLink(service);
    const response = await send('DELETE', '/sessions/current');
    assert.equal(response.status, 200);
    assert.match(response.headers.getSetCookie()[0] ?? '', /=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict$/);
    for (const path of ['/sessions/current', '/keys'])
      assert.deepEqual(problem(await send('GET', path)), refused.ended);
  });

  test('a session ends after 12 hours without a request', async () => {
    const { send } = await signInWithLink(service);
    await pass(11 * hourMs);
    assert.equal((await send('GET', '/sessions/current')).status, 200);
    await pass(12 * hourMs);
    assert.deepEqual(problem(await send('GET', '/sessions/current')), refused.ended);
    assert.deepEqual(problem(await send('GET', '/keys')), refused.ended);
  });

  test('a body is read after the session is known, whole', async () => {
    const { send } = await signInWithLink(service);
    const label = 'a'.repeat(100);
    const { status, json } = await send('POST', '/keys', { plan: 'pro', label });
    assert.deepEqual([status, (json as { label: string }).label], [201, label]);
    const wrong = { origin: service.url, 'content-type': 'text/plain' };
    assert.equal((await send('POST', '/keys', '{"plan":"pro"}', wrong)).status, 415);
  });
}

overEachServer((start) => {
  const withOwner = [...endpoints, ownerEndpoint];

  describe('with SQLite', () =>
    sessionRules(async (scope) => {
      const clock = new ManualClock(Date.now());
      const service = await start(scope, { clock, endpoints: withOwner });
      return { service, pass: (ms) => clock.advance(ms) };
    }));

  describe('with PostgreSQL', { skip: withoutPostgres }, () =>
    sessionRules(async (scope) => {
      const DATABASE_URL = await createTestDatabase();
      const service = await start(scope, { endpoints: withOwner, settings: { DATABASE_URL } });
      return { service, pass: (ms) => ageSessions(DATABASE_URL, ms) };
    }),
  );
});

describe('the cookie where browsers use HTTPS', () => {
  const PUBLIC_URL = 'https://text.example.com';

  test('has the prefix __Host- and Secure, and another name is not accepted', async (t) => {
    const service = await startTestGateway(t, { settings: { PUBLIC_URL } });
    const issued = await service.gateway.sessions.createLink(operatorHolder, author);
    const response = await takeLink(service, issued?.secret ?? '', { origin: PUBLIC_URL });
    assert.match(response.headers.getSetCookie()[0] ?? '', /^__Host-textmill-session=.*; SameSite=Strict; Secure$/);
    const cookie = cookieOf(response);
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await service.request('GET', '/sessions/current', { headers })).status;
    assert.equal(await statusOf({ cookie }), 200);
    assert.equal(await statusOf({ cookie, host: 'text.example.com' }), 200);
    const plain = cookie.replace('__Host-', '');
    assert.equal(await statusOf({ cookie: plain, host: 'text.example.com' }), 401);
    const others = `theme=dark; ${cookie}; textmill-session-${service.port}=other`;
    assert.equal(await statusOf({ cookie: others }), 200);
  });
});
