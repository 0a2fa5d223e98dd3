import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine, type EngineResult } from '#engine/execute.js';
import { sampleSize } from '../../support/sample-size.js';
import { sanitizeBody } from '../../support/sanitize-bodies.js';

const catalogue = await loadCatalogue();
const engine = createEngine(catalogue);
const oracle = createEngine(catalogue, {}, undefined, () => undefined);

/** A result to compare. */
function comparable(result: EngineResult | undefined): unknown {
  return result && { ...result, body: Buffer.from(result.body).toString('latin1') };
}

/** Asserts that a body has the same result with kernels and without. @returns whether the kernels made it. */
function assertSame(body: Buffer, message: string): boolean {
  const expected = oracle.execute('sanitize', body);
  const onBytes = engine.executeOnBytes('sanitize', body);
  for (const result of [onBytes, engine.executeInline('sanitize', body), engine.execute('sanitize', body)]) {
    if (result === undefined) continue;
    const isSame = result.status === expected.status && Buffer.compare(result.body, expected.body) === 0;
    if (!isSame)
      assert.deepEqual(comparable(result), comparable(expected), `${message}: ${body.toString().slice(0, 2_000)}`);
  }
  return onBytes !== undefined;
}

test('random bodies have the same result with kernels and without', (t) => {
  const first = Number(process.env.TEXTMILL_TEST_SEED ?? 1);
  const bodies = sampleSize(1_000_000);
  t.diagnostic(`seeds ${first} to ${first + bodies - 1}`);
  let byKernels = 0;
  for (let seed = first; seed < first + bodies; seed++) if (assertSame(sanitizeBody(seed), `seed ${seed}`)) byKernels++;
  t.diagnostic(`${byKernels} of ${bodies} by kernels`);
  assert.ok(byKernels > bodies / 2, `${byKernels} of ${bodies}`);
});
