import type { OwnedBytes } from '../../workers/owned-bytes.js';
import type { HttpErrorCode } from '../core/errors.js';
import type { Certificate } from '../tls/certificate.js';
import type { BodyMemoryOptions } from './body-memory.js';
import type { RequestHead } from './head.js';

/**
 * The port: what the pipeline needs of an HTTP server, and all it may know of one. Its adapters are uws.ts and node.ts.
 *
 * A handler runs once the head of a request has arrived and its framing is sound. It answers with `reply`, at once
 * or later; what it does before the body has arrived must be harmless if the request turns out to be broken.
 */

/** Names and values in turn, without CR, LF or NUL; Content-Length and Connection are the adapter's. */
export type HeaderList = readonly string[];

/** An answer. A body of `undefined` means that the status has none (204, 304). */
export interface HttpReply {
  readonly status: number;
  /** The two fields that nearly every answer has, '' for none; without CR, LF or NUL. */
  readonly contentType: string;
  readonly requestId: string;
  /** All others. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  /** The memory of the request's body, free for others once the answer, which may be in it, is out. */
  readonly memory?: Uint8Array<ArrayBuffer> | undefined;
  /** Close the connection behind the answer. */
  readonly close?: boolean;
}

/** Why there will be no body. After `aborted` nobody waits for an answer. */
export type BodyFailure = 'too-large' | 'timeout' | 'busy' | 'aborted';

export interface BodyReader {
  /** The whole body. The reader owns its memory, and may give it back with the reply. */
  complete(body: OwnedBytes): void;
  failed(reason: BodyFailure): void;
  /**
   * The client is gone after its body was complete and before it was answered. Called once at most. The server does not
   * count the body any more, so the reader must let go of it.
   */
  abandoned?(): void;
}

/** One request and its answer. */
export interface Exchange {
  /** As sent: methods are case-sensitive. */
  readonly method: string;
  /** The path as sent, without the query; not percent-decoded. */
  readonly path: string;
  /** What stands behind the `?`, or ''. To be read while the request is being handled, not later. */
  readonly query: string;
  readonly head: RequestHead;
  /** The peer's address: as text, or as its 4 or 16 bytes; none for a Unix socket. */
  readonly peer: string | Uint8Array;
  /** False once the client is gone or the answer is sent. */
  readonly open: boolean;
  /** The handler's own: what it keeps of the request, and finds again when the server refuses it after all. */
  kept: object | undefined;
  /**
   * Reads the body. The reader is told once how that ended, never before `readBody` returned. A
   * Content-Length over the limit fails before a byte is read.
   */
  readBody(reader: BodyReader): void;
  /** Answers. Does nothing if the client is gone; a second answer is an error of the caller. */
  reply(reply: HttpReply): void;
}

/** What a server calls; both answer through `exchange.reply`, at once or later. */
export interface HttpHandler {
  handle(exchange: Exchange): void;
  /** The server itself refuses the request: its framing is broken, the server is full, or `handle` threw. */
  refuse(exchange: Exchange, error: HttpErrorCode): void;
}

export interface ServerOptions {
  /** The longest body taken. */
  readonly maxBodyBytes: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs: number;
  readonly bodyMemory: BodyMemoryOptions;
  /** Memory of answers that clients have not taken yet, in bytes, all of them together. */
  readonly maxUnreadBytes: number;
  readonly maxRequestsInFlight: number;
  /** With it the server speaks HTTPS. */
  readonly tls?: Certificate;
  /** Told of what a handler threw. */
  readonly onError: (error: unknown) => void;
}

/** What a server holds just now. */
export interface ServerLoad {
  readonly connections: number;
  /** Requests without an answer. */
  readonly requests: number;
  /** Memory reserved for their bodies, in bytes. */
  readonly bodyBytes: number;
  /** Memory of answers that clients have not taken yet, in bytes. */
  readonly unreadBytes: number;
}

export interface HttpServer {
  readonly load: ServerLoad;
  /**
   * Takes the port, exclusively.
   *
   * @param port - 0 takes any free one.
   * @returns the port taken.
   * @throws {Error} with one sentence that has the system's reason if the port cannot be taken.
   */
  listen(host: string, port: number): Promise<number>;
  /**
   * New connections get this certificate; those that there are go on, with the one that they have.
   *
   * @throws {Error} if it cannot be used, or the server does not speak HTTPS; nothing has changed then.
   */
  useCertificate(certificate: Certificate): void;
  /** From now on every answer closes its connection, so that clients go elsewhere; new connections are still taken. */
  announceClose(): void;
  /** Resolves when every request that has arrived is answered, or after `deadlineMs`. */
  idle(deadlineMs: number): Promise<void>;
  /**
   * Takes no new connection, and resolves when every request that has arrived is answered, or after `deadlineMs`;
   * then closes all connections.
   */
  close(deadlineMs: number): Promise<void>;
}

/**
 * How long a server that closes waits for requests that are on their way on connections it has taken, in
 * milliseconds: closing under them would cut them off.
 */
export const lingerMs = 100;
