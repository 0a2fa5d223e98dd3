import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Lane } from './open-loop.js';
import { type OutcomeName, outcomeOf } from './outcomes.js';
import { ResponseReader } from './response-reader.js';

/** Where a load goes. */
export interface Target {
  readonly url: URL;
  /** Gives the addresses that were checked. */
  readonly lookup: LookupFunction;
}

/** Bytes are read before the next socket is, so all connections share a buffer. */
const buffer = Buffer.alloc(65_536);

/**
 * A connection that is kept open, for one request at a time. Sockets without `node:http` around them, because a client that
 * measures must cost less than what it measures.
 */
export class BenchConnection implements Lane {
  /** Why the last connection ended in a request. */
  failure = '';
  readonly #target: Target;
  #onEnd: (lane: Lane, outcome: OutcomeName, reader: ResponseReader) => void = () => {};
  #socket: Socket | undefined;
  #reader = new ResponseReader();
  #isWaiting = false;

  constructor(target: Target) {
    this.#target = target;
  }

  /** @param onEnd - called at the end of each request. */
  onEnd(onEnd: (lane: Lane, outcome: OutcomeName, reader: ResponseReader) => void): void {
    this.#onEnd = onEnd;
  }

  /** Sends a request, on a new connection if there is none. */
  send(request: Buffer): void {
    this.#isWaiting = true;
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  /** Closes the connection. Says nothing of a request in flight. */
  abort(): void {
    this.#isWaiting = false;
    this.#close();
  }

  #open(): Socket {
    const { url, lookup } = this.#target;
    const isTls = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const to = { host, lookup, port: Number(url.port) || (isTls ? 443 : 80) };
    const onBytes = (length: number, bytes: Buffer): boolean => {
      if (this.#socket === socket) this.#receive(bytes, length);
      return true;
    };
    const socket: Socket = isTls
      ? connectTls({ ...to, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connect({ ...to, onread: { buffer, callback: (length, bytes) => onBytes(length, bytes as Buffer) } });
    socket.setNoDelay(true);
    if (isTls) socket.on('data', (bytes: Buffer) => onBytes(bytes.length, bytes));
    // That of several addresses has no message.
    socket.on('error', (error: NodeJS.ErrnoException) => this.#ended(socket, error.message || String(error.code)));
    socket.on('end', () => this.#ended(socket, 'the server closed the connection'));
    socket.on('close', () => this.#ended(socket, 'the connection was closed'));
    this.#reader = new ResponseReader();
    return socket;
  }

  #receive(bytes: Buffer, length: number): void {
    const reader = this.#reader;
    try {
      if (!this.#isWaiting || !reader.read(bytes, length)) return;
    } catch (error) {
      this.#ended(this.#socket, `the response cannot be read: ${(error as Error).message}`);
      return;
    }
    if (reader.closes) this.#close();
    this.#finish(outcomeOf(reader.status, reader.text));
  }

  #ended(socket: Socket | undefined, reason: string): void {
    if (socket === undefined || this.#socket !== socket) return;
    this.#close();
    if (!this.#isWaiting) return;
    const { endsByClose, status, text } = this.#reader;
    this.failure = reason;
    this.#finish(endsByClose ? outcomeOf(status, text) : 'connection');
  }

  #finish(outcome: OutcomeName): void {
    this.#isWaiting = false;
    this.#onEnd(this, outcome, this.#reader);
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
  }
}
