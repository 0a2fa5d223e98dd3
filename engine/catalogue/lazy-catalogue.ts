import { type CatalogueEntry, loadTool, type ToolSource } from './catalogue.js';
import { type ToolFile, toolFiles, toolsDirectory } from './tool-files.js';

/**
 * A catalogue that knows the tools by file name, and loads each on first use. For threads: most threads never use most
 * tools, which are hundreds of modules.
 */
export class LazyCatalogue implements ToolSource {
  readonly #files: ReadonlyMap<string, ToolFile>;
  readonly #loaded = new Map<string, CatalogueEntry>();

  constructor(directories: readonly string[] = [toolsDirectory]) {
    this.#files = new Map(directories.flatMap(toolFiles).map((file) => [file.slug, file]));
  }

  get(slug: string): CatalogueEntry | undefined {
    return this.#loaded.get(slug);
  }

  keys(): Iterable<string> {
    return this.#files.keys();
  }

  /** Whether all of these tools that exist are loaded. */
  has(slugs: readonly string[]): boolean {
    return slugs.every((slug) => this.#loaded.has(slug) || !this.#files.has(slug));
  }

  /** Loads the tools that exist and are not loaded. @throws {Error} if a tool cannot be loaded; the others are. */
  async load(slugs: readonly string[]): Promise<void> {
    const missing = [...new Set(slugs)].filter((slug) => !this.#loaded.has(slug));
    const files = missing.map((slug) => this.#files.get(slug)).filter((file) => file !== undefined);
    const results = await Promise.allSettled(files.map(loadTool));
    for (const result of results)
      if (result.status === 'fulfilled') this.#loaded.set(result.value.tool.slug, result.value);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}
