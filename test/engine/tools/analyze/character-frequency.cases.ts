import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'character-frequency';

export default {
  slug,
  cases: [
    ['', ''],
    [' \n', ''],
    ['a"', 'character,count\na,1\n"""",1', { format: 'csv' }],
    ['a a', '2\ta\n1\t ', { spaces: true }],
    ['É é', '2\té', { caseSensitive: false }],
    [
      'ΟΔΟΣ σας İi',
      '3\tσ\n2\tο\n1\tδ\n1\tα\n1\tİ\n1\ti',
      { caseSensitive: false },
      'every sigma is the same letter, and the dotted capital I is a letter of its own',
    ],
    ['e\u0301', '1\te\n1\t\u0301', {}, 'marks are characters of their own'],
    [
      '\ud800a',
      '[\n  {\n    "character": "\\ud800",\n    "count": 1\n  }\n]',
      { format: 'json', limit: 1 },
      'a lone surrogate is a character',
    ],
    ['ab', '1\ta', { limit: 1 }],
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
