import type { Entry } from './current-entry.js';
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
  readonly #entry: () => Entry;
  #child: GatewayChild | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param entry - what a process that is started now is to run. */
  constructor(log: SupervisorLog, entry: () => Entry) {
    this.#log = log;
    this.#entry = entry;
  }

  /** Starts one if there is none. */
  prepare(): void {
    clearTimeout(this.#timer);
    if (this.#child !== undefined) return;
    const child = new GatewayChild(this.#entry());
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

  /**
   * Gives it away; one that is still loading is good as well.
   *
   * @param entry - what it must run; one that runs something else is ended.
   * @returns undefined if there is none.
   */
  take({ file }: Entry): GatewayChild | undefined {
    if (this.#child?.entry.file !== file) this.discard();
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    return child;
  }

  /** Ends it. */
  discard(): void {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}
