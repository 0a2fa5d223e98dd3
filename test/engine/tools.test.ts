import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { loadCatalogue } from '../../engine/catalogue/catalogue.js';

const catalogue = await loadCatalogue();
const files = readdirSync(new URL('./tools/', import.meta.url), { recursive: true, encoding: 'utf8' });

test('every table belongs to a tool', () => {
  const expected = [...catalogue.values()].map(({ category, tool }) => `${category}/${tool.slug}.cases.ts`);
  assert.deepEqual(files.filter((name) => name.endsWith('.cases.ts')).toSorted(), expected.toSorted());
});

test('every category has its tests', () => {
  const categories = [...new Set([...catalogue.values()].map(({ category }) => category))];
  const expected = categories.flatMap((category) => [`${category}.test.ts`, `${category}.long.test.ts`]);
  assert.deepEqual(files.filter((name) => /^[^/]*\.test\.ts$/.test(name)).toSorted(), expected.toSorted());
});
