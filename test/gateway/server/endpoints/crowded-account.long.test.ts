import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { usageRange, usageRangeNames } from '#gateway/core/usage-range.js';
import { Accounts, type AccountsParts } from '#gateway/server/endpoints/accounts.js';
import { type CounterStore, mostKeyOutcomes, type UsageRow } from '#gateway/server/storage/counter-store.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { StoreBusyError } from '#gateway/server/storage/store-fault.js';
import { UsageHistory } from '#gateway/server/telemetry/usage-history.js';
import { type CleanupScope, cleanUpAfter, suiteScope } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { longestTurnMs } from '../../../support/processor-time.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { countedRequest, storedNumbers } from '../../../support/usage-rows.js';

/** The end of a day. */
const now = Date.UTC(2030, 0, 31, 23, 30);
const hour = Math.floor(now / 3_600_000);
const accountId = 'crowd';
const operations = ['run', 'sanitize', 'sort-dedupe', 'mcp'];
const statuses = [200, 400, 413];
/** As many keys as a gateway counts apart, on each of so many days. */
const [keys, days] = [100, 15];
/** In milliseconds. When all counts were read on the event loop, one range of this account took more than 200 ms. */
const mostMs = 60;

/** Returns the least of three longest turns: the first compiles code, and each may collect the garbage of other tests. */
async function shortestOfLongest(work: () => Promise<void>): Promise<number> {
  const turns: number[] = [];
  for (let tries = 0; tries < 3; tries++) turns.push(await longestTurnMs(work));
  return Math.min(...turns);
}

function rowsOf(age: number): UsageRow[] {
  return Array.from({ length: keys }, (_, key) =>
    operations.flatMap((operation) =>
      statuses.map((status) => ({
        accountId,
        keyId: `key_${age}_${key}`,
        hour: hour - 24 * age,
        operation,
        status,
        refusal: '',
        ...storedNumbers(1),
      })),
    ),
  ).flat();
}

type Opened = (scope: CleanupScope) => Promise<(writer: string) => CounterStore>;

const onSqlite: Opened = async (scope) => {
  const database = openDatabase(temporaryFolder(scope));
  cleanUpAfter(scope, () => void database.close());
  return (writer) => {
    const store = new SqliteCounterStore({ database, clock: new ManualClock(now), writer });
    cleanUpAfter(scope, () => store.close());
    return store;
  };
};

const onPostgres: Opened = async (scope) => {
  const { pool, close } = await openPostgres(await createTestDatabase());
  cleanUpAfter(scope, close);
  return (writer) => new PostgresCounterStore({ pool, writer, storeNow: () => now, now: () => now });
};

for (const { name, open, skip } of [
  { name: 'SQLite', open: onSqlite, skip: false },
  { name: 'PostgreSQL', open: onPostgres, skip: withoutPostgres },
] as const) {
  describe(`an owner who has used 1,500 keys with every outcome, in ${name}`, { skip }, () => {
    const scope = suiteScope();
    let parts: AccountsParts;

    before(async () => {
      const storeOf = await open(scope);
      const other = storeOf('other');
      for (let age = 0; age < days; age++) await other.write({ usage: rowsOf(age) });
      const clock = new ManualClock(now);
      const history = new UsageHistory(clock, operations);
      for (let age = 23; age >= 0; age--) {
        for (const { keyId, operation, status } of rowsOf(0)) {
          history.count({ id: keyId, accountId }, operation, status, countedRequest(now - age * 3_600_000));
        }
      }
      const account = { id: accountId, plan: 'pro', keys: 100 };
      parts = {
        clock,
        history,
        store: storeOf('self'),
        quotaOf: () => 0,
        isStoreUnavailable: () => false,
        onUnread: (error) => assert.ok(error instanceof StoreBusyError, String(error)),
        keys: { account: () => account } as unknown as AccountsParts['keys'],
        quota: { used: async () => [0] } as unknown as AccountsParts['quota'],
      };
    });

    test('gets a short document of the usage, and keeps nobody waiting for it', async () => {
      let documents: readonly (object | undefined)[] = [];
      const stretchMs = await shortestOfLongest(async () => {
        const accounts = new Accounts(parts);
        documents = await Promise.all(usageRangeNames.map((range) => accounts.usage(accountId, `range=${range}`)));
      });
      assert.ok(stretchMs < mostMs, `${stretchMs} ms`);
      for (const document of documents) {
        const { history, byKey } = document as Record<'history' | 'byKey', readonly { readonly count: number }[]>;
        const total = (rows: typeof byKey) => rows.reduce((sum, { count }) => sum + count, 0);
        assert.equal(total(byKey), total(history));
        assert.ok(
          byKey.length <= mostKeyOutcomes + operations.length * statuses.length,
          `${byKey.length} counts by key`,
        );
      }
    });

    test('gets the requests of keys in a list, and keeps nobody waiting for them', async () => {
      const listed = Array.from({ length: 1_000 }, (_, index) => ({
        id: `key_${index % days}_${index % keys}`,
        accountId,
      }));
      let requests: ReadonlyMap<string, number> = new Map();
      const stretchMs = await shortestOfLongest(async () => {
        requests = await new Accounts(parts).requestsOf(listed as never, usageRange('30d', now));
      });
      assert.ok(stretchMs < mostMs, `${stretchMs} ms`);
      assert.equal(requests.get('key_1_1'), operations.length * statuses.length);
    });

    test('cannot ask for so much that others would wait', async () => {
      const accounts = new Accounts(parts);
      const listed = [{ id: 'key_1_1', accountId }] as never;
      const reads = await Promise.all(
        Array.from({ length: 50 }, () => accounts.requestsOf(listed, usageRange('7d', now))),
      );
      assert.equal(reads.filter(({ size }) => size === 1).length, 8, 'the others get responses without them');
    });
  });
}
