import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { UrlRules } from '#engine/core/url-rules.js';
import type { StepBounds } from '#engine/core/work-budget.js';
import { createEngine, type Engine, type EngineResult } from '#engine/execute.js';
import type { EngineOperation } from '#engine/operations/operation.js';
import { assertSame } from './same-results.js';

/** An engine with kernels and one without, which is the oracle of the first. */
export interface BothWays {
  readonly engine: Engine;
  readonly oracle: Engine;
}

const catalogue = await loadCatalogue();

/** @param urlRules - of the operator. @param bounds - see `createEngine`. */
export function bothWays(urlRules?: { current: UrlRules }, bounds: StepBounds = {}): BothWays {
  return {
    engine: createEngine(catalogue, bounds, urlRules),
    oracle: createEngine(catalogue, bounds, urlRules, () => undefined),
  };
}

/** In shorter bodies, lists are found only where most requests have them. */
const longEnough = 200;

/** Returns a body in which a list is found: white space behind it means nothing. */
export function lengthened(body: Buffer): Buffer {
  const missing = longEnough - body.byteLength;
  return missing > 0 ? Buffer.concat([body, Buffer.alloc(missing, ' ')]) : body;
}

/**
 * Runs a body with kernels, in all ways, and without, and asserts that the results are the same byte for byte, with the
 * same numbers of characters.
 *
 * @param message - for a failure, before the beginning of the body.
 * @returns the result, and whether the kernels made one.
 */
export function runBothWays(
  { engine, oracle }: BothWays,
  operation: EngineOperation,
  body: Buffer,
  message = '',
): { readonly result: EngineResult; readonly isByKernels: boolean } {
  const expected = oracle.execute(operation, body);
  // The first time its shape may be new.
  assertSame(engine.execute(operation, body), expected, body, message);
  const onBytes = engine.executeOnBytes(operation, body);
  for (const result of [onBytes, engine.executeInline(operation, body)])
    if (result !== undefined) assertSame(result, expected, body, message);
  return { result: expected, isByKernels: onBytes !== undefined };
}
