import type { OwnedBytes } from '#workers/owned-bytes.js';
import type { BodyFailure, BodyLimits, BodyReader, Exchange } from '../http/server.js';

/** Where the body of a request comes from. */
export type BodySource = Pick<Exchange, 'readBody'>;

type BodyOwner = Pick<Exchange, 'readBody' | 'admitBody'>;

/**
 * The body of a request before it is known who sends it: a server reads a body only if that is asked for while the
 * request is handled.
 */
export class HeldBody implements BodyReader, BodySource {
  readonly #exchange: BodyOwner;
  #reader: BodyReader | undefined;
  /** Notifies the reader of how the body ended, once it has. */
  #notify: ((reader: BodyReader) => void) | undefined;
  #isAbandoned = false;

  private constructor(exchange: BodyOwner) {
    this.#exchange = exchange;
  }

  /** Begins to read the body of a stranger. */
  static of(exchange: BodyOwner, limits?: BodyLimits): HeldBody {
    const body = new HeldBody(exchange);
    exchange.readBody(body, { ...limits, isOfStranger: true });
    return body;
  }

  /** Whether it is known how the body ended. */
  get hasEnded(): boolean {
    return this.#notify !== undefined;
  }

  complete(body: OwnedBytes): void {
    this.#end((reader) => reader.complete(body));
  }

  failed(reason: BodyFailure): void {
    this.#end((reader) => reader.failed(reason));
  }

  abandoned(): void {
    this.#isAbandoned = true;
    this.#reader?.abandoned?.();
  }

  /** Gives the body of a sender who is known now to a reader, now or when it has arrived. */
  readBody(reader: BodyReader): void {
    this.#exchange.admitBody();
    this.#reader = reader;
    this.#notify?.(reader);
    if (this.#isAbandoned) reader.abandoned?.();
  }

  #end(notify: (reader: BodyReader) => void): void {
    this.#notify = notify;
    if (this.#reader !== undefined) notify(this.#reader);
  }
}
