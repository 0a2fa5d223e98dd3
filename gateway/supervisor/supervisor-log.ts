import type { Writable } from 'node:stream';
import { type LogFormat, logLevels as levels, lineFormat } from '#gateway/core/log-format.js';
import type { GatewayChild } from './gateway-child.js';
import { type ProcessEnd, reasonOf } from './process-end.js';

/** Most bytes that wait for a slow reader; further lines are dropped. */
const maxBufferedBytes = 1024 * 1024;

/**
 * Writes the supervisor's log lines in the gateway's format. Not with pino: it would double the memory of a process
 * that rarely logs.
 */
export class SupervisorLog {
  readonly #output: Writable;
  #level: number = levels.info;
  #format: ((line: string) => string) | undefined;

  /** @param output - if it fails, lines are lost and the service continues. */
  constructor(output: Writable) {
    this.#output = output;
    output.on('error', () => {});
    this.setFormat();
  }

  /** Sets the level, a value of LOG_LEVEL. */
  setLevel(name: string): void {
    this.#level = levels[name as keyof typeof levels] ?? this.#level;
  }

  /** Sets the format, the value of LOG_FORMAT. */
  setFormat(format: LogFormat = 'auto'): void {
    this.#format = lineFormat(format, 'isTTY' in this.#output && this.#output.isTTY === true);
  }

  write(level: 'debug' | 'info' | 'warn' | 'error' | 'fatal', fields: object, msg: string): void {
    if (levels[level] < this.#level || this.#output.writableLength > maxBufferedBytes) return;
    const line = `${JSON.stringify({ level: levels[level], time: Date.now(), ...fields, msg })}\n`;
    this.#output.write(this.#format?.(line) ?? line);
  }
}

/** Logs starts and ends of gateway processes. */
export class Reports {
  readonly #log: SupervisorLog;

  constructor(log: SupervisorLog) {
    this.#log = log;
  }

  /** Logs why the gateway died, once all of its standard error has been read. */
  async died(
    child: GatewayChild,
    end: ProcessEnd,
    restarts: number,
    retryMs: number,
    gateway: number | undefined,
  ): Promise<void> {
    const { pid, uptimeMs } = child;
    const fatal = await child.fatalLine;
    const fields = { gateway, reason: reasonOf(end), ...end, pid, uptimeMs, restarts, retryMs, fatal };
    this.#log.write('error', fields, 'The gateway process died and is started again');
  }

  /** Logs that there will be no further start. */
  async gaveUp(child: GatewayChild, end: ProcessEnd, failedStarts: number, gateways: number): Promise<void> {
    const fields = { reason: reasonOf(end), ...end, failedStarts, fatal: await child.fatalLine };
    const what = gateways === 1 ? 'The gateway process could not' : `None of the ${gateways} gateway processes could`;
    const sentence = `${what} be started ${failedStarts} times in a row`;
    this.#log.write('fatal', fields, sentence);
    process.stderr.write(`textmill: ${sentence}: giving up\n`);
  }

  /** Logs that a requested restart begins. */
  replacing({ pid, entry }: GatewayChild, gateway: number | undefined): void {
    this.#log.write('info', { gateway, pid, file: entry.file }, 'A new gateway process is being prepared');
  }

  /** Logs the end of a requested restart. @param problem - why the new process does not serve; undefined if it does. */
  replaced({ pid }: GatewayChild, problem: string | undefined, gateway: number | undefined): void {
    if (problem === undefined) this.#log.write('info', { gateway, pid }, 'The gateway process was replaced');
    else this.#log.write('error', { gateway, pid, problem }, 'The gateway process was not replaced');
  }
}
