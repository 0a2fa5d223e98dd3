import type { Membership } from '../storage/membership.js';
import { minuteOf, windowMinutes } from '../storage/periods.js';
import type { AccountTurn, AccountUsage, QuotaLedger, QuotaReply, QuotaTurn } from '../storage/quota-ledger.js';
import type { StoreTime } from '../storage/store-time.js';
import { BlockAccount, type BlockCharge, type QuotaWaiter } from './block-account.js';

/** What is done about a request. */
export type QuotaDecision = 'admitted' | 'refused' | 'waiting';

/** What gateways do about requests that no block pays for while the store is unavailable. */
export type OutagePolicy = 'serve' | 'refuse';

/**
 * What a turn is for: accounts that are short of requests; all that has changed; that as well, and to be sent even if
 * nothing has; or the end, because this gateway stops and admits no more: it takes turns until `hasLeft`.
 */
export type TurnPurpose = 'asked' | 'changed' | 'heartbeat' | 'last';

/** A turn has at most this many accounts: the store locks them, and this event loop writes them out. */
export const longestTurn = 1_000;

/** Accounts of which a turn checks whether they have become idle. */
const sweptPerTurn = 2_000;

export interface QuotaBlocksOptions {
  /** Renewed when the store has taken the member for dead. */
  readonly membership: Membership;
  /** Milliseconds from any origin. Never decreases; the lease ends although the machine sleeps. */
  readonly monotonicMs: () => number;
  readonly time: StoreTime;
  /** How long a member may spend after it sent a message that was replied to, by its own clock, in milliseconds. */
  readonly leaseMs: number;
  readonly duringOutage: OutagePolicy;
  /** Whether other gateways use the same store, also those that have not sent a turn yet. */
  readonly isShared?: boolean;
  /** See {@link QuotaLedger.takenOf}. */
  readonly takenOf?: (accountId: string) => number | undefined;
  /**
   * Asks for a turn: an account is short of requests.
   *
   * @param isUrgent - whether requests wait for it, or would soon; otherwise it may wait for other accounts.
   */
  readonly onLow: (isUrgent: boolean) => void;
  /** Called with what counts of an account, at all members together, whenever the store says so. */
  readonly onCounted?: (accountId: string, counted: number, limit: number) => void;
}

/** The quota of an account at a moment. */
export interface QuotaUsage {
  /** Requests that count. */
  readonly used: number;
  /** When fewer than the quota count, in milliseconds since the epoch; undefined if fewer do. */
  readonly freeAt: number | undefined;
}

/**
 * Decides the daily quota at one of the gateways that share a store.
 *
 * The store grants each member a block of requests of an account. The member spends it without asking, and reports to
 * the store later in which minutes. What is granted is never more than the quota leaves, so that all members together
 * admit at most the quota in any 24 hours, whatever crashes, stops or is cut off:
 *
 * 1. The requests that count and the blocks of all members are together at most the quota, at every moment at which the
 *    store grants. In between, spending turns a block into requests that count, and time lets requests count no more.
 * 2. A member spends only while the store cannot have taken it for dead: for less than the lapse since it *sent* the
 *    last message that was replied to, by a clock that goes on while the machine sleeps. A dead member's blocks are
 *    counted as spent. On one machine the system itself shows which processes have ended, so there is no lapse.
 * 3. A request counts in the latest minute that it may be at the store, so it does not stop to count too early.
 * 4. A turn whose reply is lost is sent again, with the same number and content, and carried out once.
 *
 * While the store is unavailable, `serve` admits requests beyond the blocks, unless the member knows that the quota is
 * used up. They are counted once the store is back. `refuse` spends the blocks alone.
 */
export class QuotaBlocks {
  readonly #options: QuotaBlocksOptions;
  readonly #time: StoreTime;
  readonly #accounts = new Map<string, BlockAccount>();
  /** Accounts that are short of requests. */
  readonly #asking = new Set<BlockAccount>();
  /** Accounts with requests that wait for the store. */
  readonly #waiting = new Set<BlockAccount>();
  /** Accounts with requests or refunds that the store does not know. */
  readonly #changed = new Set<BlockAccount>();
  /** Goes round all accounts. */
  #sweep: Iterator<BlockAccount> = [][Symbol.iterator]();
  #number = 0;
  /** When the lease of this membership ends, by the monotonic clock. */
  #leaseEnd = Number.NEGATIVE_INFINITY;
  /** The turn without a reply. */
  #pending: QuotaTurn | undefined;
  #isUnavailable = false;
  #isAlone = false;
  #hasLeft = false;

  constructor(options: QuotaBlocksOptions) {
    this.#options = options;
    this.#time = options.time;
  }

  /** Identifies this membership: another one after a lapse. */
  get memberId(): string {
    return this.#options.membership.id;
  }

  /** Whether the store did not reply when it was last asked. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  /** Whether no other member has been heard of. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Whether another gateway may use the store. */
  get isShared(): boolean {
    return this.#options.isShared !== false;
  }

  /** Whether the store has everything, blocks included, and the member has ended. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Accounts in memory. */
  get size(): number {
    return this.#accounts.size;
  }

  /**
   * Decides about one request of an account.
   *
   * @param limit - requests in 24 hours, at least 1.
   * @param waiter - notified once of the charge or a refusal, if the decision is `waiting`.
   */
  take(accountId: string, limit: number, waiter: QuotaWaiter): BlockCharge | QuotaDecision {
    const account = this.#obtain(accountId);
    account.limit = limit;
    const charge = this.#spend(account);
    if (charge !== undefined) {
      if (account.isLow) this.#ask(account);
      return charge;
    }
    if (this.#isUnavailable || account.isRefusedAt(this.#options.monotonicMs(), this.#time.latest())) return 'refused';
    account.waiting.push(waiter);
    this.#waiting.add(account);
    this.#ask(account);
    return 'waiting';
  }

  /**
   * Takes back a request that was admitted and not served. One of an earlier membership stays counted: the store has
   * counted its block as a whole when it took the member for dead, perhaps in another minute than this gateway, and one
   * request more would be admitted once that minute counts no more.
   */
  refund(charge: BlockCharge): void {
    if (charge.memberId !== this.memberId) return;
    const account = this.#obtain(charge.accountId);
    account.limit = charge.limit;
    account.refund(charge.minute);
    this.#changed.add(account);
  }

  /**
   * Returns the turn to be sent: the one without a reply, as it was, or the next one. Undefined if there is nothing to
   * report and nothing to ask for.
   */
  turn(purpose: TurnPurpose): QuotaTurn | undefined {
    if (this.#pending !== undefined) return this.#pending;
    const isStopping = purpose === 'last';
    const circumstances = { isStopping, isAlone: this.#isAlone };
    const now = this.#options.monotonicMs();
    const latest = this.#time.latest();
    const accounts: AccountTurn[] = [];
    const seen = new Set<BlockAccount>();
    let isLast = isStopping;
    for (const account of this.#due(purpose)) {
      if (accounts.length === longestTurn) {
        isLast = false;
        break;
      }
      if (seen.has(account)) continue;
      seen.add(account);
      const turn = account.takeTurn(now, circumstances);
      if (turn !== undefined) accounts.push(turn);
      else if (account.isIdleAt(now, latest)) this.#accounts.delete(account.id);
      this.#asking.delete(account);
      this.#changed.delete(account);
    }
    // Those beyond the longest turn: their requests wait.
    if (this.#asking.size > 0) this.#options.onLow(true);
    if (accounts.length === 0 && (purpose === 'asked' || purpose === 'changed')) return undefined;
    this.#pending = { memberId: this.memberId, number: ++this.#number, accounts, ...(isLast && { isLast }) };
    return this.#pending;
  }

  /**
   * Notes the reply to a turn.
   *
   * @param sentAt - when the turn was last sent, by the monotonic clock.
   */
  confirm(turn: QuotaTurn, reply: QuotaReply, sentAt: number): void {
    if (turn !== this.#pending) return;
    this.#pending = undefined;
    this.#isUnavailable = false;
    this.#time.learn(sentAt, reply.now);
    if (!reply.isMember) {
      this.#rejoin(turn, reply.applied);
      return;
    }
    this.#hasLeft = turn.isLast === true;
    this.#leaseEnd = sentAt + this.#options.leaseMs;
    this.#isAlone = reply.living === 1 && this.#options.isShared !== true;
    const now = this.#options.monotonicMs();
    for (const grant of reply.accounts) {
      const account = this.#accounts.get(grant.accountId);
      if (account === undefined) continue;
      account.confirm(grant, now);
      this.#options.onCounted?.(account.id, grant.counted, account.limit);
      this.#settle(account);
    }
  }

  /** Notes that the store is unavailable: who waits is served or refused, until a turn is confirmed. */
  storeIsUnavailable(): void {
    this.#isUnavailable = true;
    for (const account of this.#waiting) {
      for (const waiter of account.waiting.splice(0)) waiter.settled(this.#spend(account));
    }
    this.#waiting.clear();
  }

  /**
   * Returns the quota of an account now.
   *
   * @param limit - requests in 24 hours; 0 for no limit.
   * @param stored - what counts at the store; undefined if it is unavailable.
   * @param applied - the last turn in it.
   */
  usage(accountId: string, limit: number, stored: AccountUsage | undefined, applied: number): QuotaUsage {
    const account = this.#accounts.get(accountId);
    if (stored === undefined) return this.#knownUsage(account, limit);
    const minutes = new Map(stored.minutes);
    if (this.#pending !== undefined && this.#pending.number > applied) {
      const sent = this.#pending.accounts.find((turn) => turn.accountId === accountId);
      for (const [minute, requests] of sent?.spent ?? []) add(minutes, minute, requests);
    }
    for (const [minute, requests] of account?.untold() ?? []) add(minutes, minute, requests);
    const first = minuteOf(this.#time.latest()) - windowMinutes + 1;
    const counting = [...minutes].filter(([minute]) => minute >= first).sort(([a], [b]) => a - b);
    return usageOf(counting, limit);
  }

  /** Of an account that is used up, the time is the earliest possible: the store may stay unavailable for longer. */
  #knownUsage(account: BlockAccount | undefined, limit: number): QuotaUsage {
    const usedUpUntil = limit === 0 ? undefined : account?.usedUpUntil(limit);
    const nextMinute = (minuteOf(this.#time.latest()) + 1) * 60_000;
    return {
      used: account?.counted ?? 0,
      freeAt: usedUpUntil === undefined ? undefined : Math.max(usedUpUntil, nextMinute),
    };
  }

  /** Accounts that a turn may be about, each once or more. */
  *#due(purpose: TurnPurpose): Generator<BlockAccount> {
    yield* this.#asking;
    if (purpose === 'asked') return;
    yield* this.#changed;
    if (purpose === 'last') return yield* this.#accounts.values();
    for (let swept = 0; swept < Math.min(sweptPerTurn, this.#accounts.size); swept++) {
      const next = this.#sweep.next();
      if (next.done) this.#sweep = this.#accounts.values();
      else yield next.value;
    }
  }

  #ask(account: BlockAccount): void {
    const isUrgent = account.isShortAt(this.#options.monotonicMs());
    if (!isUrgent && this.#asking.has(account)) return;
    this.#asking.add(account);
    this.#options.onLow(isUrgent);
  }

  #obtain(accountId: string): BlockAccount {
    let account = this.#accounts.get(accountId);
    if (account === undefined) {
      account = new BlockAccount(accountId);
      this.#accounts.set(accountId, account);
    }
    return account;
  }

  #spend(account: BlockAccount): BlockCharge | undefined {
    const minute = minuteOf(this.#time.latest());
    const isAdmitted =
      (this.#isLeased() && account.spend(minute)) || (this.#isServing() && this.#overdraw(account, minute));
    if (!isAdmitted) return undefined;
    this.#changed.add(account);
    return { accountId: account.id, limit: account.limit, minute, memberId: this.memberId };
  }

  /**
   * Admits a request that no block pays for, unless the quota is known to be used up. What is not known, because the
   * account had no request lately or this gateway has just started, is read from the store, if that is possible while
   * it is unavailable; otherwise nothing counts as used.
   */
  #overdraw(account: BlockAccount, minute: number): boolean {
    if (!account.isKnown) account.learn(this.#options.takenOf?.(account.id) ?? 0);
    return account.overdraw(minute);
  }

  #isLeased(): boolean {
    return this.#leaseEnd === Number.POSITIVE_INFINITY || this.#options.monotonicMs() < this.#leaseEnd;
  }

  /** Whether requests are served that no block pays for. */
  #isServing(): boolean {
    return this.#isUnavailable && this.#options.duringOutage === 'serve';
  }

  /** Settles those that wait, as far as the block goes. If nothing is left to be granted, the others are refused. */
  #settle(account: BlockAccount): void {
    while (account.waiting.length > 0) {
      const charge = this.#spend(account);
      const [first] = account.waiting;
      if (first === undefined || (charge === undefined && !account.isExhausted)) break;
      account.waiting.shift();
      first.settled(charge);
    }
    if (account.waiting.length === 0) this.#waiting.delete(account);
    if (account.waiting.length > 0 || account.isLow) this.#ask(account);
  }

  /** Starts over as another member, with nothing to spend. */
  #rejoin(turn: QuotaTurn, applied: number): void {
    this.#options.membership.renew();
    this.#number = 0;
    this.#leaseEnd = Number.NEGATIVE_INFINITY;
    const isApplied = turn.number <= applied;
    for (const account of this.#accounts.values()) {
      account.forgetMembership(isApplied);
      this.#changed.add(account);
      if (account.waiting.length > 0) this.#asking.add(account);
    }
    this.#options.onLow(true);
  }
}

function usageOf(counting: readonly (readonly [number, number])[], limit: number): QuotaUsage {
  let used = 0;
  for (const [, requests] of counting) used += requests;
  let left = used;
  let freeAt: number | undefined;
  for (const [minute, requests] of counting) {
    if (limit === 0 || left < limit) break;
    left -= requests;
    freeAt = (minute + windowMinutes) * 60_000;
  }
  return { used, freeAt };
}

function add(counts: Map<number, number>, minute: number, requests: number): void {
  counts.set(minute, (counts.get(minute) ?? 0) + requests);
}
