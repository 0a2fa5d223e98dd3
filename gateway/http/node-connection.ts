import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBodies, type HttpErrorCode, httpErrors } from '../core/errors.js';
import { requestIdOf } from '../core/request-id.js';

/** What a connection must know of a request on it. */
export interface ConnectedExchange {
  /** False once it is answered, though perhaps not all of the answer is out. */
  readonly open: boolean;
  /** Whether all of the request has come. */
  readonly complete: boolean;
  /** The rest of the request cannot be read. */
  refuse(error: HttpErrorCode): void;
  /** Nothing has come for too long. */
  stalled(): void;
  /** The connection has ended: nothing of the exchange may stay. Idempotent. */
  connectionEnded(): void;
}

/** Unanswered requests on one connection; a client that sends more before it has read an answer is sent away. */
const maxPipelined = 16;

/** How long a client has to read what it was told before its connection is cut off, in milliseconds. */
const lastWordsMs = 1_000;

/**
 * One connection of the server over node:http: in which order its requests are answered is Node's business, which one
 * is the last is decided here. No request behind the last is heard, and what the parser refuses is answered in its
 * turn, never in the place of a sound request that is still being worked on.
 *
 * The connection owns its exchanges. Node tells a response that the client is gone only while that response is the one
 * being written; a response that waits behind it hears nothing. So the end of the connection settles all of them.
 */
export class NodeConnection {
  readonly #socket: Socket;
  /** Requests whose answers are not out, oldest first. */
  readonly #exchanges: ConnectedExchange[] = [];
  #ending = false;
  #ended = false;
  #refusal: HttpErrorCode | undefined;
  /** Ends the connection unless what it waits for happens first. */
  #deadline: NodeJS.Timeout | undefined;
  #ignored = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Requests that came behind the last one. Node keeps them until the connection ends. */
  get ignored(): number {
    return this.#ignored;
  }

  /** Notes a request that is not heard. */
  ignore(): void {
    this.#ignored++;
  }

  /** Ends the connection now and settles its exchanges. Idempotent: the socket's own event may come later. */
  destroy(): void {
    this.#socket.destroy();
    this.ended();
  }

  /** The socket is closed, by whomever. Idempotent. */
  ended(): void {
    this.#ending = true;
    this.#ended = true;
    this.#refusal = undefined;
    clearTimeout(this.#deadline);
    for (const exchange of this.#exchanges.splice(0)) exchange.connectionEnded();
  }

  /**
   * Refuses CONNECT. Node has let go of the socket: without listeners here, an error on it would end the process, and
   * neither its silence nor its end would be noticed.
   */
  refuseTunnel(): void {
    const socket = this.#socket;
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => this.idle());
    socket.on('end', () => socket.end());
    socket.resume();
    this.refuse('method-not-allowed');
  }

  /** Whether the next request on it is heard: no earlier one is the last. */
  get listens(): boolean {
    return !this.#ending;
  }

  /** Whether the next request is answered at once, not behind others. */
  get free(): boolean {
    return this.listens && this.#exchanges.length === 0;
  }

  /** Whether more requests wait for an answer than a client may send ahead. */
  get crowded(): boolean {
    return this.#exchanges.length > maxPipelined;
  }

  /** From now on nothing is heard; what has been heard is answered. */
  end(): void {
    this.#ending = true;
  }

  add(exchange: ConnectedExchange): void {
    this.#exchanges.push(exchange);
  }

  isNewest(exchange: ConnectedExchange): boolean {
    return this.#exchanges.at(-1) === exchange;
  }

  /** The answer to a request is out, or never will be. */
  remove(exchange: ConnectedExchange): void {
    const place = this.#exchanges.indexOf(exchange);
    if (place !== -1) this.#exchanges.splice(place, 1);
    if (this.#exchanges.length === 0 && this.#refusal !== undefined) this.#answer(this.#refusal);
  }

  /** Refuses what has come and is no request, or is the broken rest of one. The connection ends. */
  refuse(error: HttpErrorCode): void {
    const newest = this.#exchanges.at(-1);
    if (newest !== undefined && !newest.complete) {
      this.#ending = true;
      if (newest.open) newest.refuse(error);
      return;
    }
    if (this.#ending) return;
    this.#ending = true;
    if (newest === undefined) this.#answer(error);
    else this.#refusal = error;
  }

  /** Nothing was sent or taken for as long as a client may be idle. */
  idle(): void {
    const newest = this.#exchanges.at(-1);
    // An answer that is written and stays is one that the client does not read; without it, the client waits for us.
    if (!this.#exchanges[0]?.open) this.#socket.destroy();
    else if (newest?.open && !newest.complete) newest.stalled();
  }

  /** Answers on the bare socket: there is no request that Node knows of, nor an `Accept` that could be trusted. */
  #answer(code: HttpErrorCode): void {
    const { status } = httpErrors[code];
    const body = Buffer.from(errorBodies[code]).toString();
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nx-request-id: ${requestIdOf('')}\r\n`;
    const socket = this.#socket;
    socket.end(`${head}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    // What still comes is read, so that closing does not reset the connection and take the answer with it.
    socket.resume();
    this.#deadline = setTimeout(() => this.#socket.destroy(), lastWordsMs);
  }
}
