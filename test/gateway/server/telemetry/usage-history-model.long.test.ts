import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type UsageRange, usageRange, usageRangeNames } from '#gateway/core/usage-range.js';
import type { UsageOutcome } from '#gateway/server/storage/counter-store.js';
import { historyHours } from '#gateway/server/storage/periods.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { usageElsewhere } from '#gateway/server/storage/sqlite/usage-queries.js';
import type { Refusal } from '#gateway/server/telemetry/request-record.js';
import { UsageHistory } from '#gateway/server/telemetry/usage-history.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { countedRequest, shownNumbers } from '../../../support/usage-rows.js';

const hourMs = 3_600_000;

type CountedNumber = 'count' | 'charactersIn' | 'charactersOut';
type ListedRequest = Omit<UsageOutcome, CountedNumber> & { readonly accountId: string };

/** A reference implementation: a list of requests, searched each time. */
class ListedRequests {
  #all: ListedRequest[] = [];

  add(request: ListedRequest): void {
    this.#all.push(request);
  }

  /** Restarts at `now`: later requests count as now. */
  restart(now: number): void {
    const present = Math.floor(now / hourMs);
    this.#all = this.#all.map((request) => ({ ...request, hour: Math.min(request.hour, present) }));
  }

  /** Sorts rows by their key, the hour first. */
  of(accountId: string, { firstHour, hoursPerPeriod }: UsageRange): Map<string, number> {
    const counts = new Map<string, number>();
    for (const request of this.#all) {
      if (request.accountId !== accountId || request.hour < firstHour) continue;
      const of = nameOf({ ...request, hour: request.hour - (request.hour % hoursPerPeriod) });
      counts.set(of, (counts.get(of) ?? 0) + 1);
    }
    return counts;
  }
}

const nameOf = ({ hour: at, operation, status, refusal }: Omit<UsageOutcome, CountedNumber>) =>
  `${at} ${operation} ${status} ${refusal}`;

const total = (rows: readonly { readonly count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

type Step =
  | {
      readonly kind: 'request';
      readonly account: string;
      readonly key: string;
      readonly outcome: Outcome;
      readonly lateMs: number;
    }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'write'; readonly max: number; readonly fails: boolean }
  | { readonly kind: 'restart'; readonly ms: number };
type Outcome = readonly [operation: string, status: number, refusal: Refusal | undefined];

const outcomes: readonly Outcome[] = [
  ['run', 200, undefined],
  ['run', 429, 'quota'],
  ['run', 429, 'burst-key'],
  ['sanitize', 200, undefined],
  ['sort-dedupe', 0, undefined],
  ['sort-dedupe', 503, 'queue'],
];
const passing = fc.oneof(
  fc.integer({ min: 0, max: 2 * hourMs }),
  fc.constantFrom(1, hourMs, 23 * hourMs, 24 * hourMs, 26 * hourMs, 80 * hourMs, 500 * hourMs),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      account: fc.constantFrom('a', 'b', 'c'),
      key: fc.constantFrom('key_1', 'key_2'),
      outcome: fc.constantFrom(...outcomes),
      lateMs: fc.constantFrom(0, 0, 0, 40_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: passing }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      max: fc.integer({ min: 1, max: 9 }),
      fails: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restart' as const),
      ms: fc.oneof(passing, fc.integer({ min: -3 * hourMs, max: 0 })),
    }),
  },
);

test('matches the reference over any requests, clock changes, failed writes and restarts', async (t) => {
  const folder = temporaryFolder(t);
  let databases = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
    const clock = new ManualClock();
    const listed = new ListedRequests();
    const database = openDatabase(`${folder}/${databases++}`);
    const writer = 'self';
    const store = new SqliteCounterStore({ database, clock, writer });
    let history = new UsageHistory(clock);
    /** The start of this run of the program: no request is older. */
    let startedAt = clock.now();
    let writtenAt = startedAt;
    let latest = startedAt;
    try {
      for (const taken of steps) {
        if (taken.kind === 'request') {
          const [operation, status, refusal] = taken.outcome;
          const came = Math.max(startedAt, clock.now() - taken.lateMs);
          history.count({ id: taken.key, accountId: taken.account }, operation, status, countedRequest(came, refusal));
          const reason = status === 429 ? (refusal ?? '') : '';
          listed.add({
            accountId: taken.account,
            hour: Math.floor(came / hourMs),
            operation,
            status,
            refusal: reason,
          });
        } else if (taken.kind === 'pass') {
          // Only what the store gets within a day is kept for longer.
          if (clock.now() + taken.ms - writtenAt > 20 * hourMs) {
            await store.write({ usage: history.takeDirty(1_000) });
            writtenAt = clock.now();
          }
          clock.advance(taken.ms);
        } else if (taken.kind === 'write') {
          const rows = history.takeDirty(taken.max);
          if (taken.fails) history.markDirty(rows);
          else await store.write({ usage: rows });
        } else {
          await store.write({ usage: history.takeDirty(1_000) });
          latest = Math.max(latest, clock.now());
          // By no more than an hour that is over waits until it is added to its day.
          clock.set(Math.max(clock.now() + taken.ms, latest - 2 * hourMs));
          startedAt = clock.now();
          writtenAt = startedAt;
          listed.restart(startedAt);
          history = new UsageHistory(clock);
          store.load(true);
        }
        for (const account of ['a', 'b', 'c']) {
          for (const name of usageRangeNames) {
            const range = usageRange(name, clock.now());
            // As the store does on a thread, to which 20,000 messages would take longer than all else.
            const asker = { writer, inMemory: Math.floor(clock.now() / hourMs) - historyHours + 1 };
            const elsewhere = usageElsewhere(database, account, range, asker);
            const { outcomes: shown, keys } = await history.of(account, range, elsewhere);
            const counts = new Map(shown.map((row) => [nameOf(row), row.count]));
            for (const row of [...shown, ...keys]) assert.deepEqual({ ...row, ...shownNumbers(row.count) }, row);
            assert.equal(counts.size, shown.length);
            assert.deepEqual(counts, listed.of(account, range), name);
            const hours = shown.map((row) => row.hour);
            assert.deepEqual(
              hours,
              hours.toSorted((x, y) => x - y),
            );
            assert.equal(total(keys), total(shown));
          }
        }
      }
    } finally {
      await store.close();
      database.close();
    }
  });
  await fc.assert(property, { numRuns: 40 });
});
