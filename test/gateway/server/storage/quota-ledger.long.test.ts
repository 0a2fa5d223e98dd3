import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { windowMinutes } from '#gateway/server/storage/periods.js';
import { migratePostgres } from '#gateway/server/storage/postgres/migrations.js';
import { PostgresQuotaLedger } from '#gateway/server/storage/postgres/quota-ledger.js';
import { lapseMs, type QuotaReply, type QuotaTurn } from '#gateway/server/storage/quota-ledger.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteQuotaLedger } from '#gateway/server/storage/sqlite/quota-ledger.js';
import { suiteScope } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { startPostgres, withoutPostgres } from '../../../support/postgres.js';
import { SimulatedLedger } from '../../../support/simulated-ledger.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const beginning = 1_900_000_000_000;

/** A ledger whose time the test sets, with nothing in it. */
interface LedgerRig {
  apply(turn: QuotaTurn): QuotaReply | Promise<QuotaReply>;
  maintain(): boolean | Promise<boolean>;
  /** Empties the ledger. */
  clear(): void | Promise<void>;
  setTime(now: number): void | Promise<void>;
  /** Gives an account a quota of its own. */
  setQuota(accountId: string, quota: number): void | Promise<void>;
}

const names = ['acc_a', 'acc_b', 'acc_c'];
const accountsOfNames = `INSERT INTO accounts (id, sequence, plan, created_at, revision)
  VALUES ${names.map((name, index) => `('${name}', ${index + 1}, 'pro', 0, ${index + 1})`).join(', ')}`;

type Cleanup = () => void | Promise<void>;
interface Scope {
  after(cleanup: Cleanup): void;
}

async function startPostgresLedger(scope: Scope): Promise<LedgerRig> {
  const postgres = await startPostgres(scope);
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase('quota'), max: 8 });
  // The server closes idle connections when it stops.
  pool.on('error', () => {});
  scope.after(() => pool.end());
  const client = await pool.connect();
  await migratePostgres(client);
  client.release();
  await pool.query('CREATE TABLE test_time (now bigint); INSERT INTO test_time VALUES (0)');
  await pool.query(
    'CREATE OR REPLACE FUNCTION store_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT now FROM test_time $$',
  );
  await pool.query(accountsOfNames);
  const ledger = new PostgresQuotaLedger(pool);
  return {
    apply: (turn) => ledger.apply(turn),
    maintain: () => ledger.maintain(),
    clear: async () => {
      await pool.query('TRUNCATE members, quota_minutes, quota_accounts, quota_blocks');
      await pool.query('UPDATE accounts SET daily_quota = NULL');
    },
    setQuota: async (id, quota) =>
      void (await pool.query('UPDATE accounts SET daily_quota = $2 WHERE id = $1', [id, quota])),
    setTime: async (now) => void (await pool.query('UPDATE test_time SET now = $1', [now])),
  };
}

async function startSqliteLedger(scope: Scope): Promise<LedgerRig> {
  const database = openDatabase(temporaryFolder(scope));
  scope.after(() => void database.close());
  database.exec(accountsOfNames);
  const clock = new ManualClock(beginning);
  const ledger = new SqliteQuotaLedger(database, {
    process: 'a process',
    isDead: ({ seenAt }, now) => now - seenAt >= lapseMs,
  });
  return {
    apply: (turn) => ledger.apply(turn, clock.now()),
    maintain: () => ledger.maintain(clock.now()),
    clear: () =>
      void database.exec(
        'DELETE FROM quota_blocks; DELETE FROM quota_counts; DELETE FROM members; UPDATE accounts SET daily_quota = NULL',
      ),
    setQuota: (id, quota) => void database.prepare('UPDATE accounts SET daily_quota = ? WHERE id = ?').run(quota, id),
    setTime: (now) => clock.set(now),
  };
}

const ledgers = [
  { name: 'SQLite', start: startSqliteLedger, skip: false },
  { name: 'PostgreSQL', start: startPostgresLedger, skip: withoutPostgres },
] as const;

for (const { name, start, skip } of ledgers)
  describe(`the quota in ${name}`, { skip }, () => {
    const scope = suiteScope();
    let ledger: LedgerRig;

    before(async () => {
      ledger = await start(scope);
    });

    test('does what the plain model does, for turns that are new, repeated, late, and of members that lapse or stop', async () => {
      let runs = 0;
      const step = fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            what: fc.constant('turn' as const),
            member: fc.nat(3),
            again: fc.boolean(),
            isLast: fc.nat(9).map((n) => n === 0),
            accounts: fc.uniqueArray(
              fc.record({
                id: fc.constantFrom(...names),
                want: fc.nat(20),
                spend: fc.double({ min: 0, max: 1, noNaN: true }),
                extra: fc.integer({ min: -2, max: 2 }),
              }),
              { selector: ({ id }) => id, maxLength: 3 },
            ),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 9_000 }) }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            what: fc.constant('quota' as const),
            id: fc.constantFrom(...names),
            quota: fc.integer({ min: 0, max: 80 }),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            what: fc.constant('time' as const),
            ms: fc.constantFrom(lapseMs, 60_000, windowMinutes * 30_000, windowMinutes * 60_000),
          }),
        },
      );
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 60 }),
          fc.array(step, { minLength: 5, maxLength: 30 }),
          async (limit, steps) => {
            await ledger.clear();
            await ledger.setTime(beginning);
            const run = ++runs;
            let now = beginning;
            const model = new SimulatedLedger(windowMinutes);
            const blocks = new Map<string, number>();
            const lives = [0, 0, 0, 0];
            const numbers = [0, 0, 0, 0];
            const lastTurns: (QuotaTurn | undefined)[] = [];
            for (const each of steps) {
              if (each.what === 'time') {
                now += each.ms;
                await ledger.setTime(now);
                continue;
              }
              if (each.what === 'quota') {
                // 0 is no limit: then what the gateway says counts.
                if (each.quota === 0) model.quotas.delete(each.id);
                else model.quotas.set(each.id, each.quota);
                await ledger.setQuota(each.id, each.quota);
                continue;
              }
              const { member, again, isLast, accounts } = each;
              const memberId = `${run}-${member}-${lives[member]}`;
              const before = lastTurns[member];
              const number = (numbers[member] ?? 0) + 1;
              const turn: QuotaTurn =
                again && before !== undefined
                  ? before
                  : {
                      memberId,
                      number,
                      isLast,
                      accounts: accounts.map(({ id, want, spend, extra }) => {
                        const fromBlock = Math.floor((blocks.get(`${memberId} ${id}`) ?? 0) * spend);
                        return {
                          accountId: id,
                          limit,
                          fromBlock,
                          want,
                          spent: new Map([[Math.floor(now / 60_000), fromBlock + extra]]),
                        };
                      }),
                    };
              lastTurns[member] = turn;
              numbers[member] = turn.number;
              await ledger.maintain();
              const expected = model.apply(turn, now);
              assert.deepEqual(await ledger.apply(turn), expected);
              if (expected.isMember) {
                for (const { accountId, block } of expected.accounts) blocks.set(`${memberId} ${accountId}`, block);
              }
              if (!expected.isMember || turn.isLast) {
                lives[member] = (lives[member] ?? 0) + 1;
                numbers[member] = 0;
                lastTurns[member] = undefined;
              }
            }
          },
        ),
        { numRuns: 50 },
      );
    });

    describe('of very many accounts', () => {
      const count = 2_500;
      const limit = 10;
      const minute = Math.floor(beginning / 60_000);
      const accountsOf = (what: { readonly spent: number; readonly want: number }, ids = idsOf(count)) =>
        ids.map((accountId) => ({
          accountId,
          limit,
          fromBlock: 0,
          want: what.want,
          spent: new Map(what.spent === 0 ? [] : [[minute, what.spent]]),
        }));
      /** Does all upkeep. @returns the number of pieces. */
      const keepUp = async (): Promise<number> => {
        let pieces = 1;
        while (await ledger.maintain()) pieces++;
        return pieces;
      };

      test('counts are dropped in pieces, and do not count meanwhile', async () => {
        await ledger.clear();
        await ledger.setTime(beginning);
        await ledger.apply({
          memberId: 'early',
          number: 1,
          accounts: accountsOf({ spent: limit, want: 0 }),
          isLast: true,
        });
        await ledger.setTime(beginning + windowMinutes * 60_000);
        const ask = { memberId: 'late', accounts: accountsOf({ spent: 0, want: 3 }) };
        const expected = idsOf(count).map((accountId) => {
          return { accountId, block: 3, counted: 0, isExhausted: false, nextMinute: null };
        });
        assert.equal(await ledger.maintain(), true);
        const reply = await ledger.apply({ ...ask, number: 1 });
        assert.deepEqual(reply.isMember && reply.accounts, expected, 'before the upkeep is done');
        assert.equal(await keepUp(), 2);
        const later = await ledger.apply({ ...ask, number: 2 });
        assert.deepEqual(later.isMember && later.accounts, expected, 'after it');
      });

      test('blocks of a lapsed member are counted in pieces, and are not granted to others meanwhile', async () => {
        await ledger.clear();
        await ledger.setTime(beginning);
        const held = { memberId: 'first', accounts: accountsOf({ spent: 0, want: 4 }) };
        assert.equal((await ledger.apply({ ...held, number: 1 })).isMember, true);
        await ledger.setTime(beginning + lapseMs);
        assert.deepEqual(await ledger.apply({ ...held, number: 2 }), {
          isMember: false,
          applied: 1,
          now: beginning + lapseMs,
        });
        const ask = { memberId: 'second', accounts: accountsOf({ spent: 0, want: limit }) };
        const reply = await ledger.apply({ ...ask, number: 1 });
        assert.ok(reply.isMember);
        const blocks = () => reply.accounts.map(({ block }) => block);
        assert.deepEqual(new Set(blocks()), new Set([limit - 4]));
        assert.ok(
          reply.accounts.some(({ counted }) => counted === 0),
          'some are still held',
        );
        assert.equal(await keepUp(), 2, 'a piece of them was counted when the member came back');
        const later = await ledger.apply({ ...ask, number: 2 });
        assert.ok(later.isMember);
        const states = later.accounts.map(({ block, counted, isExhausted }) => `${block} ${counted} ${isExhausted}`);
        assert.deepEqual(new Set(states), new Set([`${limit - 4} 4 true`]));
      });
    });

    test('grants no more than the quota to members that ask at the same time, and ends none in a deadlock', async () => {
      await ledger.clear();
      await ledger.setTime(beginning);
      const limit = 1_000;
      const members = 8;
      const totals = new Map<string, number>();
      await Promise.all(
        Array.from({ length: members }, async (_, member) => {
          const blocks = new Map<string, number>();
          for (let number = 1; number <= 40; number++) {
            const order = member % 2 === 0 ? names : names.toReversed();
            const accounts = order.map((accountId) => {
              const fromBlock = blocks.get(accountId) ?? 0;
              totals.set(accountId, (totals.get(accountId) ?? 0) + fromBlock);
              return { accountId, limit, want: 7, fromBlock, spent: new Map([[31_666_666, fromBlock]]) };
            });
            const reply = await ledger.apply({ memberId: `member-${member}`, number, accounts });
            assert.ok(reply.isMember);
            for (const { accountId, block } of reply.accounts) blocks.set(accountId, block);
            if (number % 10 === 0) await ledger.maintain();
          }
          for (const [accountId, block] of blocks) totals.set(accountId, (totals.get(accountId) ?? 0) + block);
        }),
      );
      assert.deepEqual([...totals.values()], [limit, limit, limit]);
    });
  });

function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `account ${index}`);
}
