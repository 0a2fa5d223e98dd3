import assert from 'node:assert/strict';
import type { Engine, EngineResult } from '#engine/execute.js';
import type { EngineOperation } from '#engine/operations/operation.js';

/** A result to compare, in which its bytes can be read, without the time that it took. */
function comparable({ body, ...rest }: EngineResult): unknown {
  return {
    ...rest,
    body: Buffer.from(body)
      .toString()
      .replace(/"processingTimeMs":\d+/, ''),
  };
}

/**
 * Asserts that two results are the same byte for byte, but for the time that they took, with the same numbers of
 * characters.
 */
export function assertSame(result: EngineResult, expected: EngineResult, body: Buffer, message = ''): void {
  const { status, charactersIn, charactersOut } = expected;
  const isAlike =
    result.status === status && result.charactersIn === charactersIn && result.charactersOut === charactersOut;
  if (isAlike && Buffer.compare(result.body, expected.body) === 0) return;
  assert.deepEqual(comparable(result), comparable(expected), `${message} ${body.subarray(0, 2_000).toString()}`);
}

/** Asserts that a result, which did not come from the kernels, is what they make. */
export function assertSameOnBytes(
  engine: Engine,
  operation: EngineOperation,
  body: Buffer,
  expected: EngineResult,
): void {
  const result = engine.executeOnBytes(operation, body);
  if (result !== undefined) assertSame(result, expected, body);
}
