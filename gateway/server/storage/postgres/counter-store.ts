import type { UsageRange } from '#gateway/core/usage-range.js';
import {
  type AccountHistory,
  type AccountTotal,
  type BucketRow,
  type ChangedBucket,
  type CountedKey,
  type CounterBatch,
  type CounterStore,
  type KeyOutcome,
  type KeyRequests,
  type LoadedCounters,
  type MergedBucket,
  mostKeyOutcomes,
  type UsageDay,
  type UsageDaysBy,
  type UsageDaysPiece,
  type UsageDaysQuery,
  type UsageOutcome,
  type UsageTotals,
} from '../counter-store.js';
import { dayOf, defaultHistoryDays, historyHours, hourOf, hoursBeforeDay } from '../periods.js';
import { StoreBusyError, StoreUnavailableError } from '../store-fault.js';
import {
  type Edge,
  edgeStatement,
  firstPlace,
  lastPlace,
  pieceOf,
  rowsStatement,
  type SqlDialect,
} from '../usage-days-sql.js';
import { type Queries, run } from './connection.js';

export interface PostgresCounterStoreOptions {
  readonly pool: Queries;
  /** Names this gateway as the writer of its rows. */
  readonly writer: string;
  /** The store's time, in milliseconds since the epoch. */
  readonly storeNow: () => number;
  /** This machine's time, in which buckets are kept, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Days of usage that are kept, the present one included. */
  readonly historyDays?: number;
}

const dialect: SqlDialect = {
  day: '$1::bigint',
  account: '$2',
  lastDay: '$3::bigint',
  edgeDay: 'coalesce((SELECT day FROM edge), $4::bigint)',
  edgeAccount: 'coalesce((SELECT account_id FROM edge), $5)',
  cast: '::bigint',
};

/** Returns the statement for a piece of usage by day: one, so that all of it is of one moment. */
function usageDaysStatement(by: UsageDaysBy, isOfAccount: boolean): string {
  return `WITH edge AS MATERIALIZED (${edgeStatement(isOfAccount, dialect)}),
      rows AS (${rowsStatement(by, isOfAccount, dialect)})
    SELECT coalesce((SELECT json_agg(rows) FROM rows), '[]') AS rows, (SELECT row_to_json(edge) FROM edge) AS edge,
      $5::text AS last`;
}

/** The numbers of an outcome, added up. */
const sums = `sum(count)::bigint AS count, sum(characters_in)::bigint AS "charactersIn",
  sum(characters_out)::bigint AS "charactersOut"`;

/** A bucket is full after a minute, unless gateways have admitted too many together; this is a margin. */
const bucketLifetimeMs = 60 * 60_000;

/** Old rows are dropped once every this many writes. */
const writesPerPrune = 60;

/**
 * Rows of usage that are added to their days or dropped at once, expired secrets, and buckets, of which so many may be new
 * since the time before: well within the time that a statement may take, however long nothing was dropped.
 */
const rowsPerPrune = 10_000;
const bucketsPerPrune = 60_000;
const secretsPerPrune = 10_000;

/** Counters in PostgreSQL, which gateways on several machines share. */
export class PostgresCounterStore implements CounterStore {
  readonly #options: PostgresCounterStoreOptions;
  /** The write after so many others drops old rows. */
  #writesBeforePrune = 0;

  constructor(options: PostgresCounterStoreOptions) {
    this.#options = options;
  }

  /** Nothing: the first exchange of a bucket says what others have taken from it. */
  load(): LoadedCounters {
    return { buckets: [] };
  }

  /** One statement after the other: reads of many accounts must not take all connections. */
  async usageElsewhere(accountId: string, { firstHour, hoursPerPeriod }: UsageRange): Promise<AccountHistory> {
    const { pool, writer, storeNow } = this.#options;
    const values = [accountId, writer, hourOf(storeNow()) - historyHours, firstHour];
    const outcomes = await run<UsageOutcome>(
      pool,
      'usage_elsewhere',
      `SELECT hour - hour % $5 AS hour, operation, status, refusal, ${sums} FROM usage
       WHERE account_id = $1 AND (writer <> $2 OR hour <= $3) AND hour >= $4 GROUP BY 1, 2, 3, 4`,
      [...values, hoursPerPeriod],
    );
    const keys = await run<KeyOutcome>(
      pool,
      'key_usage_elsewhere',
      `WITH counts AS MATERIALIZED (
         SELECT key_id, operation, status, refusal, sum(count) AS count, sum(characters_in) AS characters_in,
           sum(characters_out) AS characters_out FROM usage
         WHERE account_id = $1 AND (writer <> $2 OR hour <= $3) AND hour >= $4 GROUP BY 1, 2, 3, 4
       ), ranked AS (
         SELECT key_id, sum(count(*)) OVER (ORDER BY sum(count) DESC, key_id) AS place FROM counts
         WHERE key_id <> '' GROUP BY key_id
       )
       SELECT CASE WHEN place <= $5 THEN key_id ELSE '' END AS "keyId", operation, status, refusal, ${sums}
       FROM counts LEFT JOIN ranked USING (key_id) GROUP BY 1, 2, 3, 4`,
      [...values, mostKeyOutcomes],
    );
    return { outcomes, keys };
  }

  async requestsElsewhere(keys: readonly CountedKey[], { firstHour }: UsageRange): Promise<readonly KeyRequests[]> {
    const { pool, writer, storeNow } = this.#options;
    const accountIds = [...new Set(keys.map(({ accountId }) => accountId))];
    return run<KeyRequests>(
      pool,
      'requests_elsewhere',
      `SELECT account_id AS "accountId", key_id AS "keyId", sum(count)::bigint AS count FROM usage
       WHERE account_id = ANY ($1) AND (key_id = '' OR key_id = ANY ($5)) AND (writer <> $2 OR hour <= $3)
         AND hour >= $4 GROUP BY 1, 2`,
      [accountIds, writer, hourOf(storeNow()) - historyHours, firstHour, keys.map(({ id }) => id)],
    );
  }

  async usageTotals({ firstHour, hoursPerPeriod }: UsageRange, accounts: number): Promise<UsageTotals> {
    const { pool } = this.#options;
    const outcomes = run<UsageOutcome>(
      pool,
      'usage_totals',
      `SELECT hour - hour % $2 AS hour, operation, status, refusal, ${sums} FROM usage
       WHERE hour >= $1 GROUP BY 1, 2, 3, 4`,
      [firstHour, hoursPerPeriod],
    );
    const busiest = run<AccountTotal>(
      pool,
      'usage_by_account',
      `SELECT account_id AS "accountId", sum(count)::bigint AS requests,
         coalesce(sum(count) FILTER (WHERE status = 429), 0)::bigint AS "rateLimited",
         coalesce(sum(count) FILTER (WHERE status >= 500), 0)::bigint AS failed,
         sum(characters_in)::bigint AS "charactersIn", sum(characters_out)::bigint AS "charactersOut"
       FROM usage WHERE hour >= $1 GROUP BY account_id ORDER BY requests DESC, account_id LIMIT $2`,
      [firstHour, accounts],
    );
    // Together: a query that failed while another was awaited would be an unhandled rejection, which ends the process.
    const [totals, accountTotals] = await Promise.all([outcomes, busiest]);
    return { outcomes: totals, accounts: accountTotals };
  }

  async usageDays(query: UsageDaysQuery, after = firstPlace(query)): Promise<UsageDaysPiece> {
    const { by, lastDay, accountId } = query;
    const name = `usage_days_by_${by}${accountId === undefined ? '' : '_of_account'}`;
    const { day, accountId: account } = lastPlace(query);
    const values = [after.day, after.accountId, lastDay, day, account];
    const [piece] = await run<{ rows: UsageDay[]; edge: Edge | null }>(
      this.#options.pool,
      name,
      usageDaysStatement(by, accountId !== undefined),
      values,
    );
    return pieceOf(piece?.rows ?? [], piece?.edge ?? undefined);
  }

  async write({ buckets = [], uses = [], usage = [] }: CounterBatch): Promise<readonly MergedBucket[]> {
    const { pool, writer } = this.#options;
    if (uses.length > 0) {
      await run(
        pool,
        'note_uses',
        // Locked in one order: two gateways that write the same keys wait for each other, but not both.
        `WITH used AS (SELECT * FROM jsonb_to_recordset($1) AS used ("keyId" text, "lastUsedAt" bigint)),
           held AS (SELECT id FROM keys WHERE id IN (SELECT "keyId" FROM used) ORDER BY id FOR NO KEY UPDATE)
         UPDATE keys SET last_used_at = greatest(last_used_at, used."lastUsedAt")
         FROM held JOIN used ON used."keyId" = held.id WHERE keys.id = held.id`,
        [JSON.stringify(uses)],
      );
    }
    if (usage.length > 0) {
      await run(
        pool,
        'write_usage',
        `INSERT INTO usage_hours (hour, account_id, key_id, operation, status, refusal, writer, count, charged,
           characters_in, characters_out)
         SELECT hour, "accountId", "keyId", operation, status, refusal, $2, count, charged, "charactersIn", "charactersOut"
         FROM jsonb_to_recordset($1)
           AS row (hour bigint, "accountId" text, "keyId" text, operation text, status integer, refusal text, count bigint,
             charged bigint, "charactersIn" bigint, "charactersOut" bigint)
         ON CONFLICT (hour, account_id, key_id, operation, status, refusal, writer) DO UPDATE
           SET count = excluded.count, charged = excluded.charged, characters_in = excluded.characters_in,
             characters_out = excluded.characters_out`,
        [JSON.stringify(usage), writer],
      );
    }
    const merged = buckets.length === 0 ? [] : await this.#exchange(buckets);
    if (this.#writesBeforePrune > 0) this.#writesBeforePrune--;
    else await this.#prune();
    return merged;
  }

  async close(): Promise<void> {}

  async #exchange(buckets: readonly ChangedBucket[]): Promise<readonly MergedBucket[]> {
    const { pool, writer, storeNow, now } = this.#options;
    // Clocks of machines differ: what is written is in the store's time.
    const ahead = Math.round(storeNow() - now());
    const rows = buckets.map(({ kind, id, level, updatedAt, stored, taken, limit }) => ({
      kind,
      id,
      level,
      updatedAt: updatedAt + ahead,
      taken,
      limit,
      ...(stored && { storedLevel: stored.level, storedAt: stored.updatedAt + ahead }),
    }));
    const [reply] = await run<{ merged: BucketRow[] }>(
      pool,
      'exchange_buckets',
      'SELECT exchange_buckets($1, $2) AS merged',
      [JSON.stringify(rows), writer],
    );
    const sentById = new Map(buckets.map((sent) => [`${sent.kind} ${sent.id}`, sent]));
    return (reply?.merged ?? []).flatMap(({ kind, id, level, updatedAt }) => {
      const sent = sentById.get(`${kind} ${id}`);
      return sent === undefined ? [] : [{ sent, merged: { level, updatedAt: updatedAt - ahead } }];
    });
  }

  /** Drops old rows. If the store has no time for that, the next write does it: all that this one is for is stored. */
  async #prune(): Promise<void> {
    try {
      await this.#dropOldRows();
      this.#writesBeforePrune = writesPerPrune - 1;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError || error instanceof StoreBusyError)) throw error;
    }
  }

  async #dropOldRows(): Promise<void> {
    const { pool, storeNow, historyDays = defaultHistoryDays } = this.#options;
    await run(
      pool,
      'prune_secrets',
      // What a rotation holds is left to it: each would wait for the other.
      `DELETE FROM secrets WHERE hash = ANY (
         ARRAY(SELECT hash FROM secrets WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
       )`,
      [Math.floor(storeNow()), secretsPerPrune],
    );
    await run(
      pool,
      'prune_buckets',
      'DELETE FROM burst_buckets WHERE ctid = ANY (ARRAY(SELECT ctid FROM burst_buckets WHERE updated_at <= $1 LIMIT $2))',
      [Math.floor(storeNow()) - bucketLifetimeMs, bucketsPerPrune],
    );
    const hour = hourOf(storeNow());
    await run(pool, 'add_up_usage_days', 'SELECT add_up_usage_days($1, $2)', [hour - hoursBeforeDay, rowsPerPrune]);
    await run(
      pool,
      'prune_usage_days',
      'DELETE FROM usage_days WHERE ctid = ANY (ARRAY(SELECT ctid FROM usage_days WHERE day <= $1 LIMIT $2))',
      [dayOf(hour) - historyDays, rowsPerPrune],
    );
  }
}
