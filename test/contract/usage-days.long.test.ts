import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { suiteScope } from '../support/cleanup.js';
import { adminToken, startTestGateway, type TestGateway, type TestResponse } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { operatorOf } from '../support/operator.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { signInWithLink } from '../support/sessions.js';

const agentHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, args: object) => message('tools/call', { name, arguments: args });

/** `[key, path, body, status]`: what is counted, in the order in which it is sent. */
const sent: readonly (readonly ['a' | 'b' | 'other', string, object, number])[] = [
  // Five characters: the emoji is two.
  ['a', '/v1/run', { input: ' é😀\n', steps: ['trim-lines'] }, 200],
  // By a thread: through its channel, and as a message.
  ['a', '/v1/run', { input: 'x '.repeat(10_000), steps: ['trim-lines', 'upper-case'] }, 200],
  ['a', '/v1/run', { input: 'é'.repeat(200_000), steps: ['upper-case'] }, 200],
  ['a', '/v1/run', { input: 'a', steps: ['json-formatter'] }, 400],
  ['a', '/v1/run', { inputs: ['a ', ' b'], steps: ['trim-lines'] }, 200],
  ['b', '/v1/sanitize', { urls: ['http://a/?fbclid=1', 'http://b/'] }, 200],
  ['b', '/v1/sort-dedupe', { input: 'b\na\nb' }, 200],
  ['b', '/mcp', call('sanitize_urls', { urls: ['http://a/?fbclid=1'] }), 200],
  ['b', '/mcp', message('tools/list'), 200],
  ['other', '/v1/sort-dedupe', { lines: ['b', 'a'] }, 200],
];

interface Row {
  readonly day: string;
  readonly accountId: string;
  readonly keyId?: string | null;
  readonly operation?: string;
  readonly requests: number;
  readonly refused: { readonly burstKey: number; readonly burstAddress: number; readonly quota: number };
  readonly charactersIn: number;
  readonly charactersOut: number;
}

const numbersOf = ({ requests, refused, charactersIn, charactersOut }: Row) => [
  requests,
  ...[refused.burstKey, refused.burstAddress, refused.quota],
  ...[charactersIn, charactersOut],
];

/** Requests, refusals by burst of the key, burst of the address and quota, characters in and out. */
const ofA = [6, 1, 3, 0, 220_009, 220_005];
const ofB = [4, 0, 0, 2, 50, 30];
const ofOther = [1, 0, 0, 0, 2, 3];
const ofOperations = {
  mcp: [1, 0, 0, 0, 18, 9],
  run: [7, 1, 3, 2, 220_009, 220_005],
  sanitize: [1, 0, 0, 0, 27, 18],
  'sort-dedupe': [1, 0, 0, 0, 5, 3],
};
const both = ofA.map((number, index) => number + (ofB[index] ?? 0));
const errorOf = ({ status, json }: TestResponse) => [status, (json as { error?: string }).error];

for (const { engine, server, skip } of [
  { engine: 'SQLite', server: 'auto', skip: false },
  { engine: 'PostgreSQL', server: 'node', skip: withoutPostgres },
] as const) {
  describe(`usage by day, in ${engine}`, { skip }, () => {
    const scope = suiteScope();
    const keys = {} as Record<'a' | 'b' | 'other', IssuedKey>;
    let service: TestGateway;
    let accountId: string;
    const days = (query: string) =>
      service.request('GET', `/usage/days?${query}`, { headers: { 'x-admin-token': adminToken } });
    /** The same, as it comes. */
    const textOf = async (query: string, accept: string) => {
      const response = await fetch(`${service.url}/usage/days?${query}`, {
        headers: { 'x-admin-token': adminToken, accept },
      });
      return { headers: response.headers, text: await response.text() };
    };
    const rowsOf = async (query: string) => ((await days(query)).json as { rows: readonly Row[] }).rows;

    before(async () => {
      const settings = { SYNC_INTERVAL_MS: '10', HTTP_SERVER: server };
      const url = engine === 'PostgreSQL' ? { DATABASE_URL: await createTestDatabase() } : {};
      service = await startTestGateway(scope, { settings: { ...settings, ...url } });
      keys.a = await service.key();
      accountId = keys.a.key.accountId;
      keys.b = await service.key({ accountId });
      keys.other = await service.key();
      const post = async (key: string, path: string, body: object) =>
        (await service.request('POST', path, { key, body, headers: path === '/mcp' ? agentHeaders : {} })).status;
      for (const [key, path, body, status] of sent)
        assert.equal(await post(keys[key].secret, path, body), status, path);
      const refused = async (name: string, key: string, times: number) => {
        service.change({ [name]: '1' });
        const statuses: number[] = [];
        for (let sending = 0; sending <= times; sending++) {
          statuses.push(await post(key, '/v1/run', { steps: [] }));
        }
        assert.deepEqual(statuses.slice(1), Array(times).fill(429), name);
        return statuses[0];
      };
      assert.equal(await refused('BURST_PER_KEY', keys.a.secret, 1), 400);
      assert.equal(await refused('BURST_PER_IP', `${keys.a.secret}x`, 2), 401, 'nobody has this key');
      for (let sending = 0; sending < 3; sending++) await post(keys.a.secret, '/v1/run', { steps: [] });
      const asked = await service.request('GET', '/v1/usage', { key: keys.a.secret });
      assert.equal(asked.status, 200, 'the usage has a burst of its own');
      service.change({});
      assert.equal(await refused('DAILY_QUOTA', keys.b.secret, 2), 400);
      service.change({});
      await until(
        'all is stored',
        async () => (await rowsOf('')).reduce((sum, row) => sum + row.refused.quota, 0) === 2,
      );
    });

    /** `[the account, the key or the operation, its numbers]`. */
    const shown = async (query: string) =>
      (await rowsOf(query))
        .map((row) => {
          assert.match(row.day, /^\d{4}-\d\d-\d\d$/);
          return [row.accountId, row.keyId ?? row.operation, numbersOf(row)];
        })
        .sort();

    test('has a row for each account, key or operation', async () => {
      const other = [keys.other.key.accountId, undefined, ofOther];
      assert.deepEqual(await shown(''), [[accountId, undefined, both], other].sort());
      assert.deepEqual(await shown(`accountId=${accountId}`), [[accountId, undefined, both]]);
      const byKey = [
        [accountId, keys.a.key.id, ofA],
        [accountId, keys.b.key.id, ofB],
      ].sort();
      assert.deepEqual(await shown(`by=key&accountId=${accountId}`), byKey);
      const byOperation = Object.entries(ofOperations).map(([operation, numbers]) => [accountId, operation, numbers]);
      assert.deepEqual(await shown(`by=operation&accountId=${accountId}`), byOperation);
    });

    test('is of the days that are asked for', async () => {
      const { json } = await days('by=key');
      const { from, to, by, rows } = json as { from: string; to: string; by: string; rows: readonly Row[] };
      const today = rows[0]?.day ?? '';
      assert.deepEqual([to, by], [today, 'key']);
      assert.equal(Date.parse(to) - Date.parse(from), 29 * 86_400_000);
      assert.equal((await rowsOf(`from=${today}&to=${today}`)).length, 2);
      assert.deepEqual(await rowsOf('from=2020-02-29&to=2020-12-31'), []);
      assert.deepEqual(await rowsOf(`from=2999-01-01&accountId=${accountId}`), []);
    });

    test('comes as JSON, lines of JSON or CSV', async () => {
      for (const by of ['account', 'key', 'operation']) {
        const rows = await rowsOf(`by=${by}`);
        const lines = await textOf(`by=${by}`, 'application/x-ndjson, application/json;q=0.5');
        assert.equal(lines.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
        assert.deepEqual([lines.headers.get('vary'), lines.headers.get('cache-control')], ['Accept', 'no-store']);
        assert.equal(lines.text, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        const table = await textOf(`by=${by}`, 'text/csv');
        const name = { account: [], key: ['keyId'], operation: ['operation'] }[by] ?? [];
        const head = [
          'day',
          'accountId',
          ...name,
          'requests',
          'refusedBurstKey',
          'refusedBurstAddress',
          'refusedQuota',
        ];
        const expected = [
          [...head, 'charactersIn', 'charactersOut'],
          ...rows.map((row) => [row.day, row.accountId, row.keyId ?? row.operation ?? [], numbersOf(row)].flat()),
        ];
        assert.equal(table.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
        assert.equal(table.text, expected.map((cells) => `${cells.join(',')}\r\n`).join(''));
      }
      const other = await textOf('', 'text/html, */*');
      assert.equal(other.headers.get('content-type'), 'application/json; charset=utf-8');
      const head = await service.request('HEAD', '/usage/days', { headers: { 'x-admin-token': adminToken } });
      assert.deepEqual([head.status, head.bytes.byteLength], [200, 0]);
    });

    test('names the parameter that is wrong', async () => {
      for (const [query, sentence] of [
        ['from=yesterday', 'from must be a day such as 2026-01-31'],
        ['from=2026-02-30', 'from must be a day such as 2026-01-31'],
        ['to=2026-1-1', 'to must be a day such as 2026-01-31'],
        ['to=', 'to must be a day such as 2026-01-31'],
        ['from=2026-02-02&to=2026-02-01', 'to must not be before from'],
        ['by=month', 'by must be one of: account, key, operation'],
        ['accountId=acc_none', 'Unknown account: acc_none'],
      ] as const) {
        assert.deepEqual(errorOf(await days(query)), [400, sentence]);
      }
      assert.equal((await service.request('GET', '/usage/days')).status, 401);
      const first = (await days('to=0000-01-05')).json as { from: string };
      assert.equal(first.from, '0000-01-01', 'dates have four digits');
    });

    test('shows an owner the account of the session alone', async () => {
      const owner = await signInWithLink(service, { role: 'owner', accountId });
      for (const query of ['', `?accountId=${keys.other.key.accountId}`]) {
        const { json } = await owner.send('GET', `/account/usage/days${query}`);
        const { rows } = json as { rows: readonly Row[] };
        assert.deepEqual(
          rows.map((row) => [row.accountId, numbersOf(row)]),
          [[accountId, both]],
        );
      }
      assert.equal((await owner.send('GET', '/usage/days')).status, 403);
    });

    test('agrees with the other documents of usage', async () => {
      const { admin } = operatorOf(service);
      type Numbers = { count: number; refusal: string | null; charactersIn: number; charactersOut: number };
      const { json } = await admin('GET', `/accounts/${accountId}/usage?range=24h`);
      const { history, byKey } = json as Record<'history' | 'byKey', readonly Numbers[]>;
      for (const counts of [history, byKey]) {
        const sum = (number: 'charactersIn' | 'charactersOut') =>
          counts.reduce((total, each) => total + each[number], 0);
        const refused = counts.filter(({ refusal }) => refusal === 'burst-address');
        assert.deepEqual([sum('charactersIn'), sum('charactersOut')], both.slice(4));
        assert.equal(
          refused.reduce((total, { count }) => total + count, 0),
          3,
        );
      }
      const totals = (await admin('GET', '/usage')).json as { accounts: readonly (Numbers & { accountId: string })[] };
      const own = totals.accounts.find((account) => account.accountId === accountId);
      assert.deepEqual([own?.charactersIn, own?.charactersOut], both.slice(4));
    });
  });
}
