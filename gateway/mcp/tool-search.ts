import type { CatalogueEntry } from '../../engine/catalogue.js';

/** The tools that have all words of the query in their slug, title or description. */
export function searchForAgents(entries: Iterable<CatalogueEntry>, query: string): CatalogueEntry[] {
  const words = query.toLowerCase().split(/\s+/);
  return [...entries].filter(({ tool }) => {
    const text = `${tool.slug} ${tool.title} ${tool.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
