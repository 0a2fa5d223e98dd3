import { isRunning } from '#gateway/core/process-start.js';
import { minuteOf, windowMinutes } from '../periods.js';
import {
  type AccountGrant,
  type AccountTurn,
  type AccountUsage,
  type QuotaReply,
  type QuotaTurn,
  rememberedMs,
  type UsageDetail,
  type UsageReply,
} from '../quota-ledger.js';
import type { Database } from './connection.js';

/** A member, as the file has it. */
export interface StoredMember {
  /** See {@link nameOfProcess}. */
  readonly process: string;
  /** The time of its last turn, in milliseconds since the epoch. */
  readonly seenAt: number;
}

interface MemberRow extends StoredMember {
  readonly turn: number;
  readonly endedAt: number | null;
}

/** The quota of an account, as one member sees it. */
interface StoredQuota {
  /** Requests that count. */
  readonly counted: number;
  /** What the member may still spend. */
  readonly block: number;
  readonly heldByOthers: number;
}

/** The block of a member that has ended without returning it. */
interface LeftBlock {
  readonly accountId: string;
  readonly memberId: string;
  readonly requests: number;
}

/** Rows of each kind that one call of {@link SqliteQuotaLedger.maintain} changes at most: it holds the lock for 10 ms. */
const upkeepRows = 1_000;

export interface SqliteQuotaLedgerOptions {
  /** The process of the members that send turns here. */
  readonly process: string;
  /** Whether a member's process has ended. @param now - milliseconds since the epoch. */
  readonly isDead: (member: StoredMember, now: number) => boolean;
}

/** Whether the process of a member has ended, as the system knows it. */
export function hasEnded({ process }: StoredMember): boolean {
  return !isRunning(process);
}

/**
 * Keeps the quota in SQLite. Every method is one transaction; processes on one machine may share the file. All times are
 * milliseconds since the epoch.
 */
export class SqliteQuotaLedger {
  readonly #database: Database;
  readonly #options: SqliteQuotaLedgerOptions;
  readonly #statements;

  constructor(database: Database, options: SqliteQuotaLedgerOptions) {
    this.#database = database;
    this.#options = options;
    this.#statements = statementsOf(database);
  }

  /**
   * Carries out a turn, once, however often it is sent.
   *
   * @throws {Error} of SQLite: then nothing was carried out.
   */
  apply(turn: QuotaTurn, now: number): QuotaReply {
    return this.#database.transaction(() => this.#apply(turn, now)).immediate();
  }

  /**
   * Ends members that are dead, counts their blocks, and drops what no longer counts. For any member, once a second, and
   * again while it returns true: there is more to do, but what keeps the lock must not take long.
   */
  maintain(now: number): boolean {
    const { expire, forget } = this.#statements;
    return this.#database
      .transaction(() => {
        this.#endDead(now, false);
        const counted = this.#countLeftBlocks(now);
        const expired = expire.run(minuteOf(now) - windowMinutes, upkeepRows).changes;
        forget.run(now - rememberedMs);
        return counted === upkeepRows || expired === upkeepRows;
      })
      .immediate();
  }

  /**
   * Ends members that are dead. Moves counts of the future to the present: the clock was set back.
   *
   * @param isAlone - whether all members are dead.
   */
  begin(isAlone: boolean, now: number): void {
    const { advance, dropFuture } = this.#statements;
    const minute = minuteOf(now);
    this.#database
      .transaction(() => {
        this.#endDead(now, isAlone);
        this.#countLeftBlocks(now);
        advance.run({ minute });
        dropFuture.run(minute);
      })
      .immediate();
  }

  /** Returns how many requests of an account count or are held by members. */
  takenOf(accountId: string, now: number): number {
    // Beside no member, all others hold everything that is held.
    const { counted, heldByOthers } = this.#quotaOf(accountId, '', now);
    return counted + heldByOthers;
  }

  /** Returns the usage of accounts, in their order. @param memberId - the member that asks. */
  usage(accountIds: readonly string[], memberId: string, detail: UsageDetail, now: number): UsageReply {
    const { member, minutes, counted } = this.#statements;
    const minute = minuteOf(now);
    const usageOf = (accountId: string): AccountUsage['minutes'] =>
      detail === 'minutes'
        ? minutes.all(accountId, minute - windowMinutes)
        : [[minute, counted.get(accountId, accountId, minute - windowMinutes) ?? 0]];
    return this.#database.transaction(() => ({
      accounts: accountIds.map((accountId) => ({ accountId, minutes: usageOf(accountId) })),
      applied: member.get(memberId)?.turn ?? 0,
    }))();
  }

  #apply({ memberId, number, accounts, isLast }: QuotaTurn, now: number): QuotaReply {
    const { member, join, seen, livingCount, dropBlocks, end } = this.#statements;
    const { process, isDead } = this.#options;
    if (number === 1) join.run({ id: memberId, process, now });
    const known = member.get(memberId);
    // It ended so long ago that nothing of it counts.
    if (known === undefined) return { isMember: false, applied: number, now };
    const isFoundDead = known.endedAt === null && isDead(known, now);
    if (isFoundDead) {
      end.run({ id: memberId, now });
      this.#countLeftBlocks(now);
    }
    if (isFoundDead || known.endedAt !== null) return { isMember: false, applied: known.turn, now };
    seen.run({ id: memberId, now, number });
    const living = livingCount.get() ?? 1;
    const isNew = number > known.turn;
    const grants = accounts.map((asked) => {
      const account = { ...asked, limit: this.#limitOf(asked) };
      if (isNew) this.#count(account);
      const quota = this.#quotaOf(account.accountId, memberId, now);
      const block = isNew ? this.#grant(account, quota, memberId, living) : quota.block;
      return this.#grantOf(account, { ...quota, block }, now);
    });
    if (isLast) {
      dropBlocks.run(memberId);
      end.run({ id: memberId, now });
    }
    return { isMember: true, accounts: grants, living, now };
  }

  /** A gateway may not know yet that the quota of an account was lowered. */
  #limitOf({ accountId, limit }: AccountTurn): number {
    return Math.min(limit, this.#statements.dailyQuota.get(accountId) ?? limit);
  }

  #count({ accountId, spent }: AccountTurn): void {
    for (const [minute, requests] of spent) this.#statements.count.run({ accountId, minute, requests });
  }

  /** Makes the block of a member as large as it may be. @returns its requests. */
  #grant(
    { accountId, limit, fromBlock, want }: AccountTurn,
    quota: StoredQuota,
    memberId: string,
    living: number,
  ): number {
    const { setBlock, dropBlock } = this.#statements;
    const left = limit - quota.counted - quota.heldByOthers;
    // A quota that was lowered takes back what is held, too.
    const kept = Math.max(0, Math.min(want, quota.block - fromBlock, left));
    const free = Math.max(0, left - kept);
    const requests = kept + Math.min(want - kept, Math.ceil(free / living));
    if (requests === 0) dropBlock.run(accountId, memberId);
    else setBlock.run({ accountId, memberId, requests });
    return requests;
  }

  #grantOf(
    { accountId, limit }: AccountTurn,
    { counted, block, heldByOthers }: StoredQuota,
    now: number,
  ): AccountGrant {
    const oldest = this.#statements.oldest.get(accountId, minuteOf(now) - windowMinutes) ?? null;
    return {
      accountId,
      block,
      counted,
      isExhausted: counted + heldByOthers + block >= limit,
      nextMinute: oldest === null ? null : oldest + windowMinutes,
    };
  }

  /** Reads the total of all minutes less those that count no more, not a day of minutes: a turn has many accounts. */
  #quotaOf(accountId: string, memberId: string, now: number): StoredQuota {
    const { counted, block, heldByOthers } = this.#statements;
    return {
      counted: counted.get(accountId, accountId, minuteOf(now) - windowMinutes) ?? 0,
      block: block.get(accountId, memberId) ?? 0,
      heldByOthers: heldByOthers.get(accountId, memberId) ?? 0,
    };
  }

  /** Ends members that are dead, or all. */
  #endDead(now: number, isAll: boolean): void {
    const { living, end } = this.#statements;
    for (const { id, process, seenAt } of living.all()) {
      if (isAll || this.#options.isDead({ process, seenAt }, now)) end.run({ id, now });
    }
  }

  /**
   * Counts blocks of members that have ended as spent now. Until then they are held, so nobody else is granted them.
   *
   * @returns how many: {@link upkeepRows} if there may be more.
   */
  #countLeftBlocks(now: number): number {
    const { leftBlocks, count, dropBlock } = this.#statements;
    const blocks = leftBlocks.all(upkeepRows);
    for (const { accountId, memberId, requests } of blocks) {
      count.run({ accountId, minute: minuteOf(now), requests });
      dropBlock.run(accountId, memberId);
    }
    return blocks.length;
  }
}

function statementsOf(database: Database) {
  return {
    member: database.prepare<[string], MemberRow>(
      'SELECT process, turn, seen_at AS seenAt, ended_at AS endedAt FROM members WHERE id = ?',
    ),
    dailyQuota: database
      .prepare<[string], number>('SELECT daily_quota FROM accounts WHERE id = ? AND daily_quota > 0')
      .pluck(),
    join: database.prepare(
      'INSERT INTO members (id, process, seen_at, turn) VALUES (:id, :process, :now, 0) ON CONFLICT DO NOTHING',
    ),
    seen: database.prepare('UPDATE members SET seen_at = :now, turn = max(turn, :number) WHERE id = :id'),
    livingCount: database.prepare<[], number>('SELECT count(*) FROM members WHERE ended_at IS NULL').pluck(),
    living: database.prepare<[], StoredMember & { readonly id: string }>(
      'SELECT id, process, seen_at AS seenAt FROM members WHERE ended_at IS NULL',
    ),
    end: database.prepare('UPDATE members SET ended_at = :now WHERE id = :id'),
    forget: database.prepare(
      'DELETE FROM members WHERE ended_at <= ? AND NOT EXISTS (SELECT 1 FROM quota_blocks WHERE member_id = members.id)',
    ),
    count: database.prepare(
      `INSERT INTO quota_counts (account_id, minute, count) VALUES (:accountId, :minute, :requests)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    ),
    counted: database
      .prepare<[string, string, number], number>(
        `SELECT ifnull((SELECT count FROM quota_totals WHERE account_id = ?), 0)
           - (SELECT ifnull(sum(count), 0) FROM quota_counts WHERE account_id = ? AND minute <= ?)`,
      )
      .pluck(),
    oldest: database
      .prepare<[string, number], number>(
        `SELECT minute FROM quota_counts WHERE account_id = ? AND minute > ? AND count > 0 ORDER BY minute LIMIT 1`,
      )
      .pluck(),
    minutes: database
      .prepare<[string, number], readonly [number, number]>(
        'SELECT minute, count FROM quota_counts WHERE account_id = ? AND minute > ? ORDER BY minute',
      )
      .raw(),
    // Without the plus, SQLite would group by the primary key, and read all rows for it.
    advance: database.prepare(
      `INSERT INTO quota_counts (account_id, minute, count)
       SELECT account_id, :minute, sum(count) FROM quota_counts WHERE minute > :minute GROUP BY +account_id
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    ),
    dropFuture: database.prepare('DELETE FROM quota_counts WHERE minute > ?'),
    expire: database.prepare(
      `DELETE FROM quota_counts WHERE (account_id, minute) IN (
         SELECT account_id, minute FROM quota_counts WHERE minute <= ? LIMIT ?
       )`,
    ),
    block: database
      .prepare<[string, string], number>('SELECT requests FROM quota_blocks WHERE account_id = ? AND member_id = ?')
      .pluck(),
    heldByOthers: database
      .prepare<[string, string], number>(
        'SELECT sum(requests) FROM quota_blocks WHERE account_id = ? AND member_id <> ?',
      )
      .pluck(),
    setBlock: database.prepare(
      `INSERT INTO quota_blocks (account_id, member_id, requests) VALUES (:accountId, :memberId, :requests)
       ON CONFLICT DO UPDATE SET requests = excluded.requests`,
    ),
    dropBlock: database.prepare('DELETE FROM quota_blocks WHERE account_id = ? AND member_id = ?'),
    // Members come first: they are few, and most blocks are those of members that live.
    leftBlocks: database.prepare<[number], LeftBlock>(
      `SELECT account_id AS accountId, member_id AS memberId, requests
       FROM members CROSS JOIN quota_blocks ON member_id = members.id WHERE ended_at IS NOT NULL LIMIT ?`,
    ),
    dropBlocks: database.prepare('DELETE FROM quota_blocks WHERE member_id = ?'),
  };
}
