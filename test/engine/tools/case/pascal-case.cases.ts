import assert from 'node:assert/strict';
import fc from 'fast-check';
import { acronymRows, codeCaseOptionRows, codeCaseVectors } from '../../../support/code-case-vectors.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'pascal-case';

export default {
  slug,
  cases: [
    ['ŞAHİN BEY', 'ŞahinBey', {}, 'a dotted capital I gives no combining dot'],
    ['ŞAHI\u0307N BEY', 'ŞahinBey'],
    ['user 2 name 3', 'User2Name3', { numberSeparator: '' }],
    ['user2name', 'User2Name', { numberSeparator: '', splitNumbers: true }],
    ...codeCaseVectors(({ pascal }) => pascal),
    ...codeCaseOptionRows(slug, (...words) => words.join('').toUpperCase()),
    ...acronymRows('ParseHTTPResponse', 'HTTPServer', 'HTTP', 'HttpServer'),
  ],
  checks: {
    'is idempotent, and survives a round trip through kebab-case': () => {
      const word = fc.constantFrom('alpha', 'bit', 'gamma', 'été', 'слово', 'd2');
      fc.assert(
        fc.property(fc.array(word), (words) => {
          const name = resultOf(slug, words.join(' '));
          assert.equal(resultOf(slug, name), name);
          assert.equal(resultOf(slug, resultOf('kebab-case', name)), name);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
