import type { Socket } from 'node:net';
import { errorBodies, type HttpErrorCode, httpErrors } from '#gateway/core/errors.js';
import { STATUS_CODES } from '#gateway/core/node-http.js';
import { requestIdOf } from '#gateway/core/request-id.js';

/** What a connection needs of a request on it. */
export interface ConnectedExchange {
  /** False once it has a response, which may not be sent completely. */
  readonly open: boolean;
  /** Whether the whole request has arrived. */
  readonly complete: boolean;
  /** Called if the rest of the request cannot be read. */
  refuse(error: HttpErrorCode): void;
  /** Called if nothing has arrived for too long. */
  stalled(): void;
  /** Called when the connection has ended: the exchange frees everything. Idempotent. */
  connectionEnded(): void;
}

/** Most requests without a response on one connection; further ones are refused. */
const maxPipelined = 16;

/** How long a client has to read the last response before its connection is closed, in milliseconds. */
const lastWordsMs = 1_000;

/**
 * One connection of the server over node:http. Node keeps the order of responses; this class decides which request is
 * the last. Requests after it are ignored. The response to malformed input comes in its turn, after those of valid
 * requests in progress.
 *
 * The connection owns its exchanges. Node notifies only the response that is being written that the client has left;
 * the responses queued after it get no event. So the end of the connection settles all of them.
 */
export class NodeConnection {
  readonly #socket: Socket;
  /** Requests whose responses are not sent completely, oldest first. */
  readonly #exchanges: ConnectedExchange[] = [];
  #ending = false;
  #ended = false;
  #refusal: HttpErrorCode | undefined;
  /** Ends the connection unless the client does so first. */
  #deadline: NodeJS.Timeout | undefined;
  #ignored = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Number of ignored requests. Node keeps them until the connection ends. */
  get ignored(): number {
    return this.#ignored;
  }

  /** Counts an ignored request. */
  ignore(): void {
    this.#ignored++;
  }

  /** Ends the connection now and settles its exchanges. Idempotent: the socket's own event may come later. */
  destroy(): void {
    this.#socket.destroy();
    this.ended();
  }

  /** Called when the socket is closed, by either side. Idempotent. */
  ended(): void {
    this.#ending = true;
    this.#ended = true;
    this.#refusal = undefined;
    clearTimeout(this.#deadline);
    for (const exchange of this.#exchanges.splice(0)) exchange.connectionEnded();
  }

  /**
   * Refuses CONNECT. Node no longer handles the socket: without listeners here, an error on it would end the process,
   * and a timeout or an end would go unnoticed.
   */
  refuseTunnel(): void {
    const socket = this.#socket;
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => this.idle());
    socket.on('end', () => socket.end());
    socket.resume();
    this.refuse('method-not-allowed');
  }

  /** Whether the next request is handled: no earlier one is the last. */
  get listens(): boolean {
    return !this.#ending;
  }

  /** Whether the next request gets its response immediately, not after others. */
  get free(): boolean {
    return this.listens && this.#exchanges.length === 0;
  }

  /** Whether the client has pipelined too many requests. */
  get crowded(): boolean {
    return this.#exchanges.length > maxPipelined;
  }

  /** Ignores further requests; earlier ones still get responses. */
  end(): void {
    this.#ending = true;
  }

  add(exchange: ConnectedExchange): void {
    this.#exchanges.push(exchange);
  }

  isNewest(exchange: ConnectedExchange): boolean {
    return this.#exchanges.at(-1) === exchange;
  }

  /** Called when a response is sent completely, or never will be. */
  remove(exchange: ConnectedExchange): void {
    const index = this.#exchanges.indexOf(exchange);
    if (index !== -1) this.#exchanges.splice(index, 1);
    if (this.#exchanges.length === 0 && this.#refusal !== undefined) this.#respond(this.#refusal);
  }

  /** Refuses malformed input, or the malformed rest of a request. The connection closes. */
  refuse(error: HttpErrorCode): void {
    const newest = this.#exchanges.at(-1);
    if (newest !== undefined && !newest.complete) {
      this.#ending = true;
      if (newest.open) newest.refuse(error);
      return;
    }
    if (this.#ending) return;
    this.#ending = true;
    if (newest === undefined) this.#respond(error);
    else this.#refusal = error;
  }

  /** Called when nothing was sent or read for the idle timeout. */
  idle(): void {
    const newest = this.#exchanges.at(-1);
    // A written response that is still here is not read by the client; without one, the client waits for Textmill.
    if (!this.#exchanges[0]?.open) this.#socket.destroy();
    else if (newest?.open && !newest.complete) newest.stalled();
  }

  /** Responds on the bare socket: Node knows no request, and there is no reliable `Accept`. */
  #respond(code: HttpErrorCode): void {
    const { status } = httpErrors[code];
    const body = Buffer.from(errorBodies[code]).toString();
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nx-request-id: ${requestIdOf('')}\r\n`;
    const socket = this.#socket;
    socket.end(`${head}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    // Further input is read, so that closing does not reset the connection and lose the response.
    socket.resume();
    this.#deadline = setTimeout(() => this.#socket.destroy(), lastWordsMs);
  }
}
