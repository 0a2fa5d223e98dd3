import type { RunningSettings } from '../config/running-settings.js';
import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import { BurstLimiter } from '../limits/burst-limiter.js';
import { CounterSync } from '../limits/counter-sync.js';
import { DailyQuota } from '../limits/daily-quota.js';
import { UsageHistory } from '../observability/usage-history.js';
import type { CounterStore } from '../store/counter-store.js';

/** Requests in 24 hours of the free plan. */
const freeQuota = 10;

export interface CountersOptions {
  readonly settings: RunningSettings;
  /** Time from one write of the counters to the next, in milliseconds. */
  readonly syncIntervalMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: CounterStore;
  readonly keys: KeyStore;
  /** The operations, in the order in which a usage history shows them. */
  readonly operations: readonly string[];
}

/** Everything that is counted in memory and written to the store. */
export interface Counters {
  readonly burstPerIp: BurstLimiter;
  readonly burstPerKey: BurstLimiter;
  readonly quota: DailyQuota;
  readonly history: UsageHistory;
  readonly sync: CounterSync;
  /** Returns the requests in 24 hours that a plan has; 0 for no limit. */
  quotaOf(owner: Pick<ApiKey, 'plan'>): number;
}

/** Builds the counters of a gateway; their limits follow the settings. Nothing is loaded before `sync.start()`. */
export function createCounters({
  settings,
  syncIntervalMs,
  clock,
  log,
  store,
  keys,
  operations,
}: CountersOptions): Counters {
  const { current } = settings;
  const quota = new DailyQuota(clock);
  const history = new UsageHistory(clock, operations);
  const burstPerIp = new BurstLimiter({ kind: 'ip', limit: current.burstPerIp, clock });
  const burstPerKey = new BurstLimiter({ kind: 'key', limit: current.burstPerKey, clock });
  settings.onChange((changed) => {
    burstPerIp.setLimit(changed.burstPerIp);
    burstPerKey.setLimit(changed.burstPerKey);
  });
  const sync = new CounterSync({
    ...{ store, burstPerIp, burstPerKey, quota, uses: keys.uses, history, clock, log },
    intervalMs: syncIntervalMs,
  });
  const quotaOf = ({ plan }: Pick<ApiKey, 'plan'>): number =>
    plan === 'free' ? Math.min(freeQuota, settings.current.dailyQuota) : settings.current.dailyQuota;
  return { burstPerIp, burstPerKey, quota, history, sync, quotaOf };
}
