import assert from 'node:assert/strict';
import fc from 'fast-check';
import { acronymRows, codeCaseOptionRows, codeCaseVectors } from '../../../support/code-case-vectors.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'dot-case';

export default {
  slug,
  cases: [
    ['ŞAHİN BEY', 'şahin.bey', {}, 'a dotted capital I gives no combining dot'],
    ['ŞAHI\u0307N BEY', 'şahin.bey'],
    ...codeCaseVectors(({ train }) => train.toLowerCase().replaceAll('-', '.')),
    ...codeCaseOptionRows(slug, (...words) => words.join('.')),
    ...acronymRows('parse.HTTP.response', 'HTTP.server', 'HTTP', 'http.server'),
    ...codeCaseVectors(({ train }) => train, { separator: '-', capitalize: true }),
    ...codeCaseVectors(({ snake }) => snake, { separator: '_' }),
    ...acronymRows('Parse HTTP Response', 'HTTP Server', 'HTTP', 'Http Server', { separator: ' ', capitalize: true }),
    ['a b', 'a<😀>b', { separator: '<😀>' }],
    ['ab cd ef', 'Ab-Cd-Ef', { separator: '-', capitalize: true, keepAcronyms: true }],
    ['a', { error: 'steps[0].config.separator must be at least 1 character long' }, { separator: '' }],
    ['a', { error: 'steps[0].config.separator must be at most 5 characters long' }, { separator: '------' }],
    ['a', { error: 'steps[0].config.capitalize must be a boolean' }, { capitalize: 1 }],
  ],
  checks: {
    'is idempotent, and survives a round trip through constant-case': () => {
      const word = fc.constantFrom('alpha', 'b', 'gamma', 'été', 'слово', 'd');
      fc.assert(
        fc.property(fc.array(word), (words) => {
          const name = resultOf(slug, words.join(' '));
          assert.equal(resultOf(slug, name), name);
          assert.equal(resultOf(slug, resultOf('constant-case', name)), name);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
