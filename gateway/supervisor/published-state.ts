import type { GatewayChild } from './gateway-child.js';
import type { ListeningGateway } from './messages.js';
import { type RequestedRestarts, SupervisorFile, type SupervisorState } from './supervisor-file.js';
import type { SupervisorLog } from './supervisor-log.js';

/** What the supervisor knows for others: which gateway listens, and what became of the restarts that were asked for. */
export class PublishedState {
  readonly #file = new SupervisorFile();
  readonly #log: SupervisorLog;
  #dataDir: string | undefined;
  #gateway: SupervisorState['gateway'] | undefined;
  #restarts: RequestedRestarts = { begun: 0, last: 'none' };

  constructor(log: SupervisorLog) {
    this.#log = log;
  }

  /** A gateway listens. */
  listening({ pid, startedAt }: GatewayChild, { dataDir, version, release }: ListeningGateway): void {
    this.#dataDir = dataDir;
    this.#gateway = { pid, version, release, startedAt };
    this.#write();
  }

  /** A restart that was asked for begins. */
  restartBegins(): void {
    this.#restarts = { begun: this.#restarts.begun + 1, last: 'running' };
    this.#write();
  }

  /** It has ended. @param problem - why it failed; undefined if it did not. */
  restartEnds(problem?: string): void {
    const { begun } = this.#restarts;
    this.#restarts = problem === undefined ? { begun, last: 'done' } : { begun, last: 'failed', problem };
    this.#write();
  }

  /** The supervisor ends. */
  remove(): void {
    this.#file.remove();
  }

  #write(): void {
    if (this.#dataDir === undefined || this.#gateway === undefined) return;
    try {
      this.#file.write(this.#dataDir, { gateway: this.#gateway, restarts: this.#restarts });
    } catch (error) {
      const fields = { problem: (error as Error).message };
      this.#log.write('warn', fields, 'textmill reload --restart cannot be told what the supervisor does');
    }
  }
}
