import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { HttpErrorCode } from '#gateway/core/errors.js';
import { createServer } from '#gateway/core/node-http.js';
import type { Certificate } from '../tls/certificate.js';
import { ciphersForNode } from '../tls/ciphers.js';
import { BodyMemory } from './body-memory.js';
import { ConnectionGate } from './connection-gate.js';
import type { Framing } from './head.js';
import { listenError } from './listening.js';
import { NodeConnection } from './node-connection.js';
import { type ExchangeServer, idleTimeoutMs, NodeExchange } from './node-exchange.js';
import { type HttpHandler, type HttpServer, lingerMs, type ServerLoad, type ServerOptions } from './server.js';
import { UnreadResponses } from './unread-responses.js';

/** How often connections are checked for {@link idleTimeoutMs}: with Node's 30 s, the timeout could take 40 s. */
const connectionsCheckMs = 1_000;
/**
 * The limits of uWebSockets.js, so that both servers accept the same clients. The contract has no long fields; browsers
 * send the cookie of a session, and those of other servers on the same host.
 */
const maxHeaderBytes = 4_096;
const maxHeaders = 98;

/** What a server speaks with a certificate. */
function tlsOptions({ cert, key }: Certificate) {
  return { cert, key, ciphers: ciphersForNode, minVersion: 'TLSv1.2' } as const;
}

/** Accepts HTTP/1.1, and HTTP/1.0, which has no transfer codings (RFC 9112 section 6.1). */
function isVersion(version: string, { kind }: Framing): boolean {
  return version === '1.1' || (version === '1.0' && (kind === 'none' || kind === 'length'));
}

/** The HTTP server over node:http: slower than uWebSockets.js, with a strict parser, and available wherever Node is. */
export class NodeServer implements HttpServer, ExchangeServer {
  readonly #server: Server;
  readonly #handler: HttpHandler;
  readonly options: ServerOptions;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadResponses;
  readonly #open = new Set<NodeExchange>();
  readonly #connections = new Map<Socket, NodeConnection>();
  /** Ignored requests, which came after the last one of their connection and which Node keeps. */
  #ignored = 0;
  /** Open transport connections, including TLS handshakes. */
  readonly #sockets = new Set<Socket>();
  readonly #gate: ConnectionGate;
  #closing = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(handler: HttpHandler, options: ServerOptions) {
    this.#handler = handler;
    this.options = options;
    this.bodyMemory = new BodyMemory(options.bodyMemory);
    this.unread = new UnreadResponses(options.maxUnreadBytes);
    this.#gate = new ConnectionGate(options.connections, options.tls !== undefined);
    const limits = {
      insecureHTTPParser: false,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: idleTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      // Bodies have a deadline of their own, and head.ts checks Host.
      requestTimeout: 0,
      requireHostHeader: false,
      rejectNonStandardBodyWrites: true,
    };
    const accept = (req: IncomingMessage, res: ServerResponse): void => this.#accept(req, res);
    this.#server = options.tls
      ? createTlsServer({ ...limits, handshakeTimeout: idleTimeoutMs, ...tlsOptions(options.tls) }, accept)
      : createServer(limits, accept);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      if (!this.#gate.admits(this.#sockets.size, socket.remoteAddress ?? '')) socket.destroy();
    });
    // Node silently drops fields above its maximum, a second Host for example; #refusal counts them instead.
    this.#server.maxHeadersCount = 0;
    this.#server.timeout = idleTimeoutMs;
    this.#server.on('timeout', (socket) => this.#connectionOf(socket).idle());
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      this.#refuseBytes(error, socket as Socket),
    );
    this.#server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
      // Behind other responses, Node would write the 100 after the head of the response, so no 100 is sent there.
      this.#accept(req, res, this.#connectionOf(req.socket).free);
    });
    // Unknown expectations are ignored, as RFC 9110 section 10.1.1 allows.
    this.#server.on('checkExpectation', accept);
    this.#server.on('connect', (_, socket) => this.#connectionOf(socket as Socket).refuseTunnel());
  }

  get load(): ServerLoad {
    return {
      connections: this.#sockets.size,
      maxConnections: this.options.connections.maxConnections,
      refusedConnections: this.#gate.refused,
      requests: this.#open.size,
      bodyBytes: this.bodyMemory.reservedBytes,
      unreadBytes: this.unread.bytes,
    };
  }

  listen(host: string, port: number, isShared = false): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error) => reject(listenError(host, port, error)));
      this.#server.listen({ host, port, exclusive: true, reusePort: isShared }, () =>
        resolve((this.#server.address() as AddressInfo).port),
      );
    });
  }

  stopListening(): void {
    // Not that of node:http: it also ends connections without a request, on which one may be in transit.
    if (this.#server.listening) NetServer.prototype.close.call(this.#server);
  }

  useCertificate(certificate: Certificate): void {
    if (!(this.#server instanceof TlsServer)) throw new Error('The server was started without a certificate');
    this.#server.setSecureContext(tlsOptions(certificate));
  }

  announceClose(): void {
    this.#closing = true;
  }

  async idle(deadlineMs: number): Promise<void> {
    if (this.#open.size > 0) {
      const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
      await Promise.race([idle, setTimeout(deadlineMs, undefined, { ref: false })]);
    }
    // The last response may have been written inside a callback of the server, which must return first.
    await nextTurn();
  }

  async close(deadlineMs: number): Promise<void> {
    this.announceClose();
    this.#server.close();
    await setTimeout(Math.min(lingerMs, deadlineMs));
    await this.idle(deadlineMs);
    // Node's closeAllConnections() skips tunnels and TLS handshakes.
    for (const connection of [...this.#connections.values()]) connection.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  get closing(): boolean {
    return this.#closing;
  }

  forget(exchange: NodeExchange): void {
    this.#open.delete(exchange);
    if (this.#open.size === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  guard(exchange: NodeExchange, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.options.onError(error);
      if (exchange.open) this.#handler.refuse(exchange, 'internal-error');
    }
  }

  /** Refuses a request with an error that the server itself found. */
  refuse(exchange: NodeExchange, error: HttpErrorCode): void {
    this.#handler.refuse(exchange, error);
  }

  /** @param awaitsContinue - whether the client needs `100 Continue` before it sends its body. */
  #accept(req: IncomingMessage, res: ServerResponse, awaitsContinue = false): void {
    const connection = this.#connectionOf(req.socket);
    if (!connection.listens) {
      this.#ignore(connection, req);
      return;
    }
    const exchange = new NodeExchange(this, connection, req, res, awaitsContinue);
    connection.add(exchange);
    this.#open.add(exchange);
    if (exchange.framing.kind === 'chunked' || !res.shouldKeepAlive) connection.end();
    this.guard(exchange, () => {
      const refusal = this.#refusal(exchange, req, connection);
      if (refusal === undefined) {
        this.#handler.handle(exchange);
      } else {
        connection.end();
        this.#handler.refuse(exchange, refusal);
      }
    });
  }

  /** Reads and ignores a request after the last one. Node keeps it, so their number is limited. */
  #ignore(connection: NodeConnection, req: IncomingMessage): void {
    if (req.socket.destroyed) return;
    connection.ignore();
    if (++this.#ignored > this.options.maxRequestsInFlight) connection.destroy();
    else req.resume();
  }

  /** Returns the error of a request that is refused before it is routed. */
  #refusal(
    { framing }: NodeExchange,
    { httpVersion, rawHeaders }: IncomingMessage,
    { crowded }: NodeConnection,
  ): HttpErrorCode | undefined {
    if (rawHeaders.length > 2 * maxHeaders) return 'headers-too-large';
    if (framing.kind === 'bad' || !isVersion(httpVersion, framing)) return 'bad-framing';
    if (framing.kind === 'unsupported-transfer-encoding') return 'unsupported-transfer-encoding';
    return crowded || this.#open.size > this.options.maxRequestsInFlight ? 'server-busy' : undefined;
  }

  /** Handles input that the parser refuses, which never becomes a request. */
  #refuseBytes({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
    const timedOut = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A client that has ended the connection, speaks no TLS or has sent nothing expects no response.
    const isWaiting = timedOut ? socket.bytesRead > 0 : code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE';
    if (!isWaiting || !socket.writable) socket.destroy();
    else if (timedOut) this.#connectionOf(socket).refuse('body-timeout');
    else this.#connectionOf(socket).refuse(code === 'HPE_HEADER_OVERFLOW' ? 'headers-too-large' : 'bad-framing');
  }

  #connectionOf(socket: Socket): NodeConnection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection = new NodeConnection(socket);
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#ignored -= connection.ignored;
      connection.ended();
    });
    return connection;
  }
}
