import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { suiteScope } from '../support/cleanup.js';
import { type CuttableProxy, startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import { createKey, statusWith, until, used } from '../support/gateway-process.js';
import { type SeparateGateway, shiftedClock, startOnDatabase } from '../support/gateways.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';
import { spend, spenders } from '../support/spending.js';

const quota = 1_000;
/** A hundredth of the quota. */
const block = quota / 100;
const apartMs = 5 * 60_000;
const timeoutMs = 120_000;

/** Two gateways, one of them connected by a cable that can be cut; their clocks are five minutes apart from the store's. */
interface Pair {
  readonly cutOff: SeparateGateway;
  readonly other: SeparateGateway;
  readonly cable: CuttableProxy;
}

const readiness = async ({ url }: SeparateGateway) =>
  ((await sendRequest(`${url}/readyz`, 'GET', {})).json as { readonly status?: string }).status;

const untilHealed = ({ cutOff, cable }: Pair) => {
  cable.heal();
  return until('it has recovered', async () => (await readiness(cutOff)) === 'ok', timeoutMs);
};

describe('gateways whose clocks are wrong, and a connection that is cut', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  const database = 'cuts';
  let postgres: TestPostgres;
  /** The gateways of all tests, with accounts of their own. */
  let pair: Pair;

  before(async () => {
    postgres = await startPostgres(scope);
    const url = new URL(await postgres.createDatabase(database));
    const settings = { DAILY_QUOTA: String(quota), QUOTA_DURING_OUTAGE: 'refuse' };
    const other = startOnDatabase(scope, url.href, settings, shiftedClock(-apartMs));
    const cable = await startCuttableProxy(scope, postgres.port);
    url.port = String(cable.port);
    const cutOff = startOnDatabase(scope, url.href, settings, shiftedClock(apartMs));
    pair = { cutOff: await cutOff, other: await other, cable };
  });

  test('while a turn or its reply is under way: the quota is exact', async (t) => {
    const { cutOff, other, cable } = pair;
    const urls = [cutOff.url, other.url];
    const created = await createKey(other.url);
    let [admitted, isStopped] = [0, false];
    const clients = urls.map(async (url) => {
      while (!isStopped) {
        if ((await statusWith(url, created.key)) === 200) admitted++;
        await wait(5);
      }
    });
    const cuts = [
      { passes: false, isLong: false },
      { passes: true, isLong: false },
      // Long enough for the gateway to lapse.
      { passes: true, isLong: true },
    ];
    const living = async () => {
      const text = 'SELECT FROM members WHERE turn > 0 AND ended_at IS NULL';
      return (await postgres.query(database, text)).length;
    };
    for (const { passes, isLong } of cuts) {
      await until('both take part', async () => (await living()) === 2, timeoutMs);
      const isCut = cable.cutAt('quota_turn', passes);
      await isCut;
      await until('it says so', async () => (await readiness(cutOff)) === 'degraded', timeoutMs);
      if (isLong) await until('it counts as dead', async () => (await living()) === 1, timeoutMs);
      await untilHealed(pair);
      // The quota must last for all cuts.
      isStopped ||= admitted > quota / 2;
    }
    isStopped = true;
    await Promise.all(clients);
    // A gateway that is late for its turn refuses meanwhile, as it must while the database is unavailable.
    for (let more = 1; more > 0; admitted += more) {
      await untilHealed(pair);
      more = await spend(urls, created.key, quota);
    }
    assert.ok(admitted <= quota && admitted >= quota - block - spenders, `${admitted} of ${quota}`);
    await until('all of it is counted', async () => (await used(other.url, created)) >= admitted, timeoutMs);
    assert.ok((await used(other.url, created)) <= quota);
    figure(
      t,
      'C1',
      `2 gateways with clocks 10 minutes apart, cut off while a turn, its reply and a lapse were under way: ${admitted} of ` +
        `${quota} admitted`,
      'over a connection that is cut',
    );
  });

  test('while keys change: 503, or the change holds everywhere', async (t) => {
    const { cutOff, other, cable } = pair;
    const headers = { 'x-admin-token': adminToken };
    const rounds = full ? 3 : 1;
    const outcomes = new Map<string, number>();
    // The change itself, and the question whether all gateways serve it.
    const cuts = [
      { text: 'revoke_key', passes: false },
      { text: 'revoke_key', passes: true },
      { text: 'members_behind', passes: false },
      { text: 'members_behind', passes: true },
    ];
    for (const { text, passes } of Array.from({ length: rounds }, () => cuts).flat()) {
      const { id, key } = await createKey(other.url);
      assert.equal(await statusWith(cutOff.url, key), 200);
      const isCut = cable.cutAt(text, passes);
      const { status } = await sendRequest(`${cutOff.url}/keys/${id}`, 'DELETE', { headers });
      await isCut;
      assert.ok(status === 200 || status === 503, `${status}`);
      // The other one is in touch with the store.
      const there = await statusWith(other.url, key);
      await untilHealed(pair);
      const expected = text === 'revoke_key' && !passes ? 200 : 401;
      assert.equal(there, expected, `${text} ${passes}: ${status}`);
      if (status === 200) assert.equal(expected, 401, 'confirmed, so it is there');
      assert.equal(await statusWith(cutOff.url, key), expected);
      assert.equal(await statusWith(other.url, key), expected);
      const outcome = `${status} and ${expected === 401 ? 'revoked' : 'unchanged'}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    const found = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
    figure(t, 'C2', `revocations cut off at the worst moments: ${found}`, 'over a connection that is cut');
  });

  test('count and expire by the clock of the database', async () => {
    const { cutOff: ahead, other: behind } = pair;
    const [fast = 0, slow = 0] = [ahead, behind].map(({ process }) => process.log.at(-1)?.time);
    assert.ok(fast - slow > apartMs, 'their clocks are wrong');
    const both = [ahead.url, behind.url];
    const statuses = (key: string) => Promise.all(both.map((url) => statusWith(url, key)));
    const storeMinute = async () => {
      const [row] = await postgres.query<{ minute: number }>(database, 'SELECT (store_now() / 60000)::int AS minute');
      return row?.minute ?? Number.NaN;
    };
    /** Lets an account have used its whole quota in a minute of the window, from 0 for the oldest that counts. */
    const usedUpIn = async (minute: number) => {
      const { accountId, key } = await createKey(behind.url);
      const account = `WITH account AS (INSERT INTO quota_accounts VALUES ($1, $2))`;
      const text = `${account} INSERT INTO quota_minutes VALUES ($1, store_now() / 60000 - 1439 + $3, $2)`;
      await postgres.query(database, text, [accountId, quota, minute]);
      return key;
    };
    // It counts for three minutes more: gateways that are five minutes ahead must not free it.
    assert.deepEqual(await statuses(await usedUpIn(3)), [429, 429]);
    // It has counted for the last time four minutes ago: gateways that are five minutes behind must not count it for
    // another minute. The store drops what no longer counts once a second.
    const freed = await usedUpIn(-4);
    const isFree = async () => (await statuses(freed)).every((status) => status === 200);
    await until('it counts no more', isFree, apartMs / 10);

    const { accountId, key } = await createKey(ahead.url);
    const began = await storeMinute();
    assert.deepEqual(await statuses(key), [200, 200]);
    const minutes = () =>
      postgres.query<{ minute: number; count: number }>(
        database,
        'SELECT minute::int, count::int FROM quota_minutes WHERE account_id = $1 AND count > 0',
        [accountId],
      );
    const reported = async () => (await minutes()).reduce((sum, { count }) => sum + count, 0) === both.length;
    await until('both have written to the store', reported, timeoutMs);
    const ended = await storeMinute();
    for (const { minute } of await minutes()) assert.ok(minute >= began && minute <= ended + 1);

    const rotate = async (graceSeconds: number) => {
      const { id, key: old } = await createKey(ahead.url);
      const headers = { 'x-admin-token': adminToken };
      const path = `${behind.url}/keys/${id}/rotate`;
      assert.equal((await sendRequest(path, 'POST', { headers, body: { graceSeconds } })).status, 200);
      return old;
    };
    // Less than the clocks are wrong.
    assert.deepEqual(await statuses(await rotate(200)), [200, 200]);
    const expired = await rotate(1);
    const isExpired = async () => (await statuses(expired)).every((status) => status === 401);
    await until('it has expired at both, which takes seconds and not minutes', isExpired, timeoutMs);
  });
});
