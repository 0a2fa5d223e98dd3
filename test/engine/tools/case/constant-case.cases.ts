import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeCaseOptionRows, codeCaseVectors } from '../../../support/code-case-vectors.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'constant-case';

export default {
  slug,
  cases: [
    ['ŞAHİN BEY', 'ŞAHİN_BEY', {}, 'a dotted capital I gives no combining dot'],
    ['ŞAHI\u0307N BEY', 'ŞAHI\u0307N_BEY'],
    ...codeCaseVectors(({ snake }) => snake.toUpperCase()),
    ...codeCaseOptionRows(slug, (...words) => words.join('_').toUpperCase()),
    [
      'a',
      { error: 'Unknown option for constant-case: keepAcronyms' },
      { keepAcronyms: true },
      'keepAcronyms would change nothing',
    ],
    ['straße', 'STRASSE'],
  ],
  checks: {
    'is idempotent, and survives a round trip through camel-case': () => {
      const word = fc.constantFrom('alpha', 'bit', 'gamma', 'été', 'слово', 'd2');
      fc.assert(
        fc.property(fc.array(word), (words) => {
          const name = resultOf(slug, words.join(' '));
          assert.equal(resultOf(slug, name), name);
          assert.equal(resultOf(slug, resultOf('camel-case', name)), name);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
