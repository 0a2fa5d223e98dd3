import { pathToFileURL } from 'node:url';
import { LoadError } from '../core/load-error.js';
import type { Tool } from '../core/tool.js';
import { lazyValidator, type Validator } from '../core/validation.js';
import { bundledTools } from './bundled-tools.js';
import { type ToolFile, toolFiles, toolsDirectory } from './tool-files.js';

/** A tool with its category, which is its folder's name, and the validator of its config. */
export interface CatalogueEntry {
  readonly category: string;
  readonly tool: Tool;
  /** Validates a config and fills in the defaults. */
  readonly validateConfig: Validator;
}

/** All tools by slug, ordered by slug. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

/** Provides tools to operations: a {@link Catalogue}, or a lazy one. */
export interface ToolSource {
  get(slug: string): CatalogueEntry | undefined;
  /** All slugs, whether their tools are loaded or not. */
  keys(): Iterable<string>;
}

/**
 * Finds the tools by reading folders of the shape `<category>/<slug>.ts` (`.mjs` in a release).
 *
 * @throws {Error} if a file's default export is not a tool, its slug is not the file's name, or a slug comes twice:
 *   mistakes of a tool's author, so the start fails.
 */
export async function loadCatalogue(directories: readonly string[] = [toolsDirectory]): Promise<Catalogue> {
  const files = directories.flatMap(toolFiles);
  const entries = await Promise.all(files.map(loadTool));
  entries.sort((a, b) => (a.tool.slug < b.tool.slug ? -1 : 1));
  const catalogue = new Map<string, CatalogueEntry>();
  for (const entry of entries) {
    if (catalogue.has(entry.tool.slug)) throw new Error(`Two tools have the slug ${entry.tool.slug}`);
    catalogue.set(entry.tool.slug, entry);
  }
  return catalogue;
}

async function importTool({ category, slug, path }: ToolFile): Promise<{ readonly default?: Tool }> {
  const bundled = path.startsWith(toolsDirectory) ? bundledTools[`${category}/${slug}`] : undefined;
  try {
    return await (bundled ?? import(pathToFileURL(path).href));
  } catch (error) {
    throw new LoadError(path, error, slug);
  }
}

/** @throws {Error} if the file cannot be loaded, its default export is not a tool, or its slug is not the file's name. */
export async function loadTool(file: ToolFile): Promise<CatalogueEntry> {
  const { category, slug, path } = file;
  const { default: tool } = await importTool(file);
  if (tool === undefined || typeof tool.run !== 'function')
    throw new Error(`${path} does not export a tool by default`);
  if (tool.slug !== slug)
    throw new Error(`The tool in ${path} has the slug ${tool.slug}; slug and file name must agree`);
  return Object.freeze({ category, tool, validateConfig: lazyValidator(tool.config) });
}
