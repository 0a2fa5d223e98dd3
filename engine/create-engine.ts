import { toolFiles, toolsDirectory } from './catalogue/tool-files.js';
import type { Engine, EngineOptions, Tools } from './library.js';
import { checkSlug, InvalidToolError } from './own-tools/invalid-tool.js';
import type { OwnTool } from './own-tools/tool-definition.js';

/**
 * Creates an engine. What it needs is loaded when it is first used. The calls may be destructured: they do not use `this`.
 *
 * @throws {InvalidToolError} if a tool is not what `defineTool` returns, or has the slug of another one. Whatever else is
 *   wrong with a tool rejects the calls that use it: its examples are run when it is first used.
 * @example
 * const { run, sanitize } = createEngine({ tools: await loadTools('./tools') });
 */
export function createEngine<const Own extends string = never>({
  tools: own = [],
}: EngineOptions<Own> = {}): Engine<Own> {
  const slugs = builtInSlugs();
  for (const [index, tool] of own.entries()) {
    if (typeof tool !== 'object' || tool === null) {
      throw new InvalidToolError('is not what defineTool returns', `tools[${index}]`);
    }
    const { slug } = tool;
    checkSlug(slug, (each) => builtIn?.includes(each) === true);
    if (slugs.has(slug)) throw new InvalidToolError(`two tools have the slug ${slug}`);
    slugs.add(slug);
  }
  let engine: Promise<Engine> | undefined;
  const loaded = (): Promise<Engine<Own>> => {
    engine ??= import('./library-engine.js').then(({ loadedEngine }) => loadedEngine(own));
    return engine as Promise<Engine<Own>>;
  };
  return {
    run: async (...call) => (await loaded()).run(...call),
    runMany: async (...call) => (await loaded()).runMany(...call),
    sanitize: async (...call) => (await loaded()).sanitize(...call),
    sortDedupe: async (...call) => (await loaded()).sortDedupe(...call),
    tools: {
      slugs: [...slugs].sort(),
      search: async (...call) => (await loaded()).tools.search(...call),
      describe: async (slug) => (await loaded()).tools.describe(slug),
    },
  };
}

/**
 * Reads the tools of a folder, for `createEngine({ tools })`: workflow tools (`name.json`) and module tools (`name.mjs`),
 * which are run on the calling thread. Their examples are run.
 *
 * @throws {ToolFileError} for the first file that is invalid.
 */
export async function loadTools(directory: string): Promise<readonly OwnTool[]> {
  const { loadedTools } = await import('./own-tools/load-tools.js');
  return loadedTools(directory);
}

let builtIn: readonly string[] | undefined;

function builtInSlugs(): Set<string> {
  builtIn ??= toolFiles(toolsDirectory).map(({ slug }) => slug);
  return new Set(builtIn);
}

/** Textmill's tools. */
export const tools: Tools = {
  get slugs() {
    return usual().tools.slugs;
  },
  search: (question, limit) => usual().tools.search(question, limit),
  describe: (slug) => usual().tools.describe(slug),
};

let engine: Engine | undefined;

/** Created when it is first used: an import reads no folder. */
function usual(): Engine {
  engine ??= createEngine();
  return engine;
}
