import { type ProcessEnd, reasonOf } from './death.js';
import type { GatewayChild } from './gateway-child.js';
import type { SupervisorLog } from './supervisor-log.js';

/** What the supervisor writes of the ends and beginnings of gateway processes. */
export class Reports {
  readonly #log: SupervisorLog;

  constructor(log: SupervisorLog) {
    this.#log = log;
  }

  /** Says why the gateway died, once all of its standard error has been read; nobody waits for it. */
  async died(child: GatewayChild, end: ProcessEnd, restarts: number, retryMs: number): Promise<void> {
    const { pid, uptimeMs } = child;
    const fatal = await child.lastWords;
    const fields = { reason: reasonOf(end), ...end, pid, uptimeMs, restarts, retryMs, fatal };
    this.#log.write('error', fields, 'The gateway process died and is started again');
  }

  /** Says that no further start is tried. */
  async gaveUp(child: GatewayChild, end: ProcessEnd, failedStarts: number): Promise<void> {
    const fields = { reason: reasonOf(end), ...end, failedStarts, fatal: await child.lastWords };
    const sentence = `The gateway process could not be started ${failedStarts} times in a row`;
    this.#log.write('fatal', fields, sentence);
    process.stderr.write(`textmill: ${sentence}: giving up\n`);
  }

  /** Says that a restart was asked for. */
  replacing({ pid, entry }: GatewayChild): void {
    this.#log.write('info', { pid, file: entry.file }, 'A new gateway process is being prepared');
  }

  /** Says what became of it. @param problem - why the new process does not serve; undefined if it does. */
  replaced({ pid }: GatewayChild, problem: string | undefined): void {
    if (problem === undefined) this.#log.write('info', { pid }, 'The gateway process was replaced');
    else this.#log.write('error', { pid, problem }, 'The gateway process was not replaced');
  }
}
