import { systemClock } from '#gateway/core/clock.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { hourOf, minuteOf } from '#gateway/server/storage/periods.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { openPostgres, type PostgresStore } from '#gateway/server/storage/postgres/open.js';
import { PostgresQuotaLedger } from '#gateway/server/storage/postgres/quota-ledger.js';
import { author } from '../../test/support/author.js';
import type { LocalPostgres } from '../../test/support/local-postgres.js';
import { mainThreadMs } from '../http/thread-time.js';
import { type Context, sampleOf } from '../row.js';
import { treeMs } from './process-tree.js';
import { costOf, type StatementCost, type StatementCosts, type StatementName } from './statement-cost.js';

const manyRows = 100;
/** How often a statement runs in a round: with one row, and with many. */
const times = { few: 300, many: 40 };

/** Runs a statement once, on this number of rows. */
type Run = (rows: number) => Promise<unknown>;

/** Measures what the statements of a gateway cost PostgreSQL, and the event loop that sends them. */
export async function measureCosts(postgres: LocalPostgres, { rounds, progress }: Context): Promise<StatementCosts> {
  const store = await openPostgres(await postgres.createDatabase('costs'));
  try {
    const costs = new Map<StatementName, StatementCost>();
    for (const [name, run] of await statementsOf(store)) {
      progress(`cost of ${name}`);
      await measured(postgres.pid, run, manyRows, times.many);
      const few: Measured[] = [];
      const many: Measured[] = [];
      for (let round = 0; round < rounds; round++) {
        few.push(await measured(postgres.pid, run, 1, times.few));
        many.push(await measured(postgres.pid, run, manyRows, times.many));
      }
      costs.set(name, costOf(medianOf(few), medianOf(many), manyRows));
    }
    const upkeep = await upkeepCost(postgres.pid, new PostgresQuotaLedger(store.pool));
    // A heartbeat of the keys is as small.
    for (const name of ['end_lapsed_members', 'expire_quota', 'note_keys_seen'] as const) costs.set(name, upkeep);
    return costs;
  } finally {
    await store.close();
  }
}

/** The statements that have rows. */
async function statementsOf({ pool }: PostgresStore): Promise<[StatementName, Run][]> {
  const keys = new IndexedKeyStore(new PostgresKeyTable(pool), systemClock);
  const keyIds: string[] = [];
  while (keyIds.length < manyRows)
    keyIds.push((await keys.create({ plan: 'pro', environment: 'live' }, author)).key.id);
  const now = () => systemClock.now();
  // Two gateways take from the same buckets, in turn.
  const stores = ['one', 'two'].map((writer) => new PostgresCounterStore({ pool, writer, storeNow: now, now }));
  let writes = 0;
  const write: PostgresCounterStore['write'] = (batch) => {
    const store = stores[writes++ % stores.length];
    if (store === undefined) throw new Error('There is no store');
    return store.write(batch);
  };
  const usage = {
    keyId: 'key_1',
    hour: hourOf(now()),
    operation: 'run',
    status: 200,
    refusal: '',
    charactersIn: 0,
    charactersOut: 0,
  };
  return [
    ['quota_turn', quotaTurns(new PostgresQuotaLedger(pool))],
    [
      'exchange_buckets',
      (rows) => {
        const changed = {
          kind: 'key',
          level: 600_000,
          updatedAt: now(),
          stored: undefined,
          taken: 1,
          limit: 120,
        } as const;
        return write({ buckets: keyIds.slice(0, rows).map((id) => ({ ...changed, id })) });
      },
    ],
    [
      'write_usage',
      (rows) =>
        write({
          usage: keyIds.slice(0, rows).map((accountId) => ({ ...usage, accountId, count: writes, charged: writes })),
        }),
    ],
    [
      'note_uses',
      (rows) => write({ uses: keyIds.slice(0, rows).map((keyId) => ({ keyId, lastUsedAt: now() + writes })) }),
    ],
  ];
}

/** Each turn spends half of the block that the turn before it has granted. */
function quotaTurns(ledger: PostgresQuotaLedger): Run {
  let number = 0;
  const block = 10;
  return (rows) => {
    const isFirst = ++number === 1;
    const fromBlock = isFirst ? 0 : block / 2;
    const spent = new Map(isFirst ? [] : [[minuteOf(systemClock.now()), fromBlock] as const]);
    const accounts = Array.from({ length: rows }, (_, index) => ({
      accountId: `account ${index}`,
      limit: 100_000_000,
      spent,
      fromBlock,
      want: block,
    }));
    return ledger.apply({ memberId: 'this', number, accounts });
  };
}

/** Returns the cost of one of the two statements of the upkeep. */
async function upkeepCost(postgresPid: number, ledger: PostgresQuotaLedger): Promise<StatementCost> {
  const { postgresUs, loopUs } = await measured(postgresPid, () => ledger.maintain(), 0, times.few);
  const none = { postgresUs: 0, loopUs: 0 };
  return { statement: { postgresUs: postgresUs / 2, loopUs: loopUs / 2 }, row: none };
}

interface Measured {
  readonly postgresUs: number;
  readonly loopUs: number;
}

/** Returns the processor time of one statement, in microseconds. */
async function measured(postgresPid: number, run: Run, rows: number, count: number): Promise<Measured> {
  const before = { postgres: treeMs(postgresPid), loop: mainThreadMs(process.pid) ?? Number.NaN };
  for (let i = 0; i < count; i++) await run(rows);
  const after = { postgres: treeMs(postgresPid), loop: mainThreadMs(process.pid) ?? Number.NaN };
  const perStatement = (ms: number): number => (1_000 * ms) / count;
  return { postgresUs: perStatement(after.postgres - before.postgres), loopUs: perStatement(after.loop - before.loop) };
}

function medianOf(all: readonly Measured[]): Measured {
  return {
    postgresUs: sampleOf(all.map(({ postgresUs }) => postgresUs)).median,
    loopUs: sampleOf(all.map(({ loopUs }) => loopUs)).median,
  };
}
