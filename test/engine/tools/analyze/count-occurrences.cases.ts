import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'count-occurrences';

export default {
  slug,
  cases: [
    { input: 'aaaa', config: { find: 'aa' }, output: '2' },
    { input: 'aaaa', config: { find: 'aa', overlap: true }, output: '3' },
    { input: 'a.a', config: { find: '.' }, output: '1' },
    { input: 'a.a', config: { find: '.', regex: true }, output: '3' },
    { input: 'É é', config: { find: 'é', caseSensitive: false }, output: '2' },
    { input: 'É é', config: { find: 'é', caseSensitive: false, regex: true }, output: '2' },
    { name: 'an empty match counts', input: 'ab', config: { find: 'x*', regex: true }, output: '3' },
    { input: 'a\nb\r\n', config: { find: '\n' }, output: '2' },
    {
      input: 'a',
      config: { find: 'a', regex: true, overlap: true },
      error: 'overlap: matches of a regular expression never overlap',
    },
    { input: 'a', config: { find: '[', regex: true }, error: 'find: missing closing ]: [' },
    {
      input: 'a',
      config: { find: '(?=a)', regex: true },
      error: 'find, character 1: look-ahead and look-behind are not supported',
    },
    { input: 'a', config: {}, error: 'steps[0].config.find is required' },
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
