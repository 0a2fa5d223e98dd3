import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runEndlessTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-matches';
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'ab', '1', '12', ' ', '-', '\n'), { maxLength: 30 })
  .map((parts) => `${parts.join('')}\n`);

export default {
  slug,
  cases: [
    ['', '', { pattern: 'a' }],
    ['', '[]', { pattern: 'a', format: 'json' }],
    ['a1b2', '1\n2', { pattern: '([a-z])(\\d)', group: 2 }],
    ['ab', 'a', { pattern: '(a)|b', group: 1 }, 'a match whose group took no part is left out'],
    ['aAa', 'a|A', { pattern: 'a', flags: 'i', unique: true, separator: '|' }],
    ['aaa', 'aa', { pattern: 'a', limit: 2, separator: '' }],
    ['aab', 'a\nb', { pattern: '[ab]', unique: true, limit: 2 }, 'the limit counts what is given'],
    ['x😀y', '😀', { pattern: '[^a-z]' }, 'characters of two code units'],
    ['a\ud800b', 'a\ud800b', { pattern: 'a.b' }, 'a lone surrogate is kept'],
    ['a', { error: 'group: the pattern has 0 groups, so there is no group 1' }, { pattern: 'a', group: 1 }],
    ['a', { error: 'group: the pattern has no group named m' }, { pattern: '(?<n>a)', group: 'm' }],
    ['a', 'a', { pattern: '(?<__proto__>a)', group: '__proto__' }, 'a group named __proto__'],
    [
      'a',
      { error: 'group: the pattern has no group named constructor' },
      { pattern: '(a)', group: 'constructor' },
      'no group is inherited',
    ],
    ['a', { error: 'pattern, character 1: look-ahead and look-behind are not supported' }, { pattern: '(?!a)' }],
  ],
  checks: {
    'gives what grep -o gives': (t) => {
      const texts = fc.sample(anyText, { seed: 5, numRuns: sampleSize(60) });
      for (const pattern of ['[a-b]+', 'a', '[0-9]+', 'ab*']) {
        const expected = shellOracle(t, `sh -c "grep -oE '${pattern}' || [ \\$? = 1 ]"`, texts);
        if (expected === undefined) return;
        for (const [index, text] of texts.entries()) {
          const found = resultOf(slug, text, { pattern });
          assert.equal(found === '' ? '' : `${found}\n`, expected[index], `${pattern} in ${JSON.stringify(text)}`);
        }
      }
    },
    'finds what String.prototype.matchAll finds': () => {
      fc.assert(
        fc.property(anyText, fc.constantFrom('a+', '(a|b)', '\\w+', '\\d*', '^.', '[^a]'), (input, pattern) => {
          const expected = [...input.matchAll(new RegExp(pattern, 'gu'))].map(([text]) => text);
          assert.equal(resultOf(slug, input, { pattern, format: 'json' }), JSON.stringify(expected));
        }),
        { seed: 6, numRuns: sampleSize(300) },
      );
    },
    'the output is measured before it is built': () => {
      assertAsksForItsSize(slug, 'aab'.repeat(20), { pattern: 'a', separator: '<------->' });
    },
    'a search that takes quadratic time is stopped': () => {
      assert.deepEqual(runEndlessTool(slug, 'a'.repeat(500_000), { pattern: 'a[\\s\\S]*z|a' }), {
        error: `Step 1 (${slug}) failed: took longer than 1000 ms`,
      });
    },
  },
} satisfies ToolCases;
