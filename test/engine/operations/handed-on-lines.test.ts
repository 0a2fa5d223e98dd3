import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CatalogueEntry, loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { Tool } from '#engine/core/tool.js';
import { createEngine } from '#engine/execute.js';
import { SeededRandom } from '#engine/text/seeded-random.js';
import { engine } from '../../support/tool-cases.js';

const catalogue = await loadCatalogue();

/** Steps that work on lines, and one between them that does not. */
const steps = [
  { toolSlug: 'dedupe-sort', config: { trim: true, removeBlank: true } },
  { toolSlug: 'extract-nth-lines', config: { every: 2 } },
  { toolSlug: 'extract-nth-lines', config: { lines: '2-3' } },
  { toolSlug: 'filter-lines', config: { pattern: 'a' } },
  { toolSlug: 'filter-lines', config: { pattern: 'z' } },
  { toolSlug: 'head-lines', config: { count: 2 } },
  { toolSlug: 'head-lines', config: { count: -1 } },
  { toolSlug: 'keep-duplicate-lines', config: { trim: true } },
  { toolSlug: 'remove-blank-lines', config: { mode: 'collapse' } },
  { toolSlug: 'remove-blank-lines', config: { whitespaceIsBlank: false } },
  { toolSlug: 'remove-duplicate-lines', config: { keep: 'last', trim: true } },
  { toolSlug: 'reverse-lines', config: {} },
  { toolSlug: 'sample-lines', config: { seed: '1', count: 2 } },
  { toolSlug: 'shuffle-lines', config: { seed: '1' } },
  { toolSlug: 'sort-lines', config: { order: 'desc', headerLines: 1 } },
  { toolSlug: 'tail-lines', config: { count: 2 } },
  { toolSlug: 'tail-lines', config: { count: -1 } },
  { toolSlug: 'trim-lines', config: {} },
  { toolSlug: 'trim-lines', config: { removeBlank: true } },
  { toolSlug: 'upper-case', config: {} },
];

function outcome(input: string, chosen: readonly object[]): unknown {
  const { body } = engine.execute('run', Buffer.from(JSON.stringify({ input, steps: chosen })));
  const { result, error } = JSON.parse(Buffer.from(body).toString());
  return result ?? error;
}

describe('steps that hand lines on', () => {
  test('give what they give one at a time, for every form of a text', () => {
    const random = new SeededRandom('lines');
    const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)] as Item;
    const results = new Set<string>();
    for (let round = 0; round < 5_000; round++) {
      const lineEnds = pick([['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r']]);
      const line = () => pick(['', '', ' ', 'a', 'a ', 'b', 'ab', 'é']);
      const input = Array.from({ length: random.below(7) }, () => line() + pick(lineEnds)).join('') + line();
      const chosen = Array.from({ length: 2 + random.below(4) }, () => pick(steps));
      const oneByOne = chosen.reduce((text, step) => `${outcome(text, [step])}`, input);
      assert.equal(outcome(input, chosen), oneByOne, JSON.stringify({ input, chosen }));
      results.add(oneByOne);
    }
    assert.ok(results.size > 300, `${results.size} different results`);
  });

  test('are all tools that declare what they do to lines', () => {
    const declared = [...catalogue.values()].filter(({ tool }) => tool.transformLines !== undefined);
    const named = new Set(steps.map(({ toolSlug }) => toolSlug));
    assert.deepEqual(
      declared.map(({ tool }) => tool.slug).filter((slug) => !named.has(slug)),
      [],
    );
    assert.ok(declared.length > 10);
  });

  test('keep to the limits of a text on the way', () => {
    const { body } = createEngine(catalogue, { maxOutput: 10 }).execute(
      'run',
      Buffer.from(JSON.stringify({ input: 'abcdefghijk\nl', steps: ['reverse-lines', 'sort-lines'] })),
    );
    const { error } = JSON.parse(Buffer.from(body).toString()) as { error: string };
    assert.match(error, /^Step 1 \(reverse-lines\) failed: /);
  });

  test('do not split and join between them', () => {
    const ran: string[] = [];
    const get = (slug: string): CatalogueEntry | undefined => {
      const entry = catalogue.get(slug);
      if (entry === undefined) return undefined;
      const run: Tool['run'] = (...given) => {
        ran.push(slug);
        return entry.tool.run(...given);
      };
      return { ...entry, tool: { ...entry.tool, run } };
    };
    const watched = createEngine({ get, keys: () => catalogue.keys() });
    const chosen = ['trim-lines', 'remove-blank-lines', 'remove-duplicate-lines', 'sort-lines', 'upper-case'];
    const body = Buffer.from(JSON.stringify({ input: ' b\n\na\nb', steps: chosen }));
    const json = JSON.parse(Buffer.from(watched.execute('run', body).body).toString());
    assert.equal(json.result, 'A\nB');
    assert.deepEqual(ran, ['upper-case'], 'no other works on a text');
  });
});
