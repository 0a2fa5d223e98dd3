import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { suiteScope } from '../support/cleanup.js';
import { createKey, statusWith, until, used } from '../support/gateway-process.js';
import { type SeparateGateway, startOnDatabase } from '../support/gateways.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';
import { spend, spenders } from '../support/spending.js';

const quota = 2_000;
/** A hundredth of the quota. */
const block = quota / 100;
const rounds = full ? 5 : 1;
/** Requests that wait at each stopped gateway: more than its block. */
const late = 2 * block;
const timeoutMs = 120_000;

/** Sends requests to a gateway from two clients, one after the other, until it is asked to stop. */
class Load {
  admitted = 0;
  isStopped = false;
  readonly #ended: Promise<unknown>;

  constructor(url: string, key: string) {
    const client = async () => {
      while (!this.isStopped) if ((await statusWith(url, key)) === 200) this.admitted++;
    };
    this.#ended = Promise.all([client(), client()]);
  }

  get ended(): Promise<unknown> {
    this.isStopped = true;
    return this.#ended;
  }
}

describe('a gateway that is stopped for longer than its membership lasts', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  test('spends nothing that was counted meanwhile, also if its machine slept', async (t) => {
    const database = 'stopped';
    const databaseUrl = await postgres.createDatabase(database);
    const settings = { DAILY_QUOTA: String(quota) };
    const preloaded = [new URL('../support/sleeping-machine.mjs', import.meta.url).href];
    const [awake, stopped, asleep] = await Promise.all([
      startOnDatabase(t, databaseUrl, settings),
      startOnDatabase(t, databaseUrl, settings),
      startOnDatabase(t, databaseUrl, settings, { preloaded }),
    ]);
    const victims: readonly SeparateGateway[] = [stopped, asleep];
    const signal = (name: NodeJS.Signals) => {
      for (const { process } of victims) process.kill(name);
    };
    let [most, held] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const created = await createKey(awake.url);
      const { accountId, key } = created;
      const blocks = async () => {
        const text = 'SELECT requests::int FROM quota_blocks WHERE account_id = $1';
        return (await postgres.query<{ requests: number }>(database, text, [accountId])).map(
          ({ requests }) => requests,
        );
      };
      const loads = victims.map(({ url }) => new Load(url, key));
      await until('both serve', () => loads.every(({ admitted }) => admitted > block), timeoutMs);
      signal('SIGSTOP');
      for (;;) {
        const requests = await blocks();
        held = requests.reduce((sum, each) => sum + each, 0);
        // The reply to a turn may be on its way: then the block in the database is one that the gateway does not have.
        if (requests.length === victims.length) break;
        signal('SIGCONT');
        signal('SIGSTOP');
      }
      for (const load of loads) load.isStopped = true;
      const waiting = victims.map(({ url }) => Promise.all(Array.from({ length: late }, () => statusWith(url, key))));
      await until('their blocks count as spent', async () => (await blocks()).length === 0, timeoutMs);
      const spent = await spend([awake.url], key, quota);
      signal('SIGCONT');
      const lateStatuses = await Promise.all(waiting);
      await Promise.all(loads.map(({ ended }) => ended));
      const again = await Promise.all(victims.map(({ url }) => statusWith(url, key)));
      assert.deepEqual(again, [429, 429]);
      for (const each of lateStatuses) assert.deepEqual(new Set(each), new Set([429]), 'nothing was admitted after it');
      const admitted = loads.reduce((sum, load) => sum + load.admitted, spent);
      assert.ok(admitted <= quota, `${admitted} of ${quota}`);
      assert.ok(admitted >= quota - victims.length * block - spenders, `${admitted} of ${quota}`);
      assert.equal(await used(awake.url, created), quota);
      most = Math.max(most, admitted);
    }
    figure(
      t,
      'C1',
      `2 gateways stopped with blocks of ${held} requests, ${rounds} times: at most ${most} of ${quota} admitted, none of ` +
        `${2 * late * rounds} that waited for them`,
      'after a stop',
    );
  });
});
