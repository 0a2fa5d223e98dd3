import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'count-occurrences';

export default {
  slug,
  cases: [
    ['aaaa', '2', { find: 'aa' }],
    ['aaaa', '3', { find: 'aa', overlap: true }],
    ['a.a', '1', { find: '.' }],
    ['a.a', '3', { find: '.', regex: true }],
    ['É é', '2', { find: 'é', caseSensitive: false }],
    ['É é', '2', { find: 'é', caseSensitive: false, regex: true }],
    ['ab', '3', { find: 'x*', regex: true }, 'an empty match counts'],
    ['a\nb\r\n', '2', { find: '\n' }],
    [
      'a',
      { error: 'overlap: matches of a regular expression never overlap' },
      { find: 'a', regex: true, overlap: true },
    ],
    ['a', { error: 'find: missing closing ]: [' }, { find: '[', regex: true }],
    ['a', { error: 'find, character 1: look-ahead and look-behind are not supported' }, { find: '(?=a)', regex: true }],
    ['a', { error: 'steps[0].config.find is required' }, {}],
  ],
  checks: {
    'is one less than the number of pieces between': () => {
      const texts = fc.array(fc.constantFrom('a', 'b', 'aa'), { maxLength: 20 }).map((parts) => parts.join(''));
      fc.assert(
        fc.property(texts, fc.constantFrom('a', 'aa', 'aba', 'bb'), (input, find) => {
          assert.equal(resultOf(slug, input, { find }), `${input.split(find).length - 1}`);
          const overlapping = [...input].filter((_, index) => input.startsWith(find, index)).length;
          assert.equal(resultOf(slug, input, { find, overlap: true }), `${overlapping}`);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a long needle in a text that nearly matches takes linear time': () => {
      assertTakesAtMost(150, () => {
        const find = `${'a'.repeat(1000)}b${'a'.repeat(999)}`;
        assert.equal(resultOf(slug, 'a'.repeat(500_000), { find }), '0');
      });
    },
  },
} satisfies ToolCases;
