import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { type Options, unmetConditions } from '#gateway/client/line-keeping.js';
import { runLines } from '#gateway/client/lines.js';
import { all, EngineSender } from '../../support/fake-sender.js';
import { line } from '../../support/line-texts.js';
import { resultOf } from '../../support/tool-cases.js';
import { configsOf } from '../../support/tool-configs.js';

const catalogue = await loadCatalogue();
const keepingSteps = [...catalogue.values()].flatMap((entry) =>
  configsOf(entry)
    .filter((config) => unmetConditions(entry.tool, config as Options) === undefined)
    .filter((config) => !('invalid' in config) || config.invalid !== 'error')
    .map((config) => ({ toolSlug: entry.tool.slug, config: config as Options })),
);

test('every workflow that keeps lines gives the same for rows as for each row alone', async () => {
  const rowsOf = fc.array(
    line.map((text) => text.replaceAll(/[\r\n]/g, '')),
    { maxLength: 12 },
  );
  const stepsOf = fc.array(fc.constantFrom(...keepingSteps), { minLength: 1, maxLength: 4 });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(rowsOf, stepsOf, async (rows, steps) => {
      const alone = () =>
        rows.map((row) => steps.reduce((text, { toolSlug, config }) => resultOf(toolSlug, text, config), `${row}\n`));
      let expected: string[];
      try {
        expected = alone();
      } catch {
        // A tool that refuses a row alone refuses it among others too.
        await assert.rejects(all(runLines(new EngineSender(), rows, steps)), { status: 400 });
        return;
      }
      const given = await all(runLines(new EngineSender(), rows, steps));
      assert.deepEqual(
        given.map((text) => `${text}\n`),
        expected,
      );
      accepted++;
    }),
    { seed: 9, numRuns: 150 },
  );
  assert.ok(accepted > 75, `${accepted} workflows were not refused`);
});
