import type { Database } from 'better-sqlite3';
import type { UsageRange } from '../../core/usage-range.js';
import type { AccountTotal, KeyRequests, UsageOutcome, UsageRow, UsageTotals } from '../counter-store.js';
import { dayHours } from '../periods.js';

/** The counts from an hour on; those of a day are in its first hour. @param of - a condition that both tables meet. */
const usageSince = (of: string) => `(
  SELECT hour, account_id, key_id, operation, status, refusal, writer, count FROM usage_hours
  WHERE hour >= :firstHour AND ${of}
  UNION ALL SELECT day * 24, account_id, key_id, operation, status, refusal, '', count FROM usage_days
  WHERE day >= :firstDay AND ${of})`;

/** Returns the first day that begins in an hour or after it. */
function firstDayOf(hour: number): number {
  return Math.ceil(hour / dayHours);
}

export interface ElsewhereQuery {
  readonly accountId: string;
  /** The process that asks. */
  readonly writer: string;
  /** The first hour that it has in memory. */
  readonly inMemory: number;
  readonly range: UsageRange;
}

/** Returns the usage of an account that a process does not have in memory. */
export function usageElsewhere(
  database: Database,
  { accountId, writer, inMemory, range: { firstHour, hoursPerPeriod } }: ElsewhereQuery,
): readonly UsageRow[] {
  return database
    .prepare<object, UsageRow>(
      `SELECT hour - hour % :hoursPerPeriod AS hour, account_id AS accountId, key_id AS keyId, operation, status, refusal,
         sum(count) AS count
       FROM ${usageSince('account_id = :accountId')} WHERE writer <> :writer OR hour < :inMemory
       GROUP BY 1, 2, 3, 4, 5, 6`,
    )
    .all({ accountId, writer, inMemory, firstHour, firstDay: firstDayOf(firstHour), hoursPerPeriod });
}

/** Prepares {@link usageElsewhere} of one account after the other, by key only. */
export function requestsElsewhere(
  database: Database,
  { writer, inMemory, range: { firstHour } }: Omit<ElsewhereQuery, 'accountId'>,
): (accountId: string) => readonly KeyRequests[] {
  const statement = database.prepare<object, KeyRequests>(
    `SELECT account_id AS accountId, key_id AS keyId, sum(count) AS count
     FROM ${usageSince('account_id = :accountId')} WHERE writer <> :writer OR hour < :inMemory GROUP BY 1, 2`,
  );
  return (accountId) => statement.all({ accountId, writer, inMemory, firstHour, firstDay: firstDayOf(firstHour) });
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
        `SELECT hour - hour % :hoursPerPeriod AS hour, operation, status, refusal, sum(count) AS count
         FROM ${usageSince('true')} GROUP BY 1, 2, 3, 4`,
      )
      .all({ firstHour, firstDay: firstDayOf(firstHour), hoursPerPeriod }),
    accounts: database
      .prepare<object, AccountTotal>(
        `SELECT account_id AS accountId, sum(count) AS requests,
           coalesce(sum(count) FILTER (WHERE status = 429), 0) AS rateLimited,
           coalesce(sum(count) FILTER (WHERE status >= 500), 0) AS failed
         FROM ${usageSince('true')} GROUP BY account_id ORDER BY requests DESC, account_id LIMIT :accounts`,
      )
      .all({ firstHour, firstDay: firstDayOf(firstHour), accounts }),
  };
}
