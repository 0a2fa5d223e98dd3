import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { keptToolHeaps } from '../support/tool-heap.js';

const catalogue = await loadCatalogue();
const files = readdirSync(new URL('./tools/', import.meta.url), { recursive: true, encoding: 'utf8' });

test('every table belongs to a tool', () => {
  const expected = [...catalogue.values()].map(({ category, tool }) => `${category}/${tool.slug}.cases.ts`);
  assert.deepEqual(files.filter((name) => name.endsWith('.cases.ts')).toSorted(), expected.toSorted());
});

test('every category has its tests', () => {
  const categories = [...new Set([...catalogue.values()].map(({ category }) => category))];
  const expected = categories.flatMap((category) => ['', '.long', '.full'].map((form) => `${category}${form}.test.ts`));
  assert.deepEqual(files.filter((name) => /^[^/]*\.test\.ts$/.test(name)).toSorted(), expected.toSorted());
});

test('no tool has a text that npm run new-tool wrote for its author to replace', () => {
  const template = readFileSync(new URL('../../gateway/build/templates/tool.ts.txt', import.meta.url), 'utf8');
  // The others are names of modules, and a slug and a title.
  const placeholders = [...template.matchAll(/'(\w+ \w+ [^'\n]+)'/g)].map(([text]) => text);
  assert.ok(placeholders.length >= 5);
  for (const { slug, path } of toolFiles(toolsDirectory)) {
    const source = readFileSync(path, 'utf8');
    const left = placeholders.filter((text) => source.includes(text));
    assert.deepEqual(
      left,
      [],
      `${slug} has texts of gateway/build/templates/tool.ts.txt: write what users need to know`,
    );
  }
});

test('the heap of every tool was measured', () => {
  for (const [memoryMb, heaps] of Object.entries(keptToolHeaps())) {
    const measured = new Set(heaps.map(({ slug }) => slug));
    const missing = [...catalogue.keys()].filter((slug) => !measured.has(slug));
    const command = `npm run test:full -- chaos/tool-heap --test-name-pattern='^(${missing.join('|')})$'`;
    assert.deepEqual(missing, [], `test/results/tool-heap.json lacks tools at ${memoryMb} MB: ${command}`);
  }
});
