import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { Config, Tool } from '#gateway/console/app/session/tool.js';
import { stepSummary } from '#gateway/console/app/views/playground/config-summary.js';
import { worded } from '#gateway/console/tool-words.js';

const tools = await loadCatalogue();

function toolOf(slug: string): Tool {
  const entry = tools.get(slug);
  assert.ok(entry !== undefined, slug);
  return worded({ ...entry.tool, category: entry.category } as unknown as Tool);
}

describe('a closed step says what it does in a sentence', () => {
  const cases: readonly (readonly [slug: string, config: Config, said: string])[] = [
    ['csv-filter-rows', { column: 'amount', op: 'gt', value: '10' }, 'Keep rows where amount is more than 10'],
    ['csv-filter-rows', { column: 2, op: 'empty', invert: true }, 'Drop rows where 2 is blank'],
    ['csv-filter-rows', { op: 'all', uniqueBy: ['a', 'b'] }, 'Keep one row for each a and b, the cell is anything'],
    [
      'csv-filter-rows',
      { column: 'city', op: 'contains', value: 'x;', caseSensitive: false, delimiter: ';' },
      'Keep rows where city contains “x;”, ignore upper and lower case, cells are separated by semicolons',
    ],
    ['filter-lines', { pattern: 'ERROR', invert: true }, 'Drop lines that contain ERROR'],
    ['filter-lines', { pattern: '^\\d+', match: 'regex' }, 'Keep lines that match the pattern “^\\d+”'],
    ['find-replace', { find: 'cat', replace: 'dog' }, 'Replace cat with dog'],
    ['find-replace', { find: '\t' }, 'Remove “\\t”'],
    ['sort-lines', { mode: 'numeric', order: 'desc' }, 'Sort by numbers, descending'],
    ['csv-sort', { by: ['city', 'name'] }, 'Sort by city and name, ascending'],
    ['csv-column-picker', { columns: ['a', 'b', 'c', 'd', 'e'] }, 'Keep the columns a, b, c and 2 more'],
    ['csv-column-picker', { rename: { old: 'new' } }, 'Rename old to new'],
    ['csv-date-formatter', { columns: ['day'], outputFormat: 'd.M.yyyy' }, 'In day, write dates as d.M.yyyy'],
    [
      'json-path',
      { path: '$.items[*].name', output: 'lines' },
      'Take what is at $.items[*].name, write one value on each line',
    ],
    ['date-calculator', { days: 30, months: -2 }, 'Add 30 days, -2 months'],
    ['string-escape', { language: 'python' }, 'For Python'],
    ['csv-to-sql', { table: 't', dialect: 'mysql' }, 'Insert into the table t, write for MySQL'],
    ['camel-case', { perLine: false }, 'One name from the whole text'],
    ['remove-characters', { classes: ['digits', 'emoji'] }, 'Remove digits and emojis'],
    ['upper-case', {}, 'Changes every letter to upper case, by the full rules of Unicode'],
  ];
  for (const [slug, config, said] of cases) {
    test(`${slug} ${JSON.stringify(config)}`, () => assert.equal(stepSummary(toolOf(slug), config), said));
  }

  test('a long value is cut, never within a character', () => {
    const cut = (find: string) => stepSummary(toolOf('find-replace'), { find });
    assert.equal(cut('a'.repeat(99)), `Remove ${'a'.repeat(24)}…`);
    assert.equal(cut(`${'a'.repeat(23)}😀b`), `Remove “${'a'.repeat(23)}…”`);
  });

  test("an operator's own tool has only the names of its options", () => {
    const config = { properties: { hasHeaders: { type: 'boolean' }, mark: { type: 'string' } } };
    const own = worded({ slug: 'own-shout', title: '', category: '', description: 'Shouts.', config, examples: [] });
    assert.equal(stepSummary(own, { mark: '!' }), 'Mark “!”');
    assert.equal(stepSummary(own, {}), 'Shouts');
  });
});

test('every option of every tool has a label that is more than its name, and the table has nothing else', () => {
  for (const [slug, { tool }] of tools) {
    const { properties, first = [], says = [] } = toolOf(slug).config;
    const names = Object.keys(tool.config.properties);
    for (const [name, { title = '', words = {} }] of Object.entries(properties)) {
      const letters = title.toLowerCase().replace(/[^a-z0-9]/g, '');
      assert.ok(letters !== '' && letters !== name.toLowerCase(), `${slug}.${name} needs words in option-words.ts`);
      assert.ok(!Object.values(words).includes(''), `${slug}.${name}`);
    }
    const mentioned = [
      ...first,
      ...says.flatMap((said) => [...said.matchAll(/\{(\w+)/g)].map(([, name = '']) => name)),
    ];
    assert.deepEqual(
      mentioned.filter((name) => !names.includes(name)),
      [],
      slug,
    );
    assert.ok(
      (tool.config.required ?? []).every((name) => first.includes(name)),
      slug,
    );
  }
});
