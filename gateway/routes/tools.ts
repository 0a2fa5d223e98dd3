import type { Catalogue, CatalogueEntry } from '../../engine/catalogue.js';
import { encodeJson } from '../../engine/json.js';
import { StaticDocument } from './static-document.js';

/** What `GET /v1/tools` and `GET /v1/tools/{slug}` answer. */
export class ToolDocuments {
  readonly #all: StaticDocument;
  readonly #bySlug: ReadonlyMap<string, StaticDocument>;

  constructor(catalogue: Catalogue) {
    const tools = [...catalogue.values()].map(toolDocument);
    this.#all = jsonDocument({ tools, count: tools.length, data: dataVersions() });
    this.#all.compress();
    this.#bySlug = new Map(tools.map((tool) => [tool.slug, jsonDocument(tool)]));
  }

  /** The document of one tool, or of all if no slug is given. Undefined if there is no such tool. */
  find(slug: string | undefined): StaticDocument | undefined {
    return slug === undefined ? this.#all : this.#bySlug.get(slug);
  }
}

function jsonDocument(value: object): StaticDocument {
  return new StaticDocument(encodeJson(value));
}

/** The versions of the tables in Node.js that the result of some tools depends on. */
function dataVersions() {
  const { unicode, icu, tz } = process.versions;
  return { unicode, icu, timeZones: tz };
}

function toolDocument({ category, tool }: CatalogueEntry) {
  const { slug, title, description, config, examples } = tool;
  return { slug, title, category, description, config, examples };
}
