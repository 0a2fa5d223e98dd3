import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-sample';

export default {
  slug,
  cases: [
    ['', '', { seed: '1', count: 1 }],
    ['a,b\r\n', 'a,b\r\n', { seed: '1', percent: 100 }],
    ['a\n1\n2', 'a', { seed: '1', count: 0 }, 'the header stays'],
    ['1\n2', '', { seed: '1', percent: 0, hasHeaders: false }],
    ['sep=;\na;b\n1;2', 'sep=;\na;b\n1;2', { seed: '1', count: 5, delimiter: 'auto' }],
    ['a\n1', { error: 'set either count or percent' }, { seed: '1' }],
    ['a\n1', { error: 'set either count or percent' }, { seed: '1', count: 1, percent: 1 }],
    ['a\n1', { error: 'steps[0].config.seed is required' }, { count: 1 }],
  ],
  checks: {
    'keeps the rows that sample-lines keeps of the lines': () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 20 }),
          fc.integer({ min: 0, max: 25 }),
          fc.string({ minLength: 1, maxLength: 5 }),
          (rows, count, seed) => {
            const lines = Array.from({ length: rows }, (_, i) => `${i},x`);
            const sample = resultOf('sample-lines', lines.join('\n'), { seed, count });
            const expected = sample === '' ? 'a,b' : `a,b\n${sample}`;
            assert.equal(resultOf(slug, ['a,b', ...lines].join('\n'), { seed, count }), expected);
          },
        ),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
  },
} satisfies ToolCases;
