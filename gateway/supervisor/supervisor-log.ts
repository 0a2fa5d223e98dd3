import type { Writable } from 'node:stream';

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
