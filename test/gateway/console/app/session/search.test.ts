import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadCatalogue } from '../../../../../engine/catalogue/catalogue.js';
import { catalogueDocument } from '../../../../../engine/catalogue/tool-documents.js';
import { searchWhileTyping } from '../../../../../engine/catalogue/tool-search.js';
import { foundIn, nearestTools } from '../../../../../gateway/console/app/session/search.js';
import type { Tool } from '../../../../../gateway/console/app/session/tool.js';

describe('the search of the catalogue', () => {
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

  test('what is in the name comes before what is in the description', () => {
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

  test('one wrong, missing, added or swapped letter is forgiven in a longer word', () => {
    for (const typo of ['uppar case', 'uper case', 'uppper case', 'upepr case']) {
      assert.ok(slugs(typo).includes('upper-case'), typo);
    }
    assert.ok(!slugs('bse').includes('base64-encoder'));
  });

  test('a category finds its tools', () => {
    const found = new Set(slugs('privacy'));
    for (const { slug, category } of tools) if (category === 'privacy') assert.ok(found.has(slug), slug);
  });

  test('a name that there is not has others like it', () => {
    assert.equal(nearestTools(tools, 'UpperCase', 3)[0]?.slug, 'upper-case');
    assert.equal(nearestTools(tools, 'json-to-csv', 3).length, 3);
    assert.deepEqual(nearestTools(tools, '', 3), []);
  });

  test('an empty query finds everything as it stands, one of signs alone nothing', () => {
    assert.deepEqual(searchWhileTyping(tools, '  '), tools);
    assert.deepEqual(slugs('?!'), []);
  });
});

test('the places that a query begins in a text are told, in order', () => {
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
