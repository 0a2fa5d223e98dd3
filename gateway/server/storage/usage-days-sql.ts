import {
  countsPerPiece,
  type UsageDay,
  type UsageDaysBy,
  type UsageDaysPiece,
  type UsageDaysPlace,
  type UsageDaysQuery,
} from './counter-store.js';

/** How an engine writes what the statements are given, and what makes the sum of whole numbers one again. */
export interface SqlDialect {
  /** The place after which the piece begins. */
  readonly day: string;
  readonly account: string;
  readonly lastDay: string;
  /** The place where it ends; {@link lastPlace} for the last one. */
  readonly edgeDay: string;
  readonly edgeAccount: string;
  readonly cast: string;
}

const parts: Readonly<Record<UsageDaysBy, string>> = { account: "''", key: 'key_id', operation: 'operation' };

/**
 * Returns the statement for the place where a piece ends; without a result, it is the last one. Here and below, both
 * engines find the place by an index of each table, and read only what belongs to the piece.
 *
 * @param isOfAccount - whether the usage is that of the account of the place alone.
 */
export function edgeStatement(isOfAccount: boolean, dialect: SqlDialect): string {
  const { day, account, lastDay } = dialect;
  const condition = isOfAccount ? ofAccount(dialect, lastDay) : undefined;
  const all = `(day, account_id) > (${day}, ${account}) AND day <= ${lastDay}`;
  const edgeOf = (table: string, where: string) =>
    `SELECT * FROM (SELECT day, account_id FROM ${table} WHERE ${where}
       ORDER BY day, account_id LIMIT 1 OFFSET ${countsPerPiece - 1}) AS edge_of_${table}`;
  return `SELECT day, account_id FROM (
      ${edgeOf('usage_days', condition?.days ?? all)} UNION ALL ${edgeOf('usage_hours', condition?.hours ?? all)}
    ) AS edges ORDER BY day, account_id LIMIT 1`;
}

/** Returns the statement for the rows of a piece. The hours of days that are not over are among them. */
export function rowsStatement(by: UsageDaysBy, isOfAccount: boolean, dialect: SqlDialect): string {
  const { day, account, edgeDay, edgeAccount, cast } = dialect;
  const condition = isOfAccount ? ofAccount(dialect, edgeDay) : undefined;
  const all = `(day, account_id) > (${day}, ${account}) AND (day, account_id) <= (${edgeDay}, ${edgeAccount})`;
  const countsOf = (table: string, where: string) =>
    `SELECT day, account_id, ${parts[by]} AS part, refusal, count, charged, characters_in, characters_out
     FROM ${table} WHERE ${where}`;
  const refused = (reason: string, name: string) =>
    `coalesce(sum(count) FILTER (WHERE refusal = '${reason}'), 0)${cast} AS "${name}"`;
  return `SELECT day, account_id AS "accountId", part, sum(charged)${cast} AS requests, ${refused('burst-key', 'burstKey')},
      ${refused('burst-address', 'burstAddress')}, ${refused('quota', 'quota')},
      sum(characters_in)${cast} AS "charactersIn", sum(characters_out)${cast} AS "charactersOut"
    FROM (
      ${countsOf('usage_days', condition?.days ?? all)} UNION ALL ${countsOf('usage_hours', condition?.hours ?? all)}
    ) AS counts GROUP BY day, account_id, part ORDER BY day, account_id, part`;
}

function ofAccount({ day, account }: SqlDialect, last: string) {
  return {
    days: `account_id = ${account} AND day > ${day} AND day <= ${last}`,
    hours: `account_id = ${account} AND hour >= (${day} + 1) * 24 AND hour < (${last} + 1) * 24`,
  };
}

/** Returns the place before the first piece. */
export function firstPlace({ firstDay, accountId }: UsageDaysQuery): UsageDaysPlace {
  return accountId === undefined ? { day: firstDay, accountId: '' } : { day: firstDay - 1, accountId };
}

/** Returns the place where the last piece ends. */
export function lastPlace({ lastDay, accountId }: UsageDaysQuery): UsageDaysPlace {
  return accountId === undefined ? { day: lastDay + 1, accountId: '' } : { day: lastDay, accountId };
}

/** A place as the statement for an edge returns it. */
export interface Edge {
  readonly day: number;
  readonly account_id: string;
}

export function pieceOf(rows: readonly UsageDay[], edge: Edge | undefined): UsageDaysPiece {
  return { rows, next: edge && { day: edge.day, accountId: edge.account_id } };
}
