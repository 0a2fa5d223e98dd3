import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { keepsLinesWith } from '#engine/core/line-keeping.js';
import { line } from '../../../support/line-texts.js';
import { runRequest } from '../../../support/run-request.js';
import { isFullForm } from '../../../support/sample-size.js';
import { configsOf } from '../../../support/tool-configs.js';

const catalogue = await loadCatalogue();

/** Texts in a request, and requests for each tool and config. */
const samples = isFullForm ? 40 : 2;
const configsOfTool = isFullForm ? 100 : 4;

describe('that a tool gets many texts in one call is not seen', () => {
  for (const entry of catalogue.values()) {
    const { slug, keepsLines, examples } = entry.tool;
    if (keepsLines === false) continue;
    test(slug, () => {
      const configs = configsOf(entry).filter((config) =>
        keepsLinesWith(keepsLines, config as Record<string, unknown>),
      );
      assert.notEqual(configs.length, 0);
      const lines = examples.flatMap(({ input }) => input.split(/[\r\n]+/));
      const rows = fc.array(fc.oneof(line, fc.constantFrom('', ...lines)), { minLength: 2, maxLength: 12 });
      for (const config of configs.slice(0, configsOfTool)) {
        const steps = [{ toolSlug: slug, config }];
        fc.assert(
          fc.property(rows, (inputs) => {
            const { results = [] } = runRequest({ inputs, steps });
            const alone = inputs.map((input) => runRequest({ input, steps }));
            assert.deepEqual(
              results.map(({ result, error }) => result ?? error),
              alone.map(({ result, error }) => result ?? error),
            );
          }),
          { seed: 9, numRuns: samples },
        );
      }
    });
  }
});
