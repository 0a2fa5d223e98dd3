import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'sample-lines';

export default {
  slug,
  cases: [
    ['', '', { seed: '1', count: 1 }],
    ['a\r\nb\r\nc\r\n', 'a\r\nb\r\nc\r\n', { seed: '1', count: 3 }],
    ['a\nb\n', '', { seed: '1', count: 0 }],
    ['a\nb\nc', 'a\nb\nc', { seed: '1', percent: 100 }],
    ['a\nb\nc', '', { seed: '1', percent: 16 }, 'less than half a line is none'],
    ['a', { error: 'set either count or percent' }, { seed: '1' }],
    ['a', { error: 'set either count or percent' }, { seed: '1', count: 1, percent: 50 }],
    ['a', { error: 'steps[0].config.percent must be at most 100' }, { seed: '1', percent: 101 }],
    ['a', { error: 'steps[0].config.seed is required' }, { count: 1 }],
  ],
  checks: {
    'has the wanted number of lines, in their order': () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 30 }),
          fc.integer({ min: 0, max: 100 }),
          fc.string({ minLength: 1, maxLength: 10 }),
          (count, percent, seed) => {
            const input = Array.from({ length: count }, (_, i) => `${i}\n`).join('');
            const numbers = resultOf(slug, input, { seed, percent }).split('\n').slice(0, -1).map(Number);
            assert.equal(numbers.length, Math.round((count * percent) / 100));
            assert.ok(numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0)));
          },
        ),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'over many seeds every pair of four lines comes about as often': () => {
      const counts = new Map<string, number>();
      for (let seed = 0; seed < 3000; seed++) {
        const pair = resultOf(slug, 'a\nb\nc\nd', { seed: `${seed}`, count: 2 });
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
      assert.equal(counts.size, 6);
      for (const count of counts.values()) assert.ok(Math.abs(count - 500) < 100, `${[...counts]}`);
    },
    'time is linear': () => {
      assertLinear('a\n', (text) => resultOf(slug, text, { seed: '1', percent: 50 }));
    },
  },
} satisfies ToolCases;
