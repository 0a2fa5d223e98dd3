import { createHash } from 'node:crypto';
import type { Catalogue, CatalogueEntry } from '../../engine/catalogue.js';
import { encodeJson } from '../../engine/json.js';

/** A document that does not change while the process runs, encoded once. */
export class StaticDocument {
  readonly body: Uint8Array;
  /** A strong validator (RFC 9110 section 8.8.3). */
  readonly etag: string;

  constructor(value: object) {
    this.body = encodeJson(value);
    this.etag = `"${createHash('sha256').update(this.body).digest('base64url').slice(0, 22)}"`;
  }

  /** Whether an `If-None-Match` says that the client has this very document (weak comparison). */
  matches(ifNoneMatch: string): boolean {
    if (ifNoneMatch === '*') return true;
    return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === this.etag);
  }
}

/** What `GET /v1/tools` and `GET /v1/tools/{slug}` answer. */
export class ToolDocuments {
  readonly #all: StaticDocument;
  readonly #bySlug: ReadonlyMap<string, StaticDocument>;

  constructor(catalogue: Catalogue) {
    const tools = [...catalogue.values()].map(toolDocument);
    this.#all = new StaticDocument({ tools, count: tools.length });
    this.#bySlug = new Map(tools.map((tool) => [tool.slug, new StaticDocument(tool)]));
  }

  /** The document of one tool, or of all if no slug is given. Undefined if there is no such tool. */
  find(slug: string | undefined): StaticDocument | undefined {
    return slug === undefined ? this.#all : this.#bySlug.get(slug);
  }
}

function toolDocument({ category, tool }: CatalogueEntry) {
  const { slug, title, description, config, examples } = tool;
  return { slug, title, category, description, config, examples };
}
