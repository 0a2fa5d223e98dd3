import { performance } from 'node:perf_hooks';
import { BodyBuffer, type BodyMemory } from './body-memory.js';
import { type PieceWriter, pieceBytes, writePieces } from './body-pieces.js';
import { DiscardedBody } from './discarded-body.js';
import type { ExchangeState } from './exchange-state.js';
import { type Framing, mustClose, RequestHead } from './head.js';
import type { BodyFailure, BodyLimits, BodyReader, Exchange, OutgoingResponse, ServerOptions } from './server.js';
import type { SinglePeerCache } from './single-peer-cache.js';
import type { UnreadResponse, UnreadResponses } from './unread-responses.js';
import {
  endWithoutBody,
  handedOverBytes,
  type LargeResponse,
  type UwsResponse,
  writeAsTaken,
  writeBeforeRequestBody,
  writeHead,
} from './uws-response.js';

const noAddress = new Uint8Array(0);

/** The part of the library's request that Textmill uses; dead once the handler returns. */
interface UwsRequest {
  getQuery(): string;
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  forEach(each: (name: string, value: string) => void): void;
}

/** What an exchange needs of its server. */
export interface UwsExchangeServer {
  readonly options: ServerOptions;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadResponses;
  readonly singlePeer: SinglePeerCache;
  /** Whether responses close their connection from now on. */
  readonly closing: boolean;
  /** Calls {@link UwsExchange.advance} from `setImmediate`, never inside a callback of the library. */
  advance(exchange: UwsExchange): void;
  /** Calls {@link UwsExchange.writeResponse} likewise. */
  write(exchange: UwsExchange): void;
  /** The exchange is not in flight any more. */
  forget(exchange: UwsExchange): void;
  /** Watches the rest of a body whose request already has its response, until {@link forget}. */
  discard(exchange: UwsExchange): void;
}

/** One request over uWebSockets.js, and its response. */
export class UwsExchange implements Exchange, UnreadResponse, LargeResponse, PieceWriter {
  readonly #server: UwsExchangeServer;
  readonly #res: UwsResponse;
  /** Set until its handler returns. */
  #req: UwsRequest | undefined;
  method = '';
  path = '';
  peer: Uint8Array = noAddress;
  readonly head = new RequestHead();
  framing: Framing = { kind: 'none' };
  context: object | undefined;
  unreadBytes = 0;
  /** Index among the server's open exchanges; -1 once it has left them. */
  index = -1;
  /** Unless it is `closed`, `#res` may be touched. */
  #state: ExchangeState = 'reading';
  /** Set from `responding` on. */
  #response: OutgoingResponse | undefined;
  /** Is to be notified of how the body ends. While `handling`, it has the body. */
  #reader: BodyReader | undefined;
  /** Undefined without a reader. */
  #body: BodyBuffer | undefined;
  /** Whether all of the request has arrived. */
  #isWhole = false;
  #failure: BodyFailure | undefined;
  /** Called when a piece of a body was taken, or the client has left. */
  #pieceTaken: (() => void) | undefined;
  #closesAfterPieces = false;
  /** Set by a response that was made before all of the request had arrived. */
  #rest: DiscardedBody | undefined;
  /** Deadline of the body; set by the first sweep that finds it incomplete. */
  #deadline = Number.POSITIVE_INFINITY;

  constructor(server: UwsExchangeServer, res: UwsResponse) {
    this.#server = server;
    this.#res = res;
  }

  get open(): boolean {
    return this.#state === 'reading' || this.#state === 'handling';
  }

  /** Not copied, because few handlers read it. */
  get query(): string {
    return this.#req?.getQuery() ?? '';
  }

  /**
   * Copies what is needed of the request object, which is dead after the handler returns: see {@link forgetRequest}.
   */
  copyRequest(req: UwsRequest): void {
    this.#req = req;
    this.method = req.getCaseSensitiveMethod();
    this.path = req.getUrl();
    this.peer = this.#server.singlePeer.address ?? new Uint8Array(this.#res.getRemoteAddress());
    this.head.addAll(req);
    this.framing = this.head.framing(this.method, this.path);
  }

  forgetRequest(): void {
    this.#req = undefined;
  }

  readBody(reader: BodyReader, limits?: BodyLimits): void {
    this.#reader = reader;
    this.#body = new BodyBuffer(this.#server.bodyMemory, this.#server.options.maxBodyBytes);
    const failure = this.#body.expect(this.framing, limits);
    if (failure !== undefined) this.#fail(failure);
  }

  admitBody(): void {
    this.#body?.admit();
  }

  growBody(bytes: number): boolean {
    return this.open && this.#body?.hold(bytes) === true;
  }

  respond(response: OutgoingResponse): void {
    if (this.#state === 'closed') return;
    if (!this.open) throw new Error(`A second response to ${this.method} ${this.path}`);
    if (this.#state === 'handling') this.#reader = undefined;
    else if (this.#reader !== undefined) this.#fail('aborted');
    this.#state = 'responding';
    this.#response = response;
    this.#server.write(this);
  }

  /** The library's abort: from here on `#res` is dead. */
  abort(): void {
    if (this.#state === 'closed') return;
    this.#close();
    if (this.#reader !== undefined) this.#server.advance(this);
  }

  /** Receives a chunk of the body, which is neutered once this returns. Also called after an early response. */
  receive(chunk: ArrayBuffer, isLast: boolean): void {
    if (isLast) this.#isWhole = true;
    if (this.#rest !== undefined) {
      const now = performance.now();
      this.#rest.drop(chunk.byteLength, now);
      if (isLast || this.#rest.isOver(now)) this.#server.write(this);
      return;
    }
    if (this.#body === undefined || this.#reader === undefined || this.#failure !== undefined) return;
    const failure = chunk.byteLength > 0 ? this.#body.append(new Uint8Array(chunk)) : undefined;
    if (failure !== undefined) this.#fail(failure);
    else if (isLast) this.#server.advance(this);
  }

  /** Checks the deadline of the body, or of the rest that is discarded. */
  failIfOverdue(now: number): void {
    if (this.#rest !== undefined) this.#server.write(this);
    if (this.#reader === undefined || this.#isWhole) return;
    if (this.#deadline === Number.POSITIVE_INFINITY) this.#deadline = now + this.#server.options.bodyTimeoutMs;
    else if (now >= this.#deadline) this.#fail('timeout');
  }

  /** Notifies the reader of how its body ended, or that the client has left. */
  advance(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    if (this.#failure !== undefined) {
      this.#reader = undefined;
      reader.failed(this.#failure);
    } else if (this.#state === 'closed') {
      this.#reader = undefined;
      reader.abandoned?.();
    } else if (this.#isWhole && this.#state === 'reading' && this.#body !== undefined) {
      this.#state = 'handling';
      reader.complete(this.#body.take());
    }
  }

  /** Writes the response, or closes the connection behind one that was written before all of the request had arrived. */
  writeResponse(): void {
    if (this.#state === 'responding' && this.#response !== undefined) this.#respond(this.#response);
    else if (this.#state === 'discarding') this.#closeAfterRest();
  }

  /**
   * Sends a response. If the request body has not arrived, the response waits a moment for the rest; a response that is
   * large or has no body waits until enough is discarded.
   */
  #respond(response: OutgoingResponse): void {
    if (this.#isWhole) {
      this.#send(response);
      return;
    }
    const now = performance.now();
    this.#rest ??= this.#discardBody(response.status, now);
    const bytes = response.body?.byteLength ?? 0;
    const isAwaited = this.#rest.isAwaited(now) && !this.#server.closing;
    if (this.#rest.isOver(now)) this.#send(response);
    else if (bytes > 0 && bytes <= handedOverBytes && !isAwaited) this.#sendBeforeBody();
  }

  #discardBody(status: number, now: number): DiscardedBody {
    this.#server.discard(this);
    return new DiscardedBody(this.#server.options, status, now);
  }

  #sendBeforeBody(): void {
    this.#state = 'discarding';
    written = this;
    this.#res.cork(writeBeforeBody);
  }

  #closeAfterRest(): void {
    if (this.#isWhole || this.#rest?.isOver(performance.now())) this.#res.close();
  }

  #fail(reason: BodyFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#body?.drop();
    this.#server.advance(this);
  }

  #send({ body, pieces }: OutgoingResponse): void {
    this.#state = 'writing';
    written = this;
    this.#res.cork(writeResponse);
    const bytes = pieces === undefined ? body?.byteLength : pieceBytes;
    if (!this.alive || bytes === undefined) return;
    this.#body?.drop();
    this.#server.unread.add(this, bytes);
  }

  get alive(): boolean {
    return this.#state !== 'closed';
  }

  progressed(): void {
    this.#server.unread.progressed(this);
  }

  failed(error: unknown): void {
    this.#server.options.onError(error);
  }

  sent(): void {
    this.#close();
  }

  /** Frees everything. A reader that has not been notified yet will be. */
  #close(): void {
    if (this.#reader !== undefined && this.#state !== 'handling') this.#failure = 'aborted';
    this.#state = 'closed';
    const memory = this.#response?.memory;
    if (memory !== undefined) this.#server.bodyMemory.recycle(memory);
    this.#body?.drop();
    if (this.unreadBytes > 0) this.#server.unread.remove(this);
    this.#server.forget(this);
    this.#pieceTaken?.();
  }

  abandon(): void {
    if (this.alive) this.#res.close();
  }

  writePiece(piece: Uint8Array): boolean {
    let isTaken = false;
    this.#res.cork(() => {
      isTaken = this.#res.write(piece);
    });
    return isTaken;
  }

  taken(): Promise<void> {
    return new Promise((resolve) => {
      this.#pieceTaken = resolve;
      this.#res.onWritable(() => {
        this.progressed();
        resolve();
        return true;
      });
    });
  }

  endPieces(): void {
    this.#res.cork(() => void this.#res.end(undefined, this.#closesAfterPieces));
    this.sent();
  }

  /** Writes a response whose request has not all arrived. Corked. */
  writeBeforeBody(): void {
    const body = this.#response?.body;
    if (this.#response === undefined || body === undefined) return;
    writeHead(this.#res, this.#response);
    writeBeforeRequestBody(this.#res, body, this.method === 'HEAD');
  }

  /** Writes the response. Corked, so that it leaves in one piece. */
  write(): void {
    if (this.#response === undefined) return;
    const { body, pieces, close } = this.#response;
    const isLate = this.#rest !== undefined;
    const closeConnection = close === true || isLate || this.#server.closing || mustClose(this.framing, this.#isWhole);
    writeHead(this.#res, this.#response);
    if (pieces !== undefined && this.method !== 'HEAD') {
      this.#closesAfterPieces = closeConnection;
      if (closeConnection) this.#res.writeHeader('Connection', 'close');
      void writePieces(pieces, this, this.#server.options.onError);
      return;
    }
    if (body === undefined || this.method === 'HEAD') endWithoutBody(this.#res, body?.byteLength, closeConnection);
    else if (body.byteLength <= handedOverBytes) this.#res.end(body, closeConnection);
    else {
      writeAsTaken(this.#res, body, closeConnection, this);
      return;
    }
    this.sent();
  }
}

/**
 * State of the callbacks below, which the library calls synchronously: one function each, instead of one per request.
 */
let written: UwsExchange;
const writeResponse = (): void => written.write();
const writeBeforeBody = (): void => written.writeBeforeBody();
