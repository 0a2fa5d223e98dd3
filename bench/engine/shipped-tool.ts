import { type CatalogueEntry, loadTool } from '#engine/catalogue/catalogue.js';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';

/** Loads one of Textmill's tools, without the others. @throws if there is no such tool. */
export function loadShippedTool(slug: string): Promise<CatalogueEntry> {
  const file = toolFiles(toolsDirectory).find((each) => each.slug === slug);
  if (file === undefined) throw new Error(`There is no tool ${slug}`);
  return loadTool(file);
}
