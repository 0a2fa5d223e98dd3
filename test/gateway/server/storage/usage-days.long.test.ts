import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { UsageDaysReader } from '#gateway/server/endpoints/usage-days.js';
import type { AdministrationRequest } from '#gateway/server/pipeline/route.js';
import {
  type CounterStore,
  countsPerPiece,
  type UsageDay,
  type UsageDaysQuery,
  type UsageRow,
} from '#gateway/server/storage/counter-store.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { type CleanupScope, cleanUpAfter, suiteScope } from '../../../support/cleanup.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';
import { longestTurnMs } from '../../../support/processor-time.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const now = Date.UTC(2031, 5, 1, 12, 30);
const hour = Math.floor(now / 3_600_000);
const laterMs = 27 * 3_600_000;
const today = Math.floor(hour / 24);
/** In milliseconds. All rows together take seconds. */
const mostMs = 60;

/** Three keys of each account, with two outcomes in a day. */
const [accounts, keys, outcomes] = [1_000, 3, 2];

interface Opened {
  readonly store: CounterStore;
  /** The same store 27 hours later. */
  readonly later: CounterStore;
  readonly execute: (statement: string) => Promise<void>;
}

async function onSqlite(scope: CleanupScope): Promise<Opened> {
  const database = openDatabase(temporaryFolder(scope));
  cleanUpAfter(scope, () => void database.close());
  const at = (time: number) => {
    const store = new SqliteCounterStore({ database, clock: new ManualClock(time) });
    cleanUpAfter(scope, () => store.close());
    return store;
  };
  return { store: at(now), later: at(now + laterMs), execute: async (statement) => void database.exec(statement) };
}

async function onPostgres(scope: CleanupScope): Promise<Opened> {
  const { pool, close } = await openPostgres(await createTestDatabase());
  cleanUpAfter(scope, close);
  const at = (time: number) => new PostgresCounterStore({ pool, writer: 'one', storeNow: () => time, now: () => time });
  return { store: at(now), later: at(now + laterMs), execute: async (statement) => void (await pool.query(statement)) };
}

const numbers = (name: string, count: number) =>
  `(WITH RECURSIVE s (${name}) AS (SELECT 0 UNION ALL SELECT ${name} + 1 FROM s WHERE ${name} < ${count - 1})
    SELECT ${name} FROM s) AS of_${name}`;

/** Adds a day of all accounts. @param ago - days before today. */
const dayOf = (ago: number) => `INSERT INTO usage_days
  (day, account_id, key_id, operation, status, refusal, count, charged, characters_in, characters_out)
  SELECT ${today - ago}, 'acc_' || a, 'key_' || a || '_' || k, 'run', CASE o WHEN 0 THEN 200 ELSE 429 END,
    CASE o WHEN 0 THEN '' ELSE 'quota' END, 2, CASE o WHEN 0 THEN 2 ELSE 0 END, 3, 5
  FROM ${numbers('a', accounts)} CROSS JOIN ${numbers('k', keys)} CROSS JOIN ${numbers('o', outcomes)}`;

async function piecesOf(store: CounterStore, query: UsageDaysQuery): Promise<readonly (readonly UsageDay[])[]> {
  const pieces: (readonly UsageDay[])[] = [];
  let piece = await store.usageDays(query, undefined);
  pieces.push(piece.rows);
  while (piece.next !== undefined) {
    piece = await store.usageDays(query, piece.next);
    pieces.push(piece.rows);
  }
  return pieces;
}

const nameOf = ({ day, accountId, part }: Pick<UsageDay, 'day' | 'accountId' | 'part'>) =>
  `${day} ${accountId} ${part}`;

for (const { name, open, skip } of [
  { name: 'SQLite', open: onSqlite, skip: false },
  { name: 'PostgreSQL', open: onPostgres, skip: withoutPostgres },
] as const) {
  describe(`many days of usage, in ${name}`, { skip }, () => {
    const scope = suiteScope();
    const lastDays = { firstDay: today - 9, lastDay: today } as const;
    let store: CounterStore;
    let later: CounterStore;

    before(async () => {
      const opened = await open(scope);
      store = opened.store;
      later = opened.later;
      for (let ago = 1; ago <= 9; ago++) await opened.execute(dayOf(ago));
      const usage = Array.from({ length: accounts }, (_, index): UsageRow => {
        const key = { accountId: `acc_${index}`, keyId: `key_${index}_0`, hour: hour - (index % 3) };
        const outcome = { operation: 'mcp', status: 200, refusal: '' };
        return { ...key, ...outcome, count: 7, charged: 7, charactersIn: 11, charactersOut: 13 };
      });
      for (let from = 0; from < accounts; from += 500) await store.write({ usage: usage.slice(from, from + 500) });
    });

    test('come in pieces, and each row once', async () => {
      for (const [by, rows, rowsOfAccount] of [
        ['account', 10 * accounts, 10],
        ['key', (9 * keys + 1) * accounts, 9 * keys + 1],
        ['operation', 10 * accounts, 10],
      ] as const) {
        const pieces = await piecesOf(store, { ...lastDays, by });
        const all = pieces.flat();
        assert.deepEqual([all.length, new Set(all.map(nameOf)).size], [rows, rows], by);
        assert.ok(pieces.length > (9 * keys * outcomes * accounts) / countsPerPiece, `${pieces.length} pieces`);
        const most = 2 * (countsPerPiece + keys * outcomes);
        for (const piece of pieces) assert.ok(piece.length <= most, `${piece.length} rows`);
        const sum = (number: 'requests' | 'quota' | 'charactersIn' | 'charactersOut') =>
          all.reduce((total, row) => total + row[number], 0);
        assert.deepEqual(
          [sum('requests'), sum('quota'), sum('charactersIn'), sum('charactersOut')],
          [accounts * (9 * 6 + 7), accounts * 9 * 6, accounts * (9 * 18 + 11), accounts * (9 * 30 + 13)],
        );
        const own = (await piecesOf(store, { ...lastDays, by, accountId: 'acc_77' })).flat();
        assert.equal(own.length, rowsOfAccount);
        const expected = all.filter(({ accountId }) => accountId === 'acc_77');
        assert.deepEqual(own, expected);
      }
      const single = await piecesOf(store, { firstDay: today - 3, lastDay: today - 3, by: 'account' });
      assert.deepEqual([single.flat().length, new Set(single.flat().map(({ day }) => day)).size], [accounts, 1]);
    });

    test('are the same while hours are added to their days', async () => {
      const query = { firstDay: today, lastDay: today, by: 'account' } as const;
      const expected = (await piecesOf(store, query)).flat();
      const first = await store.usageDays(query, undefined);
      assert.ok(first.next !== undefined);
      await later.write({});
      const rest = await store.usageDays(query, first.next);
      assert.deepEqual([...first.rows, ...rest.rows], expected);
      assert.deepEqual((await piecesOf(store, query)).flat(), expected, 'also when all are');
    });

    test('are streamed, and keep nobody waiting', async () => {
      const reader = new UsageDaysReader({ clock: new ManualClock(now), keys: { account: () => undefined }, store });
      const request = { query: 'by=key', head: { accept: 'text/csv' } } as unknown as AdministrationRequest;
      const turns: number[] = [];
      let lines = 0;
      let longestPiece = 0;
      // The first compiles code, and each may collect the garbage of other tests.
      for (let tries = 0; tries < 3; tries++) {
        lines = 0;
        turns.push(
          await longestTurnMs(async () => {
            const result = await reader.respond(request);
            assert.ok('pieces' in result);
            for await (const piece of result.pieces) {
              longestPiece = Math.max(longestPiece, piece.byteLength);
              for (const byte of piece) if (byte === 0x0a) lines++;
            }
          }),
        );
      }
      assert.ok(Math.min(...turns) < mostMs, `${turns} ms`);
      assert.equal(lines, 1 + (9 * keys + 1) * accounts);
      assert.ok(longestPiece < 262_144, `${longestPiece} bytes`);
    });
  });
}
