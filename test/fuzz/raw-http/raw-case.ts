import type { HttpServerName } from '../../support/gateway.js';

/** Bytes on a connection of their own, and what may come back. */
export interface RawCase {
  readonly name: string;
  /** Latin-1, a text for each write. */
  readonly sent: readonly string[];
  /**
   * What RFC 9112 says of the bytes behind the sound requests: broken (no 2xx for them), nothing is there
   * (well-framed: no answer for them), or a server may do either.
   */
  readonly kind: 'broken' | 'well-framed' | 'either';
  /** Statuses of the sound requests, in order. */
  readonly statuses: readonly number[];
  /** Where an adapter does otherwise, and why. */
  readonly exceptions: Partial<Record<HttpServerName, Exception>>;
  /** Answers to HEAD have a length and no body. */
  readonly head: boolean;
  /** Whether each write waits for the answer to the one before. */
  readonly inTurn: boolean;
}

interface Exception {
  /**
   * Forgives: a 200 for what is broken. Refuses: an error, or a closed connection, for what is sound; may refuse if
   * that depends on how the system cuts the bytes up.
   */
  readonly does: 'forgives' | 'refuses' | 'may refuse';
  readonly why: string;
}

type Options = Partial<Pick<RawCase, 'exceptions' | 'head' | 'inTurn' | 'statuses'>>;

function rawCase(kind: RawCase['kind'], name: string, sent: string | readonly string[], options: Options): RawCase {
  return {
    kind,
    name,
    sent: typeof sent === 'string' ? [sent] : sent,
    statuses: [],
    exceptions: {},
    head: false,
    inTurn: false,
    ...options,
  };
}

/** Bytes that are no request, perhaps behind `statuses.length` that are. */
export const broken = (name: string, sent: string | readonly string[], options: Options = {}) =>
  rawCase('broken', name, sent, options);

/** Sound requests and nothing else. */
export const wellFramed = (
  name: string,
  sent: string | readonly string[],
  statuses: readonly number[] = [200],
  options: Options = {},
) => rawCase('well-framed', name, sent, { ...options, statuses });

/** Bytes that one server may read and another refuse. */
export const either = (name: string, sent: string | readonly string[], options: Options = {}) =>
  rawCase('either', name, sent, options);

export const forgivenByUws = (why: string): Options => ({ exceptions: { uws: { does: 'forgives', why } } });
export const forgivenByNode = (why: string): Options => ({ exceptions: { node: { does: 'forgives', why } } });
export const refusedByUws = (why: string): Options => ({ exceptions: { uws: { does: 'refuses', why } } });
export const refusedByNode = (why: string): Options => ({ exceptions: { node: { does: 'refuses', why } } });

/** What comes back when a request was answered that nobody sent: the request inside another's body or header. */
export const hiddenResult = '"result":"HIDDEN"';

/** Requests to build cases from; each is answered 200. */
export class SoundRequests {
  readonly host = 'Host: a\r\n';
  readonly work = '{"input":"a","steps":["upper-case"]}';
  /** The length of {@link work} in hexadecimal. */
  readonly workHex = this.work.length.toString(16);
  /** Must not be answered wherever it stands. */
  readonly hidden: string;
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
    this.hidden = this.post('', '{"input":"hidden","steps":["upper-case"]}');
  }

  /** @param fields - each with its line end. */
  get(fields = '', target = '/v1/tools/upper-case'): string {
    return this.requestLine(`GET ${target} HTTP/1.1`, fields);
  }

  requestLine(line: string, fields = ''): string {
    return `${line}\r\n${this.host}${fields}\r\n`;
  }

  /** The head of a request for work, without the fields that frame its body. */
  postHead(fields = ''): string {
    return `POST /v1/run HTTP/1.1\r\n${this.host}x-api-key: ${this.#key}\r\nContent-Type: application/json\r\n${fields}\r\n`;
  }

  post(fields = '', body = this.work): string {
    return this.postHead(`${fields}Content-Length: ${body.length}\r\n`) + body;
  }

  /** @param chunks - the body as it is on the wire. */
  chunked(chunks: string, fields = 'Transfer-Encoding: chunked\r\n'): string {
    return this.postHead(fields) + chunks;
  }
}
