import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'character-frequency';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' \n', output: '' },
    { input: 'a"', config: { format: 'csv' }, output: 'character,count\na,1\n"""",1' },
    { input: 'a a', config: { spaces: true }, output: '2\ta\n1\t ' },
    { input: 'É é', config: { caseSensitive: false }, output: '2\té' },
    {
      name: 'every sigma is the same letter, and the dotted capital I is a letter of its own',
      input: 'ΟΔΟΣ σας İi',
      config: { caseSensitive: false },
      output: '3\tσ\n2\tο\n1\tδ\n1\tα\n1\tİ\n1\ti',
    },
    { name: 'marks are characters of their own', input: 'e\u0301', output: '1\te\n1\t\u0301' },
    {
      name: 'a lone surrogate is a character',
      input: '\ud800a',
      config: { format: 'json', limit: 1 },
      output: '[\n  {\n    "character": "\\ud800",\n    "count": 1\n  }\n]',
    },
    { input: 'ab', config: { limit: 1 }, output: '1\ta' },
  ],
  checks: {
    'the counts add up to the length': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (input) => {
          const listed = JSON.parse(resultOf(slug, input, { format: 'json', spaces: true, limit: 10_000 })) as {
            character: string;
            count: number;
          }[];
          assert.equal(
            listed.reduce((sum, { count }) => sum + count, 0),
            [...input].length,
          );
          assert.equal(new Set(listed.map(({ character }) => character)).size, listed.length);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
