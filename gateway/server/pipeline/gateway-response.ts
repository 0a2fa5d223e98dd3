import { performance } from 'node:perf_hooks';
import type { Problem } from '#engine/core/problem.js';
import { errorBodies, errorBody, type HttpErrorCode, httpErrors } from '#gateway/core/errors.js';
import { acceptsProblem, problemDocument, problemMediaType } from '#gateway/core/problem-document.js';
import { requestIdOf } from '#gateway/core/request-id.js';
import type { JobTimes } from '#workers/pool.js';
import type { BodyPieces } from '../http/body-pieces.js';
import { jsonType } from '../http/media.js';
import type { Exchange, HeaderList, OutgoingResponse } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { Charge } from '../limits/charge.js';
import type { RequestObserver } from '../telemetry/request-observer.js';
import type { RecordedRoute, RequestRecord } from '../telemetry/request-record.js';
import { type Refusal, refusalErrors } from '../telemetry/request-record.js';
import { corsHeaders, type Grant, isAllowedForSomeKey, originVaries, publicCorsHeaders } from './cors.js';

const none: HeaderList = [];
const nothing = new Uint8Array();
/** Caches respect `Authorization`, but do not know the header of the admin token (RFC 9111 section 3.5). */
const notStored: HeaderList = ['Cache-Control', 'no-store'];
/** Errors that caches may store by default (RFC 9110 section 15.1); they need `Vary`. */
const cacheableErrors: ReadonlySet<number> = new Set([404, 405]);
/** Seconds before a client should retry. */
const retryAfter: HeaderList = ['Retry-After', '1'];
/** An error that caches may store has two formats. */
const acceptVaries: HeaderList = ['Vary', 'Accept'];

/** Further parts of an error response. */
export interface ErrorResponseParts {
  /** The plain body, if it is already encoded. */
  readonly body?: Uint8Array;
  readonly headers?: HeaderList;
  /** See `OutgoingResponse`. */
  readonly memory?: Uint8Array<ArrayBuffer>;
  readonly close?: boolean;
}

/** What a response needs to know of the route of its request. */
export interface ResponseRoute extends RecordedRoute {
  /** What pages of allowed origins may send. */
  readonly grant: Grant;
}

/**
 * The response to one request: adds the header fields of every response, and those of CORS. It is also the record of
 * the request that metrics and log use when the request has ended.
 */
export class GatewayResponse implements RequestRecord {
  readonly requestId: string;
  readonly exchange: Exchange;
  readonly route: ResponseRoute;
  readonly startedAt = performance.now();
  checkedAt = Number.NaN;
  key: ApiKey | undefined;
  bytesIn = 0;
  charge: Charge | undefined;
  charactersIn = 0;
  charactersOut = 0;
  refusal: Refusal | undefined;
  where: 'inline' | 'pool' | undefined;
  queueMs = Number.NaN;
  runMs = Number.NaN;
  /** When the work began, by `performance.now()`. */
  begunAt = Number.NaN;
  readonly #keys: KeyStore;
  readonly #observer: RequestObserver;
  /** Whether the response was sent, or the request given up. */
  #ended = false;
  /** CORS and cache headers of the response. Undefined until the key of the request decides about its origin. */
  #originHeaders: HeaderList | undefined;

  constructor(exchange: Exchange, route: ResponseRoute, keys: KeyStore, observer: RequestObserver) {
    this.exchange = exchange;
    this.route = route;
    this.#keys = keys;
    this.#observer = observer;
    this.requestId = requestIdOf(exchange.head.requestId);
  }

  /** The key of the request allows its origin ('' if it has none). */
  allowOrigin(origin: string): void {
    this.#originHeaders = origin === '' ? none : this.#corsHeaders(origin);
  }

  /** No cache may store the response, which is for the holder of a key alone. */
  keepPersonal(): void {
    this.#originHeaders = [...(this.#originHeaders ?? none), ...notStored];
  }

  /** No page of any origin may read the response, and no cache may store it. */
  keepForOperator(): void {
    this.#originHeaders = notStored;
  }

  /** No page of another origin may read the response; it is for people. */
  keepFromPages(): void {
    this.#originHeaders = none;
  }

  /** Pages of every origin may read the response. */
  allowAnyOrigin(): void {
    this.#originHeaders = publicCorsHeaders;
  }

  /**
   * @param body - JSON in UTF-8.
   * @param memory - see `OutgoingResponse`.
   */
  send(status: number, body: Uint8Array, headers: HeaderList = none, memory?: Uint8Array<ArrayBuffer>): void {
    this.#send({ status, contentType: jsonType, headers, body, memory });
  }

  /** Sends 200 with JSON for the holder of a key alone. */
  personal(body: Uint8Array): void {
    this.send(200, body, notStored);
  }

  /** Sends a response that closes the connection. */
  last(status: number, body: Uint8Array): void {
    this.#send({ status, contentType: jsonType, headers: none, body, close: true });
  }

  /**
   * Sends a response of any status and media type.
   *
   * @param contentType - '' if there is no body.
   * @param memory - see `OutgoingResponse`.
   */
  message(
    status: number,
    contentType: string,
    headers: HeaderList,
    body: Uint8Array,
    memory: Uint8Array<ArrayBuffer>,
  ): void {
    this.#send({ status, contentType, headers, body, memory });
  }

  /** Sends 200 with a document of any media type. */
  document(contentType: string, body: Uint8Array, headers: HeaderList = none): void {
    this.#send({ status: 200, contentType, headers, body });
  }

  /** Sends 200 with a document of any media type, which is made as the client takes it. */
  stream(contentType: string, pieces: BodyPieces, headers: HeaderList): void {
    this.#send({ status: 200, contentType, headers, body: undefined, pieces });
  }

  /** Sends 204 with headers only. */
  empty(headers: HeaderList): void {
    this.#send({ status: 204, contentType: '', headers, body: undefined });
  }

  /** Sends 302 to another path of this server. */
  redirect(location: string): void {
    this.#send({ status: 302, contentType: '', headers: ['Location', location], body: nothing });
  }

  notModified(headers: HeaderList): void {
    this.#send({ status: 304, contentType: '', headers, body: undefined });
  }

  /** @param close - whether the response closes the connection. */
  error(code: HttpErrorCode, headers: HeaderList = none, close = false): void {
    this.problem(httpErrors[code], {
      body: errorBodies[code],
      headers,
      // A client that was too slow gets no more time.
      close: close || code === 'body-timeout',
    });
  }

  /** Sends an error in the format that the client asks for; by default `{ "error": … }`. */
  problem(problem: Problem, { body, headers = none, memory, close }: ErrorResponseParts = {}): void {
    const { status } = problem;
    const isDocument = acceptsProblem(this.exchange.head.accept);
    const own = problem === httpErrors['server-busy'] ? retryAfter : headers;
    this.#send({
      status,
      contentType: isDocument ? problemMediaType : jsonType,
      headers: cacheableErrors.has(status) ? [...own, ...acceptVaries] : own,
      body: isDocument ? problemDocument(problem, this.requestId) : (body ?? errorBody(problem)),
      memory,
      ...(close !== undefined && { close }),
    });
  }

  /** Refuses the request with the error of the reason. */
  refuse(reason: Refusal, close = false): void {
    this.refusal = reason;
    this.error(refusalErrors[reason], none, close);
  }

  /** Records where the work was done, and how long it took. @param times - undefined for work on the event loop. */
  noteTimes(times: JobTimes | undefined): void {
    if (times === undefined) {
      this.where = 'inline';
    } else {
      this.where = 'pool';
      this.queueMs = times.queueMs;
      this.runMs = times.runMs;
    }
  }

  /** Adds the characters of work that was done, whether or not its client is still there. */
  noteCharacters({ charactersIn, charactersOut }: Pick<RequestRecord, 'charactersIn' | 'charactersOut'>): void {
    this.charactersIn += charactersIn;
    this.charactersOut += charactersOut;
  }

  /** Ends the record of a request whose client has left. If the client is still there, the server itself responds. */
  abandon(): void {
    if (!this.exchange.open) this.#end(0, 0, performance.now());
  }

  /** Sends an error that the origin is not allowed to read. */
  forbidden(code: HttpErrorCode): void {
    this.#originHeaders = none;
    this.error(code);
  }

  /** Does nothing once the request has ended: the server may have refused it while the response was prepared. */
  #send(response: Omit<OutgoingResponse, 'requestId'>): void {
    if (this.#ended) return;
    const originHeaders = this.#originHeaders ?? this.#corsHeadersBeforeKey(response.status);
    // Most responses have neither: no list is allocated for them.
    const headers = originHeaders.length === 0 ? response.headers : [...response.headers, ...originHeaders];
    const { status, contentType, body, pieces, memory, close = false } = response;
    const { exchange } = this;
    const isGone = !exchange.open;
    const now = performance.now();
    exchange.respond({ status, contentType, requestId: this.requestId, headers, body, pieces, memory, close });
    const isWithBody = body !== undefined && exchange.method !== 'HEAD' && !isGone;
    this.#end(isGone ? 0 : status, isWithBody ? body.byteLength : 0, now);
  }

  #end(status: number, bytesOut: number, now: number): void {
    if (this.#ended) return;
    this.#ended = true;
    // Work on the event loop ends with its response: no further clock reading is needed.
    if (this.where === 'inline') this.runMs = now - this.begunAt;
    this.#observer.ended(this, status, bytesOut, now - this.startedAt);
  }

  #corsHeaders(origin: string): HeaderList {
    return corsHeaders(origin, this.route.grant);
  }

  #corsHeadersBeforeKey(status: number): HeaderList {
    const { origin } = this.exchange.head;
    if (origin !== '' && isAllowedForSomeKey(origin, this.#keys)) return this.#corsHeaders(origin);
    return cacheableErrors.has(status) ? originVaries : none;
  }
}
