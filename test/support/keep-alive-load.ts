import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '#bench/percentile.js';
import { RawConnection } from './raw-http.js';

export interface LoadOptions {
  readonly port: number;
  /** The number of clients; each has one connection. */
  readonly connections: number;
  /** Requests per second of all clients together. If left out, each client sends the next one after its response. */
  readonly rate?: number;
  /** The bytes of a request. @param number - counts up from 0 over all clients. */
  readonly request: (number: number) => string;
  /** Whether clients reconnect after the server closes a connection; true if left out. */
  readonly reopens?: () => boolean;
}

/** Clients that keep their connections alive, as proxies do, with one request at a time each, until stopped. */
export class KeepAliveLoad {
  readonly #options: LoadOptions;
  readonly #clients: Promise<unknown>;
  readonly #began = performance.now();
  #stopped = false;
  #sent = 0;
  readonly statuses = new Map<number, number>();
  /** Milliseconds from request to response. */
  readonly latencies: number[] = [];
  /** Requests whose connection ended without a response. */
  dropped = 0;
  /** Connections that were refused. */
  refused = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#clients = Promise.all(Array.from({ length: options.connections }, (_, index) => this.#client(index)));
  }

  get served(): number {
    return this.latencies.length;
  }

  /** Responses per second since the start. */
  get rate(): number {
    return (this.served / (performance.now() - this.#began)) * 1_000;
  }

  /** The latency that a share of the requests stayed below: a percentile. */
  percentile(share: number): number {
    return percentile(this.latencies, 100 * share);
  }

  /** Stops after every client has got its last response. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#clients;
  }

  /** Resolves when all clients have ended. Clients that do not reconnect end without `stop`. */
  get ended(): Promise<unknown> {
    return this.#clients;
  }

  async #client(index: number): Promise<void> {
    const { port, connections, rate, request, reopens = () => true } = this.#options;
    const intervalMs = rate === undefined ? 0 : (connections / rate) * 1_000;
    // Counted from the first due time, so that late timers do not slow the load down.
    let due = this.#began + (index * intervalMs) / connections;
    let connection: RawConnection | undefined;
    while (!this.#stopped) {
      const pauseMs = due - performance.now();
      if (pauseMs > 1) await wait(pauseMs);
      due += intervalMs;
      try {
        connection ??= await RawConnection.open(port);
      } catch {
        this.refused++;
        break;
      }
      if (!(await this.#exchange(connection, request(this.#sent++)))) {
        connection.destroy();
        connection = undefined;
        if (!reopens()) break;
      }
    }
    connection?.destroy();
  }

  /** @returns whether the connection can be used again. */
  async #exchange(connection: RawConnection, bytes: string): Promise<boolean> {
    const began = performance.now();
    try {
      const { status, headers } = await connection.write(bytes).response();
      this.latencies.push(performance.now() - began);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      return headers.get('connection') !== 'close';
    } catch {
      this.dropped++;
      return false;
    }
  }
}

/** Returns the bytes of a POST to `/v1/run`. @param fields - header lines, without line ends. */
export function runRequest(key: string, body: object, fields: readonly string[] = []): string {
  const json = JSON.stringify(body);
  const head = ['POST /v1/run HTTP/1.1', 'Host: a', `x-api-key: ${key}`, 'Content-Type: application/json', ...fields];
  return `${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}
