import { LastUses } from '#gateway/server/keys/last-uses.js';
import { BurstLimiter } from '#gateway/server/limits/burst-limiter.js';
import { CounterSync } from '#gateway/server/limits/counter-sync.js';
import { QuotaBlocks } from '#gateway/server/limits/quota-blocks.js';
import { QuotaTurns } from '#gateway/server/limits/quota-turns.js';
import { StoreHealth } from '#gateway/server/limits/store-health.js';
import { Membership } from '#gateway/server/storage/membership.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { PostgresQuotaLedger } from '#gateway/server/storage/postgres/quota-ledger.js';
import { leaseMs } from '#gateway/server/storage/quota-ledger.js';
import { RemoteTime } from '#gateway/server/storage/store-time.js';
import { UsageHistory } from '#gateway/server/telemetry/usage-history.js';
import type { SimulatedPostgres } from './simulated-postgres.js';
import type { SimulatedTime } from './simulated-time.js';

/** SYNC_INTERVAL_MS, and the heartbeat of server/keys/key-follower.ts. */
const intervalMs = 1_000;
/** The store never fails: real time must not count. */
const timeoutMs = 3_600_000;
const dailyQuota = 100_000;
const burstLimit = 1_000_000;

/** What a gateway counts and writes to the store: its own code, in simulated time. */
export class SimulatedGateway {
  /** Requests, and those of them that waited for the store. */
  requests = 0;
  waited = 0;
  readonly #clock: { now(): number };
  readonly #quota: QuotaBlocks;
  readonly #bursts: readonly BurstLimiter[];
  readonly #history: UsageHistory;
  readonly #uses = new LastUses();
  readonly #turns: QuotaTurns;
  readonly #heartbeats: readonly (() => void)[];

  constructor(time: SimulatedTime, postgres: SimulatedPostgres) {
    const clock = { now: () => Math.floor(time.now) };
    const monotonicMs = () => time.now;
    const fail = (_: object, message: string): never => {
      throw new Error(message);
    };
    const health = new StoreHealth({ warn: fail, error: fail });
    this.#clock = clock;
    this.#quota = new QuotaBlocks({
      monotonicMs,
      leaseMs,
      time: new RemoteTime(monotonicMs, 0),
      duringOutage: 'refuse',
      membership: new Membership(() => 'this'),
      onLow: (isUrgent) => this.#turns.ask(isUrgent),
    });
    const pool = postgres.queries;
    this.#turns = new QuotaTurns({
      blocks: this.#quota,
      ledger: new PostgresQuotaLedger(pool),
      health,
      monotonicMs,
      intervalMs,
      timeoutMs,
      timers: time,
      isLeased: true,
    });
    const [burstPerIp, burstPerKey] = (['ip', 'key'] as const).map(
      (kind) => new BurstLimiter({ kind, limit: burstLimit, clock, isShared: true }),
    ) as [BurstLimiter, BurstLimiter];
    this.#bursts = [burstPerIp, burstPerKey];
    this.#history = new UsageHistory(clock);
    const store = new PostgresCounterStore({ pool, writer: 'this', storeNow: () => time.now, now: () => clock.now() });
    const sync = new CounterSync({
      store,
      burstPerIp,
      burstPerKey,
      uses: this.#uses,
      history: this.#history,
      clock,
      health,
      intervalMs,
      timeoutMs,
    });
    this.#turns.start();
    // Not started: its own timer is one of real time.
    this.#heartbeats = [
      time.every(intervalMs, () => void sync.flush()),
      time.every(intervalMs, () => void pool.query({ name: 'note_keys_seen', text: '', values: [] })),
    ];
  }

  /** Stops cleanly. Time must pass until it has. */
  stop(): Promise<void> {
    for (const cancel of this.#heartbeats) cancel();
    return this.#turns.stop();
  }

  /** A request of an account arrives, from the one address that the account has. */
  request(accountId: string): void {
    this.requests++;
    for (const burst of this.#bursts) burst.take(accountId);
    if (this.#quota.take(accountId, dailyQuota, { settled() {} }) === 'waiting') this.waited++;
    const now = this.#clock.now();
    this.#uses.note(accountId, now);
    this.#history.count({ id: accountId, accountId }, 'run', 200, {
      refusal: undefined,
      checkedAt: now,
      charge: undefined,
      charactersIn: 20,
      charactersOut: 20,
    });
  }
}
