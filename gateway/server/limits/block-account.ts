import { windowMinutes } from '../storage/periods.js';
import type { AccountGrant, AccountTurn } from '../storage/quota-ledger.js';

/** A block is at most this part of the account's quota, beyond the requests that wait for it. */
const blocksPerQuota = 100;
/** It is also at most this many requests, or what the account spends in so many milliseconds if that is more. */
const usualBlock = 1_000;
const busyBlockMs = 500;
/** The block of an account without a request for this long is returned, so that other members can use it. */
const idleMs = 1_000;
/** A member that is alone keeps it for longer, so that an account with few requests need not wait for the disk. */
const idleAloneMs = 60_000;
/** An account whose block lasts for less than this needs the next one immediately, in milliseconds. */
const shortMs = 250;
/** A refusal is remembered this long at most: another member may return what it does not use. */
const refusalMs = 1_000;

/** One admitted request, which may be refunded. */
export interface BlockCharge {
  readonly accountId: string;
  /** The account's quota at that time. */
  readonly limit: number;
  /** The minute in which it counts, in the store's time. */
  readonly minute: number;
  /** Who was charged. */
  readonly memberId: string;
}

/** A request that waits for the store. */
export interface QuotaWaiter {
  /** @param charge - undefined for a refusal. */
  settled(charge: BlockCharge | undefined): void;
}

/** What a turn is taken for. */
export interface TurnCircumstances {
  /** Whether the gateway stops. */
  readonly isStopping: boolean;
  /** Whether no other member has been heard of. */
  readonly isAlone: boolean;
}

/** The state of one account at one member. */
export class BlockAccount {
  readonly waiting: QuotaWaiter[] = [];
  /** Whether the store had nothing left to grant at the last turn. */
  isExhausted = false;
  #limit = 1;
  /** The limit of the turn without a reply. */
  #sentLimit = 1;
  /** Until when a refusal is remembered: by the monotonic clock, and in the store's time. */
  #refusedUntil = Number.NEGATIVE_INFINITY;
  #fullUntil = Number.POSITIVE_INFINITY;
  /** What may be spent now. */
  #block = 0;
  /** What the block has paid for since the last turn, by minute, without what has been refunded. */
  #spent = new Map<number, number>();
  #fromBlock = 0;
  /** What was admitted beyond the block since the last turn, by minute. */
  #overdrawn = new Map<number, number>();
  /** That of the turn without a reply. */
  #sentOverdrawn = new Map<number, number>();
  /** Undefined until the store has reported it. */
  #counted: number | undefined;
  /** What was spent since the last turn: the account's rate. */
  #recent = 0;
  #lastTurnAt = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;
  #target = 1;

  constructor(readonly id: string) {}

  get limit(): number {
    return this.#limit;
  }

  /** The quota, which may change: then what was refused may be free, and what was granted may be too much. */
  set limit(limit: number) {
    if (limit === this.#limit) return;
    if (limit < this.#limit) this.#block = 0;
    this.#limit = limit;
    this.isExhausted = false;
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
  }

  /** How many of the quota's requests counted, as far as this member knows. */
  get counted(): number {
    return this.#counted ?? 0;
  }

  /** Whether it is known how many of the quota's requests count. */
  get isKnown(): boolean {
    return this.#counted !== undefined;
  }

  /** Notes what is known at the store, which cannot be asked for more. */
  learn(counted: number): void {
    this.#counted = counted;
  }

  /** Whether more should be asked for before the block is used up. */
  get isLow(): boolean {
    return !this.isExhausted && this.#block < this.#target / 2;
  }

  /**
   * Whether the store must be asked immediately: a request waits for it, or would soon.
   *
   * @param now - by the monotonic clock.
   */
  isShortAt(now: number): boolean {
    const perMs = this.#recent / Math.max(1, now - this.#lastTurnAt);
    return this.waiting.length > 0 || this.#block < shortMs * perMs;
  }

  /**
   * Returns until when a quota is used up at least, in the store's time; undefined if it is not known to be.
   *
   * @param limit - requests in 24 hours, at least 1.
   */
  usedUpUntil(limit: number): number | undefined {
    return this.counted >= limit && Number.isFinite(this.#fullUntil) ? this.#fullUntil : undefined;
  }

  /**
   * Whether a new account would be the same. One whose quota is used up would be served while the store is unavailable.
   *
   * @param monotonicMs - now, by the monotonic clock.
   * @param latest - the latest time that it may be at the store.
   */
  isIdleAt(monotonicMs: number, latest: number): boolean {
    const isEmpty = this.#block === 0 && this.waiting.length === 0;
    const isUsedUp = latest < (this.usedUpUntil(this.#limit) ?? latest);
    return isEmpty && this.#isToldAll && this.#recent === 0 && monotonicMs >= this.#refusedUntil && !isUsedUp;
  }

  get #isToldAll(): boolean {
    return this.#spent.size === 0 && this.#overdrawn.size === 0 && this.#fromBlock === 0;
  }

  /**
   * Whether the store would have nothing to grant.
   *
   * @param monotonicMs - now, by the monotonic clock.
   * @param latest - the latest time that it may be at the store.
   */
  isRefusedAt(monotonicMs: number, latest: number): boolean {
    return monotonicMs < this.#refusedUntil && latest < this.#fullUntil;
  }

  /** Spends one request of the block. @returns false if it is used up. */
  spend(minute: number): boolean {
    if (this.#block === 0) return false;
    this.#block--;
    this.#fromBlock++;
    this.#counted = this.counted + 1;
    this.#recent++;
    add(this.#spent, minute, 1);
    this.#noteCounting(minute);
    return true;
  }

  /** Admits one request that the block does not pay for. @returns false if the quota is used up, as far as is known. */
  overdraw(minute: number): boolean {
    if (this.counted >= this.#limit) return false;
    this.#counted = this.counted + 1;
    this.#recent++;
    add(this.#overdrawn, minute, 1);
    this.#noteCounting(minute);
    return true;
  }

  refund(minute: number): void {
    if (this.#counted !== undefined) this.#counted--;
    add(this.#spent, minute, -1);
    // The store will have something to grant once it knows.
    this.isExhausted = false;
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
  }

  /** Requests by minute since the last turn. */
  *untold(): Generator<readonly [minute: number, requests: number]> {
    yield* this.#spent;
    yield* this.#overdrawn;
  }

  /** @returns what to report to the store; undefined if there is nothing to report and nothing to ask for. */
  takeTurn(now: number, { isStopping, isAlone }: TurnCircumstances): AccountTurn | undefined {
    if (this.#recent > 0) this.#usedAt = now;
    const isDue = now - this.#usedAt >= (isAlone ? idleAloneMs : idleMs);
    const isUnused = isStopping || (this.waiting.length === 0 && isDue);
    // Who waits at the end is not served any more: an account that waits must not have one last turn after the other.
    const isSettled = this.#isToldAll && (isStopping || this.waiting.length === 0);
    if (isSettled && (isUnused ? this.#block === 0 : !this.isLow)) return undefined;
    this.#target = isUnused ? 0 : this.#targetAt(now, isAlone);
    const want = this.#target + (isStopping ? 0 : this.waiting.length);
    // What is returned must not be spent while the turn is under way.
    this.#block = Math.min(this.#block, want);
    const spent = new Map(this.#spent);
    for (const [minute, requests] of this.#overdrawn) add(spent, minute, requests);
    const fromBlock = this.#fromBlock;
    this.#sentOverdrawn = this.#overdrawn;
    this.#spent = new Map();
    this.#overdrawn = new Map();
    this.#fromBlock = 0;
    this.#recent = 0;
    this.#lastTurnAt = now;
    this.#sentLimit = this.#limit;
    return { accountId: this.id, limit: this.#limit, spent, fromBlock, want };
  }

  /** Notes what the store has granted. @param now - by the monotonic clock. */
  confirm({ block, counted, isExhausted, nextMinute }: AccountGrant, now: number): void {
    // The reply is to the limit of the turn: if that was changed meanwhile, it says as little as what was known then.
    const [isLowered, isRaised] = [this.#limit < this.#sentLimit, this.#limit > this.#sentLimit];
    this.#block = isLowered ? 0 : Math.max(0, block - this.#fromBlock);
    this.#counted = counted + this.#fromBlock + sum(this.#overdrawn);
    this.#sentOverdrawn = new Map();
    this.isExhausted = isExhausted && !isRaised;
    this.#refusedUntil = this.isExhausted ? now + refusalMs : Number.NEGATIVE_INFINITY;
    this.#fullUntil = nextMinute === null ? Number.POSITIVE_INFINITY : nextMinute * 60_000;
    for (const [minute] of this.untold()) this.#noteCounting(minute);
  }

  /** Notes that requests count in a minute: once they no longer do, there may be something to grant. */
  #noteCounting(minute: number): void {
    this.#fullUntil = Math.min(this.#fullUntil, (minute + windowMinutes) * 60_000);
  }

  /**
   * Forgets the block and all that it has paid for, which the store has counted when the membership lapsed.
   *
   * @param isApplied - whether the store has carried out the turn without a reply.
   */
  forgetMembership(isApplied: boolean): void {
    this.#block = 0;
    this.#fromBlock = 0;
    this.#spent = new Map();
    this.isExhausted = false;
    if (isApplied) return;
    for (const [minute, requests] of this.#sentOverdrawn) add(this.#overdrawn, minute, requests);
    this.#sentOverdrawn = new Map();
  }

  /**
   * How large the block should be: for two seconds, so that there is one left in which to ask for the next, but no more
   * than a block may have. At random requests come in clusters, so it shrinks by half at most. Alone, there is nobody else
   * to leave something for.
   */
  #targetAt(now: number, isAlone: boolean): number {
    const perSecond = (this.#recent * 1_000) / Math.max(1, Math.min(1_000, now - this.#lastTurnAt));
    const busyBlock = Math.ceil((perSecond * busyBlockMs) / 1_000);
    const most = Math.min(Math.max(usualBlock, busyBlock), Math.ceil(this.#limit / blocksPerQuota));
    if (isAlone) return most;
    return Math.max(1, Math.min(most, Math.ceil(Math.max(2 * perSecond, this.#target / 2))));
  }
}

function add(counts: Map<number, number>, minute: number, requests: number): void {
  const count = (counts.get(minute) ?? 0) + requests;
  if (count === 0) counts.delete(minute);
  else counts.set(minute, count);
}

function sum(counts: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
