import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { meantOption, optionSynonyms } from '#engine/core/option-synonyms.js';

const catalogue = await loadCatalogue();
const optionsByTool = Array.from(catalogue.values(), ({ tool }) => Object.keys(tool.config.properties));

describe('synonyms of options', () => {
  for (const [option, synonyms] of Object.entries(optionSynonyms)) {
    test(`${option}: each synonym leads to it`, () => {
      const tools = optionsByTool.filter((options) => options.includes(option));
      assert.ok(tools.length > 0, 'no tool has this option');
      for (const synonym of synonyms) {
        assert.match(synonym, /^[a-z0-9]+$/);
        const found = tools.some((options) => meantOption(synonym, options) === option);
        assert.ok(found, `${synonym} leads to it in no tool`);
      }
    });
  }

  test('in every tool, a synonym leads to an option that the tool has', () => {
    for (const options of optionsByTool) {
      for (const synonym of Object.values(optionSynonyms).flat()) {
        const meant = meantOption(synonym, options);
        assert.ok(meant === undefined || options.includes(meant));
      }
    }
  });
});

for (const [written, options, expected] of [
  ['replacement', ['find', 'replace'], 'replace'],
  ['separator', ['delimiter', 'quotes'], 'delimiter'],
  ['ignore-case', ['caseSensitive'], 'caseSensitive'],
  ['has_headers', ['delimiter', 'hasHeaders'], 'hasHeaders'],
  ['delimeter', ['delimiter', 'separator'], 'delimiter'],
  ['colour', ['find', 'replace'], undefined],
  ['constructor', ['find', 'replace'], undefined],
  ['x'.repeat(1_000_000), ['find', 'replace'], undefined],
] as const) {
  test(`${written.slice(0, 20)} of ${options.join(', ')} means ${expected}`, () => {
    assert.equal(meantOption(written, options), expected);
  });
}
