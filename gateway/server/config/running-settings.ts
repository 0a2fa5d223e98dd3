import { isDeepStrictEqual } from 'node:util';
import type { Log } from '#gateway/core/log.js';
import type { SharedLimits } from '#gateway/core/member.js';
import { type Config, configProperty, type ReloadingConfig, type SettingName, settingFacts } from './config.js';

/** A changed setting, as it may be logged: of a secret, only whether it is set. */
export interface SettingChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** The result of a reload. */
export interface ReloadReport {
  /** The settings that took effect, by name. */
  readonly changed: Readonly<Partial<Record<SettingName, SettingChange>>>;
  /** Settings that differ from those at the start and take effect only after a restart. */
  readonly needRestart: readonly SettingName[];
}

/** The current values of the settings that can change while the gateway runs. */
export class RunningSettings {
  readonly #atStart: Config;
  #current: ReloadingConfig;
  readonly #listeners: ((settings: ReloadingConfig) => void)[] = [];

  constructor(config: Config) {
    this.#atStart = config;
    this.#current = config;
  }

  /** Do not keep it: every change makes a new object. */
  get current(): ReloadingConfig {
    return this.#current;
  }

  /** Calls back after each change, for users that cannot read {@link current} each time. */
  onChange(listener: (settings: ReloadingConfig) => void): void {
    this.#listeners.push(listener);
  }

  /** Applies all settings that can change without a restart, together. */
  apply(config: Config): ReloadReport {
    const before: Partial<Config> = this.#current;
    const changed: Partial<Record<SettingName, SettingChange>> = {};
    const needRestart: SettingName[] = [];
    for (const { name, secret, reloads } of settingFacts) {
      const property = configProperty(name);
      const [from, to] = [(reloads ? before : this.#atStart)[property], config[property]];
      if (isDeepStrictEqual(from, to)) continue;
      if (reloads) changed[name] = secret ? { from: withheld(from), to: withheld(to) } : { from, to };
      else needRestart.push(name);
    }
    this.#current = config;
    if (Object.keys(changed).length > 0) for (const listener of this.#listeners) listener(config);
    return { changed, needRestart };
  }
}

function withheld(value: unknown): '(set)' | undefined {
  return value === undefined ? undefined : '(set)';
}

/** Applies settings, and logs what changed and what needs a restart. */
export function reloadSettings(settings: RunningSettings, config: Config, log: Log): ReloadReport {
  const { logLevel } = config;
  const report = settings.apply(config);
  // Logged if the old or the new level allows it.
  if (!log.isLevelEnabled('info')) log.level = logLevel;
  log.info({ changed: report.changed }, 'The settings were read again');
  if (report.needRestart.length > 0) {
    log.warn({ settings: report.needRestart }, 'These settings have changed, and take a restart to take effect');
  }
  log.level = logLevel;
  return report;
}

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
