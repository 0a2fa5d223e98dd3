import assert from 'node:assert/strict';
import fc from 'fast-check';
import { acronymRows, codeCaseOptionRows, codeCaseVectors } from '../../../support/code-case-vectors.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'kebab-case';

export default {
  slug,
  cases: [
    ['ŞAHİN BEY', 'şahin-bey', {}, 'a dotted capital I gives no combining dot'],
    ['ŞAHI\u0307N BEY', 'şahin-bey'],
    ...codeCaseVectors(({ train }) => train.toLowerCase()),
    ...codeCaseOptionRows(slug, (...words) => words.join('-')),
    ...acronymRows('parse-HTTP-response', 'HTTP-server', 'HTTP', 'http-server'),
  ],
  checks: {
    'is idempotent, and survives a round trip through pascal-case': () => {
      const word = fc.constantFrom('alpha', 'bit', 'gamma', 'été', 'слово', 'd2');
      fc.assert(
        fc.property(fc.array(word), (words) => {
          const name = resultOf(slug, words.join(' '));
          assert.equal(resultOf(slug, name), name);
          assert.equal(resultOf(slug, resultOf('pascal-case', name)), name);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
