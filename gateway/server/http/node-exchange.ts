import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpErrorCode } from '#gateway/core/errors.js';
import { BodyBuffer, type BodyMemory } from './body-memory.js';
import { type PieceWriter, pieceBytes, writePieces } from './body-pieces.js';
import { DiscardedBody, discardIntervalMs } from './discarded-body.js';
import type { ExchangeState } from './exchange-state.js';
import { mustClose, RequestHead } from './head.js';
import type { ConnectedExchange, NodeConnection } from './node-connection.js';
import type { BodyFailure, BodyLimits, BodyReader, Exchange, OutgoingResponse, ServerOptions } from './server.js';
import type { UnreadResponse, UnreadResponses } from './unread-responses.js';

/** A client that sends nothing for this long, in milliseconds, is idle; the same on both adapters. */
export const idleTimeoutMs = 10_000;
const largeResponseBytes = 65_536;

/** What an exchange needs of its server. */
export interface ExchangeServer {
  readonly options: ServerOptions;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadResponses;
  /** Whether responses close their connection from now on. */
  readonly closing: boolean;
  /** The exchange is not in flight any more. */
  forget(exchange: NodeExchange): void;
  /** Runs a step of a request; a bug in it fails the request, never the process. */
  guard(exchange: NodeExchange, step: () => void): void;
  /** Responds to a request with an error of the server itself. */
  refuse(exchange: NodeExchange, error: HttpErrorCode): void;
}

/** One request over node:http, and its response. */
export class NodeExchange implements Exchange, ConnectedExchange, UnreadResponse, PieceWriter {
  readonly #server: ExchangeServer;
  readonly #connection: NodeConnection;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly peer: string;
  readonly head = new RequestHead();
  readonly framing;
  context: object | undefined;
  unreadBytes = 0;
  readonly #body: BodyBuffer;
  #state: ExchangeState = 'reading';
  /** Is to be notified of how the body ends. While `handling`, it has the body. */
  #reader: BodyReader | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the client waits for 100 Continue before it sends the body. */
  #awaitsContinue: boolean;
  /** Checks whether enough of a body is discarded. */
  #discarding: NodeJS.Timeout | undefined;
  /** Whether the client asks for another protocol: Node's parser stops after such a request. */
  #upgrades = false;

  constructor(
    server: ExchangeServer,
    connection: NodeConnection,
    req: IncomingMessage,
    res: ServerResponse,
    awaitsContinue: boolean,
  ) {
    this.#awaitsContinue = awaitsContinue;
    this.#server = server;
    this.#connection = connection;
    this.#req = req;
    this.#res = res;
    const { url = '', rawHeaders } = req;
    const mark = url.indexOf('?');
    this.method = req.method ?? '';
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? '' : url.slice(mark + 1);
    this.peer = req.socket.remoteAddress ?? '';
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]?.toLowerCase() ?? '';
      this.head.add(name, rawHeaders[i + 1] ?? '');
      if (name === 'upgrade') this.#upgrades = true;
    }
    this.framing = this.head.framing(this.method, this.path);
    this.#body = new BodyBuffer(server.bodyMemory, server.options.maxBodyBytes);
    res.on('close', () => this.#close());
  }

  get open(): boolean {
    return this.#state === 'reading' || this.#state === 'handling';
  }

  get complete(): boolean {
    return this.#req.complete;
  }

  refuse(error: HttpErrorCode): void {
    this.#fail('aborted');
    if (this.open) this.#server.refuse(this, error);
  }

  stalled(): void {
    this.#fail('timeout');
  }

  connectionEnded(): void {
    this.#close();
  }

  admitBody(): void {
    this.#body.admit();
  }

  growBody(bytes: number): boolean {
    return this.open && this.#body.hold(bytes);
  }

  readBody(bodyReader: BodyReader, limits?: BodyLimits): void {
    this.#reader = bodyReader;
    const failure = this.#body.expect(this.framing, limits);
    if (failure !== undefined) {
      setImmediate(() => this.#fail(failure));
      return;
    }
    if (this.#awaitsContinue) this.#res.writeContinue();
    this.#timer = globalThis.setTimeout(() => this.#fail('timeout'), this.#server.options.bodyTimeoutMs);
    this.#req.on('data', (chunk: Buffer) => {
      const overflow = this.#reader === undefined ? undefined : this.#body.append(chunk);
      if (overflow !== undefined) this.#fail(overflow);
    });
    this.#req.on('end', () => {
      clearTimeout(this.#timer);
      const reader = this.#reader;
      if (reader === undefined) return;
      if (this.#state !== 'reading') return this.#fail('aborted');
      this.#state = 'handling';
      this.#server.guard(this, () => reader.complete(this.#body.take()));
    });
  }

  respond(response: OutgoingResponse): void {
    if (this.#state === 'closed') return;
    if (!this.open) throw new Error(`A second response to ${this.method} ${this.path}`);
    if (this.#state === 'handling') this.#reader = undefined;
    this.#state = 'responding';
    if (this.#hasWholeBody) this.#write(() => this.#send(response));
    // The handler runs before Node has parsed the body, which is often in the same segment as the head.
    else setImmediate(() => this.#write(() => this.#respond(response)));
  }

  /** Runs a step of the response. If it fails, the connection is closed, because nothing else can be sent on it. */
  #write(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#server.options.onError(error);
      this.abandon();
    }
  }

  get #hasWholeBody(): boolean {
    return this.framing.kind === 'none' || this.#req.complete;
  }

  #respond(response: OutgoingResponse): void {
    if (this.#state === 'closed') return;
    if (this.#hasWholeBody) this.#send(response);
    else this.#discardBody(response);
  }

  /**
   * Sends a response whose request has not all arrived, and ends it with enough of the body: Node closes a connection
   * as soon as its last response has ended.
   */
  #discardBody(response: OutgoingResponse): void {
    this.#fail('aborted');
    this.#body.drop();
    this.#connection.end();
    const rest = new DiscardedBody(this.#server.options, response.status, performance.now());
    const advance = (): void => {
      const now = performance.now();
      const isOver = this.#req.complete || rest.isOver(now);
      if (this.#state === 'responding' && (isOver || this.#server.closing || !rest.isAwaited(now))) {
        this.#writeBeforeBody(response);
      }
      if (!isOver) return;
      clearInterval(this.#discarding);
      this.#res.end();
    };
    const guarded = (): void => this.#write(advance);
    this.#discarding = setInterval(guarded, discardIntervalMs);
    this.#req
      .on('data', (chunk: Buffer) => {
        const now = performance.now();
        rest.drop(chunk.length, now);
        if (rest.isOver(now)) guarded();
      })
      .once('end', guarded)
      .resume();
  }

  #send(response: OutgoingResponse): void {
    this.#state = 'writing';
    const { body, pieces, memory } = response;
    this.#writeHead(response, this.#isLast(response.close === true));
    if (memory !== undefined) this.#res.on('finish', () => this.#server.bodyMemory.recycle(memory));
    if (pieces !== undefined && this.method !== 'HEAD') {
      this.#waitForReader(pieceBytes);
      void writePieces(pieces, this, this.#server.options.onError);
    } else this.#res.end(this.method === 'HEAD' ? undefined : body);
    if (body !== undefined && body.byteLength > largeResponseBytes) this.#waitForReader(body.byteLength);
    this.#req.resume();
  }

  #writeBeforeBody(response: OutgoingResponse): void {
    const { body } = response;
    this.#state = 'discarding';
    this.#server.forget(this);
    this.#writeHead(response, true);
    if (body === undefined || body.byteLength === 0 || this.method === 'HEAD') this.#res.flushHeaders();
    else this.#res.write(body);
    if (body !== undefined && body.byteLength > largeResponseBytes) this.#waitForReader(body.byteLength);
  }

  #writeHead({ status, contentType, requestId, headers, body }: OutgoingResponse, ends: boolean): void {
    if (ends) this.#connection.end();
    const all = [...headers];
    if (contentType !== '') all.push('Content-Type', contentType);
    if (requestId !== '') all.push('x-request-id', requestId);
    if (body !== undefined) all.push('Content-Length', String(body.byteLength));
    if (ends) all.push('Connection', 'close');
    this.#res.writeHead(status, all);
  }

  /** Whether the response closes the connection; not while later requests are in progress. */
  #isLast(refused: boolean): boolean {
    if (refused || mustClose(this.framing, this.#req.complete)) return true;
    return (this.#server.closing || this.#upgrades) && this.#connection.isNewest(this);
  }

  /** Only for large responses: a smaller one fits the system's buffer. */
  #waitForReader(bytes: number): void {
    const { unread } = this.#server;
    unread.add(this, bytes);
    this.#res.on('finish', () => unread.remove(this));
    // Node checks a stuck write twice before it reports a timeout.
    this.#req.socket.setTimeout(idleTimeoutMs / 2);
  }

  get alive(): boolean {
    return this.#state !== 'closed';
  }

  writePiece(piece: Uint8Array): boolean {
    return this.#res.write(piece);
  }

  taken(): Promise<void> {
    return new Promise((resolve) => {
      const taken = (): void => {
        this.#res.off('drain', taken).off('close', taken);
        this.#server.unread.progressed(this);
        resolve();
      };
      this.#res.on('drain', taken).on('close', taken);
    });
  }

  endPieces(): void {
    this.#res.end();
  }

  abandon(): void {
    this.#req.socket.destroy();
  }

  /** Frees everything, once the response is sent completely, or the client has left. Idempotent. */
  #close(): void {
    if (this.#state === 'closed') return;
    const hasBody = this.#state === 'handling';
    const reader = this.#reader;
    this.#state = 'closed';
    this.#reader = undefined;
    clearTimeout(this.#timer);
    clearInterval(this.#discarding);
    this.#body.drop();
    if (reader !== undefined) {
      this.#server.guard(this, () => (hasBody ? reader.abandoned?.() : reader.failed('aborted')));
    }
    this.#server.unread.remove(this);
    this.#server.forget(this);
    this.#connection.remove(this);
  }

  #fail(reason: BodyFailure): void {
    const reader = this.#reader;
    if (reader === undefined || this.#state === 'handling') return;
    this.#reader = undefined;
    clearTimeout(this.#timer);
    this.#body.drop();
    this.#server.guard(this, () => reader.failed(reason));
  }
}
