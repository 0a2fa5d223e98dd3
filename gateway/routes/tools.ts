import type { Catalogue } from '../../engine/catalogue/catalogue.js';
import { encodeJson } from '../../engine/core/json.js';
import { StaticDocument } from './static-document.js';
import { catalogueDocument } from './tool-documents.js';

/** What `GET /v1/tools` and `GET /v1/tools/{slug}` answer. */
export class ToolDocuments {
  readonly #all: StaticDocument;
  readonly #bySlug: ReadonlyMap<string, StaticDocument>;

  constructor(catalogue: Catalogue) {
    const all = catalogueDocument(catalogue.values());
    this.#all = jsonDocument(all);
    this.#all.compress();
    this.#bySlug = new Map(all.tools.map((tool) => [tool.slug, jsonDocument(tool)]));
  }

  /** The document of one tool, or of all if no slug is given. Undefined if there is no such tool. */
  find(slug: string | undefined): StaticDocument | undefined {
    return slug === undefined ? this.#all : this.#bySlug.get(slug);
  }
}

function jsonDocument(value: object): StaticDocument {
  return new StaticDocument(encodeJson(value));
}
