import type { Tool } from './tool.js';

type Tables = typeof import('./tool-tables.js');
let loaded: Tables | undefined;

/** Loads the tables of the search and of the options' words. They are there before the catalogue is. */
export async function loadTables(): Promise<Tables> {
  loaded ??= await import('./tool-tables.js');
  return loaded;
}

/** Returns the tools for what a user types, at most 12, best first; without words the tools as they are. */
export function foundFor(tools: readonly Tool[], query: string): readonly Tool[] {
  if (loaded === undefined || query.trim() === '') return tools;
  return loaded.searchWhileTyping(tools, query).slice(0, loaded.mostResults);
}
