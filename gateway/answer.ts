import { corsHeaders, isAllowedForSomeKey, publicCorsHeaders } from './cors.js';
import { errorBodies, type HttpErrorName, httpErrors } from './http/errors.js';
import type { Exchange, HeaderList } from './http/server.js';
import type { KeyStore } from './keys/key-store.js';
import { requestIdOf } from './request-id.js';

const jsonType: HeaderList = ['Content-Type', 'application/json; charset=utf-8'];
/** Seconds after which a busy server is worth another try. */
const retryAfter: HeaderList = ['Retry-After', '1'];

/** The answer to one request: adds what every answer carries, and what CORS wants of this one. */
export class Answer {
  readonly requestId: string;
  readonly #exchange: Exchange;
  readonly #keys: KeyStore;
  /** Undefined as long as the request's own key has not said what its origin may see. */
  #cors: HeaderList | undefined;

  constructor(exchange: Exchange, keys: KeyStore) {
    this.#exchange = exchange;
    this.#keys = keys;
    this.requestId = requestIdOf(exchange.head.requestId);
  }

  /** The key of the request allows its origin ('' if it has none). */
  allowOrigin(origin: string): void {
    this.#cors = origin === '' ? [] : corsHeaders(origin);
  }

  /** Everybody may read the answer. */
  allowAnyOrigin(): void {
    this.#cors = publicCorsHeaders;
  }

  /** @param body - JSON in UTF-8. */
  send(status: number, body: Uint8Array, headers: HeaderList = []): void {
    this.#reply(status, body, [...jsonType, ...headers], false);
  }

  /** 204 with headers only. */
  empty(headers: HeaderList): void {
    this.#reply(204, undefined, headers, false);
  }

  notModified(headers: HeaderList): void {
    this.#reply(304, undefined, headers, false);
  }

  /** @param close - whether the connection ends with the answer. */
  error(name: HttpErrorName, headers: HeaderList = [], close = false): void {
    const also = name === 'busy' ? retryAfter : headers;
    this.#reply(httpErrors[name].status, errorBodies[name], [...jsonType, ...also], close);
  }

  /** An error that the origin is not allowed to read. */
  forbidden(name: HttpErrorName): void {
    this.#cors = [];
    this.error(name);
  }

  #reply(status: number, body: Uint8Array | undefined, headers: HeaderList, close: boolean): void {
    const all = [...headers, 'x-request-id', this.requestId, ...(this.#cors ?? this.#corsBeforeKey())];
    this.#exchange.reply({ status, headers: all, body, close });
  }

  #corsBeforeKey(): HeaderList {
    const { origin } = this.#exchange.head;
    return origin !== '' && isAllowedForSomeKey(origin, this.#keys) ? corsHeaders(origin) : [];
  }
}
