import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import {
  plainTable,
  readsTable,
  type TableForm,
  toolOptions,
} from '#gateway/console/app/views/playground/workflow/table.js';
import { newStep } from '#gateway/console/app/views/playground/workflow/workflow.js';

const bare: TableForm = { delimiter: 'tab', hasHeaders: false, quotes: 'backslash', trim: true };
const configs: Readonly<Record<string, object>> = {
  'template-renderer': { data: 'csv' },
  'fixed-width-csv-converter': { direction: 'to-fixed-width' },
};

test('the tools of a table are those that read tables, with their options and defaults', async () => {
  for (const { tool: each } of (await loadCatalogue()).values()) {
    const { properties } = each.config as { readonly properties: Record<string, { readonly default?: unknown }> };
    const isReader = 'quotes' in properties && 'delimiter' in properties && 'trim' in properties;
    const config = { ...configs[each.slug] };
    const taken = toolOptions({ toolSlug: each.slug, config }, bare);
    if (!isReader) {
      if (!['sort-lines', 'extract-columns'].includes(each.slug)) assert.deepEqual(taken, {}, each.slug);
      continue;
    }
    const names = ['delimiter', 'hasHeaders', 'quotes', 'trim'].filter((name) => name in properties);
    assert.deepEqual(Object.keys(taken).sort(), names.sort(), each.slug);
    assert.equal(readsTable(newStep(each.slug, config)), true);
    for (const name of names) {
      const usual =
        each.slug === 'csv-delimiter-converter' && name === 'delimiter' ? 'auto' : plainTable[name as keyof TableForm];
      assert.equal(properties[name]?.default, usual, each.slug);
    }
  }
});
