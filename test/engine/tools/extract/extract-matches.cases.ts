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
    { input: '', config: { pattern: 'a' }, output: '' },
    { input: '', config: { pattern: 'a', format: 'json' }, output: '[]' },
    { input: 'a1b2', config: { pattern: '([a-z])(\\d)', group: 2 }, output: '1\n2' },
    {
      name: 'a match whose group took no part is left out',
      input: 'ab',
      config: { pattern: '(a)|b', group: 1 },
      output: 'a',
    },
    { input: 'aAa', config: { pattern: 'a', flags: 'i', unique: true, separator: '|' }, output: 'a|A' },
    { input: 'aaa', config: { pattern: 'a', limit: 2, separator: '' }, output: 'aa' },
    {
      name: 'the limit counts what is given',
      input: 'aab',
      config: { pattern: '[ab]', unique: true, limit: 2 },
      output: 'a\nb',
    },
    { name: 'characters of two code units', input: 'x😀y', config: { pattern: '[^a-z]' }, output: '😀' },
    { name: 'a lone surrogate is kept', input: 'a\ud800b', config: { pattern: 'a.b' }, output: 'a\ud800b' },
    {
      input: 'a',
      config: { pattern: 'a', group: 1 },
      error: 'group: the pattern has 0 groups, so there is no group 1',
    },
    { input: 'a', config: { pattern: '(?<n>a)', group: 'm' }, error: 'group: the pattern has no group named m' },
    {
      name: 'a group named __proto__',
      input: 'a',
      config: { pattern: '(?<__proto__>a)', group: '__proto__' },
      output: 'a',
    },
    {
      name: 'no group is inherited',
      input: 'a',
      config: { pattern: '(a)', group: 'constructor' },
      error: 'group: the pattern has no group named constructor',
    },
    {
      input: 'a',
      config: { pattern: '(?!a)' },
      error: 'pattern, character 1: look-ahead and look-behind are not supported',
    },
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
