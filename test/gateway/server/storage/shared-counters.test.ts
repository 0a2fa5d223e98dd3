import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Database } from 'better-sqlite3';
import { type UsageRange, usageRange } from '#gateway/core/usage-range.js';
import {
  type BucketRow,
  type ChangedBucket,
  type CounterStore,
  mostKeyOutcomes,
  type UsageOutcome,
  type UsageRow,
} from '#gateway/server/storage/counter-store.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { suiteScope } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { shownNumbers, storedNumbers } from '../../../support/usage-rows.js';

const now = Date.UTC(2030, 0, 1, 12, 0, 30);
const hour = Math.floor(now / 3_600_000);
const historyDays = 30;
const token = 60_000;

interface Scope {
  after(cleanup: () => void | Promise<void>): void;
}

/** By how much the clocks of machines are wrong, in milliseconds: by more than a bucket takes to fill. */
const skews: Readonly<Record<string, number>> = { one: 180_000, two: -300_000 };

interface SharedDatabase {
  /** Opens the store of one gateway after the other. */
  open(writer: string): CounterStore;
  /** Runs a statement that has no result. */
  execute(statement: string): Promise<void>;
  /** Returns the number that a query results in. */
  count(query: string): Promise<number>;
}

async function onSqlite(scope: Scope): Promise<SharedDatabase> {
  const folder = temporaryFolder(scope);
  const open = (writer: string) => {
    const database = openDatabase(folder);
    const store = new SqliteCounterStore({ database, clock: new ManualClock(now), writer, historyDays });
    scope.after(async () => {
      await store.close();
      database.close();
    });
    return store;
  };
  const briefly = async <Result>(use: (database: Database) => Result): Promise<Result> => {
    const database = openDatabase(folder);
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  return {
    open,
    execute: (statement) => briefly((database) => void database.exec(statement)),
    count: (query) => briefly((database) => database.prepare(query).pluck().get() as number),
  };
}

async function onPostgres(scope: Scope): Promise<SharedDatabase> {
  const { pool, close } = await openPostgres(await createTestDatabase());
  scope.after(close);
  return {
    open: (writer) =>
      new PostgresCounterStore({
        pool,
        writer,
        storeNow: () => now,
        now: () => now + (skews[writer] ?? 0),
        historyDays,
      }),
    async execute(statement) {
      await pool.query(statement);
    },
    async count(query) {
      const { rows } = await pool.query<{ count: number }>(query);
      return rows[0]?.count ?? 0;
    },
  };
}

for (const { name, open, isOneMachine, skip } of [
  { name: 'SQLite', open: onSqlite, isOneMachine: true, skip: false },
  { name: 'PostgreSQL', open: onPostgres, isOneMachine: false, skip: withoutPostgres },
] as const) {
  describe(`counters that gateways share in ${name}`, { skip }, () => {
    const scope = suiteScope();
    const stores = new Map<string, CounterStore>();
    let database: SharedDatabase;
    let ids = 0;
    let id = '';

    before(async () => {
      database = await open(scope);
      for (const writer of ['one', 'two']) stores.set(writer, database.open(writer));
    });

    const kept = async (accountId: string) => ({
      hours: await database.count(`SELECT count(*) FROM usage_hours WHERE account_id = '${accountId}'`),
      days: await database.count(`SELECT count(*) FROM usage_days WHERE account_id = '${accountId}'`),
    });

    const storeOf = (writer: string): CounterStore => {
      const store = stores.get(writer);
      assert.ok(store !== undefined);
      return store;
    };
    const timeAt = (writer: string) => now + (isOneMachine ? 0 : (skews[writer] ?? 0));

    /** Writes a bucket from which tokens were taken. @returns the level that the store has after others, if any. */
    async function write(
      writer: string,
      level: number,
      taken: number,
      { known, limit = 120 }: { readonly known?: number; readonly limit?: number } = {},
    ): Promise<number | undefined> {
      const updatedAt = timeAt(writer);
      const stored = known === undefined ? undefined : { level: known * token, updatedAt };
      const row: BucketRow = { kind: 'key', id, level: level * token, updatedAt };
      const sent: ChangedBucket = { ...row, stored, taken, limit };
      const [reply] = await storeOf(writer).write({ buckets: [sent] });
      if (reply === undefined) return undefined;
      assert.deepEqual([reply.sent, reply.merged.updatedAt], [sent, updatedAt]);
      return reply.merged.level / token;
    }

    test('take from a bucket what each of them has taken', async () => {
      id = `key_${++ids}`;
      assert.equal(await write('one', 100, 20), undefined, 'a new bucket');
      assert.equal(await write('one', 90, 10), undefined, 'the own one');
      assert.equal(await write('two', 110, 10), 80);
      assert.equal(await write('one', 85, 5), 75);
    });

    test('write what they know, if nobody has taken from it in between', async () => {
      id = `key_${++ids}`;
      await write('one', 100, 20);
      assert.equal(await write('two', 119, 1), 99);
      assert.equal(await write('one', 98, 2, { known: 99 }), undefined, 'one has heard of it');
      assert.equal(await write('two', 90, 9, { known: 98 }), undefined);
    });

    test('may owe tokens together', async () => {
      id = `key_${++ids}`;
      await write('one', 0, 120);
      assert.equal(await write('two', 0, 120), -120);
    });

    test('keep what is missing from a bucket when its limit changes, at most a whole bucket', async () => {
      id = `key_${++ids}`;
      await write('one', 20, 100);
      assert.equal(await write('two', 1_990, 10, { limit: 2_000 }), 1_890);
      assert.equal(await write('one', 1_995, 5, { limit: 2_000 }), 1_885);
      assert.equal(await write('two', 49, 1, { limit: 50 }), -1);
      assert.equal(await write('one', 1_200, 5, { limit: 2_000 }), 1_200, 'it knows of more itself');
    });

    test('keep the latest use of a key, whoever writes last', async () => {
      const uses = (lastUsedAt: number) => ({ uses: [{ keyId: 'used', lastUsedAt }] });
      await database.execute(
        "INSERT INTO accounts (id, sequence, plan, created_at, revision) VALUES ('user', 1, 'pro', 0, 2)",
      );
      await database.execute(
        `INSERT INTO keys (id, sequence, account_id, environment, origins, last4, created_at, revision)
         VALUES ('used', 1, 'user', 'live', '[]', 'abcd', 0, 1)`,
      );
      await storeOf('two').write(uses(now + 2));
      await storeOf('one').write(uses(now + 1));
      assert.equal(await database.count("SELECT last_used_at AS count FROM keys WHERE id = 'used'"), now + 2);
      await storeOf('one').write(uses(now + 3));
      assert.equal(await database.count("SELECT last_used_at AS count FROM keys WHERE id = 'used'"), now + 3);
    });

    const usageOf = (accountId: string, keyId: string, count: number, more: Partial<UsageRow> = {}): UsageRow => ({
      accountId,
      keyId,
      hour,
      operation: 'run',
      status: 200,
      refusal: '',
      ...storedNumbers(count),
      ...more,
    });
    const outcomeOf = ({ accountId: _, keyId: __, charged: ___, ...outcome }: UsageRow): UsageOutcome => outcome;
    const lastDay = usageRange('24h', now);
    const inOrder = <Row extends { readonly hour?: number; readonly count: number }>(rows: readonly Row[]) =>
      rows.toSorted((a, b) => (a.hour ?? 0) - (b.hour ?? 0) || a.count - b.count);

    test('add up the usage of an account', async () => {
      const row = (count: number) => usageOf('acc', 'key_1', count);
      const refused = usageOf('acc', 'key_2', 7, { status: 429, refusal: 'quota' });
      const [one, two] = [storeOf('one'), storeOf('two')];
      await one.write({ usage: [row(3)] });
      await one.write({ usage: [row(5)] });
      await two.write({ usage: [row(2), refused] });
      const { outcomes, keys } = await one.usageElsewhere('acc', lastDay);
      assert.deepEqual(inOrder(outcomes), [outcomeOf(row(2)), outcomeOf(refused)]);
      assert.deepEqual(inOrder(keys), [
        { keyId: 'key_1', operation: 'run', status: 200, refusal: '', ...shownNumbers(2) },
        { keyId: 'key_2', operation: 'run', status: 429, refusal: 'quota', ...shownNumbers(7) },
      ]);
      assert.deepEqual((await two.usageElsewhere('acc', lastDay)).outcomes, [outcomeOf(row(5))]);
      assert.deepEqual(await two.usageElsewhere('other', lastDay), { outcomes: [], keys: [] });
    });

    test('add up the requests of keys of several accounts', async () => {
      const [one, two] = [storeOf('one'), storeOf('two')];
      const at = { hour: hour - 3 };
      await one.write({ usage: [usageOf('a', 'key_a', 100), usageOf('a', 'key_a', 1, { hour: hour - 30 })] });
      await two.write({
        usage: [
          usageOf('a', 'key_a', 3),
          usageOf('a', 'key_a', 4, at),
          usageOf('a', '', 5),
          usageOf('b', 'key_b', 6, { status: 429, refusal: 'quota' }),
          usageOf('b', 'key_b', 7),
          usageOf('c', 'key_c', 8),
        ],
      });
      const key = (accountId: string, id = `key_${accountId}`) => ({ id, accountId });
      const requests = async (accounts: string[], range = lastDay) =>
        (
          await one.requestsElsewhere(
            accounts.flatMap((accountId) => [key(accountId), key(accountId, 'no key')]),
            range,
          )
        )
          .map(({ accountId, keyId, count }) => `${accountId} ${keyId} ${count}`)
          .toSorted();
      assert.deepEqual(await requests(['a', 'b', 'nobody']), ['a  5', 'a key_a 7', 'b key_b 13']);
      assert.deepEqual(await requests(['a'], usageRange('7d', now)), ['a  5', 'a key_a 8']);
      assert.deepEqual(await requests([]), []);
    });

    test('keep 30 days of usage, in which each request counts once', async () => {
      const today = hour - (hour % 24);
      const ages = [0, 23, 24, 25, 26, 27, 49, 24 * 20, 24 * 20 + 1, 24 * 29, 24 * 31, 24 * 50];
      const [one, two] = [storeOf('one'), storeOf('two')];
      const rows = ages.map((age) => usageOf('long', 'key_1', 1, { hour: hour - age }));
      await one.write({ usage: rows });
      await two.write({ usage: rows.map((row) => ({ ...row, ...storedNumbers(10) })) });
      // Old rows are dropped once every 60 writes.
      for (let writes = 0; writes < 61; writes++) await one.write({});
      for (const [name, since] of [
        ['7d', today - 6 * 24],
        ['30d', today - 29 * 24],
      ] as const) {
        const expected = new Map<number, number>();
        // One has the last 24 hours of its own requests in memory.
        for (const age of ages.filter((each) => hour - each >= since)) {
          const day = hour - age - ((hour - age) % 24);
          expected.set(day, (expected.get(day) ?? 0) + (age < 24 ? 10 : 11));
        }
        const { outcomes, keys } = await one.usageElsewhere('long', usageRange(name, now));
        const days = [...expected].map(([day, count]) => outcomeOf(usageOf('long', 'key_1', count, { hour: day })));
        assert.deepEqual(inOrder(outcomes), inOrder(days));
        assert.deepEqual(
          keys.map(({ keyId, count }) => [keyId, count]),
          [['key_1', days.reduce((total, { count }) => total + count, 0)]],
        );
      }
      assert.deepEqual(await kept('long'), { hours: 2 * [0, 23, 24, 25].length, days: 4 });
    });

    test('add up the usage of all accounts, and name those with most requests', async () => {
      const totals = (range: UsageRange, accounts = 2) => storeOf('two').usageTotals(range, accounts);
      const before = await totals(lastDay, 100);
      await storeOf('one').write({
        usage: [
          usageOf('many', 'key_1', 1_000, { operation: 'sort-dedupe' }),
          usageOf('many', 'key_2', 2_000, { operation: 'sort-dedupe' }),
          usageOf('many', 'key_2', 50, { status: 429, refusal: 'quota', operation: 'mcp' }),
          usageOf('some', 'key_3', 900, { status: 500, operation: 'mcp' }),
        ],
      });
      const { outcomes, accounts } = await totals(lastDay);
      assert.deepEqual(inOrder(outcomes.filter(({ operation }) => operation !== 'run')), [
        { hour, operation: 'mcp', status: 429, refusal: 'quota', ...shownNumbers(50) },
        { hour, operation: 'mcp', status: 500, refusal: '', ...shownNumbers(900) },
        { hour, operation: 'sort-dedupe', status: 200, refusal: '', ...shownNumbers(3_000) },
      ]);
      assert.deepEqual(accounts, [
        { accountId: 'many', requests: 3_050, rateLimited: 50, failed: 0, charactersIn: 9_150, charactersOut: 6_100 },
        { accountId: 'some', requests: 900, rateLimited: 0, failed: 900, charactersIn: 2_700, charactersOut: 1_800 },
      ]);
      assert.ok(before.outcomes.every(({ operation }) => operation === 'run'));
      const month = await totals(usageRange('30d', now), 100);
      const long = month.accounts.find(({ accountId }) => accountId === 'long');
      assert.equal(long?.requests, 11 * 10, 'twelve hours with 11 requests, two of them too long ago');
    });

    test('list the keys of an account that has used very many with the most requests, and the others together', async () => {
      const [one, two] = [storeOf('one'), storeOf('two')];
      const statuses = [200, 400, 403, 413, 0];
      const usage = Array.from({ length: 300 }, (_, index) =>
        statuses.map((status) => usageOf('crowd', `key_${index}`, index + 1, { status })),
      ).flat();
      await two.write({ usage });
      const { outcomes, keys } = await one.usageElsewhere('crowd', lastDay);
      const total = (rows: readonly { readonly count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
      assert.deepEqual([outcomes.length, total(outcomes)], [statuses.length, total(usage)]);
      assert.deepEqual([keys.length, total(keys)], [mostKeyOutcomes + statuses.length, total(usage)]);
      const listed = new Set(keys.map(({ keyId }) => keyId));
      assert.deepEqual([listed.has(''), listed.has('key_100'), listed.has('key_99')], [true, true, false]);
    });
  });
}
