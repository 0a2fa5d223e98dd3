import type { HttpServerName } from '../../support/gateway.js';

/** Bytes to send on a new connection, and the allowed responses. */
export interface RawCase {
  readonly name: string;
  /** One text for each write, in Latin-1. */
  readonly sent: readonly string[];
  /**
   * What RFC 9112 says about the bytes after the valid requests: malformed (broken: no 2xx for them), no bytes
   * (well-framed: no further response), or a server may accept or refuse them (either).
   */
  readonly kind: 'broken' | 'well-framed' | 'either';
  /** The statuses of the valid requests, in order. */
  readonly statuses: readonly number[];
  /** How an adapter deviates, and why. */
  readonly exceptions: Partial<Record<HttpServerName, Exception>>;
  /** Whether the responses are to HEAD: they have a length and no body. */
  readonly head: boolean;
  /** Whether each write waits for the previous response. */
  readonly inTurn: boolean;
}

interface Exception {
  /**
   * forgives: a 200 for malformed bytes. refuses: an error or a closed connection for a valid request. may refuse:
   * depends on how the system splits the bytes.
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

/** Malformed bytes, possibly after `statuses.length` valid requests. */
export const broken = (name: string, sent: string | readonly string[], options: Options = {}) =>
  rawCase('broken', name, sent, options);

/** Only valid requests. */
export const wellFramed = (
  name: string,
  sent: string | readonly string[],
  statuses: readonly number[] = [200],
  options: Options = {},
) => rawCase('well-framed', name, sent, { ...options, statuses });

/** Bytes that a server may accept or refuse. */
export const either = (name: string, sent: string | readonly string[], options: Options = {}) =>
  rawCase('either', name, sent, options);

export const forgivenByUws = (why: string): Options => ({ exceptions: { uws: { does: 'forgives', why } } });
export const forgivenByNode = (why: string): Options => ({ exceptions: { node: { does: 'forgives', why } } });
export const refusedByUws = (why: string): Options => ({ exceptions: { uws: { does: 'refuses', why } } });
export const refusedByNode = (why: string): Options => ({ exceptions: { node: { does: 'refuses', why } } });

/** Part of the response to the hidden request, which is inside the body or header of another one. */
export const hiddenResult = '"result":"HIDDEN"';

/** Valid requests to build cases from; each gets a 200. */
export class SoundRequests {
  readonly host = 'Host: a\r\n';
  readonly work = '{"input":"a","steps":["upper-case"]}';
  /** The length of {@link work} in hexadecimal. */
  readonly workHex = this.work.length.toString(16);
  /** A request that must never get a response. */
  readonly hidden: string;
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
    this.hidden = this.post('', '{"input":"hidden","steps":["upper-case"]}');
  }

  /** Returns a GET request. @param fields - header fields, each with its line ending. */
  get(fields = '', target = '/v1/tools/upper-case'): string {
    return this.requestLine(`GET ${target} HTTP/1.1`, fields);
  }

  requestLine(line: string, fields = ''): string {
    return `${line}\r\n${this.host}${fields}\r\n`;
  }

  /** Returns the head of a POST request, without the fields that frame the body. */
  postHead(fields = ''): string {
    return `POST /v1/run HTTP/1.1\r\n${this.host}x-api-key: ${this.#key}\r\nContent-Type: application/json\r\n${fields}\r\n`;
  }

  post(fields = '', body = this.work): string {
    return this.postHead(`${fields}Content-Length: ${body.length}\r\n`) + body;
  }

  /** Returns a chunked POST request. @param chunks - the body as it is sent. */
  chunked(chunks: string, fields = 'Transfer-Encoding: chunked\r\n'): string {
    return this.postHead(fields) + chunks;
  }
}
