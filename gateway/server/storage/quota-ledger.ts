/** What an account has done at a member since the member's turn before, and what the member needs for it. */
export interface AccountTurn {
  readonly accountId: string;
  /** The account's quota: requests in 24 hours, at least 1. */
  readonly limit: number;
  /** Requests by minute since the epoch, in the store's time; negative where more were refunded than admitted. */
  readonly spent: ReadonlyMap<number, number>;
  /** How many requests the block has paid for. The others were admitted while the store was unavailable. */
  readonly fromBlock: number;
  /** How large the block should be after this turn. The store takes back what is above, and may grant less. */
  readonly want: number;
}

/** One message of a member to the store: its heartbeat as well. */
export interface QuotaTurn {
  readonly memberId: string;
  /**
   * The place of this turn among the turns of the member, from 1. A member sends a turn again until it has the reply,
   * and only then the next one. The store carries each out once.
   */
  readonly number: number;
  readonly accounts: readonly AccountTurn[];
  /** Whether the member stops: the store takes its blocks back, and forgets the member. */
  readonly isLast?: boolean;
}

/** The state of an account after a turn. */
export interface AccountGrant {
  readonly accountId: string;
  /** What the member may spend. */
  readonly block: number;
  /** Requests that count now, of all members. Those that blocks may still pay for are not among them. */
  readonly counted: number;
  /** Whether nothing is left to be granted: the quota is counted or held by members. */
  readonly isExhausted: boolean;
  /** The minute from which on fewer requests count; null if none counts. */
  readonly nextMinute: number | null;
}

/** The reply to a turn. */
export type QuotaReply = {
  /** The store's time when it carried the turn out, in milliseconds since the epoch. */
  readonly now: number;
} & (
  | {
      readonly isMember: true;
      readonly accounts: readonly AccountGrant[];
      /** Members that have not ended, this one included. */
      readonly living: number;
    }
  /** The member was silent for too long: its blocks are counted as spent. `applied` is its last turn that was carried out. */
  | { readonly isMember: false; readonly applied: number }
);

/** What counts of an account at the moment. */
export interface AccountUsage {
  readonly accountId: string;
  /** Pairs of a minute and its requests, oldest first. Those that members have not reported yet are not among them. */
  readonly minutes: readonly (readonly [minute: number, requests: number])[];
}

/** Whether usage is by minute, or all of it in the present minute. */
export type UsageDetail = 'minutes' | 'total';

/** Usage of accounts, and which turn of the member that asks is the last one in it. */
export interface UsageReply {
  readonly accounts: readonly AccountUsage[];
  readonly applied: number;
}

/** The store's side of the quota. */
export interface QuotaLedger {
  /**
   * Carries out a turn, once, however often it is sent.
   *
   * @throws if the store cannot be reached, or fails: then it is unknown whether the turn was carried out.
   */
  apply(turn: QuotaTurn): Promise<QuotaReply>;
  /**
   * Ends members that are dead, counts their blocks, drops what no longer counts, and in a store on another machine moves
   * times in the future to the present, also those of keys and sessions: in pieces that take milliseconds.
   * For any member, about once a second. What counts and what is granted never depends on it.
   *
   * @returns whether there is more to do.
   * @throws if the store cannot be reached, or fails.
   */
  maintain(): Promise<boolean>;
  /**
   * Returns how many requests of an account count or are held by members, without waiting for anybody; undefined if the
   * store cannot say so soon.
   */
  takenOf(accountId: string): number | undefined;
  /**
   * Returns the usage of accounts, in their order.
   *
   * @param memberId - the member that asks.
   * @param detail - their minutes, of which an account has up to 1,440; or all of them as one, for many accounts.
   * @throws if the store cannot be reached, or fails.
   */
  usage(accountIds: readonly string[], memberId: string, detail: UsageDetail): Promise<UsageReply>;
}

/** A member on another machine that has been silent for so long has lapsed, in milliseconds. */
export const lapseMs = 10_000;

/**
 * How long the store remembers a member that has ended, in milliseconds: longer than a request counts. A member that it
 * does not remember, and that sends a turn other than its first, has ended before that.
 */
export const rememberedMs = 25 * 3_600_000;

/** By which part the speeds of two machines' clocks may differ. */
export const clockTolerance = 0.05;

/** How long a member may spend after it sent a message, by its own clock, in milliseconds. */
export const leaseMs = lapseMs * (1 - 2 * clockTolerance);
