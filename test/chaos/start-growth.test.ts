import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fillPostgres, fillSqlite, type StoredAmount } from '../support/filled-store.js';
import { createKey, GatewayProcess, processSettings, statusWith } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const mostKeys = full ? 100_000 : 20_000;
/** A fourth of what is stored must take at least a fourth of the time. */
const factor = 4;
const amounts = [mostKeys / factor, mostKeys].map((keys) => ({ keys, accounts: Math.min(1_000, keys / 20) }));

/** How the gateway before ended. */
const endings = ['a kill', 'an orderly stop', 'a second kill'].slice(0, full ? 3 : 2);

/** Processor time of a start, in milliseconds, and memory after it, in megabytes. */
interface Start {
  readonly ms: number;
  readonly mb: number;
}

test('a start over SQLite takes time in proportion to what is stored', async (t) => {
  const starts: Start[][] = [];
  for (const amount of amounts) {
    const folder = temporaryFolder(t);
    fillSqlite(join(folder, 'data'), amount);
    starts.push(await startsIn(t, folder, {}, amount));
  }
  for (const [index, ending] of endings.entries()) {
    const [few, many] = starts.map((all) => all[index]);
    assertLinear(t, few, many, `SQLite, after ${ending}`);
  }
});

test('a start over PostgreSQL takes time in proportion to what is stored', { skip: withoutPostgres }, async (t) => {
  const starts: (Start | undefined)[] = [];
  for (const amount of amounts) {
    const url = await createTestDatabase();
    await fillPostgres(url, amount);
    starts.push((await startsIn(t, temporaryFolder(t), { DATABASE_URL: url }, amount, 1))[0]);
  }
  assertLinear(t, starts[0], starts[1], 'PostgreSQL');
});

/** Starts gateways one after the other. The last one is killed. */
async function startsIn(
  t: TestContext,
  folder: string,
  settings: Readonly<Record<string, string>>,
  { keys }: StoredAmount,
  times: number = endings.length,
): Promise<Start[]> {
  const starts: Start[] = [];
  for (let start = 0; start < times; start++) {
    const gateway = new GatewayProcess(t, { ...processSettings, ...settings }, folder);
    const url = await gateway.ready();
    const metrics = await metricsOf(url);
    assert.equal(metric(metrics, 'textmill_keys'), keys + start, 'all keys are there');
    starts.push({
      ms: 1_000 * metric(metrics, 'process_cpu_seconds_total'),
      mb: metric(metrics, 'process_resident_memory_bytes') / 1_000_000,
    });
    if (start < times - 1) {
      const { key } = await createKey(url);
      assert.equal(await statusWith(url, key), 200);
    }
    gateway.kill(start === 0 ? 'SIGTERM' : 'SIGKILL');
    await gateway.ended;
  }
  return starts;
}

function assertLinear(t: TestContext, few: Start | undefined, many: Start | undefined, part: string): void {
  assert.ok(few !== undefined && many !== undefined);
  const [fewer, more] = amounts.map(({ keys }) => keys.toLocaleString('en'));
  const found =
    `${fewer} keys: ${few.ms.toFixed(0)} ms of processor time and ${few.mb.toFixed(0)} MB; ` +
    `${more} keys: ${many.ms.toFixed(0)} ms and ${many.mb.toFixed(0)} MB`;
  figure(t, 'R30', found, part);
  assert.ok(many.ms < factor * few.ms, `${part}: ${found}`);
}
