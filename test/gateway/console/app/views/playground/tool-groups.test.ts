import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Tool } from '#gateway/console/app/session/tool.js';
import { loadTables } from '#gateway/console/app/session/tool-search.js';
import { nextActive, offeredTools } from '#gateway/console/app/views/playground/tool-groups.js';

const tool = (slug: string, category: string): Tool => ({
  slug,
  title: slug,
  category,
  description: '',
  config: { properties: {} },
  examples: [],
});
const tools = [tool('upper-case', 'case'), tool('trim-lines', 'lines'), tool('other', 'of-ones-own')];
const shown = (query: string) => offeredTools(tools, query).map(({ title, tools: [first] }) => [title, first?.slug]);

describe('what the search for tools offers', () => {
  before(async () => {
    await loadTables();
  });

  test('without a query: every tool, by category in the order of pages, unknown categories last', () => {
    const expected = [
      ['Lines and white space', 'trim-lines'],
      ['Letter case', 'upper-case'],
      ['of-ones-own', 'other'],
    ];
    assert.deepEqual(shown(''), expected);
    assert.deepEqual(shown('  '), expected);
  });

  test('with a query: the results, without headings', () => {
    assert.deepEqual(shown('trim'), [['', 'trim-lines']]);
    assert.deepEqual(shown('nothing like it'), []);
  });

  test('arrow keys move cyclically', () => {
    assert.deepEqual(
      [nextActive(-1, 3, 1), nextActive(-1, 3, -1), nextActive(2, 3, 1), nextActive(0, 3, -1), nextActive(0, 3, 1)],
      [0, 2, 0, 2, 1],
    );
    assert.equal(nextActive(-1, 0, 1), -1);
  });
});
