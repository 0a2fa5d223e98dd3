import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteScope } from '../support/cleanup.js';
import { startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import { admin, createKey, GatewayProcess, processSettings, statusWith, until } from '../support/gateway-process.js';
import { membersOf, startGateways, untilReadyMembers } from '../support/gateways.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';
import { spend, spenders } from '../support/spending.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const gateways = 3;
const quota = full ? 600 : 300;
/** A hundredth of the quota. */
const block = quota / 100;
const kills = full ? 5 : 1;
const timeoutMs = 120_000;

/** Part of the response of `GET /accounts/{id}/usage`. */
interface UsageDocument {
  readonly used: number;
  readonly history: readonly { readonly status: number; readonly count: number }[];
}

describe('the quota of several gateways', () => {
  test('on one machine is exact, although some are killed', async (t) => {
    const settings = { DAILY_QUOTA: String(quota), BURST_PER_IP: '0', BURST_PER_KEY: '0' };
    const { url } = await startGateways(t, gateways, settings, { limits: { goodUptimeMs: 0 } });
    let lost = 0;
    let most = 0;
    for (let round = 0; round < kills; round++) {
      await untilReadyMembers(url, gateways);
      const { key } = await createKey(url);
      const [victim] = await membersOf(url);
      const admitted = await spend([url], key, quota, (count) => {
        if (count === quota / 2 && victim !== undefined) process.kill(victim.pid, 'SIGKILL');
      });
      assert.ok(admitted <= quota && admitted >= quota - block - spenders, `${admitted} of ${quota}`);
      lost += quota - admitted;
      most = Math.max(most, admitted);
    }
    figure(
      t,
      'C1',
      `${gateways} gateways, ${kills} killed: at most ${most} of ${quota} admitted, ${lost} lost in all`,
      'over SQLite',
    );
  });

  describe('on several machines', { skip: withoutPostgres }, () => {
    const scope = suiteScope();
    let databaseUrl = '';
    let processes: readonly GatewayProcess[] = [];
    let urls: readonly string[] = [];

    before(async () => {
      databaseUrl = await createTestDatabase();
      const settings = {
        ...processSettings,
        DAILY_QUOTA: String(quota),
        BURST_PER_IP: '0',
        BURST_PER_KEY: '0',
        ADMIN_TOKEN: adminToken,
        DATABASE_URL: databaseUrl,
      };
      processes = Array.from({ length: gateways }, () => new GatewayProcess(scope, settings, temporaryFolder(scope)));
      urls = await Promise.all(processes.map((each) => each.ready()));
    });

    test('is shown alike by every gateway, and so is what came of all requests', async (t) => {
      const [first = ''] = urls;
      const each = quota / gateways + 10;
      const { accountId, key } = await createKey(first);
      const seen = new Map<number, number>();
      for (let sent = 0; sent < each; sent++) {
        for (const url of urls) {
          const status = await statusWith(url, key);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      }
      assert.equal(seen.get(200), quota);
      for (const url of urls) {
        await until(
          'all requests are shown',
          async () => {
            const { used, history } = await admin<UsageDocument>(url, 'GET', `/accounts/${accountId}/usage`);
            const shown = new Map<number, number>();
            for (const { status, count } of history) shown.set(status, (shown.get(status) ?? 0) + count);
            return used === quota && [...seen].every(([status, count]) => shown.get(status) === count);
          },
          timeoutMs,
        );
      }
      figure(
        t,
        'C4',
        `${gateways} gateways over PostgreSQL: ${each * gateways} requests, all in the usage that each shows`,
      );
    });

    test('is exact, although one is killed; its block counts once it has lapsed', async (t) => {
      const [first = ''] = urls;
      const { key } = await createKey(first);
      const admitted = await spend(urls, key, quota, (count) => {
        if (count === quota / 2) processes[1]?.kill('SIGKILL');
      });
      assert.ok(admitted <= quota && admitted >= quota - block - spenders, `${admitted} of ${quota}`);
      const used = async () => {
        const response = await fetch(`${first}/v1/usage`, { headers: { 'x-api-key': key } });
        return ((await response.json()) as { used: number }).used;
      };
      await until('the block of the killed one counts', async () => (await used()) >= admitted, timeoutMs);
      assert.ok((await used()) <= quota);
      figure(t, 'C1', `${gateways} gateways, 1 killed: ${admitted} of ${quota} admitted`, 'over PostgreSQL');
    });

    test('serves while the database is unavailable, and counts everything afterwards', async (t) => {
      const database = new URL(databaseUrl);
      const proxy = await startCuttableProxy(t, Number(database.port));
      database.port = String(proxy.port);
      const settings = {
        ...processSettings,
        DAILY_QUOTA: '100000',
        BURST_PER_IP: '0',
        BURST_PER_KEY: '0',
        ADMIN_TOKEN: adminToken,
        DATABASE_URL: database.href,
      };
      const gateway = new GatewayProcess(t, settings);
      const url = await gateway.ready();
      const { key } = await createKey(url);
      const readiness = async () => (await sendRequest(`${url}/readyz`, 'GET', {})).json;
      let served = 0;
      const request = async () => {
        assert.equal(await statusWith(url, key), 200);
        served++;
      };
      /** Sends requests from 40 clients, one after the other. */
      const requests = (count: number) =>
        Promise.all(
          Array.from({ length: 40 }, async () => {
            for (let sent = 0; sent < count / 40; sent++) await request();
          }),
        );
      await request();
      proxy.cut();
      // More than the block holds, so that some requests need the database until it is known to be unavailable.
      await requests(2_000);
      await until('it says so', async () => JSON.stringify(await readiness()).includes('degraded'), timeoutMs);
      await requests(200);
      proxy.heal();
      await until('it has recovered', async () => !JSON.stringify(await readiness()).includes('degraded'), timeoutMs);
      const used = async () => {
        const response = await fetch(`${url}/v1/usage`, { headers: { 'x-api-key': key } });
        return ((await response.json()) as { used: number }).used;
      };
      await until('everything is counted', async () => (await used()) >= served, timeoutMs);
      // What the gateway held when the database took it for dead counts as well.
      assert.ok((await used()) <= served + 1_000, `${await used()} counted of ${served}`);
      const lines = gateway.log.filter(({ msg }) => String(msg).startsWith('Counters cannot be stored'));
      assert.equal(lines.length, 1);
      figure(t, 'C5', `${served} requests served, all with 200, ${await used()} counted; 1 line in the log`);
    });
  });
});
