import type { Tool } from './tool.js';

type Search = typeof import('#engine/catalogue/tool-search.js');
let loaded: Search | undefined;

/** Loads the search with its tables, which are a script of their own. It is there before the catalogue is. */
export async function loadSearch(): Promise<void> {
  loaded ??= await import('#engine/catalogue/tool-search.js');
}

/** Returns the tools for what a user types, at most 12, best first; without words the tools as they are. */
export function foundFor(tools: readonly Tool[], query: string): readonly Tool[] {
  if (loaded === undefined || query.trim() === '') return tools;
  return loaded.searchWhileTyping(tools, query).slice(0, loaded.mostResults);
}
