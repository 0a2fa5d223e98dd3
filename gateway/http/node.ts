import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { HttpErrorCode } from '../core/errors.js';
import type { Certificate } from '../tls/certificate.js';
import { BodyMemory } from './body-memory.js';
import { type Framing, isRequestLine } from './head.js';
import { listenError } from './listen-error.js';
import { NodeConnection } from './node-connection.js';
import { type ExchangeServer, idleTimeoutMs, NodeExchange } from './node-exchange.js';
import { type HttpHandler, type HttpServer, lingerMs, type ServerLoad, type ServerOptions } from './server.js';
import { UnreadAnswers } from './unread-answers.js';

/** How often connections are looked at for {@link idleTimeoutMs}: Node's own 30 s would make it 40 s. */
const connectionsCheckMs = 1_000;
/**
 * What uWebSockets.js takes, so that a client that is served on one machine is served on the next. Nothing in the
 * contract is long, and browsers send no cookies along: answers do not allow credentials.
 */
const maxHeaderBytes = 4_096;
const maxHeaders = 98;

/** HTTP/1.1, or HTTP/1.0, which has no transfer codings (RFC 9112 section 6.1). */
function isVersion(version: string, { kind }: Framing): boolean {
  return version === '1.1' || (version === '1.0' && (kind === 'none' || kind === 'length'));
}

/** The HTTP server over node:http: slower than uWebSockets.js, with a strict parser, and everywhere that Node is. */
export class NodeServer implements HttpServer, ExchangeServer {
  readonly #server: Server;
  readonly #handler: HttpHandler;
  readonly options: ServerOptions;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadAnswers;
  readonly #open = new Set<NodeExchange>();
  readonly #connections = new Map<Socket, NodeConnection>();
  /** Requests that are not heard and that Node keeps: those behind the last one of their connection. */
  #ignored = 0;
  /** Open connections of the transport: of TLS those in their handshake as well. */
  readonly #sockets = new Set<Socket>();
  #closing = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(handler: HttpHandler, options: ServerOptions) {
    this.#handler = handler;
    this.options = options;
    this.bodyMemory = new BodyMemory(options.bodyMemory);
    this.unread = new UnreadAnswers(options.maxUnreadBytes);
    const limits = {
      insecureHTTPParser: false,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: idleTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      // Bodies have a deadline of their own, and the check of Host is ours.
      requestTimeout: 0,
      requireHostHeader: false,
      rejectNonStandardBodyWrites: true,
    };
    const accept = (req: IncomingMessage, res: ServerResponse): void => this.#accept(req, res);
    this.#server = options.tls
      ? createTlsServer(
          {
            ...limits,
            handshakeTimeout: idleTimeoutMs,
            cert: options.tls.cert,
            key: options.tls.key,
          },
          accept,
        )
      : createServer(limits, accept);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    // Node leaves out in silence what is beyond its own maximum, a second Host for example; ours is counted in #refusal.
    this.#server.maxHeadersCount = 0;
    this.#server.timeout = idleTimeoutMs;
    this.#server.on('timeout', (socket) => this.#connectionOf(socket).idle());
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      this.#refuseBytes(error, socket as Socket),
    );
    this.#server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
      // Node puts what waits for its turn behind the head of the answer: a client that does not wait needs no 100.
      this.#accept(req, res, this.#connectionOf(req.socket).free);
    });
    // Expectations other than 100-continue are not understood, which is no reason to refuse (RFC 9110 section 10.1.1).
    this.#server.on('checkExpectation', accept);
    this.#server.on('connect', (_, socket) => this.#connectionOf(socket as Socket).refuseTunnel());
  }

  get load(): ServerLoad {
    return {
      connections: this.#sockets.size,
      requests: this.#open.size,
      bodyBytes: this.bodyMemory.reservedBytes,
      unreadBytes: this.unread.bytes,
    };
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error) => reject(listenError(host, port, error)));
      this.#server.listen({ host, port, exclusive: true }, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  useCertificate({ cert, key }: Certificate): void {
    if (!(this.#server instanceof TlsServer)) throw new Error('The server was started without a certificate');
    this.#server.setSecureContext({ cert, key });
  }

  announceClose(): void {
    this.#closing = true;
  }

  async idle(deadlineMs: number): Promise<void> {
    if (this.#open.size > 0) {
      const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
      await Promise.race([idle, setTimeout(deadlineMs, undefined, { ref: false })]);
    }
    // The last answer may have been written inside a callback of the server, which must return first.
    await nextTurn();
  }

  async close(deadlineMs: number): Promise<void> {
    this.announceClose();
    this.#server.close();
    await setTimeout(Math.min(lingerMs, deadlineMs));
    await this.idle(deadlineMs);
    // Node's closeAllConnections() leaves out those that asked for a tunnel, and those in their TLS handshake.
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

  /** Answers a request with an error of the server's own. */
  refuse(exchange: NodeExchange, error: HttpErrorCode): void {
    this.#handler.refuse(exchange, error);
  }

  /** @param awaitsContinue - whether the client is told to go on when its body is wanted, and not when it is refused. */
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

  /** Reads a request that comes behind the last one and is not heard. Node keeps it, so there is a bound as well. */
  #ignore(connection: NodeConnection, req: IncomingMessage): void {
    if (req.socket.destroyed) return;
    connection.ignore();
    if (++this.#ignored > this.options.maxRequestsInFlight) connection.destroy();
    else req.resume();
  }

  /** What is wrong with a request before anybody looks at what it asks for. */
  #refusal(
    { framing, method, path }: NodeExchange,
    { httpVersion, rawHeaders }: IncomingMessage,
    { crowded }: NodeConnection,
  ): HttpErrorCode | undefined {
    if (rawHeaders.length > 2 * maxHeaders) return 'headers-too-large';
    if (framing.kind === 'bad' || !isVersion(httpVersion, framing) || !isRequestLine(method, path))
      return 'bad-framing';
    if (framing.kind === 'unsupported-transfer-encoding') return 'unsupported-transfer-encoding';
    return crowded || this.#open.size > this.options.maxRequestsInFlight ? 'server-busy' : undefined;
  }

  /** What the parser itself refuses never becomes a request. */
  #refuseBytes({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
    const timedOut = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // Nobody waits for an answer who has ended the connection, spoken no TLS, or sent nothing at all.
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
