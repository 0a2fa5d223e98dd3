import assert from 'node:assert/strict';
import fc from 'fast-check';
import { acronymRows, codeCaseOptionRows, codeCaseVectors } from '../../../support/code-case-vectors.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'camel-case';

export default {
  slug,
  cases: [
    ['ŞAHİN BEY', 'şahinBey', {}, 'a dotted capital I gives no combining dot'],
    ['ŞAHI\u0307N BEY', 'şahinBey'],
    ['user 2 name 3', 'user2Name3', { numberSeparator: '' }],
    ['user2name', 'user2Name', { numberSeparator: '', splitNumbers: true }],
    ...codeCaseVectors(({ camel }) => camel),
    ...codeCaseOptionRows(slug, (first, ...rest) => `${first}${rest.join('').toUpperCase()}`),
    ...acronymRows('parseHTTPResponse', 'httpServer', 'http', 'httpServer'),
  ],
  checks: {
    'is idempotent, and survives a round trip through snake-case': () => {
      const word = fc.constantFrom('alpha', 'bit', 'gamma', 'été', 'слово', 'd2');
      fc.assert(
        fc.property(fc.array(word), (words) => {
          const name = resultOf(slug, words.join(' '));
          assert.equal(resultOf(slug, name), name);
          assert.equal(resultOf(slug, resultOf('snake-case', name)), name);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const part of ['A', 'a', 'aB', "a'", '\u0301', 'a\u0301', '_', '1', '😀', 'ß ']) {
        assertLinear(part, (text) => resultOf(slug, text, { keepAcronyms: true, splitNumbers: true }));
      }
    },
  },
} satisfies ToolCases;
