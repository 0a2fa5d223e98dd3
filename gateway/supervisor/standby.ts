import type { Entry } from './current-entry.js';
import { GatewayChild } from './gateway-child.js';
import type { SupervisorLog } from './supervisor-log.js';

/** Time before another standby process is started after one died, in milliseconds: memory may be short. */
const retryMs = 30_000;

/**
 * A gateway process that has loaded its modules and waits, because loading takes longer than the second in which a
 * gateway should be back. It has no port, no lock and no database open.
 */
export class Standby {
  readonly #log: SupervisorLog;
  readonly #entry: () => Entry;
  #child: GatewayChild | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param entry - returns the program for a new process. */
  constructor(log: SupervisorLog, entry: () => Entry) {
    this.#log = log;
    this.#entry = entry;
  }

  /** Starts a standby process if there is none. */
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
   * Returns the standby process, which may still be loading.
   *
   * @param entry - the program that it must run; a process with another program is ended.
   * @returns undefined if there is none.
   */
  take({ file }: Entry): GatewayChild | undefined {
    if (this.#child?.entry.file !== file) this.discard();
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    return child;
  }

  /** Ends the standby process. */
  discard(): void {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}
