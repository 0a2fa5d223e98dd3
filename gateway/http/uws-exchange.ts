import { BodyBuffer } from './body-buffer.js';
import type { BodyMemory } from './body-memory.js';
import { DiscardedBody } from './discarded-body.js';
import { type Framing, mustClose, RequestHead } from './head.js';
import type { OnlyPeer } from './only-peer.js';
import type { BodyFailure, BodyReader, Exchange, HttpReply, ServerOptions } from './server.js';
import type { UnreadAnswer, UnreadAnswers } from './unread-answers.js';
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

/** What is used of the library's request; dead once the handler returns. */
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
  readonly unread: UnreadAnswers;
  readonly onlyPeer: OnlyPeer;
  /** Whether answers close their connection from now on. */
  readonly closing: boolean;
  /** Has an exchange go on from `setImmediate`: never inside a callback of the library. */
  defer(exchange: UwsExchange): void;
  /** The exchange is not in flight any more. */
  forget(exchange: UwsExchange): void;
  /** Has the rest of a body watched whose request has its reply, until {@link forget}. */
  discard(exchange: UwsExchange): void;
}

/** One request over uWebSockets.js, and its answer. */
export class UwsExchange implements Exchange, UnreadAnswer, LargeResponse {
  readonly #server: UwsExchangeServer;
  readonly #res: UwsResponse;
  /** Until its handler returns. */
  #req: UwsRequest | undefined;
  method = '';
  path = '';
  peer: Uint8Array = noAddress;
  readonly head = new RequestHead();
  framing: Framing = { kind: 'none' };
  kept: object | undefined;
  /** Index among the server's open exchanges; -1 once it is not one of them. */
  place = -1;
  /** Whether `#res` may still be touched. */
  #alive = true;
  #reply: HttpReply | undefined;
  /** Whether the answer has been begun and is not out yet. */
  #isSending = false;
  /** Until the body is there, or never will be. */
  #reader: BodyReader | undefined;
  /** Has the body; told if the client goes before the answer. */
  #worker: BodyReader | undefined;
  readonly #body: BodyBuffer;
  #bodyComplete = false;
  #failure: BodyFailure | undefined;
  /** From a reply on that came before the body. */
  #rest: DiscardedBody | undefined;
  /** Whether the response is out, and the connection is closed once enough of the rest is read. */
  #isDiscarding = false;
  /** When the body must have come; set by the first sweep that finds it wanting. */
  #deadline = Number.POSITIVE_INFINITY;

  constructor(server: UwsExchangeServer, res: UwsResponse) {
    this.#server = server;
    this.#res = res;
    this.#body = new BodyBuffer(server.bodyMemory, server.options.maxBodyBytes);
  }

  get open(): boolean {
    return this.#alive && this.#reply === undefined;
  }

  /** Few ask for it, so it is not copied. */
  get query(): string {
    return this.#req?.getQuery() ?? '';
  }

  /** Copies all that is needed of a request object that is dead after the handler returns: see {@link forgetRequest}. */
  copyRequest(req: UwsRequest): void {
    this.#req = req;
    this.method = req.getCaseSensitiveMethod();
    this.path = req.getUrl();
    this.peer = this.#server.onlyPeer.address ?? new Uint8Array(this.#res.getRemoteAddress());
    copied = this.head;
    req.forEach(copyField);
    this.framing = this.head.framing();
  }

  forgetRequest(): void {
    this.#req = undefined;
  }

  readBody(reader: BodyReader): void {
    this.#reader = reader;
    const failure = this.#body.expect(this.framing);
    if (failure !== undefined) this.#fail(failure);
  }

  reply(reply: HttpReply): void {
    if (!this.#alive) return;
    if (this.#reply !== undefined) throw new Error(`A second reply to ${this.method} ${this.path}`);
    this.#reply = reply;
    this.#server.defer(this);
  }

  /** The library's abort: from here on `#res` is dead. */
  abort(): void {
    this.#alive = false;
    if (this.#isSending) {
      this.sent();
      return;
    }
    this.#body.drop();
    this.#server.forget(this);
    if (this.#reader !== undefined) {
      this.#failure = 'aborted';
      this.#server.defer(this);
    } else if (this.#worker !== undefined) {
      this.#server.defer(this);
    }
  }

  /** Takes a chunk of the body; it is neutered once this returns. Called on after an early answer as well. */
  receive(chunk: ArrayBuffer, isLast: boolean): void {
    if (isLast) this.#bodyComplete = true;
    if (this.#rest !== undefined) {
      const now = performance.now();
      this.#rest.drop(chunk.byteLength, now);
      if (isLast || this.#rest.isOver(now)) this.#server.defer(this);
      return;
    }
    if (this.#reader === undefined || this.#failure !== undefined) return;
    const failure = chunk.byteLength > 0 ? this.#body.append(new Uint8Array(chunk)) : undefined;
    if (failure !== undefined) this.#fail(failure);
    else if (isLast) this.#server.defer(this);
  }

  /** Looks at the time: by when the body, or enough of its rest, must have come. */
  failIfOverdue(now: number): void {
    if (this.#rest !== undefined) this.#server.defer(this);
    if (this.#reader === undefined || this.#bodyComplete) return;
    if (this.#deadline === Number.POSITIVE_INFINITY) this.#deadline = now + this.#server.options.bodyTimeoutMs;
    else if (now >= this.#deadline) this.#fail('timeout');
  }

  /** One step, from `setImmediate`: tells the reader what has become of its body, then writes the answer if there is one. */
  goOn(): void {
    const reader = this.#reader;
    if (reader !== undefined && (this.#failure !== undefined || this.#bodyComplete)) {
      this.#reader = undefined;
      if (this.#failure === undefined) {
        this.#worker = reader;
        reader.complete(this.#body.take());
      } else {
        reader.failed(this.#failure);
      }
    }
    if (!this.#alive) this.#abandonWork();
    else if (this.#isDiscarding) this.#closeAfterRest();
    else if (this.#reply !== undefined && !this.#isSending) this.#answer(this.#reply);
  }

  /**
   * Sends a response. If the body has not arrived, it waits for the rest a moment; one that is large or has no body waits
   * until enough is discarded.
   */
  #answer(reply: HttpReply): void {
    if (this.#bodyComplete) {
      this.#send(reply);
      return;
    }
    const now = performance.now();
    this.#rest ??= this.#stopReading(reply.status, now);
    const bytes = reply.body?.byteLength ?? 0;
    const isAwaited = this.#rest.isAwaited(now) && !this.#server.closing;
    if (this.#rest.isOver(now)) this.#send(reply);
    else if (bytes > 0 && bytes <= handedOverBytes && !isAwaited) this.#sendBeforeBody();
  }

  #stopReading(status: number, now: number): DiscardedBody {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.failed('aborted');
    this.#body.drop();
    this.#server.discard(this);
    return new DiscardedBody(this.#server.options, status, now);
  }

  #sendBeforeBody(): void {
    this.#isDiscarding = true;
    written = this;
    this.#res.cork(writeBeforeBody);
  }

  #closeAfterRest(): void {
    if (this.#bodyComplete || this.#rest?.isOver(performance.now())) this.#res.close();
  }

  /** Tells the one who has the body that nobody waits for an answer. */
  #abandonWork(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (this.#reply === undefined) worker?.abandoned?.();
  }

  #fail(reason: BodyFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#body.drop();
    this.#server.defer(this);
  }

  #send({ body }: HttpReply): void {
    this.#isSending = true;
    written = this;
    this.#res.cork(writeAnswer);
    this.#body.drop();
    if (this.#isSending && this.#alive && body !== undefined) this.#server.unread.add(this, body.byteLength);
  }

  get alive(): boolean {
    return this.#alive;
  }

  progressed(): void {
    this.#server.unread.progressed(this);
  }

  failed(error: unknown): void {
    this.#server.options.onError(error);
  }

  /** The whole response is out, or nobody takes it any more. */
  sent(): void {
    this.#alive = false;
    this.#isSending = false;
    const memory = this.#reply?.memory;
    if (memory !== undefined) this.#body.giveBack(memory);
    this.#server.unread.remove(this);
    this.#server.forget(this);
  }

  abandon(): void {
    if (this.#alive) this.#res.close();
  }

  /** Writes a response whose request has not all arrived. Corked. */
  writeBeforeBody(): void {
    const body = this.#reply?.body;
    if (this.#reply === undefined || body === undefined) return;
    writeHead(this.#res, this.#reply);
    writeBeforeRequestBody(this.#res, body, this.method === 'HEAD');
  }

  /** Writes the response. Corked, so that it leaves in one piece. */
  write(): void {
    if (this.#reply === undefined) return;
    const { body, close } = this.#reply;
    const isLate = this.#rest !== undefined;
    const closeConnection =
      close === true || isLate || this.#server.closing || mustClose(this.framing, this.#bodyComplete);
    writeHead(this.#res, this.#reply);
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
 * What the two callbacks work on that the library calls before the call that takes them returns: one function each, not
 * one for each request.
 */
let copied: RequestHead;
let written: UwsExchange;
const copyField = (name: string, value: string): void => copied.add(name, value);
const writeAnswer = (): void => written.write();
const writeBeforeBody = (): void => written.writeBeforeBody();
