import type { Catalogue, CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { ToolFileError } from '#engine/own-tools/invalid-tool.js';
import { noToolFolder, readToolFolder } from '#engine/own-tools/tool-folder.js';
import { describedEntries, type ToolSet } from '#engine/own-tools/tool-set.js';
import type { Log } from '#gateway/core/log.js';
import { exposureProblem } from '#gateway/mcp/exposed-tools.js';
import { checkedToolSet } from '#workers/tool-check.js';
import { type Config, ConfigError } from './config/config.js';

const noTools: ToolSet = { folder: noToolFolder, tools: [] };

type ToolSettings = Pick<Config, 'toolsDir' | 'workerMemoryMb'>;

/**
 * Reads and checks the tools of TOOLS_DIR.
 *
 * @throws {ConfigError} `TOOLS_DIR: tidy-list.json, line 3: steps[0] …`.
 */
export async function configuredTools({ toolsDir, workerMemoryMb }: ToolSettings): Promise<ToolSet> {
  if (toolsDir === undefined) return noTools;
  try {
    return await checkedToolSet(toolsDir, workerMemoryMb);
  } catch (error) {
    if (error instanceof ToolFileError) throw new ConfigError([`TOOLS_DIR: ${error.message}`]);
    throw error;
  }
}

/** The tools that a gateway serves: Textmill's, and those of the operator, which may be replaced. */
export class ServedTools {
  readonly #builtIn: Catalogue;
  readonly #exposed: readonly string[];
  readonly #log: Log;
  readonly #listeners: (() => void)[] = [];
  #set: ToolSet;
  #catalogue: Catalogue;
  #renewal = Promise.resolve();
  /** Whether the tools in TOOLS_DIR are invalid, and those that were read before are served. */
  isOutdated = false;

  /**
   * @param exposed - slugs of tools that must exist, of MCP_EXPOSE.
   * @throws {ConfigError} if one does not.
   */
  constructor(
    builtIn: Catalogue,
    set: ToolSet,
    { exposed, log }: { readonly exposed: readonly string[]; readonly log: Log },
  ) {
    this.#builtIn = builtIn;
    this.#exposed = exposed;
    this.#log = log;
    this.#set = set;
    this.#catalogue = this.#withOwn(set);
  }

  /** All tools by slug, in the order of slugs. */
  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get set(): ToolSet {
    return this.#set;
  }

  /** Calls back after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Returns a function that gives what was made of the tools, and makes it again after each change. */
  made<Made>(make: (catalogue: Catalogue) => Made): () => Made {
    let made = make(this.#catalogue);
    this.onChange(() => {
      made = make(this.#catalogue);
    });
    return () => made;
  }

  /**
   * Reads the tools again, one call after the other. If a file is invalid, the tools stay as they are, and the log says
   * why. Never rejects.
   *
   * @param settings - returns those in force.
   */
  renew(settings: () => ToolSettings): Promise<void> {
    this.#renewal = this.#renewal.then(() => this.#renew(settings()));
    return this.#renewal;
  }

  async #renew(settings: ToolSettings): Promise<void> {
    try {
      if (this.#isUnchanged(settings)) {
        this.isOutdated = false;
        return;
      }
      const set = await configuredTools(settings);
      const catalogue = this.#withOwn(set);
      const before = this.#set.tools.map(({ slug }) => slug);
      this.#set = set;
      this.#catalogue = catalogue;
      this.isOutdated = false;
      for (const listener of this.#listeners) listener();
      const tools = set.tools.map(({ slug }) => slug);
      const removed = before.filter((slug) => !tools.includes(slug));
      this.#log.info({ tools, removed, digest: set.folder.digest }, 'The tools of TOOLS_DIR have changed');
    } catch (error) {
      this.isOutdated = true;
      const stay = 'The tools stay as they are';
      if (!(error instanceof ConfigError)) this.#log.error({ err: error }, stay);
      else for (const problem of error.problems) this.#log.error({ problem }, stay);
    }
  }

  /** Whether the files are those in use, whose examples need not run again. */
  #isUnchanged({ toolsDir }: ToolSettings): boolean {
    if (toolsDir === undefined) return this.#set === noTools;
    try {
      return readToolFolder(toolsDir).digest === this.#set.folder.digest;
    } catch {
      return false;
    }
  }

  #withOwn(set: ToolSet): Catalogue {
    const bySlug = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
      one < other ? -1 : 1;
    const own = describedEntries(set, this.#builtIn).map((entry): [string, CatalogueEntry] => [entry.tool.slug, entry]);
    const catalogue = own.length === 0 ? this.#builtIn : new Map([...this.#builtIn, ...own].sort(bySlug));
    const problem = exposureProblem(this.#exposed, catalogue);
    if (problem !== undefined) throw new ConfigError([`MCP_EXPOSE: ${problem}`]);
    return catalogue;
  }
}
