import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const line = fc.constantFrom('', 'a', 'A', 'b', ' ', ' a', '\t', 'é', 'É', '__proto__');
const lines = fc.array(line, { maxLength: 12 });
const options = fc.record({
  keep: fc.constantFrom('first', 'last'),
  caseSensitive: fc.boolean(),
  trim: fc.boolean(),
  adjacentOnly: fc.boolean(),
  skipBlank: fc.boolean(),
});
const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join('');

export default {
  slug: 'remove-duplicate-lines',
  cases: [
    ['', ''],
    ['\n\n\n', '\n'],
    ['a\nA\na \né\ne\u0301\na', 'a\nA\na \né\ne\u0301', {}, 'case, blanks and normal forms tell lines apart'],
    ['a\r\nb\r\na\r\n', 'a\r\nb\r\n'],
    ['a\rb\r\na\nc', 'a\rb\rc', {}, 'mixed line ends become the first one'],
    ['a\na', 'a', {}, 'a final line end stays away'],
    [
      '__proto__\nconstructor\n__proto__\ntoString',
      '__proto__\nconstructor\ntoString',
      {},
      'names that objects have by nature are ordinary lines',
    ],
    ['\ud800\n\udc00\n\ud800\n🚀', '\ud800\n\udc00\n🚀', {}, 'lone surrogates are told apart'],
    ['a\nb\na\nc\nb', 'a\nc\nb', { keep: 'last' }],
    ['b\nA\nB\na', 'b\nA', { caseSensitive: false }],
    ['b\nA\nB\na', 'B\na', { caseSensitive: false, keep: 'last' }],
    ['ß\nSS\nẞ', 'ß\nSS', { caseSensitive: false }, 'lower case is not case folding'],
    ['  a\na\t\n b ', 'a\nb', { trim: true }, 'the lines that stay are trimmed'],
    ['a\na\nb\na\na', 'a\nb\na', { adjacentOnly: true }],
    ['a\nA\nb\nB', 'A\nB', { adjacentOnly: true, caseSensitive: false, keep: 'last' }],
    ['a\n\n \na\n\n \n', 'a\n\n \n\n \n', { skipBlank: true }],
    ['a\n\n\na', 'a\n\n\na', { skipBlank: true, adjacentOnly: true }, 'a blank line between keeps neighbours apart'],
    ['a', { error: 'steps[0].config.keep must be one of: first, last' }, { keep: 'all' }],
    ['a', { error: 'steps[0].config.trim must be a boolean' }, { trim: 1 }],
    ['a', { error: 'steps[0].config.caseSensitive must be a boolean' }, { caseSensitive: '' }],
    ['a', { error: 'steps[0].config.adjacentOnly must be a boolean' }, { adjacentOnly: null }],
    ['a', { error: 'steps[0].config.skipBlank must be a boolean' }, { skipBlank: [] }],
    ['a', { error: 'Unknown option for remove-duplicate-lines: keeps. Did you mean keep?' }, { keeps: 'last' }],
  ],
  checks: {
    'every combination of options does what its definition says'() {
      fc.assert(
        fc.property(lines, options, (all, config) => {
          const { keep, caseSensitive, trim, adjacentOnly, skipBlank } = config;
          const given = trim ? all.map((text) => text.trim()) : all;
          const compared = given.map((text) => (caseSensitive ? text : text.toLowerCase()));
          const isDuplicate = (at: number, of: number) => at !== of && compared[at] === compared[of];
          const kept = given.filter((text, at) => {
            if (skipBlank && text.trim() === '') return true;
            const others = given
              .map((_, index) => index)
              .filter((index) => (keep === 'first' ? index < at : index > at));
            const near = adjacentOnly ? others.filter((index) => Math.abs(index - at) === 1) : others;
            return !near.some((index) => isDuplicate(index, at));
          });
          assert.equal(resultOf('remove-duplicate-lines', textOf(all), config), textOf(kept));
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'adjacentOnly agrees with uniq'(t) {
      const texts = fc.sample(lines, { seed: 2, numRuns: sampleSize(150) }).map(textOf);
      const expected = shellOracle(t, 'uniq', texts);
      expected?.forEach((output, index) => {
        assert.equal(resultOf('remove-duplicate-lines', texts[index] ?? '', { adjacentOnly: true }), output);
      });
    },
  },
} satisfies ToolCases;
