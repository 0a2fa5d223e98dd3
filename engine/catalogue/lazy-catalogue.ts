import {
  type CatalogueEntry,
  loadTool,
  type ToolFile,
  type ToolSource,
  toolFiles,
  toolsDirectory,
} from './catalogue.js';

/** Tools that a request names exist, but are not loaded yet; nothing has happened. */
export class ToolsNotLoaded extends Error {
  override readonly name = 'ToolsNotLoaded';
  readonly slugs: readonly string[];

  constructor(slugs: readonly string[]) {
    super(`Not loaded: ${slugs.join(', ')}`);
    this.slugs = slugs;
  }
}

/**
 * A catalogue that knows which tools there are by the names of their files, and loads each when it is first asked for.
 * For threads: most never see most tools, and all of them are hundreds of modules.
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

  require(slugs: readonly string[]): void {
    const missing = new Set(slugs.filter((slug) => this.#files.has(slug) && !this.#loaded.has(slug)));
    if (missing.size > 0) throw new ToolsNotLoaded([...missing]);
  }

  /** @throws {Error} if the file of a tool is not one. */
  async load(slugs: readonly string[]): Promise<void> {
    const files = slugs.map((slug) => this.#files.get(slug)).filter((file) => file !== undefined);
    for (const entry of await Promise.all(files.map(loadTool))) this.#loaded.set(entry.tool.slug, entry);
  }
}
