import type { Problem } from '../../engine/core/problem.js';
import type { JobTimes } from '../../workers/pool.js';
import { errorBodies, errorBody, type HttpErrorCode, httpErrors } from '../core/errors.js';
import { acceptsProblem, problemDocument, problemMediaType } from '../core/problem-document.js';
import { requestIdOf } from '../core/request-id.js';
import { jsonType } from '../http/media.js';
import type { Exchange, HeaderList, HttpReply } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';
import type { RequestObserver } from '../observability/request-observer.js';
import type { RecordedRoute, RequestRecord } from '../observability/request-record.js';
import { type Refusal, refusalErrors } from '../observability/request-record.js';
import { corsHeaders, type Grant, isAllowedForSomeKey, originVaries, publicCorsHeaders } from './cors.js';

const none: HeaderList = [];
const nothing = new Uint8Array();
/** Caches know `Authorization`, and nothing of a token in a header of ours (RFC 9111 section 3.5). */
const notStored: HeaderList = ['Cache-Control', 'no-store'];
/** Errors that caches may keep without being told so (RFC 9110 section 15.1): they say what they depend on. */
const cacheableErrors: ReadonlySet<number> = new Set([404, 405]);
/** Seconds after which a busy server is worth another try. */
const retryAfter: HeaderList = ['Retry-After', '1'];
/** An error that caches may keep has two forms. */
const acceptVaries: HeaderList = ['Vary', 'Accept'];

/** What an error response has beside its problem. */
export interface ErrorReply {
  /** The plain body, where it has been encoded before. */
  readonly body?: Uint8Array;
  readonly headers?: HeaderList;
  /** See `HttpReply`. */
  readonly memory?: Uint8Array<ArrayBuffer>;
  readonly close?: boolean;
}

/** What an answer must know of the route of its request. */
export interface AnsweredRoute extends RecordedRoute {
  /** What pages of allowed origins may send. */
  readonly grant: Grant;
}

/**
 * The answer to one request: adds what every answer carries, and what CORS wants of this one. It is also what is known
 * of the request, for those who count it and log it when it has ended.
 */
export class Answer implements RequestRecord {
  readonly requestId: string;
  readonly exchange: Exchange;
  readonly route: AnsweredRoute;
  readonly startedAt = performance.now();
  checkedAt = Number.NaN;
  key: ApiKey | undefined;
  bytesIn = 0;
  refusal: Refusal | undefined;
  where: 'inline' | 'pool' | undefined;
  queueMs = Number.NaN;
  runMs = Number.NaN;
  /** When the work was begun, by `performance.now()`. */
  begunAt = Number.NaN;
  readonly #keys: KeyStore;
  readonly #observer: RequestObserver;
  /** Whether the request has been answered, or given up. */
  #ended = false;
  /** Who may read the answer. Undefined as long as the request's own key has not said what its origin may see. */
  #audience: HeaderList | undefined;

  constructor(exchange: Exchange, route: AnsweredRoute, keys: KeyStore, observer: RequestObserver) {
    this.exchange = exchange;
    this.route = route;
    this.#keys = keys;
    this.#observer = observer;
    this.requestId = requestIdOf(exchange.head.requestId);
  }

  /** The key of the request allows its origin ('' if it has none). */
  allowOrigin(origin: string): void {
    this.#audience = origin === '' ? none : this.#corsHeaders(origin);
  }

  /** No page may read the answer, wherever it comes from, and no cache may keep it. */
  keepForOperator(): void {
    this.#audience = notStored;
  }

  /** No page may read the answer, wherever it comes from; it is for people. */
  keepFromPages(): void {
    this.#audience = none;
  }

  /** Everybody may read the answer. */
  allowAnyOrigin(): void {
    this.#audience = publicCorsHeaders;
  }

  /**
   * @param body - JSON in UTF-8.
   * @param memory - see `HttpReply`.
   */
  send(status: number, body: Uint8Array, headers: HeaderList = none, memory?: Uint8Array<ArrayBuffer>): void {
    this.#reply({ status, contentType: jsonType, headers, body, memory });
  }

  /** 200 with JSON that is for the holder of a key alone. */
  personal(body: Uint8Array): void {
    this.send(200, body, notStored);
  }

  /** An answer with which the connection ends. */
  last(status: number, body: Uint8Array): void {
    this.#reply({ status, contentType: jsonType, headers: none, body, close: true });
  }

  /**
   * An answer of any status and media type.
   *
   * @param contentType - '' if there is no body.
   * @param memory - see `HttpReply`.
   */
  message(status: number, contentType: string, body: Uint8Array, memory: Uint8Array<ArrayBuffer>): void {
    this.#reply({ status, contentType, headers: none, body, memory });
  }

  /** 200 with a document of any media type. */
  document(contentType: string, body: Uint8Array, headers: HeaderList = none): void {
    this.#reply({ status: 200, contentType, headers, body });
  }

  /** 204 with headers only. */
  empty(headers: HeaderList): void {
    this.#reply({ status: 204, contentType: '', headers, body: undefined });
  }

  /** 302 to another path of this server. */
  redirect(location: string): void {
    this.#reply({ status: 302, contentType: '', headers: ['Location', location], body: nothing });
  }

  notModified(headers: HeaderList): void {
    this.#reply({ status: 304, contentType: '', headers, body: undefined });
  }

  /** @param close - whether the connection ends with the answer. */
  error(code: HttpErrorCode, headers: HeaderList = none, close = false): void {
    this.problem(httpErrors[code], {
      body: errorBodies[code],
      headers: code === 'server-busy' ? retryAfter : headers,
      // Who was too slow is not waited for any longer.
      close: close || code === 'body-timeout',
    });
  }

  /** Sends an error in the form that the client asks for: `{ "error": … }` unless it names the other one. */
  problem(problem: Problem, { body, headers = none, memory, close }: ErrorReply = {}): void {
    const { status } = problem;
    const isDocument = acceptsProblem(this.exchange.head.accept);
    this.#reply({
      status,
      contentType: isDocument ? problemMediaType : jsonType,
      headers: cacheableErrors.has(status) ? [...headers, ...acceptVaries] : headers,
      body: isDocument ? problemDocument(problem, this.requestId) : (body ?? errorBody(problem)),
      memory,
      ...(close !== undefined && { close }),
    });
  }

  /** Turns the request away, with the error that the reason has. */
  refuse(reason: Refusal, close = false): void {
    this.refusal = reason;
    this.error(refusalErrors[reason], none, close);
  }

  /** Where the work was done, and how long it took. @param times - undefined for work on the event loop. */
  noteTimes(times: JobTimes | undefined): void {
    if (times === undefined) {
      this.where = 'inline';
    } else {
      this.where = 'pool';
      this.queueMs = times.queueMs;
      this.runMs = times.runMs;
    }
  }

  /** Nobody waits for an answer; if somebody does after all, the server gives one of its own. */
  abandon(): void {
    if (!this.exchange.open) this.#end(0, 0, performance.now());
  }

  /** An error that the origin is not allowed to read. */
  forbidden(code: HttpErrorCode): void {
    this.#audience = none;
    this.error(code);
  }

  /** Nothing once the request has ended: the server may have refused it while its answer was being made. */
  #reply(reply: Omit<HttpReply, 'requestId'>): void {
    if (this.#ended) return;
    const audience = this.#audience ?? this.#audienceBeforeKey(reply.status);
    // Most answers have neither: no list is made for them.
    const headers = audience.length === 0 ? reply.headers : [...reply.headers, ...audience];
    const { status, contentType, body, memory, close = false } = reply;
    const { exchange } = this;
    const isGone = !exchange.open;
    const now = performance.now();
    exchange.reply({ status, contentType, requestId: this.requestId, headers, body, memory, close });
    const isWithBody = body !== undefined && exchange.method !== 'HEAD' && !isGone;
    this.#end(isGone ? 0 : status, isWithBody ? body.byteLength : 0, now);
  }

  #end(status: number, bytesOut: number, now: number): void {
    if (this.#ended) return;
    this.#ended = true;
    // Work on the event loop is over when its answer is made: the clock need not be asked for it.
    if (this.where === 'inline') this.runMs = now - this.begunAt;
    this.#observer.ended(this, status, bytesOut, now - this.startedAt);
  }

  #corsHeaders(origin: string): HeaderList {
    return corsHeaders(origin, this.route.grant);
  }

  #audienceBeforeKey(status: number): HeaderList {
    const { origin } = this.exchange.head;
    if (origin !== '' && isAllowedForSomeKey(origin, this.#keys)) return this.#corsHeaders(origin);
    return cacheableErrors.has(status) ? originVaries : none;
  }
}
