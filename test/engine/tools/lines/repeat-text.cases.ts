import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'repeat-text';

export default {
  slug,
  cases: [
    ['', ''],
    ['ab', 'abab'],
    ['ab', 'ab', { times: 1, separator: '-' }],
    ['a\r\n', 'a\r\na\r\n', {}, 'a final line end is part of the text'],
    ['\ude00\ud83d', '\ude00😀\ud83d', {}, 'halves of a surrogate pair may meet'],
    ['$&', '$&$1$&', { separator: '$1' }],
    ['a', 'a'.repeat(10_000), { times: 10_000 }],
    ['a'.repeat(1000), 'a'.repeat(4_000_000), { times: 4_000 }],
    [
      'a'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      { times: 10_000, separator: '-'.repeat(100) },
      'five thousand million characters',
    ],
    ['a', { error: 'steps[0].config.times must be at least 1' }, { times: 0 }],
    ['a', { error: 'steps[0].config.times must be at most 10000' }, { times: 10_001 }],
    ['a', { error: 'steps[0].config.separator must be at most 100 characters long' }, { separator: '-'.repeat(101) }],
  ],
  checks: {
    'agrees with joined copies, and reserves its size': () => {
      const text = fc.string({ unit: fc.constantFrom('a', '\n', '😀', '\ud83d'), maxLength: 5 });
      fc.assert(
        fc.property(text, text, fc.integer({ min: 1, max: 9 }), (input, separator, times) => {
          assert.equal(resultOf(slug, input, { times, separator }), Array(times).fill(input).join(separator));
          assertAsksForItsSize(slug, input, { times, separator });
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
