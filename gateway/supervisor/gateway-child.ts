import { type ChildProcess, spawn } from 'node:child_process';
import { currentEntry, type Entry } from './current-entry.js';
import { type GatewayMessage, type Supervision, type SupervisorMessage, supervisedArgument } from './messages.js';
import { FatalLine, type ProcessEnd } from './process-end.js';

/** Most bytes that wait for a reader of standard error; more are dropped. */
const maxBufferedBytes = 1024 * 1024;

/**
 * A gateway process. It has its own session, so that Ctrl-C in the supervisor's terminal reaches only the supervisor,
 * which forwards it once.
 */
export class GatewayChild {
  /** How the process ended. */
  readonly ended: Promise<ProcessEnd>;
  /** The line that says why, after all of its output has arrived. */
  readonly fatalLine: Promise<string | undefined>;
  /** Called with each message of the process. */
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
      this.fatalLine = Promise.resolve('The system cannot start another process');
      return;
    }
    const fatal = this.#fatal;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      fatal.add(text);
      // Always read: a process whose standard error is full could not even abort.
      if (process.stderr.writableLength < maxBufferedBytes) process.stderr.write(text);
    });
    child.on('message', (message) => this.onMessage(message as GatewayMessage));
    this.ended = new Promise((resolve) => {
      child.on('error', () => {
        if (child.pid === undefined) resolve({ status: null, signal: null });
      });
      child.on('exit', (status, signal) => resolve({ status, signal }));
    });
    this.fatalLine = new Promise((resolve) => {
      child.on('error', ({ message }) => {
        if (child.pid === undefined) resolve(message);
      });
      child.on('close', () => resolve(fatal.text));
    });
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Why it cannot start; complete after {@link fatalLine}. */
  get problem(): string | undefined {
    return this.#fatal.problem;
  }

  /** Milliseconds since it was asked to serve. */
  get uptimeMs(): number {
    return this.#servingSince === undefined ? 0 : Math.round(performance.now() - this.#servingSince);
  }

  /** Whether it was asked to serve. */
  get isServing(): boolean {
    return this.#servingSince !== undefined;
  }

  /** Asks it to serve. */
  serve(supervision: Supervision): void {
    this.#servingSince = performance.now();
    this.notify({ type: 'serve', supervision });
  }

  /** Asks it to finish requests in flight and end, because another process is prepared. */
  handOver(): void {
    this.notify({ type: 'hand-over' });
  }

  /** Ends it as a closed terminal does. */
  hangUp(): void {
    this.notify({ type: 'hang-up' });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  notify(message: SupervisorMessage): void {
    // A process that has ended gets no message; its end is reported separately.
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
    // Out of memory; other failures are reported by an event.
    return undefined;
  }
}
