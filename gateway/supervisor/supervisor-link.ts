import { endBySignal } from '../core/hang-up.js';
import {
  type GatewayMessage,
  type ListeningGateway,
  type Supervision,
  type SupervisorMessage,
  supervisedArgument,
} from './messages.js';

/** What a gateway that serves does when its supervisor has something to say, or is gone. */
export interface SupervisedGateway {
  /** The supervisor was killed: nobody passes signals on any more, and another one may want the port. */
  onOrphaned(): void;
  /** The supervisor's terminal is closed. */
  onHangUp(): void;
  /** Another process is prepared to serve in its place. */
  onHandOver(): void;
}

/** A gateway process's side of the channel to its supervisor. */
export class SupervisorLink {
  /** Resolves when the process may serve: until then it touches neither the port nor the data folder. */
  readonly word: Promise<Supervision>;
  #hasWord = false;
  /** Nothing is served before {@link serves}. */
  #gateway: SupervisedGateway = {
    onOrphaned: endUnused,
    onHangUp: () => endBySignal('SIGHUP'),
    onHandOver: () => {},
  };

  /** @returns undefined if this process was started by itself. */
  static ofThisProcess(): SupervisorLink | undefined {
    return process.argv[2] === supervisedArgument ? new SupervisorLink() : undefined;
  }

  private constructor() {
    // It may have been killed before there was anybody to be told.
    if (!process.connected) endUnused();
    process.on('disconnect', () => this.#gateway.onOrphaned());
    // The supervisor reads it; without one, what is written there is lost.
    process.stderr.on('error', () => {});
    // It is for the supervisor, and may be sent to all processes of a service.
    process.on('SIGUSR2', () => {});
    this.word = new Promise((resolve) => {
      process.on('message', (message) => {
        const heard = message as SupervisorMessage;
        if (heard.type === 'hang-up') return this.#gateway.onHangUp();
        if (heard.type === 'hand-over') return this.#gateway.onHandOver();
        if (heard.type !== 'serve') return;
        this.#hasWord = true;
        // From now on the gateway keeps the process alive: one that cannot start ends.
        process.channel?.unref();
        resolve(heard.supervision);
      });
    });
  }

  /** Whether {@link word} is there. */
  get hasWord(): boolean {
    return this.#hasWord;
  }

  /** Everything is loaded. @param problems - what keeps the gateway from serving with the settings of now. */
  prepared(problems: readonly string[]): void {
    this.#tell({ type: 'prepared', problems });
  }

  /** The gateway takes connections. */
  serves(gateway: SupervisedGateway, listening: ListeningGateway): void {
    this.#gateway = gateway;
    this.#tell({ type: 'listening', ...listening });
  }

  /** All threads are up. */
  ready(): void {
    this.#tell({ type: 'ready' });
  }

  /** A reload may have changed LOG_LEVEL. */
  logLevel(logLevel: string): void {
    this.#tell({ type: 'log-level', logLevel });
  }

  /** The process is about to end, because it was told to. */
  stopping(): void {
    this.#tell({ type: 'stopping' });
  }

  #tell(message: GatewayMessage): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  }
}

/** Ends a process that holds nothing yet: there is nothing to write or to give back first. */
function endUnused(): void {
  process.kill(process.pid, 'SIGKILL');
}
