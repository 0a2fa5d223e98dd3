import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { loadCatalogue } from '../../engine/catalogue.js';
import { runTool, type ToolCases } from '../support/tool-cases.js';

const catalogue = await loadCatalogue();
const casesDirectory = new URL('./tools/', import.meta.url);
const caseFiles = readdirSync(casesDirectory, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.cases.ts'),
);

for (const { category, tool } of catalogue.values()) {
  describe(`${category}/${tool.slug}`, async () => {
    test('has at least three worked examples', () => assert.ok(tool.examples.length >= 3));
    for (const { input, config = {}, output } of tool.examples) {
      test(`example ${JSON.stringify(input)} ${JSON.stringify(config)}`, () => {
        assert.equal(runTool(tool.slug, input, config), output);
      });
    }

    test('describes every option', () => {
      for (const [name, option] of Object.entries(tool.config.properties)) {
        assert.ok('description' in option, `${name} has no description`);
      }
    });

    const file = `${category}/${tool.slug}.cases.ts`;
    assert.ok(caseFiles.includes(file), `test/engine/tools/${file} is missing`);
    const { default: table } = (await import(new URL(file, casesDirectory).href)) as { default: ToolCases };
    test('the table is its own', () => assert.equal(table.slug, tool.slug));
    for (const row of table.cases) {
      const title = row.name ?? `${JSON.stringify(row.input).slice(0, 80)} ${JSON.stringify(row.config ?? {})}`;
      test(title, () => {
        const result = runTool(tool.slug, row.input, row.config);
        if ('output' in row) assert.equal(typeof result === 'string' ? result : result.error, row.output);
        else
          assert.ok(
            refusals(tool.slug, row.error).includes(typeof result === 'string' ? result : result.error),
            JSON.stringify(result),
          );
      });
    }
    for (const [sentence, check] of Object.entries(table.checks ?? {})) test(sentence, check);
  });
}

test('every table belongs to a tool', () => {
  const expected = [...catalogue.values()].map(({ category, tool }) => `${category}/${tool.slug}.cases.ts`);
  assert.deepEqual(caseFiles.toSorted(), expected.toSorted());
});

/** A row may give the reason alone. */
function refusals(slug: string, error: string): string[] {
  return [error, `Step 1 (${slug}) failed: ${error}`];
}
