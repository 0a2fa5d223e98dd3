import type { CatalogueEntry } from './catalogue.js';

/** What `GET /v1/tools` says. */
export function catalogueDocument(entries: Iterable<CatalogueEntry>) {
  const tools = Array.from(entries, toolDocument);
  return { tools, count: tools.length, data: dataVersions() };
}

/** The versions of the tables in Node.js that the result of some tools depends on. */
function dataVersions() {
  const { unicode, icu, tz } = process.versions;
  return { unicode, icu, timeZones: tz };
}

/** What `GET /v1/tools/{slug}` says. */
export function toolDocument({ category, tool }: CatalogueEntry) {
  const { slug, title, description, config, keepsLines, examples } = tool;
  return { slug, title, category, description, config, keepsLines, examples };
}
