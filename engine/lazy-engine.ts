import type { ToolSource } from './catalogue/catalogue.js';
import { LazyCatalogue } from './catalogue/lazy-catalogue.js';
import type { ReplaceableUrlRules } from './core/url-rules.js';
import type { StepBounds } from './core/work-budget.js';
import { createEngine, type EngineResult } from './execute.js';
import type { EngineOperation } from './operations/operation.js';
import type { ToolFolder } from './own-tools/tool-folder.js';

/** An engine that loads tools with the first request that names them. */
export interface LazyEngine {
  /** As `Engine.execute`, with the same results byte for byte, unless a tool cannot be loaded. */
  execute(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): Promise<EngineResult>;
  /** Replaces the tools of the operator, between two requests. They were checked. */
  useTools(folder: ToolFolder): Promise<void>;
}

/**
 * @param directories - see `loadCatalogue`.
 * @param bounds - see `createEngine`.
 * @param urlRules - see `createEngine`.
 */
export function createLazyEngine(
  directories?: readonly string[],
  bounds?: StepBounds,
  urlRules?: ReplaceableUrlRules,
): LazyEngine {
  const catalogue = new LazyCatalogue(directories);
  /** Why tools of the request that runs could not be loaded. */
  let fault: unknown;
  const tools: ToolSource = {
    get(slug) {
      if (fault !== undefined && !catalogue.has([slug])) throw fault;
      return catalogue.get(slug);
    },
    keys: () => catalogue.keys(),
  };
  const engine = createEngine(tools, bounds, urlRules);
  return {
    async execute(operation, body, outputBuffer) {
      const onBytes = engine.executeOnBytes(operation, body, outputBuffer);
      if (onBytes !== undefined) return onBytes;
      const request = engine.read(operation, body);
      if (catalogue.has(request.slugs)) return engine.run(request, outputBuffer);
      const unloaded = await catalogue.load(request.slugs).then(
        () => undefined,
        (error: unknown) => error,
      );
      // A mistake in the text or in an earlier step is reported first, as where all tools are loaded.
      fault = unloaded;
      const result = engine.run(request, outputBuffer);
      fault = undefined;
      return result;
    },
    async useTools(folder) {
      // Most threads have none.
      const { folderTools } = await import('./own-tools/tool-set.js');
      catalogue.useOwn(folderTools(folder, (slug) => catalogue.isBuiltIn(slug)));
      engine.forgetTools();
    },
  };
}
