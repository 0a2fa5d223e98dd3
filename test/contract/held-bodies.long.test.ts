import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { author } from '../support/author.js';
import { suiteScope } from '../support/cleanup.js';
import { overEachServer, type TestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { ManualClock } from '../support/manual-clock.js';
import { metric, metricsOf } from '../support/metrics.js';
import { operatorOf } from '../support/operator.js';
import { RawConnection } from '../support/raw-http.js';
import { figure } from '../support/reliability.js';
import { operatorHolder, type SignedIn, signInWithLink } from '../support/sessions.js';

const hourMs = 3_600_000;
const ended = [401, '{"error":"Session ended; sign in again"}'];
const invalidKey = [401, '{"error":"Invalid API key"}'];
const invalidLink = [401, '{"error":"Sign-in link is invalid, expired or already used"}'];

/** Bodies of the requests that need one. */
const bodies: Readonly<Record<string, object>> = {
  'POST /keys': { plan: 'pro', label: 'of nobody' },
  'POST /account/keys': { label: 'of nobody' },
  'PUT /keys/{id}/origins': { origins: ['https://nobody.example'] },
  'PUT /account/keys/{id}/origins': { origins: ['https://nobody.example'] },
  'PUT /keys/{id}/label': { label: 'of nobody' },
  'PUT /account/keys/{id}/label': { label: 'of nobody' },
};

/** Sends the head of a request, and waits until the gateway waits for its body. */
async function hold(
  service: TestGateway,
  method: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ finish(): Promise<readonly [number, string]> }> {
  const inFlight = async () => metric(await metricsOf(service.url), 'textmill_requests_in_flight');
  const others = await inFlight();
  const connection = await RawConnection.open(service.port);
  const fields = {
    host: `127.0.0.1:${service.port}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body.slice(0, 1)}`);
  await until('the head has arrived', async () => (await inFlight()) > others);
  return {
    async finish() {
      const { status, body: response } = await connection.write(body.slice(1)).response();
      connection.destroy();
      return [status, response];
    },
  };
}

overEachServer((start, httpServer) => {
  const scope = suiteScope();
  const clock = new ManualClock(Date.now());
  let service: TestGateway;
  let held = 0;
  let changes = 0;

  before(async () => {
    service = await start(scope, { clock, settings: { DAILY_QUOTA: '1000', FREE_TIER: 'true' } });
  });

  /** An account with a key, an open invitation, and a session of its owner. */
  async function account() {
    const { key, secret } = await service.key({ label: 'first', origins: ['https://app.example'] });
    const owner = { role: 'owner', accountId: key.accountId } as const;
    const invitation = await service.gateway.sessions.createLink(owner, author);
    assert.ok(invitation !== undefined);
    return { key, secret, owner, invitation };
  }
  type Account = Awaited<ReturnType<typeof account>>;

  /** Everything that a request could have changed. */
  async function state(accountId: string) {
    const { keys, sessions } = service.gateway;
    return {
      keys: structuredClone(keys.list({ limit: 1_000 })?.keys.map(({ lastUsedAt: _, ...key }) => key)),
      links: await sessions.links(accountId),
      sessions: (await sessions.list()).map(({ id }) => id),
    };
  }

  /** Holds a request back around an end, and counts what it changed. */
  async function around(accountId: string, request: Parameters<typeof hold>, end: () => unknown) {
    const { finish } = await hold(...request);
    await end();
    const before = await state(accountId);
    const response = await finish();
    held++;
    if (JSON.stringify(await state(accountId)) !== JSON.stringify(before)) changes++;
    return response;
  }

  const headersOf = ({ cookie }: SignedIn) => ({ cookie, origin: service.url });

  describe('a session that ends while a body is held back', () => {
    const requests = endpoints.flatMap(({ access, path, methods }) =>
      access === 'operator' || access === 'owner' || access === 'session'
        ? Object.keys(methods).map((method) => ({ access, method, path }))
        : [],
    );
    for (const { access, method, path } of requests) {
      test(`does nothing by ${method} ${path}`, async () => {
        const { key, owner, invitation } = await account();
        const signedIn = await signInWithLink(service, access === 'owner' ? owner : operatorHolder);
        const other = await signInWithLink(service, owner);
        const id = path.startsWith('/accounts') ? key.accountId : path.startsWith('/sessions') ? other.id : key.id;
        const target = path.replace('{id}', id).replace('{invitation}', invitation.link.id).replace('{name}', 'w');
        const body = JSON.stringify(bodies[`${method} ${path}`] ?? {});
        const end = () => service.gateway.sessions.end(signedIn.id, author);
        const response = await around(key.accountId, [service, method, target, body, headersOf(signedIn)], end);
        assert.deepEqual(response, ended);
      });
    }

    const ends: Readonly<Record<string, (session: SignedIn, of: Account) => unknown>> = {
      'signs out': ({ send }) => send('DELETE', '/sessions/current'),
      'is ended by the operator, with all others of its account': (_, { key }) =>
        operatorOf(service).admin('DELETE', `/accounts/${key.accountId}/sessions`),
      'is replaced by the next one of its browser': ({ send }, { invitation }) =>
        send('POST', '/sign-in', { link: invitation.secret }),
      'was not used for 12 hours': () => clock.advance(12 * hourMs),
    };
    for (const [name, end] of Object.entries(ends)) {
      test(`creates no key if it ${name}`, async () => {
        const of = await account();
        const session = await signInWithLink(service, of.owner);
        const body = JSON.stringify({ label: 'of nobody' });
        const request = [service, 'POST', '/account/keys', body, headersOf(session)] as const;
        assert.deepEqual(await around(of.key.accountId, [...request], () => end(session, of)), ended);
      });
    }

    test('and one that does not end makes the change', async () => {
      const { key, owner } = await account();
      const session = await signInWithLink(service, owner);
      const { finish } = await hold(service, 'POST', '/account/keys', '{"label":"its own"}', headersOf(session));
      assert.equal((await finish())[0], 201);
      assert.equal(service.gateway.keys.activeKeysOf(key.accountId), 2);
    });
  });

  describe('a sign-in link that ends while a body is held back', () => {
    const ends: Readonly<Record<string, (of: Account) => unknown>> = {
      'was used': ({ invitation }) => service.gateway.sessions.takeLink(invitation.secret, 'Firefox', author),
      'was taken back': ({ invitation, key }) =>
        operatorOf(service).admin('DELETE', `/accounts/${key.accountId}/invitations/${invitation.link.id}`),
      'has expired': () => clock.advance(7 * 24 * hourMs),
    };
    for (const [name, end] of Object.entries(ends)) {
      test(`begins and ends no session if it ${name}`, async () => {
        const of = await account();
        const body = JSON.stringify({ link: of.invitation.secret });
        // The session that would be replaced.
        const { cookie } = await signInWithLink(service);
        const headers = { origin: service.url, cookie };
        const request = [service, 'POST', '/sign-in', body, headers] as const;
        assert.deepEqual(await around(of.key.accountId, [...request], () => end(of)), invalidLink);
      });
    }
  });

  describe('a key that ends while a body is held back', () => {
    const operations: Readonly<Record<string, object>> = {
      '/v1/run': { input: 'a', steps: ['upper-case'] },
      '/v1/sanitize': { urls: ['https://a.example'] },
      '/v1/sort-dedupe': { lines: ['a'] },
      '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    };
    const revoke = ({ key }: Account) => service.gateway.keys.revoke(key.id, author);

    async function responseAfter(path: string, end: (of: Account) => unknown, headers = {}) {
      const of = await account();
      const body = JSON.stringify(operations[path]);
      const fields = { 'x-api-key': of.secret, accept: 'application/json, text/event-stream', ...headers };
      const { finish } = await hold(service, 'POST', path, body, fields);
      await end(of);
      const response = await finish();
      held++;
      const usage = await operatorOf(service).admin('GET', `/accounts/${of.key.accountId}/usage`);
      const { used, history } = usage.json as { used: number; history: readonly unknown[] };
      return { response, used, history };
    }

    for (const path of Object.keys(operations)) {
      test(`runs nothing by ${path}, and costs nothing`, async () => {
        const { response, used, history } = await responseAfter(path, revoke);
        if (response[0] === 200) changes++;
        assert.deepEqual([response, used, history], [invalidKey, 0, []]);
      });
    }

    const ends: Readonly<Record<string, (of: Account) => unknown>> = {
      'was rotated': ({ key }) => service.gateway.keys.rotate(key.id, 0, author),
      'was rotated, and its grace has ended': async ({ key }) => {
        await service.gateway.keys.rotate(key.id, 60, author);
        clock.advance(60_000);
      },
      'was revoked by another process': async ({ key }) => {
        const database = openDatabase(service.config.dataDir);
        await new IndexedKeyStore(new SqliteKeyTable(database), clock).revoke(key.id, author);
        database.close();
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      test(`runs nothing if it ${name}`, async () => {
        const { response, used } = await responseAfter('/v1/run', end);
        if (response[0] === 200) changes++;
        assert.deepEqual([response, used], [invalidKey, 0]);
      });
    }

    test('runs nothing for a page whose origin was removed', async () => {
      const remove = ({ key }: Account) => service.gateway.keys.setOrigins(key.id, [], author);
      const { response, used } = await responseAfter('/v1/run', remove, { origin: 'https://app.example' });
      if (response[0] === 200) changes++;
      assert.deepEqual([response, used], [[403, '{"error":"Origin not allowed"}'], 0]);
    });

    test('stores no workflow', async () => {
      const of = await account();
      const body = JSON.stringify({ steps: ['trim-lines'] });
      const request = [service, 'PUT', '/v1/workflows/w', body, { 'x-api-key': of.secret }] as const;
      assert.deepEqual(await around(of.key.accountId, [...request], () => revoke(of)), invalidKey);
      const { json } = await operatorOf(service).admin('GET', `/accounts/${of.key.accountId}/workflows`);
      assert.deepEqual((json as { workflows: unknown[] }).workflows, []);
    });

    test('and one that does not end runs, although others do', async () => {
      const { response, used } = await responseAfter('/v1/run', async () => revoke(await account()));
      assert.deepEqual([response[0], used], [200, 1]);
    });
  });

  test('nothing has changed', (t: TestContext) => {
    assert.equal(changes, 0);
    figure(
      t,
      'R28',
      `${held} requests held back around the end of what they came with: ${changes} changes`,
      `over ${httpServer}`,
    );
  });
});
