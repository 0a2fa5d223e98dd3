import { type CatalogueEntry, loadTool, type ToolSource } from './catalogue.js';
import { toolFiles, toolsDirectory } from './tool-files.js';

/** A tool that may not be loaded yet. */
interface LoadableTool {
  load(): Promise<CatalogueEntry>;
}

/** A tool that is not Textmill's. */
export interface OwnToolSource {
  readonly slug: string;
  /** Loads it, and the tools that it needs. @throws {Error} if that is not possible. */
  load(tools: LazyCatalogue): Promise<CatalogueEntry>;
}

/**
 * A catalogue that knows the tools by file name, and loads each on first use. For threads: most threads never use most
 * tools, which are hundreds of modules.
 */
export class LazyCatalogue implements ToolSource {
  readonly #builtIn: ReadonlyMap<string, LoadableTool>;
  #own: ReadonlyMap<string, LoadableTool> = new Map();
  readonly #loaded = new Map<string, CatalogueEntry>();

  constructor(directories: readonly string[] = [toolsDirectory]) {
    const files = directories.flatMap(toolFiles);
    this.#builtIn = new Map(files.map((file) => [file.slug, { load: () => loadTool(file) }]));
  }

  get(slug: string): CatalogueEntry | undefined {
    return this.#loaded.get(slug);
  }

  *keys(): Iterable<string> {
    yield* this.#builtIn.keys();
    yield* this.#own.keys();
  }

  /** Whether a tool of this name is one of Textmill's. */
  isBuiltIn(slug: string): boolean {
    return this.#builtIn.has(slug);
  }

  /** Replaces the tools that are not Textmill's. */
  useOwn(tools: readonly OwnToolSource[]): void {
    for (const slug of this.#own.keys()) this.#loaded.delete(slug);
    this.#own = new Map(tools.map((tool) => [tool.slug, { load: () => tool.load(this) }]));
  }

  /** Whether all of these tools that exist are loaded. */
  has(slugs: readonly string[]): boolean {
    return slugs.every((slug) => this.#loaded.has(slug) || this.#find(slug) === undefined);
  }

  /** Loads the tools that exist and are not loaded. @throws {Error} if a tool cannot be loaded; the others are. */
  async load(slugs: readonly string[]): Promise<void> {
    const missing = [...new Set(slugs)].filter((slug) => !this.#loaded.has(slug));
    const found = missing.map((slug) => this.#find(slug)).filter((tool) => tool !== undefined);
    const own = this.#own;
    const results = await Promise.allSettled(found.map((tool) => tool.load()));
    for (const result of results) {
      // Other tools may have taken its place meanwhile.
      if (result.status === 'fulfilled' && (own === this.#own || this.#builtIn.has(result.value.tool.slug)))
        this.#loaded.set(result.value.tool.slug, result.value);
    }
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  #find(slug: string): LoadableTool | undefined {
    return this.#builtIn.get(slug) ?? this.#own.get(slug);
  }
}
