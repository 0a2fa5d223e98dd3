import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { SearchedTool } from '#engine/catalogue/search-index.js';
import { toolDocument } from '#engine/catalogue/tool-documents.js';
import { searchTools, searchWhileTyping } from '#engine/catalogue/tool-search.js';
import { heldOutQueries } from '../../gateway/mcp/held-out-queries.js';
import { foundAmong, type Questions, tunedQuestions } from '../../support/search-questions.js';

describe('the search for agents', () => {
  let tools: readonly SearchedTool[];
  before(async () => {
    tools = [...(await loadCatalogue()).values()].map(toolDocument);
  });
  const slugs = (query: string) => searchTools(tools, query).map(({ slug }) => slug);
  const found = (questions: Questions, first: number) => foundAmong(first, questions, tools);

  test('the right tool is among the first three results', () => {
    for (const [query, slug] of tunedQuestions) {
      const first = slugs(query).slice(0, 3);
      assert.ok(first.includes(slug), `${query}: ${first.join(' ')}, and not ${slug}`);
    }
  });

  test('knows what other programs call a tool, in whole and within a question', () => {
    const asked = [
      ['csvcut', 'csv-column-picker'],
      ['uniq -c', 'count-duplicate-lines'],
      ['From Base64', 'base64-decode'],
      ['mlr nest', 'csv-explode'],
      ['tac', 'reverse-lines'],
      ['Find / Replace', 'find-replace'],
      ['cyberchef defang url', 'url-defanger'],
      ['sort -nr', 'sort-lines'],
      ['linux equivalent of shuf', 'shuffle-lines'],
      ['something like csvstat for my table', 'csv-describe'],
    ];
    for (const [query = '', slug] of asked) {
      for (const search of [searchTools, searchWhileTyping]) assert.equal(search(tools, query)[0]?.slug, slug, query);
    }
  });

  test('sorting downwards has nothing to do with line endings', () => {
    for (const query of ['sort descending', 'sort numbers descending', 'sort lines ascending', 'descending order']) {
      assert.ok(slugs(query)[0]?.includes('sort'), `${query}: ${slugs(query).slice(0, 3).join(' ')}`);
      assert.ok(!slugs(query).slice(0, 3).includes('line-ending-converter'), query);
    }
  });

  test('the right tool is mostly the first result', () => {
    assert.ok(found(tunedQuestions, 1) >= 0.83 * tunedQuestions.length, `${found(tunedQuestions, 1)} first`);
  });

  test('every tool has a question in the test set', () => {
    const asked = new Set(tunedQuestions.map(([, slug]) => slug));
    const missing = tools.map(({ slug }) => slug).filter((slug) => !asked.has(slug));
    const advice = 'add what an agent would search for to test/gateway/mcp/agent-queries.ts';
    assert.deepEqual(missing, [], `no question finds ${missing.join(', ')}: ${advice}`);
  });

  test('held-out questions get equally good results', () => {
    const { length } = heldOutQueries;
    assert.ok(found(heldOutQueries, 3) >= 0.85 * length, `${found(heldOutQueries, 3)} of ${length} in the first three`);
    assert.ok(found(heldOutQueries, 1) >= 0.6 * length, `${found(heldOutQueries, 1)} of ${length} first`);
  });

  test('every tool is the first result for its slug, and among the first three for its title', () => {
    for (const { slug, title } of tools) {
      assert.equal(slugs(slug)[0], slug);
      assert.ok(slugs(title).slice(0, 3).includes(slug), title);
    }
  });

  test('most questions typed into the console find their tool among the first three', () => {
    const found = (questions: Questions) => foundAmong(3, questions, tools, searchWhileTyping);
    assert.ok(found(tunedQuestions) >= 0.9 * tunedQuestions.length, `${found(tunedQuestions)} tuned`);
    assert.ok(found(heldOutQueries) >= 0.7 * heldOutQueries.length, `${found(heldOutQueries)} held out`);
  });

  test('a slug with hyphens does not find tools that only contain its words', () => {
    const typed = (query: string) => searchWhileTyping(tools, query).map(({ slug }) => slug);
    assert.deepEqual(typed('find-repl'), ['find-replace']);
    assert.ok(typed('find replace').length > 1);
  });

  const directions: readonly (readonly [query: string, better: string, worse: string])[] = [
    ['csv to markdown table', 'csv-to-markdown-table', 'markdown-table-to-csv'],
    ['markdown table to csv', 'markdown-table-to-csv', 'csv-to-markdown-table'],
    ['csv from a markdown table', 'markdown-table-to-csv', 'csv-to-markdown-table'],
    ['from markdown to html', 'markdown-to-html', 'html-to-markdown'],
    ['html as markdown', 'html-to-markdown', 'markdown-to-html'],
    ['camelCase to snake_case', 'snake-case', 'camel-case'],
    ['snake_case into camelCase', 'camel-case', 'snake-case'],
  ];
  for (const [query, better, worse] of directions)
    test(`${query}: ${better} comes before ${worse}`, () => {
      assert.equal(slugs(query)[0], better);
      assert.ok(slugs(query).includes(worse));
    });

  const alike: readonly (readonly [query: string, other: string])[] = [
    ['remove duplicate lines', 'Please can you remove the duplicate lines for me?'],
    ['remove duplicate lines', 'removing duplicated line'],
    ['upper case', 'uppercase'],
    ['extract emails', "extract the e-mail's"],
    ['format json', 'zzyzx format json'],
  ];
  for (const [query, other] of alike)
    test(`"${other}" finds what "${query}" finds first`, () => assert.equal(slugs(other)[0], slugs(query)[0]));

  const browsing = ['', ' ', '?!', 'please', 'what can you do for me'];
  for (const query of browsing)
    test(`"${query}" is no question, so the result is all tools in order of slug`, () => {
      assert.deepEqual(
        slugs(query),
        tools.map(({ slug }) => slug),
      );
    });

  const nothing = ['weather forecast', 'kubernetes', 'leerzeichen entfernen', 'конвертер', '__proto__', 'constructor'];
  for (const query of nothing) test(`"${query}" finds nothing`, () => assert.deepEqual(slugs(query), []));

  for (const [name, query] of [
    ['a word of 41 letters', 'x'.repeat(41)],
    ['a word of 600 letters', 'x'.repeat(600)],
    ['a long word among words that say nothing', `please convert ${'aGVsbG8'.repeat(10)}`],
  ] as const)
    test(`${name} finds nothing`, () => assert.deepEqual(slugs(query), []));

  test('a long word beside known ones changes nothing', () => {
    assert.deepEqual(slugs(`decode ${'aGVsbG8'.repeat(10)}`), slugs('decode'));
    const typed = searchWhileTyping(tools, `decode ${'aGVsbG8'.repeat(10)}`);
    assert.deepEqual(typed, searchWhileTyping(tools, 'decode'));
  });

  test('only the first 500 characters of a query are read', () => {
    assert.deepEqual(slugs(`${'please '.repeat(70)}json kubernetes`), slugs('json'));
    assert.deepEqual(slugs(`${'kubernetes '.repeat(50)}json`), []);
  });

  test('the order of the searched tools has no effect', () => {
    const reversed = [...tools].reverse();
    for (const [query] of heldOutQueries) {
      const found = searchTools(reversed, query).map(({ slug }) => slug);
      assert.deepEqual(found, slugs(query));
    }
  });
});
