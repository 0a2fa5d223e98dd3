import assert from 'node:assert/strict';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { UrlRules } from '#engine/core/url-rules.js';
import { createEngine, type Engine, type EngineResult } from '#engine/execute.js';
import type { EngineOperation } from '#engine/operations/operation.js';

/** An engine with kernels and one without, which is the oracle of the first. */
export interface BothWays {
  readonly engine: Engine;
  readonly oracle: Engine;
}

const catalogue = await loadCatalogue();

/** @param urlRules - of the operator. */
export function bothWays(urlRules?: { current: UrlRules }): BothWays {
  return {
    engine: createEngine(catalogue, {}, urlRules),
    oracle: createEngine(catalogue, {}, urlRules, () => undefined),
  };
}

/** In shorter bodies, lists are found only where most requests have them. */
const longEnough = 200;

/** Returns a body in which a list is found: white space behind it means nothing. */
export function lengthened(body: Buffer): Buffer {
  const missing = longEnough - body.byteLength;
  return missing > 0 ? Buffer.concat([body, Buffer.alloc(missing, ' ')]) : body;
}

/** A result to compare, in which its bytes can be read. */
function comparable({ body, ...rest }: EngineResult): unknown {
  return { ...rest, body: Buffer.from(body).toString() };
}

function isSame(result: EngineResult, expected: EngineResult): boolean {
  const { status, charactersIn, charactersOut, body } = expected;
  if (result.status !== status || Buffer.compare(result.body, body) !== 0) return false;
  return result.charactersIn === charactersIn && result.charactersOut === charactersOut;
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
  const onBytes = engine.executeOnBytes(operation, body);
  // The second time the shape is known.
  for (const result of [onBytes, engine.execute(operation, body), engine.executeInline(operation, body)]) {
    if (result === undefined) continue;
    if (isSame(result, expected)) continue;
    const beginning = body.subarray(0, 2_000).toString();
    assert.deepEqual(comparable(result), comparable(expected), `${message} ${beginning}`);
  }
  return { result: expected, isByKernels: onBytes !== undefined };
}
