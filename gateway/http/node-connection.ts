import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { requestIdOf } from '../request-id.js';
import { errorBodies, type HttpErrorName, httpErrors } from './errors.js';

/** What a connection must know of a request on it. */
export interface ConnectedExchange {
  /** False once it is answered, though perhaps not all of the answer is out. */
  readonly open: boolean;
  /** Whether all of the request has come. */
  readonly complete: boolean;
  /** The rest of the request cannot be read. */
  refuse(error: HttpErrorName): void;
  /** Nothing has come for too long. */
  stalled(): void;
}

/** Unanswered requests on one connection; a client that sends more before it has read an answer is sent away. */
const maxPipelined = 16;

/** How long a client has to read what it was told before its connection is cut off, in milliseconds. */
const lastWordsMs = 1_000;

/**
 * One connection of the server over node:http: in which order its requests are answered is Node's business, which one
 * is the last is decided here. No request behind the last is heard, and what the parser refuses is answered in its
 * turn, never in the place of a sound request that is still being worked on.
 */
export class NodeConnection {
  readonly #socket: Socket;
  /** Requests whose answers are not out, oldest first. */
  readonly #exchanges: ConnectedExchange[] = [];
  #ending = false;
  #refusal: HttpErrorName | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
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
  refuse(error: HttpErrorName): void {
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
    if (newest?.open && !newest.complete) newest.stalled();
    // An answer that is written and stays is one that the client does not read; without it, the client waits for us.
    else if (!this.#exchanges[0]?.open) this.#socket.destroy();
  }

  /** Answers on the bare socket: there is no request that Node knows of. */
  #answer(name: HttpErrorName): void {
    const { status } = httpErrors[name];
    const body = Buffer.from(errorBodies[name]).toString();
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nx-request-id: ${requestIdOf('')}\r\n`;
    const socket = this.#socket;
    // Node has let go of the socket: nobody else listens for its errors, or reads what still comes.
    socket.on('error', () => socket.destroy());
    socket.end(`${head}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), lastWordsMs);
    socket.on('close', () => clearTimeout(timer));
  }
}
