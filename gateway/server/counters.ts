import type { Clock } from '#gateway/core/clock.js';
import type { Log } from '#gateway/core/log.js';
import type { ReloadingConfig } from './config/config.js';
import type { RunningSettings } from './config/running-settings.js';
import type { Account, KeyStore } from './keys/key-store.js';
import { BurstLimiter } from './limits/burst-limiter.js';
import { CounterSync } from './limits/counter-sync.js';
import { type OutagePolicy, QuotaBlocks } from './limits/quota-blocks.js';
import { QuotaReader } from './limits/quota-reader.js';
import { QuotaTurns } from './limits/quota-turns.js';
import { StoreHealth } from './limits/store-health.js';
import type { CounterStore } from './storage/counter-store.js';
import type { Plan } from './storage/key-table.js';
import type { Membership } from './storage/membership.js';
import { leaseMs, type QuotaLedger } from './storage/quota-ledger.js';
import type { StoreTime } from './storage/store-time.js';
import { UsageHistory } from './telemetry/usage-history.js';

/** Requests in 24 hours of the free plan. */
const freeQuota = 10;

export interface CountersOptions {
  readonly settings: RunningSettings;
  /** Time from one write of the counters to the next, in milliseconds. */
  readonly syncIntervalMs: number;
  /** Whether other gateways use the same store. */
  readonly isShared: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: CounterStore;
  readonly ledger: QuotaLedger;
  readonly membership: Membership;
  readonly time: StoreTime;
  /** By which the store's time is learned. */
  readonly monotonicMs: () => number;
  /** Whether the store takes a gateway for dead that is silent: it cannot see the process. */
  readonly isLeased: boolean;
  readonly duringOutage: OutagePolicy;
  readonly keys: KeyStore;
  /** The operations, in the order in which a usage history shows them. */
  readonly operations: readonly string[];
  /** See {@link QuotaBlocks}. */
  readonly onCounted: (accountId: string, counted: number, limit: number) => void;
}

/** Everything that is counted in memory and written to the store. */
export interface Counters {
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly quota: QuotaBlocks;
  readonly quotaReader: QuotaReader;
  readonly quotaTurns: QuotaTurns;
  readonly history: UsageHistory;
  readonly sync: CounterSync;
  readonly health: StoreHealth;
  readonly quotaOf: QuotaOf;
}

/** Returns the requests in 24 hours of an account, or of that of a key; 0 for no limit. */
export type QuotaOf = (owner: Pick<Account, 'plan' | 'dailyQuota'>) => number;

/** Builds the counters of a gateway; their limits follow the settings. Nothing is loaded before `sync.start()`. */
export function createCounters({
  settings,
  syncIntervalMs,
  isShared,
  clock,
  log,
  store,
  ledger,
  membership,
  time,
  monotonicMs,
  isLeased,
  duringOutage,
  keys,
  operations,
  onCounted,
}: CountersOptions): Counters {
  const { current } = settings;
  const health = new StoreHealth(log);
  const quota = new QuotaBlocks({
    membership,
    monotonicMs,
    time,
    leaseMs: isLeased ? leaseMs : Number.POSITIVE_INFINITY,
    duringOutage,
    isShared,
    takenOf: (accountId) => ledger.takenOf(accountId),
    onLow: (isUrgent) => quotaTurns.ask(isUrgent),
    onCounted,
  });
  const quotaTurns = new QuotaTurns({
    blocks: quota,
    ledger,
    health,
    monotonicMs,
    isLeased,
    intervalMs: syncIntervalMs,
  });
  const quotaReader = new QuotaReader(quota, ledger);
  const history = new UsageHistory(clock, operations);
  const burstPerIp = new BurstLimiter({ kind: 'ip', limit: current.burstPerIp, clock, isShared });
  const burstPerKey = new BurstLimiter({
    kind: 'key',
    limit: current.burstPerKey,
    clock,
    isShared,
    hasOwnLimits: true,
  });
  settings.onChange((changed) => {
    burstPerIp.setLimit(changed.burstPerIp);
    burstPerKey.setLimit(changed.burstPerKey);
    quotas = quotasOf(changed);
  });
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey,
    uses: keys.uses,
    history,
    clock,
    health,
    intervalMs: syncIntervalMs,
  });
  let quotas = quotasOf(current);
  const quotaOf: QuotaOf = ({ plan, dailyQuota }) => {
    if (dailyQuota === null) return quotas[plan];
    return plan === 'free' ? Math.min(freeQuota, dailyQuota || freeQuota) : dailyQuota;
  };
  return { burstPerIp, burstPerKey, quota, quotaReader, quotaTurns, history, sync, health, quotaOf };
}

/** Returns the requests in 24 hours of each plan. 0 is no limit, but not for the free plan. */
function quotasOf({ dailyQuota }: Pick<ReloadingConfig, 'dailyQuota'>): Readonly<Record<Plan, number>> {
  return { free: Math.min(freeQuota, dailyQuota || freeQuota), pro: dailyQuota };
}
