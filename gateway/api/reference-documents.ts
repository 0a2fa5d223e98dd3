import type { Catalogue } from '../../engine/catalogue/catalogue.js';
import { encodeJson } from '../../engine/core/json.js';
import { Memo } from '../core/memo.js';
import { version } from '../core/version.js';
import type { HeaderList } from '../http/server.js';
import { parseOrigin } from '../keys/origin.js';
import type { OpenApiDocument } from '../openapi/types.js';
import type { DescribedEndpoint } from '../openapi/vocabulary.js';
import { StaticDocument } from '../request/static-document.js';

export interface ReferenceParts {
  readonly catalogue: Catalogue;
  readonly endpoints: readonly DescribedEndpoint[];
  /** The gateway's own scheme. */
  readonly scheme: 'http' | 'https';
  /** The origin under which browsers reach the gateway (PUBLIC_URL), read for each request. */
  readonly publicUrl: () => string | undefined;
}

/** The page in pieces; the origin for its commands goes between them. */
interface PageTemplate {
  readonly pieces: readonly string[];
  readonly headers: HeaderList;
  readonly defaultServer: string;
}

/** Placeholder of the origin in the page; a name that never exists (RFC 2606). */
const placeholder = 'http://textmill.invalid';

/**
 * A Host that is safe in the page: letters, digits and marks without a meaning in HTML or a shell. Other valid hosts,
 * such as `a$(b)`, get the page with the default address.
 */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Cached pages for different origins; each has half a megabyte. */
const keptPages = 4;

/**
 * The documents of `GET /openapi.json`, `GET /docs` and `GET /docs/errors`, built on the first request, which also
 * loads their code.
 */
export class ReferenceDocuments {
  readonly #parts: ReferenceParts;
  #openApi: Promise<StaticDocument> | undefined;
  #errors: Promise<StaticDocument> | undefined;
  #template: Promise<PageTemplate> | undefined;
  readonly #pages = new Memo<string, Promise<StaticDocument>>(keptPages);
  #description: Promise<OpenApiDocument> | undefined;

  constructor(parts: ReferenceParts) {
    this.#parts = parts;
  }

  openApi(): Promise<StaticDocument> {
    this.#openApi ??= this.#makeOpenApi();
    return this.#openApi;
  }

  /** Returns the page that explains every error code. */
  errors(): Promise<StaticDocument> {
    this.#errors ??= this.#makeErrors();
    return this.#errors;
  }

  /**
   * Returns the page with commands for PUBLIC_URL, or else for the host of the request.
   *
   * @param host - the value of `Host`, which the client chooses: shared caches must not store a page with it.
   */
  page(host: string): Promise<StaticDocument> {
    const publicUrl = this.#parts.publicUrl();
    const server = publicUrl ?? this.#originOf(host);
    const cacheControl = server === publicUrl || server === undefined ? 'no-cache' : 'private, no-cache';
    const name = `${cacheControl} ${server}`;
    const kept = this.#pages.get(name);
    if (kept !== undefined) return kept;
    const page = this.#makePage(server, cacheControl);
    this.#pages.set(name, page);
    return page;
  }

  #originOf(host: string): string | undefined {
    if (!plainHost.test(host)) return undefined;
    const parsed = parseOrigin(`${this.#parts.scheme}://${host}`);
    return 'origin' in parsed ? parsed.origin : undefined;
  }

  /** Built once for both. */
  #describe(): Promise<OpenApiDocument> {
    this.#description ??= import('../openapi/document.js').then(({ openApiDocument }) =>
      openApiDocument(this.#parts.catalogue, version, this.#parts.endpoints),
    );
    return this.#description;
  }

  async #makeOpenApi(): Promise<StaticDocument> {
    const document = new StaticDocument(encodeJson(await this.#describe()));
    await document.compressAside();
    return document;
  }

  async #makeErrors(): Promise<StaticDocument> {
    const [{ errorList }, { errorsPage }, { pageHeaders }] = await Promise.all([
      import('../openapi/error-list.js'),
      import('../console/errors-page.js'),
      import('../console/reference-page.js'),
    ]);
    const page = Buffer.from(errorsPage(errorList()));
    const document = new StaticDocument(page, 'text/html; charset=utf-8', pageHeaders);
    await document.compressAside();
    return document;
  }

  async #makeTemplate(): Promise<PageTemplate> {
    const [description, { referencePage, pageHeaders, defaultServer }] = await Promise.all([
      this.#describe(),
      import('../console/reference-page.js'),
    ]);
    const pieces = referencePage(description, placeholder).split(placeholder);
    return { pieces, headers: pageHeaders, defaultServer };
  }

  /** Takes a few milliseconds; the template takes fifty. */
  async #makePage(server: string | undefined, cacheControl: string): Promise<StaticDocument> {
    this.#template ??= this.#makeTemplate();
    const { pieces, headers, defaultServer } = await this.#template;
    const page = Buffer.from(pieces.join(server ?? defaultServer));
    const document = new StaticDocument(page, 'text/html; charset=utf-8', headers, cacheControl);
    await document.compressAside();
    return document;
  }
}
