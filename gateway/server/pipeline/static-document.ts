import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import { jsonType } from '../http/media.js';
import type { HeaderList } from '../http/server.js';

/** One encoding of a document, as it is sent. */
export interface Representation {
  readonly body: Uint8Array;
  /** A strong validator (RFC 9110 section 8.8.3), different for each encoding. */
  readonly etag: string;
  /** The value of Content-Encoding; empty for none. */
  readonly encoding: '' | 'gzip';
}

const gzipOptions = { level: constants.Z_BEST_COMPRESSION };
const gzipAside = promisify(gzip);

/** A document that does not change while the process runs: encoded once, and compressed once on demand. */
export class StaticDocument {
  readonly contentType: string;
  /** Headers of every response with it, except those of caching. */
  readonly headers: HeaderList;
  /** The value of Cache-Control. */
  readonly cacheControl: string;
  readonly #digest: string;
  readonly #plain: Representation;
  #compressed: Representation | undefined;

  constructor(body: Uint8Array, contentType = jsonType, headers: HeaderList = [], cacheControl = 'no-cache') {
    this.contentType = contentType;
    this.headers = headers;
    this.cacheControl = cacheControl;
    this.#digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    this.#plain = { body, etag: `"${this.#digest}"`, encoding: '' };
  }

  /** Returns the encoding for an `Accept-Encoding`: gzip if it is accepted and shorter. */
  negotiate(acceptEncoding: string): Representation {
    if (!acceptsGzip(acceptEncoding)) return this.#plain;
    const compressed = this.compress();
    return compressed.body.length < this.#plain.body.length ? compressed : this.#plain;
  }

  /** Compresses the document now, not for the first client that asks. */
  compress(): Representation {
    this.#compressed ??= this.#compressedForm(gzipSync(this.#plain.body, gzipOptions));
    return this.#compressed;
  }

  /** The same off the event loop, for a document that is created while the service runs. */
  async compressAside(): Promise<void> {
    this.#compressed ??= this.#compressedForm(await gzipAside(this.#plain.body, gzipOptions));
  }

  #compressedForm(body: Uint8Array): Representation {
    return { body, etag: `"${this.#digest}-gzip"`, encoding: 'gzip' };
  }

  /** Whether an `If-None-Match` says that the client has this document, in either encoding (weak comparison). */
  matches(ifNoneMatch: string): boolean {
    if (ifNoneMatch === '*') return true;
    const known = [this.#plain.etag, `"${this.#digest}-gzip"`];
    return ifNoneMatch.split(',').some((tag) => known.includes(tag.trim().replace(/^W\//, '')));
  }
}

/** Whether gzip has a weight above zero in an `Accept-Encoding` (RFC 9110 section 12.5.3). */
function acceptsGzip(acceptEncoding: string): boolean {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
