import { destinationOf, type Log } from '#gateway/core/log.js';
import type { Config } from '../config/config.js';
import type { RecordedRoute, RequestRecord } from './request-record.js';

/** The settings that can change while the gateway runs; the log has the level. */
export type RequestLogConfig = Pick<Config, 'logAddresses' | 'slowJobMs'>;

export interface RequestLogOptions {
  readonly log: Log;
  readonly config: RequestLogConfig;
  /** Knows the id by which a client is counted. */
  readonly addresses: { clientId(peer: string | Uint8Array, forwardedFor: string): string };
}

/** Pino's numbers of the levels. */
const levels = { debug: 20, info: 30, warn: 40, error: 50 } as const;

/** Clients choose the method; unknown ones are not logged. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE']);

/**
 * Writes one line for each request, and another for slow ones.
 *
 * The lines are built here and go directly to the log's destination, because pino would cost ten times as much. They
 * hold only numbers, fixed words, Textmill's ids, and a validated request id (request-id.ts).
 */
export class RequestLog {
  /** May be replaced at any time. */
  config: RequestLogConfig;
  readonly #log: Log;
  readonly #write: (line: string) => void;
  readonly #addresses: RequestLogOptions['addresses'];
  /** The field of the log that says which gateway writes; '' for the only one. */
  readonly #gateway: string;

  constructor({ log, config, addresses }: RequestLogOptions) {
    this.#log = log;
    this.config = config;
    this.#addresses = addresses;
    const { gateway } = log.bindings();
    this.#gateway = typeof gateway === 'number' ? `,"gateway":${gateway}` : '';
    const destination = destinationOf(log);
    this.#write = (line) => void destination.write(line);
  }

  /**
   * Logs a request that has ended.
   *
   * @param status - 0 if its client has left.
   * @param ms - from its head to its end.
   */
  write(record: RequestRecord, status: number, bytesOut: number, ms: number): void {
    const threshold = this.#log.levelVal;
    const { slowJobMs } = this.config;
    const isSlow = slowJobMs > 0 && record.runMs > slowJobMs && levels.warn >= threshold;
    if (threshold > levels.info && status < 500 && !isSlow) return;
    const level = levelOf(record.route, status);
    if (level < threshold && !isSlow) return;
    const fields = this.#fields(record, status, bytesOut, ms);
    if (level >= threshold) this.#write(`{"level":${level}${fields},"msg":"request"}\n`);
    if (isSlow) this.#write(`{"level":${levels.warn}${fields},"msg":"a slow job"}\n`);
  }

  /** Returns the fields of a line, each with a comma before it. */
  #fields(
    { requestId, exchange, route, key, bytesIn, refusal, where, queueMs, runMs }: RequestRecord,
    status: number,
    bytesOut: number,
    ms: number,
  ): string {
    const method = knownMethods.has(exchange.method) ? exchange.method : 'other';
    let fields = `,"time":${Date.now()}${this.#gateway},"requestId":"${requestId}","method":"${method}","operation":"${route.label}"`;
    fields += status === 0 ? ',"aborted":true' : `,"status":${status}`;
    if (refusal !== undefined) fields += `,"refusal":"${refusal}"`;
    fields += `,"bytesIn":${bytesIn},"bytesOut":${bytesOut},"ms":${rounded(ms)}`;
    if (where === 'pool') fields += `,"queueMs":${rounded(queueMs)}`;
    if (where !== undefined) fields += `,"runMs":${rounded(runMs)},"where":"${where}"`;
    if (key !== undefined) fields += `,"keyId":"${key.id}","accountId":"${key.accountId}"`;
    if (this.config.logAddresses) {
      fields += `,"address":"${this.#addresses.clientId(exchange.peer, exchange.head.forwardedFor)}"`;
    }
    return fields;
  }
}

function levelOf({ kind }: RecordedRoute, status: number): number {
  // Load balancers send them about once a second.
  if (kind === 'probe') return levels.debug;
  if (status < 500) return levels.info;
  return status === 500 ? levels.error : levels.warn;
}

/** Milliseconds, to the microsecond. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
