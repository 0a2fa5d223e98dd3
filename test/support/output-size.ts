import assert from 'node:assert/strict';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { OutputTooLongError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';

const catalogue = await loadCatalogue();

/** Asserts that a tool reserves exactly the length of its output before it builds it. */
export function assertAsksForItsSize(slug: string, input: string, config: object): void {
  const entry = catalogue.get(slug);
  assert.ok(entry, slug);
  const options = structuredClone(config);
  assert.equal(entry.validateConfig(options), undefined);
  const run = (limit: number) => entry.tool.run(input, options, new OutputLimit(limit));
  const { length } = run(Number.POSITIVE_INFINITY);
  run(length);
  // The runner, which would check the finished output, is not involved here.
  if (length > 0) assert.throws(() => run(length - 1), OutputTooLongError);
}
