import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type ContentCoding, mostPlainBytes, supportedCodings } from '#workers/content-coding.js';
import { preferredCoding } from '../http/accept-encoding.js';
import { jsonType } from '../http/media.js';
import type { HeaderList } from '../http/server.js';

/** One encoding of a document, as it is sent. */
export interface Representation {
  readonly body: Uint8Array;
  /** A strong validator (RFC 9110 section 8.8.3), different for each encoding. */
  readonly etag: string;
  readonly coding: ContentCoding | '';
}

/** The shortest first: 300 KB of the catalogue's text become 59, 61 and 75 KB. */
const shortestFirst: readonly ContentCoding[] = ['br', 'zstd', 'gzip'];
/** Brotli 11 takes a second for a tenth less, and the first client waits for it. */
const brotliQuality = 9;
const zstdLevel = 12;

/** On threads of Node.js. */
const packers: Readonly<Record<ContentCoding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  gzip: (body) => promisify(zlib.gzip)(body, { level: zlib.constants.Z_BEST_COMPRESSION }),
  br: (body) =>
    promisify(zlib.brotliCompress)(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  zstd: (body) =>
    promisify(zlib.zstdCompress)(body, { params: { [zlib.constants.ZSTD_c_compressionLevel]: zstdLevel } }),
};

/** A document that does not change while the process runs: encoded once, and packed once in each coding on demand. */
export class StaticDocument {
  readonly contentType: string;
  /** Headers of every response with it, except those of caching. */
  readonly headers: HeaderList;
  /** The value of Cache-Control. */
  readonly cacheControl: string;
  readonly #digest: string;
  readonly #plain: Representation;
  readonly #packed = new Map<ContentCoding, Representation | Promise<Representation>>();

  constructor(body: Uint8Array, contentType = jsonType, headers: HeaderList = [], cacheControl = 'no-cache') {
    this.contentType = contentType;
    this.headers = headers;
    this.cacheControl = cacheControl;
    this.#digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    this.#plain = { body, etag: this.#etag(''), coding: '' };
  }

  /** Returns the representation for an `Accept-Encoding`. A promise if it is still being packed. */
  negotiate(acceptEncoding: string): Representation | Promise<Representation> {
    const isShort = this.#plain.body.byteLength <= mostPlainBytes;
    const coding = isShort ? '' : preferredCoding(acceptEncoding, shortestFirst);
    return coding === '' ? this.#plain : (this.#packed.get(coding) ?? this.#pack(coding));
  }

  async #pack(coding: ContentCoding): Promise<Representation> {
    const packing = this.#packWith(coding);
    this.#packed.set(coding, packing);
    try {
      const packed = await packing;
      this.#packed.set(coding, packed);
      return packed;
    } catch (error) {
      this.#packed.delete(coding);
      throw error;
    }
  }

  async #packWith(coding: ContentCoding): Promise<Representation> {
    const body = await packers[coding](this.#plain.body);
    return body.byteLength < this.#plain.body.byteLength ? { body, etag: this.#etag(coding), coding } : this.#plain;
  }

  #etag(coding: ContentCoding | ''): string {
    return coding === '' ? `"${this.#digest}"` : `"${this.#digest}-${coding}"`;
  }

  /** Whether an `If-None-Match` says that the client has this document, in any encoding (weak comparison). */
  matches(ifNoneMatch: string): boolean {
    if (ifNoneMatch === '*') return true;
    const known = ['' as const, ...supportedCodings].map((coding) => this.#etag(coding));
    return ifNoneMatch.split(',').some((tag) => known.includes(tag.trim().replace(/^W\//, '')));
  }
}
