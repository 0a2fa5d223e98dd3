import type { SharedLimits } from '#gateway/core/member.js';
import type { Config, ReloadingConfig } from './config.js';

/**
 * Returns the settings that gateways which share a store should have in common: each gateway decides by its own.
 *
 * @param current - the settings that have been read again.
 */
export function sharedLimits({ quotaDuringOutage, historyDays }: Config, current: ReloadingConfig): SharedLimits {
  const { dailyQuota, burstPerKey, burstPerIp, freeTier } = current;
  return {
    DAILY_QUOTA: dailyQuota,
    BURST_PER_KEY: burstPerKey,
    BURST_PER_IP: burstPerIp,
    FREE_TIER: freeTier,
    QUOTA_DURING_OUTAGE: quotaDuringOutage,
    HISTORY_DAYS: historyDays,
  };
}
