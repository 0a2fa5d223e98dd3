import {
  App,
  type HttpRequest,
  type HttpResponse,
  LIBUS_LISTEN_EXCLUSIVE_PORT,
  SSLApp,
  type TemplatedApp,
  type us_listen_socket,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { HttpErrorCode } from '#gateway/core/errors.js';
import type { Certificate, TlsFiles } from '../tls/certificate.js';
import { ciphersOf12 } from '../tls/ciphers.js';
import { BodyMemory } from './body-memory.js';
import { ConnectionGate } from './connection-gate.js';
import { discardIntervalMs } from './discarded-body.js';
import { type HttpHandler, type HttpServer, lingerMs, type ServerLoad, type ServerOptions } from './server.js';
import { SinglePeerCache } from './single-peer-cache.js';
import { UnreadResponses } from './unread-responses.js';
import { UwsExchange, type UwsExchangeServer } from './uws-exchange.js';
import { UwsListener } from './uws-listener.js';

/**
 * Responses that are written in a row at most. The system wakes a client on this machine for the first of them only;
 * but the first waits for the work of the others.
 */
const responsesTogether = 16;

declare module 'uWebSockets.js' {
  // The package's declarations lack these; its binary has them.
  const LIBUS_LISTEN_EXCLUSIVE_PORT: number;
  interface TemplatedApp {
    listen(
      host: string,
      port: number,
      options: number,
      callback: (socket: us_listen_socket | false) => void,
    ): TemplatedApp;
    getDescriptor(): number;
    addChildAppDescriptor(descriptor: number): TemplatedApp;
    removeChildAppDescriptor(descriptor: number): TemplatedApp;
  }
}

/**
 * The HTTP server over uWebSockets.js.
 *
 * The library is fast because it checks little: it hands out objects that are dead a moment later, ends the process on
 * a stray exception, and frees memory that it still reads if a connection is closed inside its data callback. Three
 * rules contain that. Only uws.ts, uws-exchange.ts and uws-response.ts call into a response. Every response, even an
 * immediate one, is written from one `setImmediate` per turn of the event loop. Callbacks only copy.
 */
export class UwsServer implements HttpServer, UwsExchangeServer {
  readonly #listener: UwsListener<us_listen_socket>;
  readonly #handler: HttpHandler;
  readonly options: ServerOptions;
  /** Requests without a response, in no order; each knows its index. */
  readonly #open: UwsExchange[] = [];
  /** Requests with a response and without their whole body: not in {@link #open}. */
  readonly #discarding = new Set<UwsExchange>();
  /** Which take their next step in this turn of the event loop. */
  #advancing: UwsExchange[] = [];
  /** Whose responses are written in this turn, together. */
  readonly #responding: UwsExchange[] = [];
  #isScheduled = false;
  #closing = false;
  readonly #whenIdle: (() => void)[] = [];
  #sweep: NodeJS.Timeout | undefined;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadResponses;
  readonly singlePeer = new SinglePeerCache();
  readonly #gate: ConnectionGate;

  constructor(handler: HttpHandler, options: ServerOptions) {
    this.#handler = handler;
    this.options = options;
    this.bodyMemory = new BodyMemory(options.bodyMemory);
    this.unread = new UnreadResponses(options.maxUnreadBytes);
    this.#gate = new ConnectionGate(options.connections, options.tls !== undefined);
    const library = {
      createApp: (tls: TlsFiles | undefined) => this.#createApp(tls),
      exclusivePort: LIBUS_LISTEN_EXCLUSIVE_PORT,
      sharedPort: 0,
      closeSocket: us_listen_socket_close,
      portOf: us_socket_local_port,
    };
    this.#listener = new UwsListener(library, options.tls);
  }

  #createApp(tls: TlsFiles | undefined): TemplatedApp {
    const app = tls === undefined ? App() : tlsApp(tls);
    app.filter((res, change) => this.#countConnection(res, change));
    app.any('/*', (res, req) => this.#accept(res, req));
    return app;
  }

  get load(): ServerLoad {
    return {
      connections: this.singlePeer.connections,
      maxConnections: this.options.connections.maxConnections,
      refusedConnections: this.#gate.refused,
      requests: this.#open.length,
      bodyBytes: this.bodyMemory.reservedBytes,
      unreadBytes: this.unread.bytes,
    };
  }

  async listen(host: string, port: number, isShared = false): Promise<number> {
    return this.#listener.listen(host, port, isShared);
  }

  useCertificate(certificate: Certificate): void {
    this.#listener.useCertificate(certificate);
  }

  stopListening(): void {
    this.#listener.stop();
  }

  announceClose(): void {
    this.#closing = true;
    for (const exchange of this.#discarding) this.write(exchange);
  }

  async idle(deadlineMs: number): Promise<void> {
    if (this.#open.length > 0) {
      const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
      await Promise.race([idle, setTimeout(deadlineMs, undefined, { ref: false })]);
    }
    // The last response may have been written inside a callback of the server, which must return first.
    await nextTurn();
  }

  async close(deadlineMs: number): Promise<void> {
    this.announceClose();
    this.stopListening();
    await setTimeout(Math.min(lingerMs, deadlineMs));
    await this.idle(deadlineMs);
    clearInterval(this.#sweep);
    this.#listener.close();
    // Requests that were cut off are settled from `setImmediate`, which refunds their charges.
    await nextTurn();
  }

  get closing(): boolean {
    return this.#closing;
  }

  advance(exchange: UwsExchange): void {
    this.#advancing.push(exchange);
    this.#schedule();
  }

  write(exchange: UwsExchange): void {
    this.#responding.push(exchange);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#takeSteps());
  }

  forget(exchange: UwsExchange): void {
    this.#discarding.delete(exchange);
    const { index } = exchange;
    if (index === -1) return;
    exchange.index = -1;
    const last = this.#open.pop();
    if (last !== undefined && last !== exchange) {
      this.#open[index] = last;
      last.index = index;
    }
    if (this.#open.length === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  discard(exchange: UwsExchange): void {
    this.forget(exchange);
    this.#discarding.add(exchange);
  }

  /** @param change - 1 for a connection that opens, -1 for one that closes. */
  #countConnection(res: HttpResponse, change: number): void {
    try {
      if (change === 1) this.#opened(res);
      else this.singlePeer.closed();
    } catch (error) {
      this.options.onError(error);
    }
  }

  /** Counts a connection, and closes it if there are too many: the library calls this before it reads from it (rule 12). */
  #opened(res: HttpResponse): void {
    const address = new Uint8Array(res.getRemoteAddress());
    this.singlePeer.opened(address);
    if (!this.#gate.admits(this.singlePeer.connections, address)) res.close();
  }

  #accept(res: HttpResponse, req: HttpRequest): void {
    const exchange = new UwsExchange(this, res);
    res.onAborted(() => exchange.abort());
    try {
      exchange.copyRequest(req);
      exchange.index = this.#open.push(exchange) - 1;
      // Only while there are requests: a timer would wake an idle event loop.
      this.#sweep ??= setInterval(() => this.#failOverdueBodies(), discardIntervalMs);
      res.onData((chunk, isLast) => exchange.receive(chunk, isLast));
      const refusal = this.#refusal(exchange);
      if (refusal === undefined) this.#handler.handle(exchange);
      else this.#handler.refuse(exchange, refusal);
    } catch (error) {
      this.fail(exchange, error);
    } finally {
      exchange.forgetRequest();
    }
  }

  /** Returns the error of a request that is refused before it is routed. */
  #refusal(exchange: UwsExchange): HttpErrorCode | undefined {
    if (exchange.framing.kind === 'bad') return 'bad-framing';
    if (exchange.framing.kind === 'unsupported-transfer-encoding') return 'unsupported-transfer-encoding';
    return this.#open.length > this.options.maxRequestsInFlight ? 'server-busy' : undefined;
  }

  #takeSteps(): void {
    // Exchanges that come meanwhile join the end of the list: responses of this turn are sent in this turn.
    let next = 0;
    while (next < this.#advancing.length || this.#responding.length > 0) {
      for (; next < this.#advancing.length; next++) {
        const exchange = this.#advancing[next] as UwsExchange;
        try {
          exchange.advance();
        } catch (error) {
          this.fail(exchange, error);
        }
        if (this.#responding.length >= responsesTogether) this.#writeResponses();
      }
      this.#writeResponses();
    }
    this.#advancing = [];
    this.#isScheduled = false;
  }

  #writeResponses(): void {
    for (const exchange of this.#responding) {
      try {
        exchange.writeResponse();
      } catch (error) {
        this.options.onError(error);
        exchange.abandon();
      }
    }
    this.#responding.length = 0;
  }

  /** A bug in a handler fails its request, never the process. */
  fail(exchange: UwsExchange, error: unknown): void {
    this.options.onError(error);
    if (exchange.open) this.#handler.refuse(exchange, 'internal-error');
  }

  #failOverdueBodies(): void {
    const now = performance.now();
    for (const exchange of this.#open) exchange.failIfOverdue(now);
    for (const exchange of this.#discarding) exchange.failIfOverdue(now);
    if (this.#open.length > 0 || this.#discarding.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

function tlsApp({ certFile, keyFile }: TlsFiles): TemplatedApp {
  try {
    return SSLApp({ key_file_name: keyFile, cert_file_name: certFile, ssl_ciphers: ciphersOf12 });
  } catch (error) {
    throw new Error('uWebSockets.js cannot use the certificate', { cause: error });
  }
}
