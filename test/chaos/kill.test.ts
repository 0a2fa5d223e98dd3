import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  admin,
  assertDatabaseIntact,
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  statusWith,
  until,
  used,
} from '../support/gateway-process.js';
import { Ledger } from '../support/ledger.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * Returns the stored time of a key's latest use, in milliseconds since the epoch. Reads a copy: the original is
 * evidence.
 */
function newestUse(folder: string, copy: string): number {
  cpSync(join(folder, 'data'), copy, { recursive: true });
  const database = new Database(join(copy, 'textmill.sqlite'));
  try {
    return database.prepare('SELECT max(last_used_at) FROM keys').pluck().get() as number;
  } finally {
    database.close();
  }
}

/** Waits for a write of the counters that begins after now: the second to end, since one may be under way. */
async function untilSynced(url: string): Promise<void> {
  for (let end = 0; end < 2; end++) {
    const now = Date.now() / 1_000;
    await until('the counters are stored', async () => {
      return metric(await metricsOf(url), 'textmill_store_last_sync_seconds') > now;
    });
  }
}

describe('kill -9', () => {
  const kills = full ? 20 : 3;
  const quota = 10_000;
  const block = quota / 100;
  const intervalMs = 200;

  test(`under load, ${kills} times: acknowledged changes survive, and the quota admits no request too many`, async (t) => {
    const folder = temporaryFolder(t);
    const ledger = new Ledger();
    let account: KeyDocument | undefined;
    let charged = 0;
    let latestUseMs = 0;
    const own = {
      ...settings,
      DAILY_QUOTA: String(quota),
      BURST_PER_KEY: '1000000',
      SYNC_INTERVAL_MS: `${intervalMs}`,
    };
    for (let kill = 1; kill <= kills; kill++) {
      const gateway = new GatewayProcess(t, own, folder);
      const url = await gateway.ready();
      account ??= await createKey(url);
      const { key } = account;
      charged = await used(url, account);
      // A request without a response may have been begun or not.
      assert.ok(charged >= ledger.served, `${charged} charged, ${ledger.served} served`);
      const most = ledger.served + ledger.uncertain + block * (kill - 1);
      assert.ok(charged <= most, `${charged} charged, at most ${most} admitted or reserved`);

      const load = [1, 2, 3].map(() => ledger.spend(url, key));
      load.push(ledger.changeKeys(url, false), ledger.changeKeys(url, true));
      const before = ledger.served + ledger.ended.size;
      // There is something to lose, however slow the machine is.
      while (ledger.served + ledger.ended.size < before + 50) await wait(5);
      const usedAt = Date.now();
      assert.equal(await statusWith(url, account.key), 200);
      ledger.served++;
      await untilSynced(url);
      await wait(25 * (kill % 10));
      gateway.kill('SIGKILL');
      const killedAt = Date.now();
      await Promise.all(load);
      await gateway.ended;
      assertDatabaseIntact(t, folder);
      const storedUse = newestUse(folder, temporaryFolder(t));
      assert.ok(storedUse >= usedAt, `of a use at ${usedAt} the one at ${storedUse} was stored, and a sync after it`);
      latestUseMs = Math.max(latestUseMs, killedAt - storedUse);
    }

    const last = new GatewayProcess(t, own, folder);
    const url = await last.ready();
    assert.ok(account);
    charged = await used(url, account);
    assert.ok(charged >= ledger.served, `${charged} charged, ${ledger.served} served`);
    for (const key of ledger.live) assert.equal(await statusWith(url, key), 200, 'a confirmed key works');
    for (const key of ledger.ended) assert.equal(await statusWith(url, key), 401, 'a confirmed revocation holds');
    assert.ok(ledger.live.size > kills && ledger.ended.size > kills);
    const left = quota - charged;
    let more = 0;
    while ((await statusWith(url, account.key)) === 200) more++;
    assert.ok(more === Math.max(0, left), `${more} of ${left} left were admitted`);
    const admitted = ledger.served + more;
    assert.ok(admitted <= quota, `${admitted} of ${quota} were admitted in all`);
    const perKill = ((quota - admitted) / kills).toFixed(1);
    figure(
      t,
      'R1',
      `${kills} kills: databases intact, ${ledger.live.size} keys and ${ledger.ended.size} revocations all there, ` +
        `${admitted} of ${quota} admitted, ${perKill} charged too many per kill (a block has ${block}), ` +
        `uses stored ${latestUseMs} ms before the kill at the latest (interval ${intervalMs} ms)`,
    );
  });

  test('an acknowledged rotation and change of origins survive, and the history except for the last interval', async (t) => {
    const folder = temporaryFolder(t);
    const own = { ...settings, DAILY_QUOTA: String(quota), SYNC_INTERVAL_MS: `${intervalMs}` };
    const first = new GatewayProcess(t, own, folder);
    const url = await first.ready();
    const account = await createKey(url);
    for (let i = 0; i < 7; i++) assert.equal(await statusWith(url, account.key), 200);
    await untilSynced(url);
    const database = new Database(join(folder, 'data', 'textmill.sqlite'), { readonly: true });
    t.after(() => database.close());
    const stored = database.prepare('SELECT sum(count) FROM usage_hours WHERE account_id = ?').pluck();
    assert.equal(stored.get(account.accountId), 7);
    const rotated = await createKey(url);
    const renamed = await createKey(url);
    await admin(url, 'PUT', `/keys/${renamed.id}/origins`, { origins: ['https://new.example'] });
    const { key: newSecret } = await admin<KeyDocument>(url, 'POST', `/keys/${rotated.id}/rotate`);
    first.kill('SIGKILL');
    assert.equal((await first.ended).signal, 'SIGKILL');
    assertDatabaseIntact(t, folder);

    const second = new GatewayProcess(t, own, folder);
    const again = await second.ready();
    assert.deepEqual([await statusWith(again, rotated.key), await statusWith(again, newSecret)], [401, 200]);
    const { origins } = await admin<{ origins: string[] }>(again, 'GET', `/keys/${renamed.id}`);
    assert.deepEqual(origins, ['https://new.example']);
    const usage = await admin<{ history: { count: number }[] }>(again, 'GET', `/accounts/${account.accountId}/usage`);
    // Two if an hour has begun meanwhile.
    const counted = usage.history.reduce((sum, { count }) => sum + count, 0);
    assert.equal(counted, 7);

    const released = await createKey(again);
    for (let i = 0; i < 7; i++) assert.equal(await statusWith(again, released.key), 200);
    second.kill('SIGINT');
    assert.equal((await second.ended).status, 0);
    const last = await new GatewayProcess(t, own, folder).ready();
    assert.equal(await used(last, released), 7, 'a clean stop releases what was reserved');
  });
});
