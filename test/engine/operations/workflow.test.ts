import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CatalogueEntry, loadCatalogue, type ToolSource } from '#engine/catalogue/catalogue.js';
import { maxConfigDepth } from '#engine/core/limits.js';
import { Type } from '#engine/core/schema.js';
import { defineTool } from '#engine/core/tool.js';
import { lazyValidator } from '#engine/core/validation.js';
import { createEngine } from '#engine/execute.js';

const catalogue = await loadCatalogue();

/** Tools that count how often their config is checked. */
function countingTools(): { tools: ToolSource; checks: () => number } {
  let checks = 0;
  const get = (slug: string): CatalogueEntry | undefined => {
    const entry = catalogue.get(slug);
    if (entry === undefined) return undefined;
    const validateConfig: CatalogueEntry['validateConfig'] = (...given) => {
      checks++;
      return entry.validateConfig(...given);
    };
    return { ...entry, validateConfig };
  };
  return { tools: { get, keys: () => catalogue.keys() }, checks: () => checks };
}

function send(tools: ToolSource) {
  const sendJson = sendAsJson(tools);
  return (input: string, steps: unknown[]): unknown => sendJson(input, JSON.stringify(steps));
}

/** Returns a function that sends steps as they are written: `JSON.stringify` writes neither 1e400 nor -0. */
function sendAsJson(tools: ToolSource) {
  const engine = createEngine(tools);
  return (input: string, steps: string): unknown => {
    const { body } = engine.execute('run', Buffer.from(`{"input":${JSON.stringify(input)},"steps":${steps}}`));
    const { result, error } = JSON.parse(Buffer.from(body).toString());
    return result ?? error;
  };
}

/** One tool with an option that takes any value. */
function toolWithValue(slug: string, run: (value: unknown) => string): ToolSource {
  const config = Type.Object({ value: Type.Unknown({ description: 'Any value' }) });
  const tool = defineTool({
    slug,
    title: slug,
    description: slug,
    config,
    examples: [],
    run: (_, { value }) => run(value),
  });
  return new Map([[slug, { category: 'tests', tool, validateConfig: lazyValidator(tool.config) }]]);
}

/** Writes steps of such a tool. */
const stepWith = (slug: string, value: string) => `[{"toolSlug":"${slug}","config":{"value":${value}}}]`;

describe('repeated steps', () => {
  test('are validated once, whatever the text', () => {
    const { tools, checks } = countingTools();
    const run = send(tools);
    const steps = ['trim-lines', { toolSlug: 'find-replace', config: { find: 'a', replace: 'b' } }];
    for (const input of [' a ', ' aa', 'ca ', '']) assert.equal(run(input, steps), input.trim().replaceAll('a', 'b'));
    assert.equal(checks(), 2);
  });

  for (const slug of ['upper-case', 'js-minifier']) {
    test(`are validated once, on the event loop and elsewhere, whatever the text: ${slug}`, () => {
      const { tools, checks } = countingTools();
      const engine = createEngine(tools);
      for (const text of ['a', 'b', '\\malformed', 'é']) {
        const body = Buffer.from(`{"input":"${text}","steps":["${slug}"]}`);
        engine.executeInline('run', body);
        engine.execute('run', body);
      }
      assert.equal(checks(), 1);
    });
  }

  test('with different configs are different steps', () => {
    const run = send(catalogue);
    for (const replace of ['b', 'c', 'b']) {
      assert.equal(run('a', [{ toolSlug: 'find-replace', config: { find: 'a', replace } }]), replace);
    }
  });

  test('with an error are refused each time, with the position of the error', () => {
    const run = send(catalogue);
    for (let i = 0; i < 2; i++) {
      assert.equal(run('', ['trim-lines', 'upper-cas']), 'Unknown tool: upper-cas. Did you mean upper-case?');
      assert.equal(
        run('', [{ toolSlug: 'trim-lines', config: { side: 1 } }]),
        'steps[0].config.side must be one of: both, start, end',
      );
    }
  });

  test('are not confused with one step whose name has a NUL in it', () => {
    const run = send(catalogue);
    assert.equal(run(' a ', ['trim-lines', 'upper-case']), 'A');
    assert.equal(run(' a ', ['trim-lines\0upper-case']), 'Unknown tool: trim-lines\0upper-case');
    assert.equal(run(' a ', ['2\0trim-lines', 'upper-case']), 'Unknown tool: 2\0trim-lines. Did you mean trim-lines?');
  });

  test('are not confused with the first of them, or with more that begin with them', () => {
    const run = send(catalogue);
    for (let i = 0; i < 2; i++) {
      assert.equal(run(' a ', ['trim-lines', 'upper-case']), 'A');
      assert.equal(run(' a ', ['trim-lines']), 'a');
    }
  });

  for (const [one, other] of [
    ['1e400', 'null'],
    ['-0', '0'],
  ] as const) {
    test(`with ${one} are not confused with ${other}, which has the same JSON text once parsed`, () => {
      for (const values of [
        [one, other],
        [other, one],
      ]) {
        const run = sendAsJson(toolWithValue('show', (value) => (Object.is(value, -0) ? '-0' : String(value))));
        for (const value of values) {
          assert.equal(run('', stepWith('show', value)), value === '1e400' ? 'Infinity' : value);
        }
      }
    });
  }

  test('work in larger numbers than the cache holds', () => {
    const { tools, checks } = countingTools();
    const run = send(tools);
    for (let i = 0; i < 3_000; i++) {
      assert.equal(run('a', [{ toolSlug: 'find-replace', config: { find: 'a', replace: `${i}` } }]), `${i}`);
    }
    assert.equal(checks(), 3_000);
  });

  test('with a config too large for the cache are validated each time', () => {
    const { tools, checks } = countingTools();
    const run = send(tools);
    const config = { find: 'q'.repeat(900), replace: '' };
    const steps = Array(25).fill({ toolSlug: 'find-replace', config });
    for (let i = 0; i < 2; i++) assert.equal(run('a', steps), 'a');
    assert.equal(checks(), 50);
  });
});

test('the defaults of one request do not reach the next: each request has its own config', () => {
  const run = send(catalogue);
  assert.equal(run('  a', [{ toolSlug: 'trim-lines', config: { side: 'end' } }]), '  a');
  assert.equal(run('  a', [{ toolSlug: 'trim-lines', config: {} }]), 'a');
  assert.equal(run('  a', ['trim-lines']), 'a');
});

test('a tool that changes its config does not change that of the next request', () => {
  const run = sendAsJson(
    toolWithValue('collect', (value) => {
      const { words } = value as { words: string[] };
      try {
        words.push('more');
      } catch {
        // A frozen list.
      }
      return words.join(' ');
    }),
  );
  const steps = stepWith('collect', '{"words":["one"]}');
  assert.deepEqual([run('', steps), run('', steps)], ['one', 'one']);
});

test('a part of a body is not taken for the whole body that was sent before', () => {
  const engine = createEngine(toolWithValue('show', () => 'shown'));
  const rest = (text: string) => `","steps":[{"toolSlug":"show","config":{"value":{"input":"${text}"}}}]}`;
  for (let time = 0; time < 2; time++) {
    assert.equal(engine.execute('run', Buffer.from(`{"input":"a${rest('')}`)).status, 200);
    assert.equal(engine.execute('run', Buffer.from(rest('b'))).problem?.code, 'invalid-json');
  }
});

test('a config may be nested to the limit, and is refused beyond it each time', () => {
  const run = sendAsJson(toolWithValue('nest', () => 'accepted'));
  // The config itself is the first level.
  const nested = (levels: number) => stepWith('nest', '['.repeat(levels - 1) + ']'.repeat(levels - 1));
  const refusal = `steps[0].config must be nested at most ${maxConfigDepth} levels deep`;
  for (let i = 0; i < 2; i++) {
    assert.equal(run('', nested(maxConfigDepth)), 'accepted');
    assert.equal(run('', nested(maxConfigDepth + 1)), refusal);
  }
});
