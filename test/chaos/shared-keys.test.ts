import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteScope } from '../support/cleanup.js';
import { type CuttableProxy, startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import { admin, createKey, GatewayProcess, processSettings, statusWith, until } from '../support/gateway-process.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';

/** Changes of each kind. */
const rounds = full ? 200 : 10;

/** The shortest that can be set. */
const trustSeconds = 10;

interface Pending {
  readonly gateway: string;
  readonly until: string;
}

interface ChangedKey {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
  readonly pending?: readonly Pending[];
}

async function change(url: string, method: string, path: string, body?: object): Promise<ChangedKey> {
  const headers = { 'x-admin-token': adminToken };
  const { status, json } = await sendRequest(url + path, method, { headers, ...(body && { body }) });
  assert.ok(status === 200 || status === 201, `${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json as ChangedKey;
}

/** Gateways that share a PostgreSQL: each change that is acknowledged holds on all of them. */
describe('gateways with one database', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let databaseUrl = '';
  let proxy: CuttableProxy;
  /** Three gateways, of which the last reaches the database through the proxy. The tests follow one another. */
  let processes: readonly [first: GatewayProcess, second: GatewayProcess, cutOff: GatewayProcess];
  let urls: readonly [first: string, second: string, cutOff: string];

  before(async () => {
    databaseUrl = await createTestDatabase();
    const url = new URL(databaseUrl);
    proxy = await startCuttableProxy(scope, Number(url.port));
    const start = (DATABASE_URL: string) =>
      new GatewayProcess(scope, { ...processSettings, DATABASE_URL, KEY_TRUST_SECONDS: String(trustSeconds) });
    const two = [start(url.href), start(url.href)] as const;
    url.port = String(proxy.port);
    processes = [...two, start(url.href)];
    const [first, second, cutOff] = processes;
    urls = [await first.ready(), await second.ready(), await cutOff.ready()];
  });

  test('serve no key as it was before a change that is acknowledged', async (t) => {
    const gateway = (index: number) => urls[index % urls.length] ?? '';
    const statuses = (key: string) => Promise.all(urls.map((each) => statusWith(each, key)));
    const times: number[] = [];
    const timed = async (changing: Promise<ChangedKey>) => {
      const began = performance.now();
      const changed = await changing;
      times.push(performance.now() - began);
      assert.equal(changed.pending, undefined);
      return changed;
    };
    for (let round = 0; round < rounds; round++) {
      const { id, key, accountId } = await timed(change(gateway(round), 'POST', '/keys', { plan: 'pro' }));
      assert.deepEqual(await statuses(key), [200, 200, 200]);
      const { key: next } = await timed(change(gateway(round + 1), 'POST', `/keys/${id}/rotate`, {}));
      assert.deepEqual(
        [await statuses(key), await statuses(next)],
        [
          [401, 401, 401],
          [200, 200, 200],
        ],
      );
      for (const [path, body, expected] of [
        [`/keys/${id}/enabled`, { enabled: false }, 401],
        [`/keys/${id}/enabled`, { enabled: true }, 200],
        [`/keys/${id}/limits`, { operations: ['sanitize'] }, 403],
        [`/keys/${id}/limits`, { operations: null, addresses: ['192.0.2.0/24'] }, 403],
        [`/keys/${id}/limits`, { addresses: null }, 200],
        [`/accounts/${accountId}/enabled`, { enabled: false }, 401],
        [`/accounts/${accountId}/enabled`, { enabled: true }, 200],
        // More are counted, and gateways hold blocks.
        [`/accounts/${accountId}/limits`, { dailyQuota: 1 }, 429],
        [`/accounts/${accountId}/limits`, { dailyQuota: 0 }, 200],
        [`/accounts/${accountId}/limits`, { dailyQuota: null }, 200],
      ] as const) {
        await timed(change(gateway(round + 1), 'PUT', path, body));
        assert.deepEqual(await statuses(next), [expected, expected, expected], `${path} ${JSON.stringify(body)}`);
      }
      await timed(change(gateway(round + 2), 'DELETE', `/keys/${id}`));
      assert.deepEqual(await statuses(next), [401, 401, 401]);
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)]?.toFixed(0);
    const spread = `response after ${at(0.5)} ms (median), ${at(0.99)} ms (p99)`;
    figure(t, 'C2', `${times.length} changes at 3 gateways, over PostgreSQL: 0 stale; ${spread}`);
  });

  test('take a key for expired when its time is over, and a new end for the one that counts', async () => {
    const [at, other] = urls;
    const { id, key } = await change(at, 'POST', '/keys', { plan: 'pro' });
    const end = (ms: number) => ({ expiresAt: new Date(Date.now() + ms).toISOString() });
    await change(other, 'PUT', `/keys/${id}/limits`, end(3_600_000));
    const statuses = () => Promise.all(urls.map((each) => statusWith(each, key)));
    assert.deepEqual(await statuses(), [200, 200, 200]);
    await change(at, 'PUT', `/keys/${id}/limits`, end(500));
    await until('it has expired', async () => (await statuses()).every((status) => status === 401));
    await change(other, 'PUT', `/keys/${id}/limits`, end(3_600_000));
    assert.deepEqual(await statuses(), [200, 200, 200]);
  });

  test('tell each other when a key was last used, whichever of them was used', async () => {
    const [one, other] = urls;
    const lastUse = async (url: string, id: string) =>
      (await admin<{ lastUsedAt: string | null }>(url, 'GET', `/keys/${id}`)).lastUsedAt;
    const { id, key } = await createKey(one);
    for (const [used, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      const before = await lastUse(asked, id);
      assert.equal(await statusWith(used, key), 200);
      await until('the other gateway knows', async () => (await lastUse(asked, id)) !== before);
      const { keys } = await admin<{ keys: readonly { id: string; lastUsedAt: string | null }[] }>(
        asked,
        'GET',
        '/keys?limit=1000',
      );
      assert.equal(keys.find((each) => each.id === id)?.lastUsedAt, await lastUse(used, id));
    }
  });

  test('name one that is stopped, and it serves no old state once its time is over', async (t) => {
    const [first, second] = processes;
    const [at, stoppedAt] = urls;
    const { id, key } = await createKey(at);
    assert.equal(await statusWith(stoppedAt, key), 200);
    second.kill('SIGSTOP');
    const { pending = [] } = await change(at, 'DELETE', `/keys/${id}`);
    assert.equal(pending.length, 1);
    assert.match(pending[0]?.gateway ?? '', new RegExp(`:${second.pid}$`));
    const isNamed = () => first.log.some(({ msg }) => msg === 'A change of keys is not confirmed by all gateways');
    await until('the log names it', isNamed);
    assert.equal(await statusWith(at, key), 401);
    await until('its time is over', () => Date.now() > Date.parse(pending[0]?.until ?? ''), 60_000);
    const late = Promise.all(Array.from({ length: 50 }, () => statusWith(stoppedAt, key)));
    const { pending: none } = await change(at, 'POST', '/keys', { plan: 'pro' });
    assert.equal(none, undefined, 'nobody waits for a gateway that serves no keys');
    second.kill('SIGCONT');
    const statuses = await late;
    // 503 as long as it does not know what has changed, then 401.
    assert.ok(
      statuses.every((status) => status === 503 || status === 401),
      `${statuses}`,
    );
    const after: number[] = [];
    const isRefused = async () => after.push(await statusWith(stoppedAt, key)) > 0 && after.at(-1) === 401;
    await until('it serves again', isRefused);
    assert.ok(after.slice(0, -1).every((status) => status === 503));
    const count = statuses.filter((status) => status === 503).length;
    const rest = `${count} with 503, ${50 - count} with 401`;
    figure(
      t,
      'C2',
      `1 of 2 gateways stopped during a revocation: 0 of 50 requests served after it: ${rest}`,
      'after a stop',
    );
  });

  test('whose connection to it is cut serve known keys for a limited time, and then none', async () => {
    const [at, , cutAt] = urls;
    const { key } = await createKey(at);
    assert.equal(await statusWith(cutAt, key), 200);
    proxy.cut();
    const { key: unknown, pending = [] } = await change(at, 'POST', '/keys', { plan: 'pro' });
    assert.equal(pending.length, 1);
    assert.equal(await statusWith(cutAt, key), 200);
    assert.equal(await statusWith(cutAt, unknown), 503, 'it cannot know whether this key exists');
    const ready = async () => (await sendRequest(`${cutAt}/readyz`, 'GET', {})).status;
    assert.equal(await ready(), 200);
    await until('its time is over', async () => (await ready()) === 503, 60_000);
    assert.deepEqual([await statusWith(cutAt, key), await statusWith(cutAt, unknown)], [503, 503]);
    proxy.heal();
    await until('it serves again', async () => (await ready()) === 200, 60_000);
    assert.deepEqual([await statusWith(cutAt, key), await statusWith(cutAt, unknown)], [200, 200]);
  });

  test('stop cleanly, and nobody waits for one that has', async () => {
    const [, second] = processes;
    second.kill('SIGTERM');
    assert.equal((await second.ended).status, 0);
    const { pending } = await change(urls[0], 'POST', '/keys', { plan: 'pro' });
    assert.equal(pending, undefined);
  });

  test('that cannot use it end with one sentence, without its password', async (t) => {
    const url = new URL(databaseUrl);
    url.password = 'hunter2-hunter2';
    const missing = new URL(url);
    missing.pathname = '/nowhere';
    const { ADMIN_TOKEN: _, ...withoutToken } = processSettings;
    const cases: [settings: Record<string, string>, problem: RegExp][] = [
      [
        { ...processSettings, DATABASE_URL: 'mysql://hunter2-hunter2@db/mill' },
        /^DATABASE_URL is a value of 31 characters, but it takes /,
      ],
      [{ ...withoutToken, DATABASE_URL: url.href }, /^DATABASE_URL needs ADMIN_TOKEN: /],
      [
        { ...processSettings, DATABASE_URL: missing.href },
        /^DATABASE_URL is postgres:.*, but it cannot be used: database "nowhere" does not exist$/,
      ],
    ];
    for (const [settings, problem] of cases) {
      const { status, stdout, stderr } = await new GatewayProcess(t, settings).ended;
      assert.equal(status, 1);
      const [line = '', ...more] = stderr.trimEnd().split('\n');
      assert.deepEqual(more, []);
      assert.match(line.replace(/^textmill: /, ''), problem);
      assert.ok(!(stdout + stderr).includes('hunter2'), stderr);
    }
  });
});
