/**
 * Keeps the daily quota from admitting too many requests after a crash.
 *
 * The store lags behind the counters in memory, so a killed process forgets what it admitted last. Therefore an active
 * account has a block of requests reserved in the store, on top of those that the store has counted. As long as the
 * account spends no more than the block beyond the counted requests, the store covers it. A start that finds a block of
 * a process that did not stop cleanly counts all of it as spent.
 *
 * Invariants, for each account, where "covered" is the number of requests that it may have spent without the store
 * having too few:
 *
 * 1. A request beyond what is covered waits for the store: no work begins, and no response is sent.
 * 2. Covered is the number of requests spent in the state that the store has, plus a block. It grows when a write is
 *    confirmed, and shrinks when a write begins that releases the block.
 * 3. After a crash an account is charged for at most one block that it did not use, and never for less than it used.
 * 4. A block follows the account's quota: a smaller one takes effect when its write begins, a larger one when the store
 *    has it.
 *
 * While the store fails, no request waits for it: requests are served from memory, and 3 does not hold for that time.
 */

import type { ReserveRow } from '../store/counter-store.js';

/** A block is the account's quota divided by this, up to a maximum. */
const blocksPerQuota = 100;
const longestBlock = 1_000;

/** The block of an account that spends nothing for this long is released, in milliseconds. */
const idleMs = 60_000;

interface Waiter {
  readonly ticket: number;
  readonly proceed: () => void;
}

/** An account that has or requests a block. */
export class ReservingAccount {
  /** Requests since the account was added: the ticket of the latest one. */
  spent = 0;
  /** {@link spent} in the state that the store has. */
  stored = 0;
  /** {@link spent} in the last state that was taken. */
  taken = 0;
  /** When that was, in milliseconds since the epoch. */
  takenAt = 0;
  covered = 0;
  /** The block that the store has; 0 for none, or one that is being written. */
  reserved = 0;
  /** Whether a write was requested. */
  asked = false;
  waiting: Waiter[] = [];
  #limit = 0;
  #block = 0;

  constructor(
    readonly id: string,
    limit: number,
  ) {
    this.limit = limit;
  }

  /** The quota, which may change. */
  set limit(limit: number) {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#block = Math.min(longestBlock, Math.ceil(limit / blocksPerQuota));
  }

  /** The block for the quota. */
  get block(): number {
    return this.#block;
  }
}

/** Accounts at the moment at which their counts were taken. */
export interface ReserveSnapshot {
  readonly accounts: readonly ReservingAccount[];
  /** The requests that each had spent. */
  readonly spent: readonly number[];
  /** The block that each has once this is stored. */
  readonly blocks: readonly number[];
  /** Rows to write with the counts, not before them. */
  readonly rows: readonly ReserveRow[];
}

export class QuotaReserve {
  readonly #accounts = new Map<string, ReservingAccount>();
  /** Accounts whose blocks are in the store but no longer used. */
  readonly #unused = new Set<string>();
  readonly #onLow: () => void;
  #suspended = false;

  /** @param onLow - requests a write of what was spent: half of an account's block is used, or it has none. */
  constructor(onLow: () => void) {
    this.#onLow = onLow;
  }

  /** Accounts that have a block. */
  get size(): number {
    return this.#accounts.size;
  }

  /**
   * Counts a request that the quota has admitted; its ticket is the new value of `spent`.
   *
   * @param limit - requests in 24 hours, at least 1.
   */
  spend(accountId: string, limit: number): ReservingAccount {
    let account = this.#accounts.get(accountId);
    if (account === undefined) {
      account = new ReservingAccount(accountId, limit);
      this.#accounts.set(accountId, account);
      this.#unused.delete(accountId);
    } else {
      account.limit = limit;
    }
    account.spent++;
    const isLow = account.spent > account.covered || account.spent - account.taken > account.block / 2;
    if (isLow && !account.asked && !this.#suspended) {
      account.asked = true;
      this.#onLow();
    }
    return account;
  }

  /** Whether the store covers the request of a ticket, or fails and is not waited for. */
  covers(account: ReservingAccount, ticket: number): boolean {
    return ticket <= account.covered || this.#suspended;
  }

  /** Calls back once the request is covered: immediately, or later in the order of tickets. */
  whenCovered(account: ReservingAccount, ticket: number, proceed: () => void): void {
    if (this.covers(account, ticket)) proceed();
    else account.waiting.push({ ticket, proceed });
  }

  /** Takes the state of accounts, at the moment at which their counts are taken. */
  take(accountIds: ReadonlySet<string>, now: number): ReserveSnapshot {
    const accounts: ReservingAccount[] = [];
    const rows: ReserveRow[] = [];
    for (const accountId of accountIds) {
      const account = this.#accounts.get(accountId);
      // After a late refund, an account has counts to write but no block.
      if (account === undefined) continue;
      account.asked = false;
      account.taken = account.spent;
      account.takenAt = now;
      accounts.push(account);
      if (account.reserved === account.block) continue;
      // Until the write is confirmed, also after a failure, the store may have either block: the smaller one counts.
      account.reserved = 0;
      account.covered = Math.min(account.covered, account.spent + account.block);
      rows.push({ accountId, requests: account.block });
    }
    return {
      accounts,
      spent: accounts.map(({ spent }) => spent),
      blocks: accounts.map(({ block }) => block),
      rows,
    };
  }

  /** Called when the store has the snapshot. */
  confirm({ accounts, spent, blocks }: ReserveSnapshot): void {
    for (const [index, account] of accounts.entries()) {
      account.stored = Math.max(account.stored, spent[index] ?? 0);
      account.reserved = blocks[index] ?? 0;
      account.covered = account.stored + account.reserved;
      this.#proceed(account);
    }
  }

  /**
   * Called when the store fails or takes too long: waiting requests continue, and new ones do not wait, until {@link
   * resume}.
   */
  suspend(): void {
    this.#suspended = true;
    for (const account of this.#accounts.values()) {
      account.asked = false;
      this.#proceed(account);
    }
  }

  resume(): void {
    this.#suspended = false;
  }

  /**
   * Releases the blocks of accounts whose spending is stored: of those that have spent nothing for a minute, or of
   * `all` once nothing is spent any more.
   *
   * @param now - milliseconds since the epoch.
   * @returns rows for the store; those that it does not confirm come again.
   */
  release(now: number, all = false): readonly ReserveRow[] {
    for (const account of this.#accounts.values()) {
      if (account.spent !== account.stored || !(all || now - account.takenAt >= idleMs)) continue;
      this.#accounts.delete(account.id);
      this.#unused.add(account.id);
    }
    return [...this.#unused].map((accountId) => ({ accountId, requests: 0 }));
  }

  /** Called when the store has these releases. */
  confirmRelease(rows: readonly ReserveRow[]): void {
    for (const { accountId } of rows) this.#unused.delete(accountId);
  }

  #proceed(account: ReservingAccount): void {
    const { waiting } = account;
    const stays = waiting.findIndex(({ ticket }) => !this.covers(account, ticket));
    const due = waiting.splice(0, stays === -1 ? waiting.length : stays);
    for (const { proceed } of due) proceed();
  }
}
