import { type ChildProcess, spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FatalLine, type ProcessEnd } from './death.js';
import { type GatewayMessage, type Supervision, type SupervisorMessage, supervisedArgument } from './messages.js';

/** `.ts` when the sources run, `.js` once built. */
const entry = fileURLToPath(new URL(`../gateway-process${extname(import.meta.url)}`, import.meta.url));

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
  #servingSince: number | undefined;

  constructor() {
    const child = start();
    this.#process = child;
    if (child === undefined) {
      this.ended = Promise.resolve({ status: null, signal: null });
      this.lastWords = Promise.resolve('The system cannot start another process');
      return;
    }
    const fatal = new FatalLine();
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

  /** How long it has been allowed to serve, in milliseconds. */
  get uptimeMs(): number {
    return this.#servingSince === undefined ? 0 : Math.round(performance.now() - this.#servingSince);
  }

  /** Lets it serve. */
  serve(supervision: Supervision): void {
    this.#servingSince = performance.now();
    this.#tell({ type: 'serve', supervision });
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

function start(): ChildProcess | undefined {
  try {
    return spawn(process.execPath, [...process.execArgv, entry, supervisedArgument], {
      detached: true,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
  } catch {
    // Out of memory; the lack of other things is told by an event.
    return undefined;
  }
}
