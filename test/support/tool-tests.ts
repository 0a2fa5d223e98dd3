import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import { isFullForm } from './sample-size.js';
import { runTool, type ToolCases, type ToolRow } from './tool-cases.js';

const catalogue = await loadCatalogue();
const casesDirectory = new URL('../engine/tools/', import.meta.url);

/**
 * Tests every tool of a category: its declaration, its examples, and the short rows of its table. The tables are loaded
 * before the suites: node:test would end a suite that `--test-name-pattern` leaves out before its body has loaded a
 * table.
 */
export async function testTools(wanted: string): Promise<void> {
  for (const [tool, table] of await toolsWithTables(wanted)) testTool(wanted, tool, table);
}

/**
 * Tests what takes long in the tables of a category: the properties and comparisons with other programs, and in the full
 * form the long rows.
 */
export async function testToolChecks(wanted: string): Promise<void> {
  for (const [tool, { cases, checks = {} }] of await toolsWithTables(wanted)) {
    describe(`${wanted}/${tool.slug}`, () => {
      for (const row of cases) if ('long' in row && isFullForm) testRow(tool.slug, row.long);
      for (const [sentence, check] of Object.entries(checks)) test(sentence, check);
    });
  }
}

async function toolsWithTables(wanted: string): Promise<(readonly [CatalogueEntry['tool'], ToolCases])[]> {
  const entries = [...catalogue.values()].filter(({ category }) => category === wanted);
  return Promise.all(entries.map(async ({ tool }) => [tool, await tableOf(wanted, tool.slug)] as const));
}

async function tableOf(category: string, slug: string): Promise<ToolCases> {
  const file = new URL(`${category}/${slug}.cases.ts`, casesDirectory);
  assert.ok(existsSync(file), `test/engine/tools/${category}/${slug}.cases.ts is missing`);
  return ((await import(file.href)) as { default: ToolCases }).default;
}

function testTool(category: string, tool: CatalogueEntry['tool'], table: ToolCases): void {
  describe(`${category}/${tool.slug}`, () => {
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

    test('the table belongs to this tool', () => assert.equal(table.slug, tool.slug));
    for (const row of table.cases) if (!('long' in row)) testRow(tool.slug, row);
  });
}

function testRow(slug: string, [input, expected, config = {}, name]: ToolRow): void {
  test(name ?? `${JSON.stringify(input).slice(0, 80)} ${JSON.stringify(config)}`, () => {
    const result = runTool(slug, input, config);
    const text = typeof result === 'string' ? result : result.error;
    if (typeof expected === 'string') assert.equal(text, expected);
    else assert.ok(refusals(slug, expected.error).includes(text), JSON.stringify(result));
  });
}

/** A row may give only the reason. */
function refusals(slug: string, error: string): string[] {
  return [error, `Step 1 (${slug}) failed: ${error}`];
}
