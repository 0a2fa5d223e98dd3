import type { Log } from '#gateway/core/log.js';
import { ConfigError, readConfig } from './config/config.js';
import { overriddenSettings, readEnvFile, unknownSettings, withEnvFile } from './config/env-file.js';
import type { Gateway } from './gateway.js';

const settingsStay = 'The settings stay as they are';

/** Warns of unknown and overridden variables in `.env`: a setting may be misspelt. */
export function warnOfEnvFile(log: Log): void {
  const names = unknownSettings(readEnvFile());
  if (names.length > 0) log.warn({ names }, '.env contains unknown settings');
}

/**
 * Reads the certificate, `.env` and the operator's tools again; the environment of a process cannot change. An invalid
 * value changes no setting, and an invalid tool no tool.
 */
export function reload(gateway: Gateway, log: Log): void {
  void gateway.renewCertificate();
  try {
    gateway.reload(readConfig(withEnvFile(process.env)));
    void gateway.renewTools();
    warnOfEnvFile(log);
    const overridden = overriddenSettings(process.env, readEnvFile());
    if (overridden.length > 0) log.warn({ settings: overridden }, 'The environment of the process wins over .env');
  } catch (error) {
    if (!(error instanceof ConfigError)) log.error({ err: error }, settingsStay);
    else for (const problem of error.problems) log.error({ problem }, settingsStay);
  }
}
