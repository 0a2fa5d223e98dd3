import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'repeat-text';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'ab', output: 'abab' },
    { input: 'ab', config: { times: 1, separator: '-' }, output: 'ab' },
    { name: 'a final line end is part of the text', input: 'a\r\n', output: 'a\r\na\r\n' },
    { name: 'halves of a surrogate pair may meet', input: '\ude00\ud83d', output: '\ude00😀\ud83d' },
    { input: '$&', config: { separator: '$1' }, output: '$&$1$&' },
    { input: 'a', config: { times: 10_000 }, output: 'a'.repeat(10_000) },
    { input: 'a'.repeat(1000), config: { times: 4_000 }, output: 'a'.repeat(4_000_000) },
    {
      name: 'five thousand million characters',
      input: 'a'.repeat(500_000),
      config: { times: 10_000, separator: '-'.repeat(100) },
      error: 'the output would be longer than 4000000 characters',
    },
    { input: 'a', config: { times: 0 }, error: 'steps[0].config.times must be at least 1' },
    { input: 'a', config: { times: 10_001 }, error: 'steps[0].config.times must be at most 10000' },
    {
      input: 'a',
      config: { separator: '-'.repeat(101) },
      error: 'steps[0].config.separator must be at most 100 characters long',
    },
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
