import { GatewayChild } from './gateway-child.js';
import type { SupervisorLog } from './supervisor-log.js';

/** How long a standby process that died is left alone, in milliseconds: it may be memory that is missing. */
const retryMs = 30_000;

/**
 * A gateway process that has loaded its modules and waits: loading takes longer than the second in which the gateway is
 * to be back. It has taken no port, no lock and no database.
 */
export class Standby {
  readonly #log: SupervisorLog;
  #child: GatewayChild | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: SupervisorLog) {
    this.#log = log;
  }

  /** Starts one if there is none. */
  prepare(): void {
    clearTimeout(this.#timer);
    if (this.#child !== undefined) return;
    const child = new GatewayChild();
    this.#child = child;
    child.onMessage = ({ type }) => {
      if (type === 'prepared') this.#log.write('debug', { pid: child.pid }, 'A standby process is ready');
    };
    void child.ended.then((end) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#log.write('warn', { pid: child.pid, ...end, retryMs }, 'The standby process ended');
      this.#timer = setTimeout(() => this.prepare(), retryMs);
    });
  }

  /** Gives it away. @returns undefined if there is none; one that is still loading is good as well. */
  take(): GatewayChild | undefined {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    return child;
  }

  /** Ends it for good. */
  discard(): void {
    this.take()?.kill('SIGKILL');
  }
}
