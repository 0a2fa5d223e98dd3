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
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { HttpErrorCode } from '../core/errors.js';
import type { Certificate, TlsFiles } from '../tls/certificate.js';
import { headStart } from './answer-head.js';
import { BodyBuffer } from './body-buffer.js';
import { BodyMemory } from './body-memory.js';
import { DiscardedBody, discardIntervalMs } from './discarded-body.js';
import { type Framing, isRequestLine, mustClose, RequestHead } from './head.js';
import { OnlyPeer } from './only-peer.js';
import {
  type BodyFailure,
  type BodyReader,
  type Exchange,
  type HttpHandler,
  type HttpReply,
  type HttpServer,
  lingerMs,
  type ServerLoad,
  type ServerOptions,
} from './server.js';
import { type UnreadAnswer, UnreadAnswers } from './unread-answers.js';
import { UwsListener } from './uws-listener.js';

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
 * Answers up to this size are handed over whole: what a client does not take of them, the library keeps in its own
 * memory. Larger ones stay here, and go as the client takes them.
 */
const handedOverBytes = 16_384;
const noAddress = new Uint8Array(0);

/**
 * The HTTP server over uWebSockets.js.
 *
 * The library is fast because it checks little: it hands out objects that are dead a moment later, ends the process
 * on a stray exception, and frees memory that it still reads if a connection is closed inside its data callback.
 * Three rules keep that in one place. All calls into a response are in this file. Every reply, also one made at
 * once, is written from one `setImmediate` per turn of the event loop. And nothing but copying happens in callbacks.
 */
export class UwsServer implements HttpServer {
  readonly #listener: UwsListener<us_listen_socket>;
  readonly #handler: HttpHandler;
  readonly options: ServerOptions;
  /** Requests without an answer, in no order; each knows its place. */
  readonly #open: UwsExchange[] = [];
  /** Requests with a reply and without their whole body: not in {@link #open}. */
  readonly #discarding = new Set<UwsExchange>();
  #pending: UwsExchange[] = [];
  #closing = false;
  readonly #whenIdle: (() => void)[] = [];
  #sweep: NodeJS.Timeout | undefined;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadAnswers;
  readonly onlyPeer = new OnlyPeer();

  constructor(handler: HttpHandler, options: ServerOptions) {
    this.#handler = handler;
    this.options = options;
    this.bodyMemory = new BodyMemory(options.bodyMemory);
    this.unread = new UnreadAnswers(options.maxUnreadBytes);
    const library = {
      createApp: (tls: TlsFiles | undefined) => this.#createApp(tls),
      exclusivePort: LIBUS_LISTEN_EXCLUSIVE_PORT,
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
      connections: this.onlyPeer.connections,
      requests: this.#open.length,
      bodyBytes: this.bodyMemory.reservedBytes,
      unreadBytes: this.unread.bytes,
    };
  }

  async listen(host: string, port: number): Promise<number> {
    const taken = await this.#listener.listen(host, port);
    this.#sweep = setInterval(() => this.#failOverdueBodies(), discardIntervalMs);
    return taken;
  }

  useCertificate(certificate: Certificate): void {
    this.#listener.useCertificate(certificate);
  }

  announceClose(): void {
    this.#closing = true;
    for (const exchange of this.#discarding) this.defer(exchange);
  }

  async idle(deadlineMs: number): Promise<void> {
    if (this.#open.length > 0) {
      const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
      await Promise.race([idle, setTimeout(deadlineMs, undefined, { ref: false })]);
    }
    // The last answer may have been written inside a callback of the server, which must return first.
    await nextTurn();
  }

  async close(deadlineMs: number): Promise<void> {
    this.announceClose();
    this.#listener.stop();
    await setTimeout(Math.min(lingerMs, deadlineMs));
    await this.idle(deadlineMs);
    clearInterval(this.#sweep);
    this.#listener.close();
    // Requests that this has cut off are settled from `setImmediate`: their charges are refunded by now.
    await nextTurn();
  }

  /** Whether answers close their connection from now on. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Has an exchange go on from `setImmediate`: never inside a callback of the library. */
  defer(exchange: UwsExchange): void {
    if (this.#pending.push(exchange) === 1) setImmediate(() => this.#goOn());
  }

  forget(exchange: UwsExchange): void {
    this.#discarding.delete(exchange);
    const { place } = exchange;
    if (place === -1) return;
    exchange.place = -1;
    const last = this.#open.pop();
    if (last !== undefined && last !== exchange) {
      this.#open[place] = last;
      last.place = place;
    }
    if (this.#open.length === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** Has the rest of a body watched whose request has its reply, until {@link forget}. */
  discard(exchange: UwsExchange): void {
    this.forget(exchange);
    this.#discarding.add(exchange);
  }

  /** @param change - 1 for a connection that opens, -1 for one that closes; the library calls with nothing else. */
  #countConnection(res: HttpResponse, change: number): void {
    try {
      if (change === 1) this.onlyPeer.opened(new Uint8Array(res.getRemoteAddress()));
      else this.onlyPeer.closed();
    } catch (error) {
      this.options.onError(error);
    }
  }

  #accept(res: HttpResponse, req: HttpRequest): void {
    const exchange = new UwsExchange(this, res);
    res.onAborted(() => exchange.abort());
    try {
      exchange.copyRequest(req);
      exchange.place = this.#open.push(exchange) - 1;
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

  /** What is wrong with a request before anybody looks at what it asks for. */
  #refusal(exchange: UwsExchange): HttpErrorCode | undefined {
    if (exchange.framing.kind === 'bad' || !isRequestLine(exchange.method, exchange.path)) return 'bad-framing';
    if (exchange.framing.kind === 'unsupported-transfer-encoding') return 'unsupported-transfer-encoding';
    return this.#open.length > this.options.maxRequestsInFlight ? 'server-busy' : undefined;
  }

  #goOn(): void {
    // Exchanges that are deferred meanwhile join the end of the list: answers of this turn go out in this turn.
    for (let i = 0; i < this.#pending.length; i++) {
      const exchange = this.#pending[i] as UwsExchange;
      try {
        exchange.goOn();
      } catch (error) {
        this.fail(exchange, error);
      }
    }
    this.#pending = [];
  }

  /** A bug in a handler costs its request, never the process. */
  fail(exchange: UwsExchange, error: unknown): void {
    this.options.onError(error);
    if (exchange.open) this.#handler.refuse(exchange, 'internal-error');
  }

  #failOverdueBodies(): void {
    const now = performance.now();
    for (const exchange of this.#open) exchange.failIfOverdue(now);
    for (const exchange of this.#discarding) exchange.failIfOverdue(now);
  }
}

function tlsApp({ certFile, keyFile }: TlsFiles): TemplatedApp {
  try {
    return SSLApp({ key_file_name: keyFile, cert_file_name: certFile });
  } catch (error) {
    throw new Error('uWebSockets.js does not take the certificate', { cause: error });
  }
}

class UwsExchange implements Exchange, UnreadAnswer {
  readonly #server: UwsServer;
  readonly #res: HttpResponse;
  /** Until its handler returns. */
  #req: HttpRequest | undefined;
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

  constructor(server: UwsServer, res: HttpResponse) {
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
  copyRequest(req: HttpRequest): void {
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
      this.#sent();
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

  /** The whole answer is out, or nobody takes it any more. */
  #sent(): void {
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

  /**
   * Writes a response whose request has not all arrived. It is complete for the client, and the library takes it for
   * unfinished, since what was written is not the length that it is told last. So it keeps `#res` alive, with which the
   * connection is closed later, and hears no next request.
   */
  writeBeforeBody(): void {
    const body = this.#reply?.body;
    if (body === undefined) return;
    this.#writeHead();
    const res = this.#res;
    res.writeHeader('Connection', 'close');
    res.tryEnd('', body.byteLength);
    if (this.method !== 'HEAD') res.tryEnd(body, body.byteLength + 1);
  }

  #writeHead(): void {
    if (this.#reply === undefined) return;
    const { status, contentType, requestId, headers } = this.#reply;
    const start = headStart(status, contentType);
    this.#res.writeStatus(requestId === '' ? start : `${start}\r\nx-request-id: ${requestId}`);
    for (let i = 0; i < headers.length; i += 2) this.#res.writeHeader(headers[i] ?? '', headers[i + 1] ?? '');
  }

  /** Writes the answer. Corked, so that it leaves in one piece. */
  write(): void {
    if (this.#reply === undefined) return;
    const { body, close } = this.#reply;
    const res = this.#res;
    const isLate = this.#rest !== undefined;
    const closeConnection =
      close === true || isLate || this.#server.closing || mustClose(this.framing, this.#bodyComplete);
    this.#writeHead();
    if (body !== undefined && this.method !== 'HEAD') {
      if (body.byteLength > handedOverBytes) {
        this.#writeAsTaken(body, closeConnection);
        return;
      }
      res.end(body, closeConnection);
      this.#sent();
      return;
    }
    // With a length, endWithoutBody leaves the answer unfinished and the next request of the connection is cut off;
    // told to close, it makes a length up. So both are said in headers, and the client closes.
    if (body !== undefined) res.writeHeader('Content-Length', String(body.byteLength));
    if (closeConnection) {
      res.writeHeader('Connection', 'close');
      // Nothing behind it is heard; the library ends the connection after ten seconds if the client does not.
      res.pause();
    }
    res.endWithoutBody();
    this.#sent();
  }

  /**
   * Writes what the client takes, now and whenever it takes more. The library ends a connection that has taken nothing
   * for some ten seconds.
   */
  #writeAsTaken(body: Uint8Array, closeConnection: boolean): void {
    const res = this.#res;
    if (closeConnection) res.writeHeader('Connection', 'close');
    const write = (offset: number): boolean => {
      // The library cannot close behind such an answer. So the client is told to, and nothing it sends is read any more;
      // as long as a write has not been taken whole the library does read, and closes on whatever comes.
      if (closeConnection) res.pause();
      const [isTaken, isOut] = res.tryEnd(body.subarray(offset), body.byteLength);
      if (isOut) this.#sent();
      return isTaken;
    };
    write(0);
    if (!this.#alive) return;
    res.onWritable((offset) => {
      try {
        this.#server.unread.progressed(this);
        return write(offset);
      } catch (error) {
        this.#server.options.onError(error);
        return true;
      }
    });
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
