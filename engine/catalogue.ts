import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Tool } from './tool.js';
import { lazyValidator, type Validator } from './validation.js';

/** A tool in its place: with its category, which is its folder's name, and the check of its config. */
export interface CatalogueEntry {
  readonly category: string;
  readonly tool: Tool;
  /** Checks a config and fills in the defaults. */
  readonly validateConfig: Validator;
}

/** All tools by slug, in the order of their slugs. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

/** The folder of the tools that Textmill ships. */
export const toolsDirectory = fileURLToPath(new URL('./tools/', import.meta.url));

/**
 * Finds the tools by reading folders of the shape `<category>/<slug>.ts` (`.js` once built).
 *
 * @throws {Error} if a file's default export is not a tool, its slug is not the file's name, or a slug comes twice:
 *   mistakes of whoever writes a tool, so the start fails.
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

interface ToolFile {
  readonly category: string;
  readonly path: string;
}

function toolFiles(directory: string): ToolFile[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name: category }) =>
      readdirSync(join(directory, category))
        .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
        .map((name) => ({ category, path: join(directory, category, name) })),
    );
}

async function loadTool({ category, path }: ToolFile): Promise<CatalogueEntry> {
  const { default: tool } = (await import(pathToFileURL(path).href)) as { default?: Tool };
  if (tool === undefined || typeof tool.run !== 'function')
    throw new Error(`${path} does not export a tool by default`);
  const fileName = basename(path).replace(/\.[jt]s$/, '');
  if (tool.slug !== fileName)
    throw new Error(`The tool in ${path} calls itself ${tool.slug}; slug and file name must agree`);
  return Object.freeze({ category, tool, validateConfig: lazyValidator(tool.config) });
}
