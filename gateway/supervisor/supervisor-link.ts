import { endBySignal } from '../core/hang-up.js';
import {
  type GatewayMessage,
  type ListeningGateway,
  type Supervision,
  type SupervisorMessage,
  supervisedArgument,
} from './messages.js';

/** The reactions of a serving gateway to its supervisor. */
export interface SupervisedGateway {
  /** The supervisor was killed: nothing forwards signals, and another supervisor may need the port. */
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

  /** Returns undefined if this process was started without a supervisor. */
  static ofThisProcess(): SupervisorLink | undefined {
    return process.argv[2] === supervisedArgument ? new SupervisorLink() : undefined;
  }

  private constructor() {
    // The supervisor may have been killed before this listener existed.
    if (!process.connected) endUnused();
    process.on('disconnect', () => this.#gateway.onOrphaned());
    // The supervisor reads it; without one, the output is lost.
    process.stderr.on('error', () => {});
    // The signal is for the supervisor, but may be sent to all processes of a service.
    process.on('SIGUSR2', () => {});
    this.word = new Promise((resolve) => {
      process.on('message', (message) => {
        const heard = message as SupervisorMessage;
        if (heard.type === 'hang-up') return this.#gateway.onHangUp();
        if (heard.type === 'hand-over') return this.#gateway.onHandOver();
        if (heard.type !== 'serve') return;
        this.#hasWord = true;
        // From now on only the gateway keeps the process alive, so a gateway that cannot start ends.
        process.channel?.unref();
        resolve(heard.supervision);
      });
    });
  }

  /** Whether {@link word} is there. */
  get hasWord(): boolean {
    return this.#hasWord;
  }

  /** Tells that everything is loaded. @param problems - of the current settings. */
  prepared(problems: readonly string[]): void {
    this.#tell({ type: 'prepared', problems });
  }

  /** Tells that the gateway accepts connections. */
  serves(gateway: SupervisedGateway, listening: ListeningGateway): void {
    this.#gateway = gateway;
    this.#tell({ type: 'listening', ...listening });
  }

  /** Tells that all threads are up. */
  ready(): void {
    this.#tell({ type: 'ready' });
  }

  /** Tells the log level, which a reload may have changed. */
  logLevel(logLevel: string): void {
    this.#tell({ type: 'log-level', logLevel });
  }

  /** Tells that the process is about to end, because it was told to. */
  stopping(): void {
    this.#tell({ type: 'stopping' });
  }

  #tell(message: GatewayMessage): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  }
}

/** Ends a process that has nothing to write or to free. */
function endUnused(): void {
  process.kill(process.pid, 'SIGKILL');
}
