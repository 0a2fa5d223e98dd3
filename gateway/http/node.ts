import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { requestIdOf } from '../request-id.js';
import { BodyBuffer } from './body-buffer.js';
import { BodyMemory } from './body-memory.js';
import { errorBodies, type HttpErrorName, httpErrors } from './errors.js';
import { mustClose, RequestHead } from './head.js';
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

/** A client that sends nothing for so long is idle; the same on both adapters. */
const idleTimeoutMs = 10_000;
const maxHeaderBytes = 16_384;

/** The HTTP server over node:http: slower than uWebSockets.js, with a strict parser, and everywhere that Node is. */
export class NodeServer implements HttpServer {
  readonly #server: Server;
  readonly #handler: HttpHandler;
  readonly options: ServerOptions;
  readonly bodyMemory: BodyMemory;
  readonly unread: UnreadAnswers;
  readonly #open = new Set<NodeExchange>();
  #closing = false;
  #connections = 0;
  #whenIdle: (() => void) | undefined;

  constructor(handler: HttpHandler, options: ServerOptions) {
    this.#handler = handler;
    this.options = options;
    this.bodyMemory = new BodyMemory(options.bodyMemory);
    this.unread = new UnreadAnswers(options.maxUnreadBytes);
    const limits = {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: idleTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      // Bodies have a deadline of their own, and the check of Host is ours.
      requestTimeout: 0,
      requireHostHeader: false,
    };
    const accept = (req: IncomingMessage, res: ServerResponse): void => this.#accept(req, res);
    this.#server = options.tls
      ? createTlsServer(
          { ...limits, cert: readFileSync(options.tls.certFile), key: readFileSync(options.tls.keyFile) },
          accept,
        )
      : createServer(limits, accept);
    this.#server.on('connection', (socket) => {
      this.#connections++;
      socket.on('close', () => this.#connections--);
    });
    this.#server.on('clientError', refuseBrokenRequest);
    // Expectations other than 100-continue are not understood, which is no reason to refuse (RFC 9110 section 10.1.1).
    this.#server.on('checkExpectation', accept);
    this.#server.on('connect', (_, socket) => answerOnSocket(socket as Socket, 'methodNotAllowed'));
  }

  get load(): ServerLoad {
    return {
      connections: this.#connections,
      requests: this.#open.size,
      bodyBytes: this.bodyMemory.reservedBytes,
      unreadBytes: this.unread.bytes,
    };
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', () => {
        reject(
          new Error(`Cannot listen on ${host} port ${port}: the port is in use or the address is not this machine's`),
        );
      });
      this.#server.listen({ host, port, exclusive: true }, () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  announceClose(): void {
    this.#closing = true;
  }

  async close(deadlineMs: number): Promise<void> {
    this.announceClose();
    this.#server.close();
    await setTimeout(Math.min(lingerMs, deadlineMs));
    if (this.#open.size > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      await Promise.race([idle, setTimeout(deadlineMs, undefined, { ref: false })]);
    }
    this.#server.closeAllConnections();
  }

  /** Whether answers close their connection from now on. */
  get closing(): boolean {
    return this.#closing;
  }

  forget(exchange: NodeExchange): void {
    this.#open.delete(exchange);
    if (this.#open.size === 0) this.#whenIdle?.();
  }

  /** Runs a step of a request; a bug in it costs the request, never the process. */
  guard(exchange: NodeExchange, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.options.onError(error);
      if (exchange.open) this.#handler.refuse(exchange, 'internal');
    }
  }

  #accept(req: IncomingMessage, res: ServerResponse): void {
    const exchange = new NodeExchange(this, req, res);
    this.#open.add(exchange);
    this.guard(exchange, () => {
      const refusal = this.#refusal(req, exchange);
      if (refusal === undefined) this.#handler.handle(exchange);
      else this.#handler.refuse(exchange, refusal);
    });
  }

  /** What is wrong with a request before anybody looks at what it asks for. */
  #refusal(req: IncomingMessage, { framing }: NodeExchange): HttpErrorName | undefined {
    if (framing.kind === 'bad' || req.httpVersion !== '1.1') return 'badFraming';
    if (framing.kind === 'unsupported-transfer-encoding') return 'unsupportedTransferEncoding';
    return this.#open.size > this.options.maxRequestsInFlight ? 'busy' : undefined;
  }
}

class NodeExchange implements Exchange, UnreadAnswer {
  readonly #server: NodeServer;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly peer: string;
  readonly head = new RequestHead();
  readonly framing;
  readonly #body: BodyBuffer;
  #open = true;
  #reader: BodyReader | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(server: NodeServer, req: IncomingMessage, res: ServerResponse) {
    this.#server = server;
    this.#req = req;
    this.#res = res;
    const { url = '', rawHeaders } = req;
    const mark = url.indexOf('?');
    this.method = req.method ?? '';
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? '' : url.slice(mark + 1);
    this.peer = req.socket.remoteAddress ?? '';
    for (let i = 0; i < rawHeaders.length; i += 2)
      this.head.add(rawHeaders[i]?.toLowerCase() ?? '', rawHeaders[i + 1] ?? '');
    this.framing = this.head.framing();
    this.#body = new BodyBuffer(server.bodyMemory, server.options.maxBodyBytes);
    res.on('close', () => this.#closed());
  }

  get open(): boolean {
    return this.#open;
  }

  readBody(bodyReader: BodyReader): void {
    this.#reader = bodyReader;
    const failure = this.#body.expect(this.framing);
    if (failure !== undefined) {
      setImmediate(() => this.#fail(failure));
      return;
    }
    this.#timer = globalThis.setTimeout(() => this.#fail('timeout'), this.#server.options.bodyTimeoutMs);
    this.#req.on('data', (chunk: Buffer) => {
      const overflow = this.#reader === undefined ? undefined : this.#body.append(chunk);
      if (overflow !== undefined) this.#fail(overflow);
    });
    this.#req.on('end', () => {
      const reader = this.#stopReading();
      if (reader !== undefined) this.#server.guard(this, () => reader.complete(this.#body.take()));
    });
  }

  reply({ status, contentType, requestId, headers, body, memory, close }: HttpReply): void {
    if (this.#res.destroyed) return;
    if (!this.#open) throw new Error(`A second reply to ${this.method} ${this.path}`);
    this.#open = false;
    const { options, closing } = this.#server;
    const ends = close === true || closing || mustClose(this.framing, this.#req.complete, options.maxBodyBytes);
    const all = [...headers];
    if (contentType !== '') all.push('Content-Type', contentType);
    if (requestId !== '') all.push('x-request-id', requestId);
    if (body !== undefined) all.push('Content-Length', String(body.byteLength));
    if (ends) all.push('Connection', 'close');
    this.#res.writeHead(status, all);
    if (memory !== undefined) this.#res.on('finish', () => this.#body.giveBack(memory));
    this.#res.end(this.method === 'HEAD' ? undefined : body);
    if (body !== undefined && this.#req.socket.writableLength > 0) this.#waitForReader(body.byteLength);
    this.#req.resume();
    if (!this.#req.complete) this.#endSlowRest(options.bodyTimeoutMs);
  }

  /** The client does not take the answer as fast as it was written. */
  #waitForReader(bytes: number): void {
    const { unread } = this.#server;
    unread.add(this, bytes);
    this.#res.on('finish', () => unread.remove(this));
    // Node ends a connection on which nothing moves for that long; behind the answer it sets the time anew.
    this.#req.socket.setTimeout(idleTimeoutMs);
  }

  abandon(): void {
    this.#req.socket.destroy();
  }

  /** What is left of a body whose request is answered has as long to come as any body. */
  #endSlowRest(timeoutMs: number): void {
    const { socket } = this.#req;
    const timer = globalThis.setTimeout(() => socket.destroy(), timeoutMs);
    // A request whose answer ended the connection before the body was whole is never told that it is closed.
    for (const ending of [this.#req, socket]) ending.once('close', () => clearTimeout(timer));
  }

  /** The answer is out, or the client is gone. */
  #closed(): void {
    this.#open = false;
    this.#fail('aborted');
    this.#body.drop();
    this.#server.unread.remove(this);
    this.#server.forget(this);
  }

  #fail(reason: BodyFailure): void {
    const reader = this.#stopReading();
    if (reader === undefined) return;
    this.#body.drop();
    this.#server.guard(this, () => reader.failed(reason));
  }

  /** @returns the reader, once. */
  #stopReading(): BodyReader | undefined {
    clearTimeout(this.#timer);
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}

/** What the parser itself refuses never becomes a request: it is answered on the bare socket. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerOnSocket(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'bodyTimeout' : 'badFraming');
}

function answerOnSocket(socket: Socket, name: HttpErrorName): void {
  const { status } = httpErrors[name];
  const body = Buffer.from(errorBodies[name]).toString();
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nx-request-id: ${requestIdOf('')}\r\n`;
  socket.end(`${head}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}
