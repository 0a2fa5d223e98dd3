import type { CatalogueEntry } from './catalogue.js';

/** Returns the document of `GET /v1/tools`. */
export function catalogueDocument(entries: Iterable<CatalogueEntry>) {
  const tools = Array.from(entries, toolDocument);
  return { tools, count: tools.length, data: dataVersions() };
}

/** Returns the versions of tables in Node.js that results of some tools depend on. */
function dataVersions() {
  const { unicode, icu, tz } = process.versions;
  return { unicode, icu, timeZones: tz };
}

/** Returns the document of `GET /v1/tools/{slug}`. */
export function toolDocument({ category, tool }: CatalogueEntry) {
  const { slug, title, description, config, keepsLines, examples } = tool;
  return { slug, title, category, description, config, keepsLines, examples };
}
