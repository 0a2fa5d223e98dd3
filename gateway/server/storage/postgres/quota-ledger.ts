import { windowMinutes } from '../periods.js';
import {
  type AccountUsage,
  lapseMs,
  type QuotaLedger,
  type QuotaReply,
  type QuotaTurn,
  rememberedMs,
  type UsageDetail,
  type UsageReply,
} from '../quota-ledger.js';
import { type Queries, run } from './connection.js';

/** Rows that one statement of upkeep changes at most, so that it takes some ten milliseconds. */
const upkeepRows = 1_000;

/** Keeps the quota in PostgreSQL. Each method is one statement, so one round trip. */
export class PostgresQuotaLedger implements QuotaLedger {
  readonly #pool: Queries;

  constructor(pool: Queries) {
    this.#pool = pool;
  }

  /**
   * Carries out a turn, once, however often it is sent.
   *
   * @throws as {@link run}: then it is unknown whether the turn was carried out.
   */
  async apply({ memberId, number, accounts, isLast = false }: QuotaTurn): Promise<QuotaReply> {
    const rows = accounts.map(({ accountId, limit, spent, fromBlock, want }) => {
      return { id: accountId, limit, spent: [...spent], fromBlock, want };
    });
    const [first] = await run<{ reply: QuotaReply }>(
      this.#pool,
      'quota_turn',
      'SELECT quota_turn($1, $2, $3, $4, $5, $6) AS reply',
      [memberId, number, isLast, JSON.stringify(rows), windowMinutes, lapseMs],
    );
    if (first === undefined) throw new Error('quota_turn returned no row');
    return first.reply;
  }

  /** One statement after the other: each locks accounts in their order, and two in one transaction would not. */
  async maintain(): Promise<boolean> {
    const end = 'SELECT end_lapsed_members($1, $2) AS more';
    const moreBlocks = await this.#keepUp('end_lapsed_members', end, [lapseMs, upkeepRows]);
    const expire = 'SELECT expire_quota($1, $2, $3) AS more';
    const moreCounts = await this.#keepUp('expire_quota', expire, [windowMinutes, rememberedMs, upkeepRows]);
    const clamp = 'SELECT clamp_future_times($1) AS more';
    const moreTimes = await this.#keepUp('clamp_future_times', clamp, [upkeepRows]);
    return moreBlocks || moreCounts || moreTimes;
  }

  /** @returns whether there is more to do. */
  async #keepUp(name: string, sql: string, parameters: readonly number[]): Promise<boolean> {
    const [row] = await run<{ more: boolean }>(this.#pool, name, sql, parameters);
    return row?.more === true;
  }

  /** It is on another machine, so nothing is known without waiting. */
  takenOf(): undefined {
    return undefined;
  }

  async usage(accountIds: readonly string[], memberId: string, detail: UsageDetail): Promise<UsageReply> {
    if (detail === 'total') return this.#totals(accountIds, memberId);
    const [reply] = await run<{ accounts: AccountUsage[]; applied: number }>(
      this.#pool,
      'quota_usage',
      `SELECT coalesce((SELECT turn FROM members WHERE id = $2), 0) AS applied, (
         SELECT jsonb_agg(jsonb_build_object('accountId', asked.id, 'minutes', coalesce((
           SELECT jsonb_agg(jsonb_build_array(minute, count) ORDER BY minute) FROM quota_minutes
           WHERE account_id = asked.id AND minute > store_now() / 60000 - $3
         ), '[]')) ORDER BY asked.place)
         FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
       ) AS accounts`,
      [accountIds, memberId, windowMinutes],
    );
    return { accounts: reply?.accounts ?? [], applied: reply?.applied ?? 0 };
  }

  async #totals(accountIds: readonly string[], memberId: string): Promise<UsageReply> {
    const [reply] = await run<{ accounts: AccountUsage[] | null; applied: number }>(
      this.#pool,
      'quota_totals',
      `SELECT coalesce((SELECT turn FROM members WHERE id = $2), 0) AS applied, (
         SELECT jsonb_agg(jsonb_build_object('accountId', asked.id, 'minutes', jsonb_build_array(jsonb_build_array(
           store_now() / 60000, coalesce(counted, 0) - (
             SELECT coalesce(sum(count), 0)::bigint FROM quota_minutes
             WHERE account_id = asked.id AND minute <= store_now() / 60000 - $3
           )
         ))) ORDER BY asked.place)
         FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
         LEFT JOIN quota_accounts ON quota_accounts.account_id = asked.id
       ) AS accounts`,
      [accountIds, memberId, windowMinutes],
    );
    return { accounts: reply?.accounts ?? [], applied: reply?.applied ?? 0 };
  }
}
