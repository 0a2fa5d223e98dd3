import type { Writable } from 'node:stream';
import { type ProcessEnd, reasonOf } from './death.js';
import type { GatewayChild } from './gateway-child.js';

/** Levels as pino numbers them: the gateway's lines and these are one log. */
const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Number.POSITIVE_INFINITY };

/** What a reader that stands still may keep waiting, in bytes; further lines are dropped. */
const maxBufferedBytes = 1024 * 1024;

/**
 * The supervisor's lines in the log, in the form of the gateway's. Not with pino: what it loads would double the memory
 * of a process that writes a line a year.
 */
export class SupervisorLog {
  readonly #output: Writable;
  #level: number = levels.info;

  /** @param output - an output that fails costs lines, and not the service. */
  constructor(output: Writable) {
    this.#output = output;
    output.on('error', () => {});
  }

  /** Keeps to a level of LOG_LEVEL. */
  setLevel(name: string): void {
    this.#level = levels[name as keyof typeof levels] ?? this.#level;
  }

  write(level: 'debug' | 'info' | 'warn' | 'error' | 'fatal', fields: object, msg: string): void {
    if (levels[level] < this.#level || this.#output.writableLength > maxBufferedBytes) return;
    this.#output.write(`${JSON.stringify({ level: levels[level], time: Date.now(), ...fields, msg })}\n`);
  }
}

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
