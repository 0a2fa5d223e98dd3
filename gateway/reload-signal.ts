import { closeSync, openSync } from 'node:fs';
import { ConfigError, readConfig } from './config.js';
import { overriddenSettings, readEnvFile, unknownSettings, withEnvFile } from './env-file.js';
import type { Gateway } from './gateway.js';
import type { Log } from './log.js';

const settingsStay = 'The settings stay as they are';

/**
 * SIGHUP, from the first moment on: before it is connected it would end the process, or be lost.
 *
 * It is also what a terminal that is closed sends to what was started in it. That ends the gateway, as it always did.
 */
export class ReloadSignal {
  readonly #isInTerminal = process.stdout.isTTY === true && hasTerminal();
  #cameEarly = false;
  #reload = (): void => {
    this.#cameEarly = true;
  };
  #hangUp = endByHangUp;

  constructor() {
    process.on('SIGHUP', () => {
      if (this.#isInTerminal && !hasTerminal()) this.#endOnce();
      else this.#reload();
    });
  }

  /** The kernel and the shell both send the signal. */
  #endOnce(): void {
    const hangUp = this.#hangUp;
    this.#hangUp = () => {};
    hangUp();
  }

  /**
   * From now on the signal is for this gateway, as is one that came before.
   *
   * @param hangUp - called when the terminal is gone that the process was started in.
   */
  connect(gateway: Gateway, log: Log, hangUp: () => void): void {
    this.#hangUp = hangUp;
    this.#reload = () => reload(gateway, log);
    if (this.#cameEarly) this.#reload();
  }
}

/** Ends the process by the signal: Node aborts when it exits and cannot give a terminal back that is gone. */
export function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Warns of what `.env` sets and nobody reads: a setting may be misspelt. */
export function warnOfEnvFile(log: Log): void {
  const names = unknownSettings(readEnvFile());
  if (names.length > 0) log.warn({ names }, '.env sets what is no setting of Textmill');
}

/** Whether there is a terminal that controls the process. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Reads the certificate and `.env` again; the environment of a process cannot change. A bad value changes no setting. */
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
