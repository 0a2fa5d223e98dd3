import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import type { AuditEntry } from '#gateway/server/storage/audit-log.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { author } from '../support/author.js';
import { suiteScope } from '../support/cleanup.js';
import { adminToken, startTestGateway, type TestGateway, type TestResponse } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { operatorOf } from '../support/operator.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { cookieOf, operatorHolder, signInWithLink, takeLink } from '../support/sessions.js';

/** Bodies of the requests that need one. */
const bodies: Readonly<Record<string, object>> = {
  'POST /keys': { plan: 'pro', label: 'of the audit' },
  'PUT /keys/{id}/origins': { origins: ['https://a.example'] },
  'PUT /account/keys/{id}/origins': { origins: ['https://a.example'] },
  'PUT /keys/{id}/label': { label: 'of the audit' },
  'PUT /account/keys/{id}/label': { label: 'of the audit' },
  'PUT /keys/{id}/limits': { expiresAt: '2100-01-31T09:30:00Z', operations: ['run'] },
  'PUT /account/keys/{id}/limits': { burstPerMinute: 10 },
  'PUT /keys/{id}/enabled': { enabled: false },
  'PUT /account/keys/{id}/enabled': { enabled: false },
  'PUT /account/workflows/{name}': { steps: ['trim-lines'] },
  'PUT /accounts/{id}/workflows/{name}': { steps: ['trim-lines'] },
  'POST /accounts': { plan: 'pro', name: 'Example Ltd' },
  'PUT /accounts/{id}/name': { name: 'Example Ltd' },
  'PUT /accounts/{id}/limits': { dailyQuota: 20_000 },
  'PUT /accounts/{id}/enabled': { enabled: false },
};

/** Requests that change nothing, although their methods may. */
const reads = new Set(['POST /sign-in/preview']);

const administered = endpoints.flatMap((endpoint) => {
  const { access, path, methods } = endpoint;
  if (access !== 'operator' && access !== 'owner' && access !== 'session' && access !== 'sign-in') return [];
  return Object.keys(methods).map((method) => ({
    access,
    method: method as keyof typeof methods,
    path,
    name: `${method} ${path}`,
    action: endpoint.audits?.[method as keyof typeof methods],
  }));
});

test('every endpoint that changes something names what it leaves in the audit log, and no other does', () => {
  for (const { method, name, action } of administered) {
    assert.equal(action !== undefined, method !== 'GET' && !reads.has(name), name);
  }
});

interface Page {
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

const stores = [
  { store: 'SQLite', skip: false, settings: async () => ({}) },
  { store: 'PostgreSQL', skip: withoutPostgres, settings: async () => ({ DATABASE_URL: await createTestDatabase() }) },
];

for (const { store, skip, settings } of stores) {
  describe(`the audit log in ${store}`, { skip }, () => {
    const scope = suiteScope();
    let service: TestGateway;
    /** Everything that must be in no entry. */
    const secrets: string[] = [adminToken];

    before(async () => {
      service = await startTestGateway(scope, { settings: await settings() });
    });

    const page = async (query = ''): Promise<Page> => {
      const { status, json } = await operatorOf(service).admin('GET', `/audit${query}`);
      assert.equal(status, 200, JSON.stringify(json));
      return json as Page;
    };
    const newest = async () => (await page('?order=newest&limit=1')).entries[0]?.id;
    const since = async (id: string | undefined) =>
      (await page(id === undefined ? '?limit=1000' : `?limit=1000&after=${id}`)).entries;

    /** An account with a key, an invitation, and a session of its owner. */
    async function account() {
      const { key, secret } = await service.key({ label: 'first' });
      const owner = { role: 'owner', accountId: key.accountId } as const;
      const session = await signInWithLink(service, owner);
      const invitation = await service.gateway.sessions.createLink(owner, author);
      assert.ok(invitation !== undefined);
      secrets.push(secret, session.secret, invitation.secret);
      return { key, owner, session, invitation };
    }

    /** Keeps the secrets that a response has. */
    function keepSecrets({ json, headers }: TestResponse): void {
      const { key, url } = (json ?? {}) as { key?: string; url?: string };
      const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const found = [key, url?.split('#signin=')[1], cookie.slice(cookie.indexOf('=') + 1)];
      for (const each of found) if (each) secrets.push(each);
    }

    for (const { access, method, path, name, action } of administered) {
      test(`${name} leaves ${action === undefined ? 'nothing' : `one entry, ${action}`}`, async () => {
        const { key, owner, session, invitation } = await account();
        const other = await signInWithLink(service, owner);
        const operator = await signInWithLink(service);
        secrets.push(other.secret, operator.secret);
        const id = path.startsWith('/accounts') ? key.accountId : path.startsWith('/sessions') ? other.id : key.id;
        const target = path.replace('{id}', id).replace('{invitation}', invitation.link.id).replace('{name}', 'clean');
        if (path.includes('{name}') && method !== 'PUT') {
          await session.send('PUT', '/account/workflows/clean', { steps: ['trim-lines'] });
        }
        const body = access === 'sign-in' ? { link: invitation.secret } : (bodies[name] ?? {});
        const sent = method === 'GET' ? undefined : body;
        const last = await newest();
        const isOperator = access === 'operator';
        const response = isOperator
          ? await operator.send(method, target, sent)
          : access === 'sign-in'
            ? await service.request(method, path, { headers: { origin: service.url }, body })
            : await session.send(method, target, sent);
        assert.ok(response.status < 300, `${response.status} ${response.bytes}`);
        keepSecrets(response);
        const entries = await since(last);
        if (action === undefined) return assert.deepEqual(entries, []);
        const [entry] = entries;
        assert.equal(entries.length, 1, JSON.stringify(entries));
        assert.ok(entry !== undefined);
        const begun = (response.json as { id: string }).id;
        const sessionId = isOperator ? operator.id : access === 'sign-in' ? begun : session.id;
        assert.deepEqual(
          [entry.action, entry.actor, entry.address, entry.requestId],
          [
            action,
            { kind: isOperator ? 'operator' : 'owner', ...(!isOperator && { accountId: key.accountId }), sessionId },
            '127.0.0.1',
            response.headers.get('x-request-id'),
          ],
        );
        const isNewAccount = name === 'POST /keys' || name === 'POST /accounts';
        assert.equal(entry.target.accountId === key.accountId, !isNewAccount);
        // A refused repetition leaves nothing.
        const after = await newest();
        const missing = target.replace(id, 'none_1').replace(invitation.link.id, 'none_2');
        if (missing !== target && isOperator) {
          assert.equal((await operator.send(method, missing, sent)).status, 404);
          assert.deepEqual(await since(after), []);
        }
      });
    }

    test('requests with the admin token have its kind, and sign in with it', async () => {
      const last = await newest();
      const { id } = await operatorOf(service).created();
      const response = await service.request('POST', '/sign-in', {
        headers: { origin: service.url, 'x-admin-token': adminToken, 'x-request-id': 'my-request' },
      });
      assert.equal(response.status, 201);
      secrets.push(cookieOf(response).split('=')[1] ?? '');
      const entries = await since(last);
      assert.deepEqual(
        entries.map(({ action, actor, target, requestId }) => [action, actor, target.id, requestId === 'my-request']),
        [
          ['key.create', { kind: 'admin-token' }, id, false],
          ['session.sign-in', { kind: 'admin-token' }, (response.json as { id: string }).id, true],
        ],
      );
    });

    test('a sign-in names the link and the session that it ends', async () => {
      const { owner, session } = await account();
      const invitation = await service.gateway.sessions.createLink(owner, author);
      assert.ok(invitation !== undefined);
      const last = await newest();
      const response = await takeLink(service, invitation.secret, { origin: service.url, cookie: session.cookie });
      keepSecrets(response);
      const [entry] = await since(last);
      assert.deepEqual([entry?.before, entry?.after?.link], [{ endedSession: session.id }, invitation.link.id]);
    });

    test('is read by account, action and time, in pages', async () => {
      const { key, session } = await account();
      await session.send('PUT', `/account/keys/${key.id}/label`, { label: 'a' });
      await session.send('PUT', `/account/keys/${key.id}/label`, { label: 'b' });
      const query = `?accountId=${key.accountId}`;
      const all = (await page(query)).entries;
      assert.deepEqual(
        all.map(({ action }) => action),
        ['key.create', 'invitation.create', 'session.sign-in', 'invitation.create', 'key.set-label', 'key.set-label'],
      );
      const first = await page(`${query}&limit=4`);
      assert.deepEqual([first.entries, first.next], [all.slice(0, 4), all[3]?.id]);
      assert.deepEqual(await page(`${query}&limit=4&after=${first.next}`), { entries: all.slice(4), next: null });
      assert.deepEqual((await page(`${query}&action=key.set-label`)).entries, all.slice(4));
      const day = (all[0]?.at ?? '').slice(0, 10);
      assert.deepEqual((await page(`${query}&from=${day}&to=${(all[5]?.at ?? '').slice(0, 10)}`)).entries, all);
      assert.deepEqual((await page(`${query}&to=2026-01-01T00:00:00%2B01:00`)).entries, []);
      assert.deepEqual((await page(`${query}&order=newest`)).entries, all.toReversed());
    });

    const wrong: Readonly<Record<string, string>> = {
      'limit=0': 'limit must be an integer from 1 to 1000',
      'after=aud_none': 'after must be the id of an entry',
      'from=2026-02-30': 'from must be a day such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z',
      'to=yesterday': 'to must be a day such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z',
      'to=2026-01-31T09:30': 'to must be a day such as 2026-01-31, or a time such as 2026-01-31T09:30:00Z',
      'order=random': 'order must be one of: oldest, newest',
    };
    for (const [query, error] of Object.entries(wrong)) {
      test(`refuses ${query}`, async () => {
        const { status, json } = await operatorOf(service).admin('GET', `/audit?${query}`);
        assert.deepEqual([status, json], [400, { error }]);
      });
    }

    test('refuses an unknown action with all that there are', async () => {
      const { status, json } = await operatorOf(service).admin('GET', '/audit?action=key.steal');
      assert.equal(status, 400);
      assert.match((json as { error: string }).error, /^action must be one of: key\.create, .*restore$/);
    });

    test('shows owners their own account, and nothing of operators but that it was one', async () => {
      const { key, owner, session } = await account();
      const stranger = await account();
      const operator = await signInWithLink(service);
      await operator.send('PUT', `/keys/${key.id}/label`, { label: 'by the operator' });
      const browser = await signInWithLink(service, operatorHolder);
      const invitation = await service.gateway.sessions.createLink(owner, author);
      keepSecrets(await takeLink(service, invitation?.secret ?? '', { origin: service.url, cookie: browser.cookie }));
      const { status, json, bytes } = await session.send('GET', `/account/audit?accountId=${stranger.key.accountId}`);
      assert.equal(status, 200);
      const { entries } = json as Page;
      assert.ok(entries.every(({ target }) => target.accountId === key.accountId));
      const changed = entries.find(({ action }) => action === 'key.set-label');
      assert.deepEqual(
        [changed?.actor, changed?.address, changed?.requestId, changed?.after],
        [{ kind: 'operator' }, null, null, { label: 'by the operator' }],
      );
      for (const hidden of [operator.id, browser.id, stranger.key.accountId, stranger.key.id]) {
        assert.ok(!bytes.includes(hidden), hidden);
      }
      const own = entries.find(({ action }) => action === 'session.sign-in');
      assert.deepEqual(
        [own?.actor, own?.address],
        [{ kind: 'owner', accountId: key.accountId, sessionId: session.id }, '127.0.0.1'],
      );
      assert.equal((await session.send('GET', '/audit')).status, 403);
      const first = (await session.send('GET', '/account/audit?limit=1')).json as Page;
      assert.equal(first.next, first.entries[0]?.id);
    });

    test('is read whole as NDJSON, with the same entries', async () => {
      const headers = { 'x-admin-token': adminToken, accept: 'application/x-ndjson' };
      const response = await fetch(`${service.url}/audit?limit=1`, { headers });
      assert.deepEqual(
        [response.status, response.headers.get('content-type')],
        [200, 'application/x-ndjson; charset=utf-8'],
      );
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const text = await response.text();
      const entries = text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as AuditEntry);
      assert.ok(text.endsWith('\n'));
      assert.deepEqual(entries, await since(undefined));
      const head = await fetch(`${service.url}/audit`, { method: 'HEAD', headers });
      assert.deepEqual([head.status, await head.text()], [200, '']);
      const none = await fetch(`${service.url}/audit?to=2020-01-01`, { headers });
      assert.deepEqual([none.status, await none.text()], [200, '']);
    });

    test('has no secret, no hash of one and no link', async () => {
      const { databaseUrl } = service.config;
      let stored: unknown;
      if (databaseUrl === undefined) {
        const database = openDatabase(service.config.dataDir);
        stored = database.prepare('SELECT * FROM audit_entries').all();
        database.close();
      } else {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        stored = (await client.query('SELECT * FROM audit_entries')).rows;
        await client.end();
      }
      const text = JSON.stringify(stored) + JSON.stringify(await since(undefined));
      assert.ok(secrets.length > 50 && text.length > 20_000);
      for (const secret of secrets) {
        for (const form of ['hex', 'base64', 'base64url'] as const) {
          const hash = createHash('sha256').update(secret).digest(form);
          assert.ok(!text.toLowerCase().includes(hash.toLowerCase()), 'a hash');
        }
        assert.ok(!text.includes(secret), 'a secret');
      }
      assert.ok(!text.includes('signin='));
    });
  });
}

describe('sign-ins that are refused', () => {
  const scope = suiteScope();
  const clock = new ManualClock();
  let service: TestGateway;
  before(async () => {
    service = await startTestGateway(scope, { clock, settings: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  });

  const failures = async () => {
    const { json } = await operatorOf(service).admin('GET', '/audit?limit=1000');
    return (json as Page).entries
      .filter(({ actor }) => actor.kind === 'unknown')
      .map(({ action, address, after }) => [action, address, after]);
  };
  const attempt = (address: string, link = 'wrong') =>
    service.request('POST', '/sign-in', {
      headers: { origin: service.url, 'x-forwarded-for': address },
      body: { link },
    });

  test('leave an entry for the first one of an address, and no more than fit', async () => {
    for (let index = 0; index < 30; index++) assert.equal((await attempt('192.0.2.1')).status, 401);
    const wrongToken = { 'x-admin-token': 'not-the-admin-token', 'x-forwarded-for': '192.0.2.2' };
    for (let index = 0; index < 3; index++) {
      assert.equal((await service.request('GET', '/keys', { headers: wrongToken })).status, 401);
    }
    assert.deepEqual(await failures(), [
      ['session.sign-in-failed', '192.0.2.1', { count: 1 }],
      ['admin-token.refused', '192.0.2.2', { count: 1 }],
    ]);
    for (let index = 0; index < 500; index++) await attempt(`198.51.${index >> 8}.${index & 255}`);
    const shown = await failures();
    assert.equal(shown.length, 11);
    assert.deepEqual(shown.at(-1), ['session.sign-in-failed', null, { count: 1 }]);
  });
});
