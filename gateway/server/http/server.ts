import type { HttpErrorCode } from '#gateway/core/errors.js';
import type { OwnedBytes } from '#workers/owned-bytes.js';
import type { Certificate } from '../tls/certificate.js';
import type { BodyPieces } from './body-pieces.js';
import type { ConnectionLimits, ConnectionRefusal } from './connection-gate.js';
import type { RequestHead } from './head.js';

/**
 * The interface between the pipeline and an HTTP server. Its adapters are uws.ts and node.ts.
 *
 * A handler runs once the head of a request has arrived and its framing is valid. It calls `respond` immediately or
 * later. What it does before the body has arrived must be harmless if the request turns out to be broken.
 */

/** Names and values in turn, without CR, LF or NUL; Content-Length and Connection are the adapter's. */
export type HeaderList = readonly string[];

/** A response. A body of `undefined` means that the status has none (204, 304). */
export interface OutgoingResponse {
  readonly status: number;
  /** The two fields that nearly every response has, '' for none; without CR, LF or NUL. */
  readonly contentType: string;
  readonly requestId: string;
  /** All others. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  /** In place of a body, once all of the request has arrived. */
  readonly pieces?: BodyPieces | undefined;
  /** The memory of the request's body. It is reused once the response, which may be in it, is sent. */
  readonly memory?: Uint8Array<ArrayBuffer> | undefined;
  /** Close the connection after the response. */
  readonly close?: boolean;
}

/** Why there will be no body. After `aborted` no client waits for a response. */
export type BodyFailure = 'too-large' | 'timeout' | 'busy' | 'aborted';

export interface BodyReader {
  /** The whole body. The reader owns its memory, and may return it with the response. */
  complete(body: OwnedBytes): void;
  failed(reason: BodyFailure): void;
  /**
   * The client left after its body was complete and before the response. Called at most once. The server no longer
   * counts the body, so the reader must release it.
   */
  abandoned?(): void;
}

/** What the body of a request may be. */
export interface BodyLimits {
  /** The longest that is accepted, in bytes, if shorter than that of the server. */
  readonly maxBytes?: number;
  /**
   * Whether it is not known who sends it. The bodies of all strangers share a small part of the memory, until
   * {@link Exchange.admitBody}.
   */
  readonly isOfStranger?: boolean;
}

/** One request and its response. */
export interface Exchange {
  /** As sent: methods are case-sensitive. */
  readonly method: string;
  /** The path as sent, without the query; not percent-decoded. */
  readonly path: string;
  /** The query after the `?`, or ''. Read it while the request is being handled, not later. */
  readonly query: string;
  readonly head: RequestHead;
  /** The peer's address: as text, or as its 4 or 16 bytes; none for a Unix socket. */
  readonly peer: string | Uint8Array;
  /** False once the client has left or the response is made. */
  readonly open: boolean;
  /** The handler's own state of the request, for when the server refuses the request later. */
  context: object | undefined;
  /**
   * Reads the body. The reader is told once how that ended, never before `readBody` returned. A
   * Content-Length over the limit fails before a byte is read.
   */
  readBody(reader: BodyReader, limits?: BodyLimits): void;
  /** Who sends the body is known now. */
  admitBody(): void;
  /**
   * Counts further memory for the body, which was unpacked, until the response is sent.
   *
   * @returns false if too few bytes are left, or the client has left.
   */
  growBody(bytes: number): boolean;
  /** Sends the response. Does nothing if the client has left; a second response is a bug of the caller. */
  respond(response: OutgoingResponse): void;
}

/** What a server calls; both functions call `exchange.respond`, immediately or later. */
export interface HttpHandler {
  handle(exchange: Exchange): void;
  /** The server itself refuses the request: its framing is broken, the server is full, or `handle` threw. */
  refuse(exchange: Exchange, error: HttpErrorCode): void;
}

export interface BodyMemoryOptions {
  /** Limit for the bodies of all requests without a response, in bytes. */
  readonly maxBytes: number;
  /** Most memory that is kept for later requests, in bytes. */
  readonly maxIdleBytes: number;
}

export interface ServerOptions {
  /** The longest body that is accepted, in bytes. */
  readonly maxBodyBytes: number;
  /** How long a body may take to arrive. */
  readonly bodyTimeoutMs: number;
  readonly bodyMemory: BodyMemoryOptions;
  /** Total memory of responses that clients have not read yet, in bytes. */
  readonly maxUnreadBytes: number;
  readonly maxRequestsInFlight: number;
  /** Which connections are closed as soon as they are accepted. */
  readonly connections: ConnectionLimits;
  /** If given, the server speaks HTTPS. */
  readonly tls?: Certificate;
  /** Called with what a handler threw. */
  readonly onError: (error: unknown) => void;
}

/** The current load of a server. */
export interface ServerLoad {
  readonly connections: number;
  /** The most there may be; Infinity for no limit. */
  readonly maxConnections: number;
  /** Connections closed as soon as they were accepted, by reason. */
  readonly refusedConnections: Readonly<Record<ConnectionRefusal, number>>;
  /** Requests without a response. */
  readonly requests: number;
  /** Memory reserved for their bodies, in bytes. */
  readonly bodyBytes: number;
  /** Memory of responses that clients have not read yet, in bytes. */
  readonly unreadBytes: number;
}

export interface HttpServer {
  readonly load: ServerLoad;
  /**
   * Listens on the port, exclusively unless it is shared.
   *
   * @param port - 0 takes any free one; a shared port has a number (listening.ts).
   * @param isShared - whether other processes of the same user may listen on it too (SO_REUSEPORT).
   * @returns the port taken.
   * @throws {Error} with one sentence that has the system's reason if the port cannot be taken.
   */
  listen(host: string, port: number, isShared?: boolean): Promise<number>;
  /**
   * New connections get this certificate; existing ones keep theirs.
   *
   * @throws {Error} if it cannot be used, or the server does not speak HTTPS; nothing has changed then.
   */
  useCertificate(certificate: Certificate): void;
  /** Accepts no new connection. Those that there are go on. Idempotent. */
  stopListening(): void;
  /** From now on every response closes its connection, so that clients go elsewhere. It still accepts connections. */
  announceClose(): void;
  /** Resolves when every request that has arrived has its response, or after `deadlineMs`. */
  idle(deadlineMs: number): Promise<void>;
  /**
   * Accepts no new connection, waits until every request that has arrived has its response, at most `deadlineMs`, and
   * closes all connections.
   */
  close(deadlineMs: number): Promise<void>;
}

/**
 * How long a closing server waits for requests in transit on accepted connections, in milliseconds: closing immediately
 * would cut them off.
 */
export const lingerMs = 100;
