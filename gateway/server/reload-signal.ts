import { ConfigError, readConfig } from '../config/config.js';
import { overriddenSettings, readEnvFile, unknownSettings, withEnvFile } from '../config/env-file.js';
import { endBySignal, onHangUpSignal } from '../core/hang-up.js';
import type { Log } from '../core/log.js';
import type { Gateway } from './gateway.js';

const settingsStay = 'The settings stay as they are';

/**
 * Handles SIGHUP from the start of the process: without a handler the signal would end the process, or be lost.
 *
 * A terminal that is closed ends the gateway. A supervised gateway has no terminal; its supervisor does.
 */
export class ReloadSignal {
  #cameEarly = false;
  #reload = (): void => {
    this.#cameEarly = true;
  };
  #hangUp = (): void => endBySignal('SIGHUP');

  constructor() {
    onHangUpSignal({ reload: () => this.#reload(), hangUp: () => this.#hangUp() });
  }

  /**
   * From now on the signal is for this gateway, as is one that came before.
   *
   * @param hangUp - called when the terminal is gone that the process was started in.
   * @param onLogLevel - told the level of the log after each reload.
   */
  connect(gateway: Gateway, log: Log, hangUp: () => void, onLogLevel: (level: string) => void): void {
    this.#hangUp = hangUp;
    this.#reload = () => {
      reload(gateway, log);
      onLogLevel(log.level);
    };
    if (this.#cameEarly) this.#reload();
  }
}

/** Warns of unknown and overridden variables in `.env`: a setting may be misspelt. */
export function warnOfEnvFile(log: Log): void {
  const names = unknownSettings(readEnvFile());
  if (names.length > 0) log.warn({ names }, '.env contains unknown settings');
}

/**
 * Reads the certificate and `.env` again; the environment of a process cannot change. An invalid value changes no
 * setting.
 */
function reload(gateway: Gateway, log: Log): void {
  void gateway.renewCertificate();
  try {
    gateway.reload(readConfig(withEnvFile(process.env)));
    warnOfEnvFile(log);
    const overridden = overriddenSettings(process.env, readEnvFile());
    if (overridden.length > 0) log.warn({ settings: overridden }, 'The environment of the process wins over .env');
  } catch (error) {
    if (!(error instanceof ConfigError)) log.error({ err: error }, settingsStay);
    else for (const problem of error.problems) log.error({ problem }, settingsStay);
  }
}
