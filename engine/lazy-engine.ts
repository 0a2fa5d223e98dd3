import { LazyCatalogue } from './catalogue/lazy-catalogue.js';
import type { ReplaceableUrlRules } from './core/url-rules.js';
import type { StepBounds } from './core/work-budget.js';
import { createEngine, type EngineResult, internalError } from './execute.js';
import type { EngineOperation } from './operations/operation.js';

/** An engine that loads tools with the first request that names them. */
export interface LazyEngine {
  /** As `Engine.execute`, with the same results byte for byte, unless a tool cannot be loaded. */
  execute(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): Promise<EngineResult>;
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
  const engine = createEngine(catalogue, bounds, urlRules);
  return {
    async execute(operation, body, outputBuffer) {
      const request = engine.read(operation, body);
      if (!catalogue.has(request.slugs)) {
        try {
          await catalogue.load(request.slugs);
        } catch (fault) {
          return internalError(fault);
        }
      }
      return engine.run(request, outputBuffer);
    },
  };
}
