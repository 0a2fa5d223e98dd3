import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { line } from '../../support/line-texts.js';
import { runRequest } from '../../support/run-request.js';
import { sampleSize } from '../../support/sample-size.js';

describe('several texts in a request', () => {
  test('come back in order, with their ids; one that fails leaves the others alone', () => {
    const { status, results, meta } = runRequest({
      inputs: ['a', { id: 'r2', input: '{' }, { input: 'é' }],
      steps: ['json-formatter'],
    });
    assert.equal(status, 200);
    const reason = 'expected a property name in double quotes, found the end of the text';
    const alone = (input: string) => runRequest({ input, steps: ['json-formatter'] }).error;
    assert.deepEqual(results, [
      { error: alone('a'), code: 'step-failed', step: 1, line: 1, column: 1 },
      {
        id: 'r2',
        error: `Step 1 (json-formatter) failed: line 1, column 2: ${reason}`,
        code: 'step-failed',
        step: 1,
        line: 1,
        column: 2,
      },
      { error: alone('é'), code: 'step-failed', step: 1, line: 1, column: 1 },
    ]);
    const { processingTimeMs, ...counts } = meta ?? {};
    assert.equal(typeof processingTimeMs, 'number');
    assert.deepEqual(counts, { stepsExecuted: 1, inputs: 3, failed: 3, inputLength: 3, outputLength: 0 });
  });

  test('give what each gives alone, whatever they are', () => {
    const steps = [
      'trim-lines',
      { each: 'line', steps: ['number-base-converter'], onError: 'mark' },
      'title-case-converter',
      { toolSlug: 'base64-decode', config: {} },
    ];
    const short = steps.slice(0, 3);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom(steps, short), (inputs, chosen) => {
        const { results = [] } = runRequest({ inputs, steps: chosen });
        for (const [index, input] of inputs.entries()) {
          const alone = runRequest({ input, steps: chosen });
          assert.deepEqual([results[index]?.result, results[index]?.error], [alone.result, alone.error]);
        }
      }),
      { seed: 3, numRuns: sampleSize(2_000) },
    );
  });

  test('the failures that a group forgives are with their text', () => {
    const steps = [{ each: 'line', steps: ['number-base-converter'], onError: 'keep' }];
    const { results } = runRequest({ inputs: ['1\nz', '2'], steps });
    const [first, second] = results as readonly {
      readonly failed: { readonly count: number; readonly first: readonly { line: number }[] };
    }[];
    assert.deepEqual([first?.failed.count, first?.failed.first[0]?.line, second?.failed.count], [1, 2, 0]);
  });

  test('onError: "error" refuses the request at the first text that fails, by any step', () => {
    const steps = ['json-formatter', { toolSlug: 'json-query', config: { expression: 'length(@)' } }];
    const { status, error, details } = runRequest({ inputs: ['[1]', '1', '{'], steps, onError: 'error' });
    const alone = runRequest({ input: '1', steps }).error;
    assert.deepEqual([status, error, details?.input], [400, `inputs[1]: ${alone}`, 1]);
  });

  const refusals: readonly (readonly [request: object, error: string])[] = [
    [{ inputs: [] }, 'No inputs provided'],
    [{ inputs: Array.from({ length: 5_001 }, () => '') }, 'Too many inputs: 5001 (maximum 5000)'],
    [
      { inputs: ['a'.repeat(250_000), { input: 'b'.repeat(250_001) }] },
      'Input too large: 500001 characters (maximum 500000)',
    ],
    [{ inputs: ['a'], input: 'b' }, 'Provide only one of input, inputs'],
    [{ inputs: [{ id: 'x'.repeat(201), input: '' }] }, 'inputs[0].id must be at most 200 characters long'],
    [{ inputs: [5] }, 'inputs[0] must be a string or an object'],
    [{ inputs: [{ id: 'a' }] }, 'inputs[0].input is required'],
    [{ inputs: [{ input: 'a', text: 'b' }] }, 'Unknown field: inputs[0].text'],
    [{ inputs: 'a' }, 'inputs must be an array'],
    [{ inputs: ['a'], trace: true }, 'Unknown field: trace'],
    [{ inputs: ['a'], onError: 'skip' }, 'onError must be one of: error, report'],
    [{ input: 'a', onError: 'error' }, 'Unknown field: onError'],
    [{}, 'input is required'],
  ];
  for (const [request, expected] of refusals) {
    test(expected, () => {
      const { status, error } = runRequest({ ...request, steps: ['upper-case'] });
      assert.deepEqual([status, error], [400, expected]);
    });
  }

  test('5,000 texts are not too many', () => {
    const { results } = runRequest({
      inputs: Array.from({ length: 5_000 }, (_, index) => `t${index}`),
      steps: ['upper-case'],
    });
    assert.equal(results?.[4_999]?.result, 'T4999');
  });

  test('limits are not forgiven', () => {
    const steps = [{ toolSlug: 'repeat-text', config: { times: 10_000 } }];
    const { error } = runRequest({ inputs: Array.from({ length: 201 }, () => 'ab'), steps });
    assert.equal(error, 'Step 1 (repeat-text) failed: the output would be longer than 4000000 characters');
  });
});
