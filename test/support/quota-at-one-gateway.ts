import assert from 'node:assert/strict';
import Sqlite from 'better-sqlite3';
import type { Clock } from '#gateway/core/clock.js';
import type { BlockCharge } from '#gateway/server/limits/block-account.js';
import { QuotaBlocks, type QuotaUsage } from '#gateway/server/limits/quota-blocks.js';
import { Membership } from '#gateway/server/storage/membership.js';
import type { Database } from '#gateway/server/storage/sqlite/connection.js';
import { migrate } from '#gateway/server/storage/sqlite/migrations.js';
import { SqliteQuotaLedger } from '#gateway/server/storage/sqlite/quota-ledger.js';
import { localTime } from '#gateway/server/storage/store-time.js';

let members = 0;

/** Opens a database that is not on a disk. */
export function memoryDatabase(): Database {
  const database = new Sqlite(':memory:');
  migrate(database);
  return database;
}

/** The quota of a gateway that is alone on a database, which replies at once. */
export class QuotaAtOneGateway {
  readonly #ledger: SqliteQuotaLedger;
  readonly #blocks: QuotaBlocks;
  readonly #clock: Clock;
  #isAsked = false;

  /** @param database - see {@link memoryDatabase}. */
  constructor(database: Database, clock: Clock) {
    this.#clock = clock;
    this.#ledger = new SqliteQuotaLedger(database, { process: 'this', isDead: () => false });
    this.#ledger.begin(true, clock.now());
    this.#blocks = new QuotaBlocks({
      membership: new Membership(() => `member ${++members}`),
      monotonicMs: () => clock.now(),
      time: localTime(clock),
      leaseMs: Number.POSITIVE_INFINITY,
      duringOutage: 'refuse',
      onLow: () => {
        this.#isAsked = true;
      },
    });
  }

  /** Accounts in memory. */
  get size(): number {
    return this.#blocks.size;
  }

  /** Returns the charge of a request that is admitted. */
  take(accountId: string, limit: number): BlockCharge | undefined {
    let settled: BlockCharge | undefined | 'waiting' = 'waiting';
    const decision = this.#blocks.take(accountId, limit, {
      settled(charge) {
        settled = charge;
      },
    });
    while (this.#isAsked) {
      this.#isAsked = false;
      this.#send('asked');
    }
    if (typeof decision !== 'string') return decision;
    if (decision === 'refused') return undefined;
    assert.notEqual(settled, 'waiting', 'a request waits although the store has replied');
    return settled === 'waiting' ? undefined : settled;
  }

  refund(charge: BlockCharge): void {
    this.#blocks.refund(charge);
  }

  /** Does what the gateway does once an interval. */
  sync(): void {
    while (this.#send('changed'));
    this.#ledger.maintain(this.#clock.now());
  }

  usage(accountId: string, limit = 0): QuotaUsage {
    const { accounts, applied } = this.#ledger.usage([accountId], this.#blocks.memberId, 'minutes', this.#clock.now());
    return this.#blocks.usage(accountId, limit, accounts[0], applied);
  }

  used(accountId: string): number {
    return this.usage(accountId).used;
  }

  /** Stops cleanly. */
  stop(): void {
    this.sync();
    this.#send('last');
  }

  #send(purpose: 'asked' | 'changed' | 'last'): boolean {
    const turn = this.#blocks.turn(purpose);
    if (turn === undefined) return false;
    this.#blocks.confirm(turn, this.#ledger.apply(turn, this.#clock.now()), this.#clock.now());
    return true;
  }
}
