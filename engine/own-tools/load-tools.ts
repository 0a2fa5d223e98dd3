import type { OwnToolSource } from '../catalogue/lazy-catalogue.js';
import { LazyCatalogue } from '../catalogue/lazy-catalogue.js';
import type { OwnTool } from './tool-definition.js';
import { readToolFolder } from './tool-folder.js';
import { checkTools, folderTools } from './tool-set.js';

/** How the tools of folders are loaded. */
const sources = new WeakMap<OwnTool, OwnToolSource>();

/** Reads and checks the tools of a folder on this thread. @throws {ToolFileError} for the first that is invalid. */
export async function loadedTools(directory: string): Promise<readonly OwnTool[]> {
  const folder = readToolFolder(directory);
  const { tools } = await checkTools(folder);
  const builtIn = new LazyCatalogue();
  const bySlug = new Map(folderTools(folder, (slug) => builtIn.isBuiltIn(slug)).map((tool) => [tool.slug, tool]));
  return tools.map(({ slug, title, description }) => {
    const tool: OwnTool = Object.freeze({ slug, title, description });
    const source = bySlug.get(slug);
    if (source !== undefined) sources.set(tool, source);
    return tool;
  });
}

/** Returns how a tool of {@link loadedTools} is loaded; undefined for others. */
export function folderSource(tool: OwnTool): OwnToolSource | undefined {
  return sources.get(tool);
}
