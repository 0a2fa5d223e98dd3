import type { Database } from 'better-sqlite3';
import type { UsageRange } from '#gateway/core/usage-range.js';
import {
  type AccountHistory,
  type AccountTotal,
  type CountedKey,
  type KeyOutcome,
  type KeyRequests,
  mostKeyOutcomes,
  type UsageDay,
  type UsageDaysPiece,
  type UsageDaysPlace,
  type UsageDaysQuery,
  type UsageOutcome,
  type UsageTotals,
} from '../counter-store.js';
import { dayHours } from '../periods.js';
import {
  type Edge,
  edgeStatement,
  firstPlace,
  lastPlace,
  pieceOf,
  rowsStatement,
  type SqlDialect,
} from '../usage-days-sql.js';

/** The numbers of an outcome, added up. */
const sums = 'sum(count) AS count, sum(characters_in) AS charactersIn, sum(characters_out) AS charactersOut';

/** The counts from an hour on; those of a day are in its first hour. @param of - a condition that both tables meet. */
const usageSince = (of: string) => `(
  SELECT hour, account_id, key_id, operation, status, refusal, writer, count, characters_in, characters_out FROM usage_hours
  WHERE hour >= :firstHour AND ${of}
  UNION ALL SELECT day * 24, account_id, key_id, operation, status, refusal, '', count, characters_in, characters_out FROM usage_days
  WHERE day >= :firstDay AND ${of})`;

/** Returns the first day that begins in an hour or after it. */
function firstDayOf(hour: number): number {
  return Math.ceil(hour / dayHours);
}

/** The process that asks for usage, and what it has in memory. */
export interface UsageAsker {
  /** The process that asks. */
  readonly writer: string;
  /** The first hour that it has in memory. */
  readonly inMemory: number;
}

/** The counts of an account since an hour that the process that asks does not have in memory. */
const elsewhere = `${usageSince('account_id = :accountId')} WHERE (writer <> :writer OR hour < :inMemory)`;

/** Returns the usage of an account that a process does not have in memory. */
export function usageElsewhere(
  database: Database,
  accountId: string,
  { firstHour, hoursPerPeriod }: UsageRange,
  asker: UsageAsker,
): AccountHistory {
  const parameters = { accountId, ...asker, firstHour, firstDay: firstDayOf(firstHour) };
  const outcomes = database.prepare<object, UsageOutcome>(
    `SELECT hour - hour % :hoursPerPeriod AS hour, operation, status, refusal, ${sums}
     FROM ${elsewhere} GROUP BY 1, 2, 3, 4`,
  );
  const keys = database.prepare<object, KeyOutcome>(
    `WITH counts AS MATERIALIZED (
       SELECT key_id, operation, status, refusal, sum(count) AS count, sum(characters_in) AS characters_in,
         sum(characters_out) AS characters_out FROM ${elsewhere} GROUP BY 1, 2, 3, 4
     ), ranked AS (
       SELECT key_id, sum(count(*)) OVER (ORDER BY sum(count) DESC, key_id) AS place FROM counts
       WHERE key_id <> '' GROUP BY key_id
     )
     SELECT iif(place <= :most, key_id, '') AS keyId, operation, status, refusal, ${sums}
     FROM counts LEFT JOIN ranked USING (key_id) GROUP BY 1, 2, 3, 4`,
  );
  return database.transaction(() => ({
    outcomes: outcomes.all({ ...parameters, hoursPerPeriod }),
    keys: keys.all({ ...parameters, most: mostKeyOutcomes }),
  }))();
}

/** Returns the requests of keys, and those of their accounts' keys that were not counted apart, as {@link usageElsewhere}. */
export function requestsElsewhere(
  database: Database,
  keys: readonly CountedKey[],
  { firstHour }: UsageRange,
  asker: UsageAsker,
): readonly KeyRequests[] {
  const statement = database.prepare<object, KeyRequests>(
    `SELECT account_id AS accountId, key_id AS keyId, sum(count) AS count
     FROM ${elsewhere} AND (key_id = '' OR key_id IN (SELECT value FROM json_each(:keyIds))) GROUP BY 1, 2`,
  );
  const parameters = { ...asker, firstHour, firstDay: firstDayOf(firstHour) };
  const idsByAccount = new Map<string, string[]>();
  for (const { id, accountId } of keys) idsByAccount.set(accountId, [...(idsByAccount.get(accountId) ?? []), id]);
  return [...idsByAccount].flatMap(([accountId, ids]) =>
    statement.all({ ...parameters, accountId, keyIds: JSON.stringify(ids) }),
  );
}

const dialect: SqlDialect = {
  day: ':day',
  account: ':accountId',
  lastDay: ':lastDay',
  edgeDay: ':edgeDay',
  edgeAccount: ':edgeAccount',
  cast: '',
};

/** Returns a piece of the usage by day: those that follow a place. */
export function usageDays(
  database: Database,
  query: UsageDaysQuery,
  after: UsageDaysPlace = firstPlace(query),
): UsageDaysPiece {
  const { by, lastDay, accountId } = query;
  const isOfAccount = accountId !== undefined;
  const findEdge = database.prepare<object, Edge>(edgeStatement(isOfAccount, dialect));
  const rows = database.prepare<object, UsageDay>(rowsStatement(by, isOfAccount, dialect));
  const last = lastPlace(query);
  return database.transaction(() => {
    const edge = findEdge.get({ ...after, lastDay });
    const ends = { edgeDay: edge?.day ?? last.day, edgeAccount: edge?.account_id ?? last.accountId };
    return pieceOf(rows.all({ ...after, ...ends }), edge);
  })();
}

/** Returns the usage of all accounts. May take seconds if there are very many. */
export function usageTotals(
  database: Database,
  { firstHour, hoursPerPeriod }: UsageRange,
  accounts: number,
): UsageTotals {
  return {
    outcomes: database
      .prepare<object, UsageOutcome>(
        `SELECT hour - hour % :hoursPerPeriod AS hour, operation, status, refusal, ${sums}
         FROM ${usageSince('true')} GROUP BY 1, 2, 3, 4`,
      )
      .all({ firstHour, firstDay: firstDayOf(firstHour), hoursPerPeriod }),
    accounts: database
      .prepare<object, AccountTotal>(
        `SELECT account_id AS accountId, sum(count) AS requests,
           coalesce(sum(count) FILTER (WHERE status = 429), 0) AS rateLimited,
           coalesce(sum(count) FILTER (WHERE status >= 500), 0) AS failed,
           sum(characters_in) AS charactersIn, sum(characters_out) AS charactersOut
         FROM ${usageSince('true')} GROUP BY account_id ORDER BY requests DESC, account_id LIMIT :accounts`,
      )
      .all({ firstHour, firstDay: firstDayOf(firstHour), accounts }),
  };
}
