import type { Catalogue, CatalogueEntry } from '#engine/catalogue/catalogue.js';
import type { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
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

/** Returns the tools of a catalogue, each loaded when it is first needed: loading all takes half a second. */
export function lazyAgentCatalogue(catalogue: LazyCatalogue): AgentCatalogue {
  const slugs = [...catalogue.keys()].sort();
  return {
    categories: distinct([...toolFiles(toolsDirectory).map(({ category }) => category), ...ownCategories(catalogue)]),
    keys: () => slugs,
    get: (slug) => catalogue.get(slug),
    load: (wanted) => catalogue.load([...wanted].filter((slug) => catalogue.get(slug) === undefined)),
  };
}

/** The category of the operator's tools, if there are any. */
function ownCategories(catalogue: LazyCatalogue): readonly string[] {
  return [...catalogue.keys()].every((slug) => catalogue.isBuiltIn(slug)) ? [] : ['own'];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
