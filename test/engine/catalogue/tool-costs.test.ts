import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { texts } from '#bench/engine/texts.js';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { measuredCosts } from '#engine/catalogue/measured-costs.js';
import { librariesLoaded } from '#engine/core/lazy-library.js';
import { createEngine } from '#engine/execute.js';

const catalogue = await loadCatalogue();
const engine = createEngine(catalogue, { now: () => 0 });
const runsInline = (operation: 'run' | 'sanitize' | 'sort-dedupe', request: object): boolean =>
  engine.executeInline(operation, Buffer.from(JSON.stringify(request))) !== undefined;
const runsStepsInline = (input: string, ...steps: unknown[]): boolean => runsInline('run', { input, steps });

const operations = ['group', 'group:parts', 'run', 'sanitize', 'sanitize:explain', 'sort-dedupe', 'sort-dedupe:lines'];

describe('the measured costs', () => {
  test('are those of the tools and classes that there are: run npm run costs -- <slug>', () => {
    const tools = Array.from(catalogue.values(), ({ tool }) => tool).flatMap(({ slug, costClasses = {} }) => [
      slug,
      ...Object.keys(costClasses).map((name) => `${slug}:${name}`),
    ]);
    assert.deepEqual(Object.keys(measuredCosts).sort(), [...operations, ...tools].sort());
  });

  test('are none of tools with a time limit of their own: a pattern of the user decides what they cost', () => {
    for (const { tool } of catalogue.values()) {
      assert.equal(measuredCosts[tool.slug] === 'pattern', tool.timeLimitMs !== undefined, tool.slug);
    }
  });
});

describe('on the event loop', () => {
  test("runs the README's example", () => {
    const steps = ['trim-lines', { toolSlug: 'dedupe-sort', config: { order: 'desc' } }];
    assert.ok(runsStepsInline('  pear\n apple\n  pear', ...steps));
  });

  test('runs the first example of every tool that has figures, and no other', () => {
    const expected = Array.from(catalogue.values(), ({ tool }) => tool).filter(
      ({ slug, examples: [first], costClasses = {} }) => {
        const classes = Object.entries(costClasses).filter(([, applies]) => applies(first?.config ?? {}));
        return typeof measuredCosts[classes.length > 0 ? `${slug}:${classes[0]?.[0]}` : slug] === 'object';
      },
    );
    const inline = Array.from(catalogue.values(), ({ tool }) => tool).filter(({ slug, examples: [first] }) =>
      runsStepsInline(first?.input ?? '', { toolSlug: slug, config: first?.config ?? {} }),
    );
    assert.deepEqual(
      inline.map(({ slug }) => slug),
      expected.map(({ slug }) => slug),
    );
    assert.ok(inline.length >= 140, `${inline.length}`);
  });

  test('no text and no options load a library', () => {
    const before = librariesLoaded();
    const hard = ['\u0301', '👩‍👩‍👧', 'http://a.', 'xn--a.', '::1', '2026-11-21', '+1 555 0100', '&amp;', '<a>', '漢'];
    for (const { tool } of catalogue.values()) {
      for (const { input, config = {} } of tool.examples) {
        for (const text of [input, ...hard]) runsStepsInline(text, { toolSlug: tool.slug, config });
      }
    }
    for (const text of hard) {
      runsInline('sanitize', { url: text, explain: true });
      runsInline('sort-dedupe', { input: text });
    }
    assert.equal(librariesLoaded(), before);
  });

  test('runs no pattern, in a tool or a group', () => {
    assert.ok(!runsStepsInline('a', { toolSlug: 'regex-replace', config: { pattern: 'a', replacement: '' } }));
    assert.ok(runsStepsInline('a', { steps: ['upper-case'], each: 'line', when: { contains: 'a' } }));
    assert.ok(!runsStepsInline('a', { steps: ['upper-case'], each: 'line', when: { matches: 'a' } }));
    assert.ok(!runsStepsInline('a', { steps: ['upper-case'], each: { match: { pattern: 'a' } } }));
  });

  test('runs what is short, but no 25 steps that together take long', () => {
    for (const [slug, kind] of [
      ['extract-numbers', 'contacts'],
      ['extract-urls', 'contacts'],
      ['chunk-text', 'prose'],
      ['camel-case', 'identifiers'],
    ] as const) {
      assert.ok(runsStepsInline(texts[kind](100), slug), slug);
      assert.ok(!runsStepsInline(texts[kind](7_000), ...Array(25).fill(slug)), slug);
    }
  });

  test('runs the steps of a group only if they take little time for all parts', () => {
    const group = { each: 'line', steps: ['extract-numbers'] };
    assert.ok(runsStepsInline('1\n2', group));
    assert.ok(!runsStepsInline('1\n'.repeat(3_000), group));
    // The parts are counted when the text is cut.
    const many = `${'\n'.repeat(400)}`;
    assert.ok(!runsStepsInline(many, group));
    assert.ok(!runsInline('run', { inputs: Array(400).fill('1'), steps: ['extract-numbers'] }));
  });

  test('what options make a tool write counts, and so do their texts', () => {
    assert.ok(runsStepsInline('', { toolSlug: 'sequence-generator', config: { end: 5 } }));
    assert.ok(!runsStepsInline('', { toolSlug: 'sequence-generator', config: { end: 5_000 } }));
    assert.ok(!runsStepsInline('', { toolSlug: 'lorem-ipsum-generator', config: { paragraphs: 100, sentences: 50 } }));
    const other = '{"a":1},'.repeat(900);
    assert.ok(runsStepsInline('[]', { toolSlug: 'json-diff', config: { other: '[]' } }));
    assert.ok(!runsStepsInline('[]', { toolSlug: 'json-diff', config: { other: `[${other}0]` } }));
  });

  test('a text that grows on the way goes to a thread before a step that takes long for it', () => {
    const grow = { toolSlug: 'find-replace', config: { find: 'a', replace: 'ab'.repeat(40) } };
    assert.ok(runsStepsInline('a'.repeat(300), grow));
    assert.ok(!runsStepsInline('a'.repeat(300), grow, 'camel-case'));
  });
});
