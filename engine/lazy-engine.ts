import { LazyCatalogue, ToolsNotLoaded } from './catalogue/lazy-catalogue.js';
import type { StepBounds } from './core/work-budget.js';
import { createEngine, type EngineResult, internalError } from './execute.js';
import type { EngineOperation } from './operations/operation.js';

/** An engine that loads tools with the first request that names them. */
export interface LazyEngine {
  /** As `Engine.execute`, with the same results byte for byte. */
  execute(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): Promise<EngineResult>;
}

/**
 * @param directories - see `loadCatalogue`.
 * @param bounds - see `createEngine`.
 */
export function createLazyEngine(directories?: readonly string[], bounds?: StepBounds): LazyEngine {
  const catalogue = new LazyCatalogue(directories);
  const engine = createEngine(catalogue, bounds);
  const execute = async (
    operation: EngineOperation,
    body: Uint8Array,
    outputBuffer?: Uint8Array,
  ): Promise<EngineResult> => {
    try {
      return engine.execute(operation, body, outputBuffer);
    } catch (error) {
      if (!(error instanceof ToolsNotLoaded)) throw error;
      try {
        await catalogue.load(error.slugs);
      } catch (fault) {
        return internalError(fault);
      }
      return execute(operation, body, outputBuffer);
    }
  };
  return { execute };
}
