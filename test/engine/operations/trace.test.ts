import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type { Problem } from '#engine/core/problem.js';
import type { TracedStep } from '#engine/core/traced-step.js';
import { createEngine, type EngineResult } from '#engine/execute.js';

let time = 0;
/** Each reading is a quarter of a millisecond and a bit later. */
const now = () => {
  time += 0.2501;
  return time;
};
const engine = createEngine(await loadCatalogue(), { now });

interface Response {
  readonly result: string;
  readonly meta: { readonly trace?: readonly TracedStep[] };
}

const bodyOf = (request: object) => Buffer.from(JSON.stringify(request));
const parsed = ({ body }: EngineResult) => JSON.parse(Buffer.from(body).toString()) as Response;
const traceOf = (request: object) => {
  const onThread = parsed(engine.execute('run', bodyOf({ ...request, trace: true }))).meta.trace ?? [];
  const onLoop = engine.executeInline('run', bodyOf({ ...request, trace: true }));
  if (onLoop !== undefined) assert.deepEqual(parsed(onLoop).meta.trace, onThread);
  return onThread;
};
const problemOf = (request: object) => engine.execute('run', bodyOf(request)).problem as Problem<string, object>;

describe('a trace', () => {
  test('has each step with its tool, time, length and text', () => {
    assert.deepEqual(traceOf({ input: ' b \n a\n', steps: ['trim-lines', { toolSlug: 'sort-lines' }] }), [
      { tool: 'trim-lines', ms: 0.25, length: 4, text: 'b\na\n', truncated: false },
      { tool: 'sort-lines', ms: 0.25, length: 4, text: 'a\nb\n', truncated: false },
    ]);
  });

  for (const [toolSlug, config, input, removed, items] of [
    ['filter-lines', { pattern: 'a' }, 'a\r\nb\nc\nab', 2, 4],
    ['filter-lines', { pattern: 'z' }, 'a\nb\n', 2, 2],
    ['filter-lines', { pattern: 'a' }, 'a\na', undefined],
    ['dedupe-sort', {}, 'b\na\nb\n', 1, 3],
    ['trim-lines', { removeBlank: true }, ' \n\na', 2, 3],
    ['head-lines', { count: 1 }, 'a\nb\nc', 2, 3],
    ['csv-filter-rows', { op: 'all', uniqueBy: ['n'] }, 'n\n"x\ny"\n"x\ny"\nz\n', 1, 3],
    ['csv-sample', { seed: '1', count: 1 }, 'n\n1\n2\n3\n', 2, 3],
    ['csv-date-formatter', { columns: ['d'], invalid: 'drop' }, 'd\n2026-11-29\nsoon\n', 1, 2],
    ['csv-number-formatter', { columns: ['n'], invalid: 'drop' }, 'n\nx\n1\n', 1, 2],
    [
      'csv-validator',
      { schema: { required: ['n'], properties: { n: { const: '1' } } }, output: 'valid' },
      'n\n2\n1\n',
      1,
      2,
    ],
    ['csv-validator', { schema: false, output: 'report' }, 'n\n2\n1\n', undefined],
    ['remove-near-duplicates', {}, 'Buy now\nbuy NOW\nx', 1, 3],
    ['remove-near-duplicates', { output: 'clusters' }, 'Buy now\nbuy NOW\nx', undefined],
    ['upper-case', {}, 'a\nb', undefined],
  ] as const) {
    test(`says how many ${toolSlug} removed: ${removed} of ${items}`, () => {
      const [step] = traceOf({ input, steps: [{ toolSlug, config }] });
      assert.deepEqual([step?.removed, step?.items], [removed, items]);
    });
  }

  test('is absent without trace: true, and nothing else differs', () => {
    const request = { input: 'b\na', steps: ['sort-lines'] };
    const plain = parsed(engine.execute('run', bodyOf(request)));
    assert.deepEqual(Object.keys(plain.meta), ['stepsExecuted', 'inputLength', 'outputLength', 'processingTimeMs']);
    const off = parsed(engine.execute('run', bodyOf({ ...request, trace: false })));
    assert.deepEqual(Object.keys(off.meta), Object.keys(plain.meta));
    const { meta } = parsed(engine.execute('run', bodyOf({ ...request, trace: true })));
    assert.deepEqual(Object.keys(meta), [...Object.keys(plain.meta), 'trace']);
  });

  test('reads the clock for no request without a trace', () => {
    const before = time;
    engine.execute('run', bodyOf({ input: 'a', steps: ['upper-case'] }));
    assert.equal(time, before);
  });

  const texts: readonly [what: string, input: string, shown: number, truncated: boolean][] = [
    ['at the limit', 'a'.repeat(10_000), 10_000, false],
    ['one character over it', 'a'.repeat(10_001), 10_000, true],
    ['with a surrogate pair that ends at the limit', `${'a'.repeat(9_998)}😀`, 10_000, false],
    ['with a surrogate pair before more text', `${'a'.repeat(9_998)}😀b`, 10_000, true],
    ['with a surrogate pair across the limit', `${'a'.repeat(9_999)}😀`, 9_999, true],
    ['with a lone high surrogate at the limit', `${'a'.repeat(9_999)}\ud83db`, 10_000, true],
    ['with a lone low surrogate after the limit', `${'a'.repeat(10_000)}\ude00`, 10_000, true],
  ];
  for (const [what, input, shown, truncated] of texts) {
    test(`shows ${shown} characters of a text ${what}`, () => {
      const [step] = traceOf({ input, steps: ['reverse-lines'] });
      assert.deepEqual(step, {
        tool: 'reverse-lines',
        ms: 0.25,
        length: input.length,
        text: input.slice(0, shown),
        truncated,
      });
    });
  }

  test('has all of the most steps, each with the most characters', () => {
    const trace = traceOf({ input: 'é'.repeat(500_000), steps: Array(25).fill('swap-case') });
    assert.deepEqual(
      trace.map(({ length, text, truncated }) => [length, text.length, truncated]),
      Array(25).fill([500_000, 10_000, true]),
    );
  });
});

describe('the problem of a failing step', () => {
  const failing = { input: ' a', steps: ['trim-lines', 'upper-case', 'json-formatter', 'lower-case'] };

  test('has the trace up to that step', () => {
    const { code, details } = problemOf({ ...failing, trace: true });
    assert.equal(code, 'step-failed');
    assert.deepEqual((details as { trace: unknown }).trace, [
      { tool: 'trim-lines', ms: 0.25, length: 1, text: 'a', truncated: false },
      { tool: 'upper-case', ms: 0.25, length: 1, text: 'A', truncated: false },
    ]);
  });

  test('has an empty trace if it is the first step', () => {
    const { code, details } = problemOf({
      input: 'a'.repeat(500),
      steps: [{ toolSlug: 'repeat-text', config: { times: 10_000 } }],
      trace: true,
    });
    assert.equal(code, 'step-output-too-long');
    assert.deepEqual((details as { trace: unknown }).trace, []);
  });

  test('has no trace without trace: true', () => {
    for (const trace of [undefined, false]) assert.ok(!('trace' in problemOf({ ...failing, trace }).details));
  });

  test('is without a trace if the workflow is invalid: no step has run', () => {
    const { code, details } = problemOf({ input: 'a', steps: ['trim-lines', 'no-such-tool'], trace: true });
    assert.equal(code, 'unknown-tool');
    assert.ok(!('trace' in details));
  });
});
