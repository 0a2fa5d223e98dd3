import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { catalogueDocument } from '#engine/catalogue/tool-documents.js';
import { searchWhileTyping } from '#engine/catalogue/tool-search.js';
import { foundIn, nearestTools } from '#gateway/console/app/session/search.js';
import type { Tool } from '#gateway/console/app/session/tool.js';

describe('the search while typing', () => {
  let tools: readonly Tool[];
  before(async () => {
    tools = JSON.parse(JSON.stringify(catalogueDocument((await loadCatalogue()).values()))).tools;
  });
  const slugs = (query: string) => searchWhileTyping(tools, query).map(({ slug }) => slug);

  test('every tool is found first by its slug, and by its title among the first three', () => {
    for (const { slug, title } of tools) {
      assert.equal(slugs(slug)[0], slug);
      assert.ok(slugs(title).slice(0, 3).includes(slug), title);
    }
  });

  test('all words must be found, in any order', () => {
    assert.equal(slugs('json csv')[0], 'csv-json-converter');
    assert.equal(slugs('csv json')[0], 'csv-json-converter');
    assert.deepEqual(slugs('csv zebra'), []);
  });

  test('names come before descriptions', () => {
    const found = slugs('hash');
    assert.ok(found.indexOf('hash-text') < found.indexOf('extract-hashtags'));
    const inNames = found.filter((slug) => slug.includes('hash')).length;
    assert.ok(
      found.slice(0, inNames).every((slug) => slug.includes('hash')),
      found.join(' '),
    );
  });

  test('the beginning of a word is enough', () => {
    assert.ok(slugs('upp').slice(0, 1).includes('upper-case'));
    assert.equal(slugs('line-br')[0], 'line-break-remover');
  });

  test('one wrong, missing, added or swapped letter in a longer word is allowed', () => {
    for (const typo of ['uppar case', 'uper case', 'uppper case', 'upepr case']) {
      assert.ok(slugs(typo).includes('upper-case'), typo);
    }
    assert.ok(!slugs('bse').includes('base64-encoder'));
  });

  test('a category finds its tools', () => {
    const found = new Set(slugs('privacy'));
    for (const { slug, category } of tools) if (category === 'privacy') assert.ok(found.has(slug), slug);
  });

  test('a slug that does not exist has similar ones', () => {
    assert.equal(nearestTools(tools, 'UpperCase', 3)[0]?.slug, 'upper-case');
    assert.equal(nearestTools(tools, 'json-to-csv', 3).length, 3);
    assert.deepEqual(nearestTools(tools, '', 3), []);
  });

  test('an empty query returns all tools in their order; punctuation alone returns none', () => {
    assert.deepEqual(searchWhileTyping(tools, '  '), tools);
    assert.deepEqual(slugs('?!'), []);
  });
});

test('returns the places of query words in a text, in order', () => {
  assert.deepEqual(foundIn('Convert CSV to JSON', 'json con'), [
    [0, 3],
    [15, 19],
  ]);
  assert.deepEqual(foundIn('abc', ''), []);
  assert.deepEqual(foundIn('UTF-8', 'utf 8 ut'), [
    [0, 3],
    [4, 5],
  ]);
});
