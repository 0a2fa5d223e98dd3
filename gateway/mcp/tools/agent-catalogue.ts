import type { Catalogue, CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';

/** The text tools for agents: loaded already, or when they are needed. */
export interface AgentCatalogue {
  /** In alphabetical order. */
  readonly categories: readonly string[];
  /** All slugs in order, of loaded tools and others. */
  keys(): Iterable<string>;
  /** Returns a loaded tool. */
  get(slug: string): CatalogueEntry | undefined;
  /** Loads tools, and skips unknown slugs. */
  load(slugs: Iterable<string>): Promise<void>;
}

/** Returns a catalogue of loaded tools. */
export function loadedCatalogue(catalogue: Catalogue): AgentCatalogue {
  return {
    categories: distinct(Array.from(catalogue.values(), ({ category }) => category)),
    keys: () => catalogue.keys(),
    get: (slug) => catalogue.get(slug),
    load: () => Promise.resolve(),
  };
}

/** Returns Textmill's own tools, each loaded when it is first needed: loading all takes half a second. */
export function lazyAgentCatalogue(): AgentCatalogue {
  const catalogue = new LazyCatalogue();
  const slugs = [...catalogue.keys()].sort();
  return {
    categories: distinct(toolFiles(toolsDirectory).map(({ category }) => category)),
    keys: () => slugs,
    get: (slug) => catalogue.get(slug),
    load: (wanted) => catalogue.load([...wanted].filter((slug) => catalogue.get(slug) === undefined)),
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
