import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../core/log.js';
import { type Config, configProperty, type ReloadingConfig, type SettingName, settingFacts } from './config.js';

/** A setting that has changed. None of those that can change while running is secret. */
export interface SettingChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** What reading the settings again came to. */
export interface ReloadReport {
  /** What holds from now on, by the names of the settings. */
  readonly changed: Readonly<Partial<Record<SettingName, SettingChange>>>;
  /** Settings that are different from those of the start, and stay as they are until a restart. */
  readonly needRestart: readonly SettingName[];
}

/** The settings that can change while the gateway runs, as they are now. */
export class RunningSettings {
  readonly #atStart: Config;
  #current: ReloadingConfig;
  readonly #listeners: ((settings: ReloadingConfig) => void)[] = [];

  constructor(config: Config) {
    this.#atStart = config;
    this.#current = config;
  }

  /** To be read each time anew: every change makes another object. */
  get current(): ReloadingConfig {
    return this.#current;
  }

  /** Calls back after each change, for those who cannot read {@link current} each time. */
  onChange(listener: (settings: ReloadingConfig) => void): void {
    this.#listeners.push(listener);
  }

  /** Puts all settings into effect that can be, at once. */
  apply(config: Config): ReloadReport {
    const before: Partial<Config> = this.#current;
    const changed: Partial<Record<SettingName, SettingChange>> = {};
    const needRestart: SettingName[] = [];
    for (const { name, reloads } of settingFacts) {
      const property = configProperty(name);
      const [from, to] = [(reloads ? before : this.#atStart)[property], config[property]];
      if (isDeepStrictEqual(from, to)) continue;
      if (reloads) changed[name] = { from, to };
      else needRestart.push(name);
    }
    this.#current = config;
    if (Object.keys(changed).length > 0) for (const listener of this.#listeners) listener(config);
    return { changed, needRestart };
  }
}

/** Puts settings into effect and says in the log what that changed, and what takes a restart to change. */
export function reloadSettings(settings: RunningSettings, config: Config, log: Log): ReloadReport {
  const { logLevel } = config;
  const report = settings.apply(config);
  // Said if the level before or the one from now on lets it be said.
  if (!log.isLevelEnabled('info')) log.level = logLevel;
  log.info({ changed: report.changed }, 'The settings were read again');
  if (report.needRestart.length > 0) {
    log.warn({ settings: report.needRestart }, 'These settings have changed, and take a restart to take effect');
  }
  log.level = logLevel;
  return report;
}
