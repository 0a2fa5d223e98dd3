import { type Catalogue, type CatalogueEntry, toolFiles, toolsDirectory } from '../../../engine/catalogue/catalogue.js';
import { LazyCatalogue } from '../../../engine/catalogue/lazy-catalogue.js';

/** The text tools as agents are told of them: all there already, or loaded when somebody asks. */
export interface AgentCatalogue {
  /** In the order of their names. */
  readonly categories: readonly string[];
  /** All slugs in their order, whether their tools are loaded or not. */
  keys(): Iterable<string>;
  /** A tool that is loaded. */
  get(slug: string): CatalogueEntry | undefined;
  /** Loads tools; slugs that there are not are left out. */
  load(slugs: Iterable<string>): Promise<void>;
}

/** A catalogue that is there as a whole. */
export function loadedCatalogue(catalogue: Catalogue): AgentCatalogue {
  return {
    categories: distinct(Array.from(catalogue.values(), ({ category }) => category)),
    keys: () => catalogue.keys(),
    get: (slug) => catalogue.get(slug),
    load: () => Promise.resolve(),
  };
}

/** The tools that Textmill ships, each loaded when it is first asked for: all of them take half a second. */
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
