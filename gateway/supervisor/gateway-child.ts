import { type ChildProcess, spawn } from 'node:child_process';
import { currentEntry, type Entry } from './current-entry.js';
import { FatalLine, type ProcessEnd } from './death.js';
import { type GatewayMessage, type Supervision, type SupervisorMessage, supervisedArgument } from './messages.js';

/** What a standard error that nobody reads may keep waiting, in bytes; more of it is dropped. */
const maxBufferedBytes = 1024 * 1024;

/**
 * A gateway process. It is in a session of its own, so that Ctrl-C in the supervisor's terminal reaches the supervisor
 * alone, which passes it on once.
 */
export class GatewayChild {
  /** How the process ended. */
  readonly ended: Promise<ProcessEnd>;
  /** The line in which it said why, after all that it wrote has arrived. */
  readonly lastWords: Promise<string | undefined>;
  /** What it says from now on. */
  onMessage: (message: GatewayMessage) => void = () => {};
  readonly #process: ChildProcess | undefined;
  /** When it was started, in milliseconds since the epoch. */
  readonly startedAt = Date.now();
  readonly #fatal = new FatalLine();
  #servingSince: number | undefined;

  /** @param entry - what it runs. */
  constructor(readonly entry: Entry = currentEntry()) {
    const child = start(entry);
    this.#process = child;
    if (child === undefined) {
      this.ended = Promise.resolve({ status: null, signal: null });
      this.lastWords = Promise.resolve('The system cannot start another process');
      return;
    }
    const fatal = this.#fatal;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      fatal.add(text);
      // Read on in any case: a process whose standard error is full could not even abort.
      if (process.stderr.writableLength < maxBufferedBytes) process.stderr.write(text);
    });
    child.on('message', (message) => this.onMessage(message as GatewayMessage));
    this.ended = new Promise((resolve) => {
      child.on('error', () => {
        if (child.pid === undefined) resolve({ status: null, signal: null });
      });
      child.on('exit', (status, signal) => resolve({ status, signal }));
    });
    this.lastWords = new Promise((resolve) => {
      child.on('error', ({ message }) => {
        if (child.pid === undefined) resolve(message);
      });
      child.on('close', () => resolve(fatal.text));
    });
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** What it said keeps it from starting; all of it is known after {@link lastWords}. */
  get problem(): string | undefined {
    return this.#fatal.problem;
  }

  /** How long it has been allowed to serve, in milliseconds. */
  get uptimeMs(): number {
    return this.#servingSince === undefined ? 0 : Math.round(performance.now() - this.#servingSince);
  }

  /** Lets it serve. */
  serve(supervision: Supervision): void {
    this.#servingSince = performance.now();
    this.#tell({ type: 'serve', supervision });
  }

  /** Has it answer what is in flight and end: another process is prepared. */
  handOver(): void {
    this.#tell({ type: 'hand-over' });
  }

  /** Ends it as a terminal that is closed does. */
  hangUp(): void {
    this.#tell({ type: 'hang-up' });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  #tell(message: SupervisorMessage): void {
    // One that is gone hears nothing; that it is gone is told by its end.
    if (this.#process?.connected) this.#process.send(message, () => {});
  }
}

function start({ node, file }: Entry): ChildProcess | undefined {
  try {
    return spawn(node, [...process.execArgv, file, supervisedArgument], {
      detached: true,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
  } catch {
    // Out of memory; the lack of other things is told by an event.
    return undefined;
  }
}
