import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#engine/catalogue/catalogue.js';
import { encodeJson } from '#engine/core/json.js';
import type { Reference } from '#gateway/console/reference/reference.js';
import { memoizeAsync } from '#gateway/core/memoize-async.js';
import { version } from '#gateway/core/version.js';
import { jsonType } from '../http/media.js';
import { parseOrigin } from '../keys/origin.js';
import { StaticDocument } from '../pipeline/static-document.js';
import { cookieNameAt } from '../sessions/session-cookie.js';
import type { OpenApiDocument } from './openapi/types.js';
import type { DescribedEndpoint } from './openapi/vocabulary.js';
import { pageHeaders } from './page-headers.js';

export interface ReferenceParts {
  readonly catalogue: Catalogue;
  readonly endpoints: readonly DescribedEndpoint[];
  /** The gateway's own scheme. */
  readonly scheme: 'http' | 'https';
  /** The origin under which browsers reach the gateway (PUBLIC_URL), read for each request. */
  readonly publicUrl: () => string | undefined;
  /** Returns the address of a file of the pages, such as `reference.css`. */
  readonly assetAddress: (name: string) => Promise<string>;
}

/** A page in pieces; the origin for its examples goes between them. */
type PageTemplate = readonly string[];

/** The address of a gateway with the default settings. */
const defaultServer = 'http://127.0.0.1:8080';

const defaultCookie = cookieNameAt(new URL(defaultServer).host);

/** Placeholder of the origin in the page; a name that never exists (RFC 2606). */
const placeholder = 'http://textmill.invalid';

/**
 * A Host that is safe in the page: letters, digits and marks without a meaning in HTML or a shell. Other valid hosts,
 * such as `a$(b)`, get the page with the default address.
 */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Cached pages, for different origins; each has 20 to 150 KB. */
const keptPages = 48;

/** The documents of `GET /openapi.json` and `GET /docs/…`, built on the first request, which also loads their code. */
export class ReferenceDocuments {
  readonly #parts: ReferenceParts;
  /** The document of `GET /openapi.json`. */
  readonly openApi = memoizeAsync(() => this.#makeOpenApi());
  /** The document of `GET /docs/openapi-full.json`. */
  readonly fullOpenApi = memoizeAsync(async () => new StaticDocument(encodeJson(await this.#description())));
  readonly #reference = memoizeAsync(() => this.#makeReference());
  readonly #templates = new Map<string, PageTemplate>();
  readonly #pages = new LRUCache<string, StaticDocument>({ max: keptPages });
  /** Made once for both. */
  readonly #description = memoizeAsync(() => this.#describe());

  constructor(parts: ReferenceParts) {
    this.#parts = parts;
  }

  /**
   * Returns a page with examples for PUBLIC_URL, or else for the host of the request; or what its search finds.
   *
   * @param name - what follows `/docs/` in the address; '' for the first page.
   * @param host - the value of `Host`, which the client chooses: shared caches must not store a page with it.
   * @returns undefined if there is no such page.
   */
  async page(name: string, host: string): Promise<StaticDocument | undefined> {
    const path = name === '' ? '/docs' : `/docs/${name}`;
    const reference = await this.#reference();
    const template = this.#template(path, reference);
    if (template === undefined) return undefined;
    const publicUrl = this.#parts.publicUrl();
    // A page without examples is the same for all.
    const isSame = template.length === 1 && !template[0]?.includes(defaultCookie);
    const server = publicUrl ?? (isSame ? undefined : this.#originOf(host));
    const cacheControl = server === publicUrl || server === undefined ? 'no-cache' : 'private, no-cache';
    const variant = `${path} ${cacheControl} ${server}`;
    const kept = this.#pages.get(variant);
    if (kept !== undefined) return kept;
    const text = template.join(server ?? defaultServer);
    // Its name has the port.
    const cookie = cookieNameAt(new URL(server ?? defaultServer).host);
    const page = makePage(path, text.replaceAll(defaultCookie, cookie), cacheControl);
    this.#pages.set(variant, page);
    return page;
  }

  #originOf(host: string): string | undefined {
    if (!plainHost.test(host)) return undefined;
    const parsed = parseOrigin(`${this.#parts.scheme}://${host}`);
    return 'origin' in parsed ? parsed.origin : undefined;
  }

  async #describe(): Promise<OpenApiDocument> {
    const { openApiDocument } = await import('./openapi/document.js');
    return openApiDocument(this.#parts.catalogue, version, this.#parts.endpoints);
  }

  async #makeOpenApi(): Promise<StaticDocument> {
    const [{ shortDocument }, full] = await Promise.all([import('./openapi/short-document.js'), this.#description()]);
    return new StaticDocument(encodeJson(shortDocument(full)));
  }

  async #makeReference(): Promise<Reference> {
    const { assetAddress, endpoints } = this.#parts;
    const [description, { errorList }, { Reference }, style, script, theme] = await Promise.all([
      this.#description(),
      import('./openapi/error-list.js'),
      import('#gateway/console/reference/reference.js'),
      assetAddress('reference.css'),
      assetAddress('reference.js'),
      assetAddress('first-theme.js'),
    ]);
    return new Reference(description, errorList(endpoints), { style, script, theme });
  }

  /** Unknown addresses are not kept: there are any number of them. */
  #template(path: string, reference: Reference): PageTemplate | undefined {
    const kept = this.#templates.get(path);
    if (kept !== undefined) return kept;
    const made = reference.searchIndex(path) ?? reference.page(path, placeholder);
    if (made === undefined) return undefined;
    const template = made.split(placeholder);
    this.#templates.set(path, template);
    return template;
  }
}

function makePage(path: string, text: string, cacheControl: string): StaticDocument {
  return path.endsWith('.json')
    ? new StaticDocument(Buffer.from(text), jsonType, [], cacheControl)
    : new StaticDocument(Buffer.from(text), 'text/html; charset=utf-8', pageHeaders, cacheControl);
}
