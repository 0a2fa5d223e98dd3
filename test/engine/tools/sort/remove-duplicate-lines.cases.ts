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
    { input: '', output: '' },
    { input: '\n\n\n', output: '\n' },
    {
      name: 'case, blanks and normal forms tell lines apart',
      input: 'a\nA\na \né\ne\u0301\na',
      output: 'a\nA\na \né\ne\u0301',
    },
    { input: 'a\r\nb\r\na\r\n', output: 'a\r\nb\r\n' },
    { name: 'mixed line ends become the first one', input: 'a\rb\r\na\nc', output: 'a\rb\rc' },
    { name: 'a final line end stays away', input: 'a\na', output: 'a' },
    {
      name: 'names that objects have by nature are ordinary lines',
      input: '__proto__\nconstructor\n__proto__\ntoString',
      output: '__proto__\nconstructor\ntoString',
    },
    { name: 'lone surrogates are told apart', input: '\ud800\n\udc00\n\ud800\n🚀', output: '\ud800\n\udc00\n🚀' },
    { input: 'a\nb\na\nc\nb', config: { keep: 'last' }, output: 'a\nc\nb' },
    { input: 'b\nA\nB\na', config: { caseSensitive: false }, output: 'b\nA' },
    { input: 'b\nA\nB\na', config: { caseSensitive: false, keep: 'last' }, output: 'B\na' },
    { name: 'lower case is not case folding', input: 'ß\nSS\nẞ', config: { caseSensitive: false }, output: 'ß\nSS' },
    { name: 'the lines that stay are trimmed', input: '  a\na\t\n b ', config: { trim: true }, output: 'a\nb' },
    { input: 'a\na\nb\na\na', config: { adjacentOnly: true }, output: 'a\nb\na' },
    { input: 'a\nA\nb\nB', config: { adjacentOnly: true, caseSensitive: false, keep: 'last' }, output: 'A\nB' },
    { input: 'a\n\n \na\n\n \n', config: { skipBlank: true }, output: 'a\n\n \n\n \n' },
    {
      name: 'a blank line between keeps neighbours apart',
      input: 'a\n\n\na',
      config: { skipBlank: true, adjacentOnly: true },
      output: 'a\n\n\na',
    },
    { input: 'a', config: { keep: 'all' }, error: 'steps[0].config.keep must be one of: first, last' },
    { input: 'a', config: { trim: 1 }, error: 'steps[0].config.trim must be a boolean' },
    { input: 'a', config: { caseSensitive: '' }, error: 'steps[0].config.caseSensitive must be a boolean' },
    { input: 'a', config: { adjacentOnly: null }, error: 'steps[0].config.adjacentOnly must be a boolean' },
    { input: 'a', config: { skipBlank: [] }, error: 'steps[0].config.skipBlank must be a boolean' },
    {
      input: 'a',
      config: { keeps: 'last' },
      error: 'Unknown option for remove-duplicate-lines: keeps. Did you mean keep?',
    },
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
